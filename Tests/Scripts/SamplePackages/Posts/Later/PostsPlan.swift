// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import SchemaFreezing
import SchemaMigration
import SchemaModel

/// The migration of all released stores to the current version.
@AutoTests public enum PostsPlan: DeclarativeMigrationPlan {
  typealias Second = PostsSchemaV2
  typealias Third = PostsSchemaV3
  typealias Fourth = PostsSchemaV4

  public static let plan = MigrationPlan(
    schemas: [PostsSchemaV1.self, PostsSchemaV2.self, PostsSchemaV3.self, PostsSchemaV4.self]
  ) {
    Stage(from: PostsSchemaV1.self, to: PostsSchemaV2.self)

    Stage(from: PostsSchemaV2.self, to: PostsSchemaV3.self) {
      Rename(\Second.Post.body, to: \Third.Post.content)
      CustomOperation(
        "an author for each name",
        willMigrate: { context, stash in
          let posts = try context.fetch(FetchDescriptor<Second.Post>())
          stash.set("names", Dictionary(uniqueKeysWithValues: posts.map { ($0.code, $0.authorName ?? "Unknown") }))
        },
        didMigrate: { context, stash in
          let names = stash.get("names", as: [String: String].self) ?? [:]
          var authors: [String: Third.Author] = [:]
          for post in try context.fetch(FetchDescriptor<Third.Post>()) {
            let name = names[post.code] ?? "Unknown"
            let author = authors[name] ?? Third.Author(name: name)
            authors[name] = author
            post.author = author
          }
        })
      DeleteWhere(Third.Draft.self) { $0.text.isEmpty }
      Assert.custom("every post has an author") { context in
        try context.fetch(FetchDescriptor<Third.Post>()).allSatisfy { $0.author != nil }
      }
    }

    Stage(from: PostsSchemaV3.self, to: PostsSchemaV4.self) {
      Backfill(\Fourth.Post.publishedAt) { $0.createdAt }
      Backfill(\Fourth.Post.slug) { slug(of: $0.title) + "-" + $0.code }
      Backfill(\Fourth.Post.tagline, overwrite: false) { _ in "Draft" }
      Transform(
        from: Third.Draft.self, to: Fourth.Note.self,
        capture: { $0.text },
        build: { context, text in context.insert(Fourth.Note(text: text, words: text.split(separator: " ").count)) })
      DeleteAll(Fourth.Draft.self)
      Assert.noNulls(\Fourth.Post.slug)
      Assert.unique(\Fourth.Post.slug)
      Assert.count(of: Fourth.Draft.self) { $0 == 0 }
    }
  }

  private static func slug(of title: String) -> String {
    title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}
