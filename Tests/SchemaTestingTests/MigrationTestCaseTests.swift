import EntityModel
import Foundation
import SchemaMigration
import SchemaModel
import SchemaTesting
import Synchronization
import Testing

@Suite("Fixtures and migrations in a test")
struct MigrationTestCaseTests: MigrationTestCase {
  @Test("a fixture is closed and alone in its folder")
  func fixtureFile() throws {
    let store = try fixture(schema: SchemaV1.self) { context in
      context.insert(PostV1(id: "p1", title: "Hello", body: "", createdAt: .now))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: store.deletingLastPathComponent().path)
    #expect(names == [store.lastPathComponent])
    #expect(try fixture(schema: SchemaV1.self) != store)
  }

  @Test("an error of the function that populates a fixture is the test's")
  func fixtureError() {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try fixture(schema: SchemaV1.self) { _ in throw Failure() } }
  }

  @Test("a store migrates to each version of a plan")
  func eachVersion() async throws {
    let store = try fixture(schema: SchemaV1.self) { context in
      context.insert(PostV1(id: "p1", title: "Hello", body: "Body", createdAt: .now))
    }
    let second = try await migrate(store: store, to: SchemaV2.self, plan: MyPlan.plan)
    #expect(try ModelContext(second).fetch(FetchDescriptor<PostV2>()).map(\.body) == ["Body"])
    let fourth = try await migrate(store: store, through: SchemaV4.self, plan: MyPlan.plan)
    #expect(try ModelContext(fourth).fetch(FetchDescriptor<PostV4>()).map(\.slug) == ["hello-p1"])
  }

  @Test("a migration makes a backup if it is asked to, and runs the hooks of the plan")
  func safety() async throws {
    let calls = Mutex<[String]>([])
    // swift-format-ignore: OnlyOneTrailingClosureArgument
    let plan = MigrationPlan(
      schemas: [SchemaV1.self, SchemaV2.self],
      preMigration: { context in calls.withLock { $0.append("from \(context.sourceVersion)") } },
      postMigration: { context in calls.withLock { $0.append("to \(context.destinationVersion)") } }
    ) {
      Stage(from: SchemaV1.self, to: SchemaV2.self)
    }
    let first = try fixture(schema: SchemaV1.self)
    _ = try await migrate(store: first, to: SchemaV2.self, plan: plan)
    #expect(SafeModelContainer.backups(ofStore: first).isEmpty)
    let second = try fixture(schema: SchemaV1.self)
    _ = try await migrate(store: second, through: SchemaV2.self, plan: plan, safety: .backupOnly)
    #expect(SafeModelContainer.backups(ofStore: second).count == 1)
    #expect(calls.withLock { $0 } == ["from 1.0.0", "to 2.0.0", "from 1.0.0", "to 2.0.0"])
  }

  @Test("a plan of SwiftData's form may be used")
  func otherPlan() async throws {
    let store = try fixture(schema: SchemaV1.self) { context in
      context.insert(PostV1(id: "p1", title: "Hello", body: "Body", createdAt: .now))
    }
    let (duration, container) = try await benchmarkMigration(store: store, to: SchemaV2.self, plan: ShortPlan.self)
    #expect(duration > .zero)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<PostV2>()) == 1)
    let again = try await migrate(store: store, through: SchemaV2.self, plan: ShortPlan.self)
    #expect(try ModelContext(again).fetchCount(FetchDescriptor<PostV2>()) == 1)
  }

  @Test("a failed assertion of the plan is an error of the test")
  func failedAssertion() async throws {
    let store = try fixture(schema: SchemaV3.self) { context in
      context.insert(PostV3(id: "same-prefix-1", title: "T", content: "", createdAt: .now))
      context.insert(PostV3(id: "same-prefix-2", title: "T", content: "", createdAt: .now))
    }
    await #expect {
      _ = try await migrate(store: store, to: SchemaV4.self, plan: MyPlan.plan)
    } throws: { "\($0)".contains("Assert.unique failed: 1 duplicate value(s) for Post.slug after migration.") }
  }

  @Test("a store that does not exist is not created")
  func missingStore() async throws {
    let store = try fixture(schema: SchemaV1.self).deletingLastPathComponent().appendingPathComponent("other.store")
    await #expect(throws: StoreError.self) { try await migrate(store: store, to: SchemaV2.self, plan: MyPlan.plan) }
    #expect(!FileManager.default.fileExists(atPath: store.path))
  }

  @Test("seeding inserts what its function returns", arguments: [0, 1, 499, 500, 1001])
  func seeding(count: Int) throws {
    let store = try seed(schema: SchemaV3.self, count: count) { index, _ in
      PostV3(id: "p\(index)", title: "Post \(index)", content: "Body", createdAt: .now)
    }
    let container = try ModelContainer(
      for: Schema(versionedSchema: SchemaV3.self), configurations: ModelConfiguration(url: store))
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<PostV3>()) == count)
  }

  @Test("seeding keeps the objects that its function refers to")
  func seedingWithRelationships() throws {
    var author: SchemaV3.Author?
    let store = try seed(schema: SchemaV3.self, count: 25, batchSize: 10) { index, context in
      let shared = author ?? SchemaV3.Author(id: "a", name: "A")
      author = shared
      context.insert(shared)
      let post = PostV3(id: "p\(index)", title: "Post", content: "", createdAt: .now)
      post.author = shared
      return post
    }
    let container = try ModelContainer(
      for: Schema(versionedSchema: SchemaV3.self), configurations: ModelConfiguration(url: store))
    let context = ModelContext(container)
    #expect(try context.fetchCount(FetchDescriptor<SchemaV3.Author>()) == 1)
    #expect(try context.fetch(FetchDescriptor<PostV3>()).allSatisfy { $0.author?.id == "a" })
  }

  @Test("stores are removed when the process ends")
  func removal() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let store = try MigrationTestCaseTests().fixture(schema: SchemaV1.self)
        print("store: \(store.path) \(FileManager.default.fileExists(atPath: store.path))")
      })
    let output = String(decoding: result.standardOutputContent, as: UTF8.self)
    let line = try #require(output.split(separator: "\n").first { $0.hasPrefix("store: ") })
    #expect(line.hasSuffix(" true"))
    let folder = URL(fileURLWithPath: String(line.split(separator: " ")[1])).deletingLastPathComponent()
    #expect(folder.deletingLastPathComponent().lastPathComponent.hasPrefix("schema-tests-"))
    #expect(!FileManager.default.fileExists(atPath: folder.deletingLastPathComponent().path))
  }
}
