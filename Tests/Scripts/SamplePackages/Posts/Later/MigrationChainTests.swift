import Foundation
import PostsModels
import SchemaMigration
import SchemaModel
import SchemaTesting
import Testing

/// The whole chain, from stores with objects and from the frozen versions.
@Suite("Migrations")
struct MigrationChainTests: MigrationTestCase {
  @Test("a post of the first version keeps its text under the new name, and gets an author and a slug")
  func chain() async throws {
    let created = Date(timeIntervalSince1970: 1_700_000_000)
    let store = try fixture(schema: PostsSchemaV1.self) { context in
      context.insert(PostsSchemaV1.Post(code: "p1", title: "Hello World", body: "Text", createdAt: created))
      context.insert(PostsSchemaV1.Draft(text: "three more words"))
      context.insert(PostsSchemaV1.Draft(text: ""))
    }
    let context = ModelContext(try await migrate(store: store, through: PostsSchemaV4.self, plan: PostsPlan.plan))
    let post = try #require(try context.fetch(FetchDescriptor<PostsSchemaV4.Post>()).first)
    #expect(post.content == "Text")
    #expect(post.slug == "hello-world-p1")
    #expect(post.publishedAt == created)
    #expect(post.tagline == "Draft")
    #expect(post.author?.name == "Unknown")
    #expect(try context.fetch(FetchDescriptor<PostsSchemaV4.Note>()).map(\.words) == [3])
    #expect(try context.fetchCount(FetchDescriptor<PostsSchemaV4.Draft>()) == 0)
  }

  @Test("each frozen version can be migrated")
  func frozen() throws { try PostsPlan.__freezeray_test_migrations() }

  @Test("a frozen version, with rows that are generated without its code, can be migrated")
  func generated() async throws {
    let store = try fixture(frozen: "2.0.0", rows: .generated)
    let context = ModelContext(try await migrate(store: store, to: PostsSchemaV4.self, plan: PostsPlan.plan))
    #expect(try context.fetchCount(FetchDescriptor<PostsSchemaV4.Post>()) > 0)
  }
}
