import Foundation
import Observation
import SchemaMigration
import SchemaModel
import SchemaTesting
import XCTest

/// The tests of Strata's README. `make test` runs them with XCTest.
final class PostsMigrationTests: XCTestCase, MigrationTestCase {
  func test_rename_preserves_body_as_content() async throws {
    let store = try fixture(schema: SchemaV2.self) { ctx in
      ctx.insert(PostV2(id: "p1", title: "Hello", body: "Rename me", createdAt: .now))
    }
    let container = try await migrate(store: store, to: SchemaV3.self, plan: MyPlan.plan)
    let posts = try ModelContext(container).fetch(FetchDescriptor<PostV3>())
    XCTAssertEqual(posts.first?.content, "Rename me")
  }

  func test_backfill_sets_publishedAt_from_createdAt() async throws {
    let created = Date(timeIntervalSince1970: 1_700_000_000)
    let store = try fixture(schema: SchemaV3.self) { ctx in
      ctx.insert(PostV3(id: "p1", title: "T", content: "C", createdAt: created))
    }
    let container = try await migrate(store: store, to: SchemaV4.self, plan: MyPlan.plan)
    let post = try XCTUnwrap(ModelContext(container).fetch(FetchDescriptor<PostV4>()).first)
    XCTAssertEqual(post.publishedAt, created)
  }

  func test_full_chain_V1_to_V4() async throws {
    let store = try fixture(schema: SchemaV1.self) { ctx in
      ctx.insert(PostV1(id: "p1", title: "Sample", body: "Body", createdAt: .now))
    }
    let container = try await migrate(store: store, through: SchemaV4.self, plan: MyPlan.plan)
    let posts = try ModelContext(container).fetch(FetchDescriptor<PostV4>())
    XCTAssertEqual(posts.count, 1)
    XCTAssertEqual(posts.first?.content, "Body")
    XCTAssertFalse(posts.first?.slug.isEmpty ?? true)
  }

  func test_snapshot() async throws {
    let v1Store = try fixture(schema: SchemaV1.self) { ctx in
      ctx.insert(PostV1(id: "p1", title: "Sample", body: "Body", createdAt: Date(timeIntervalSince1970: 1_700_000_000)))
    }
    try await assertMigrationSnapshot(
      fixture: v1Store, through: SchemaV4.self, plan: MyPlan.plan, matches: "v1_to_v4.json", ignoring: ["Author.id"])
  }

  func test_migrate_10k_posts_in_under_two_seconds() async throws {
    let store = try seed(schema: SchemaV3.self, count: 10_000) { i, ctx in
      PostV3(id: "p\(i)", title: "Post \(i)", content: "Body", createdAt: .now)
    }
    let (duration, _) = try await benchmarkMigration(store: store, to: SchemaV4.self, plan: MyPlan.plan)
    XCTAssertLessThan(duration, .seconds(2))
  }

  func test_view_model() async throws {
    let store = try fixture(schema: SchemaV3.self) { ctx in
      for id in ["p1", "p2", "p3"] { ctx.insert(PostV3(id: id, title: id, content: "", createdAt: .now)) }
    }
    let viewModel = PostListViewModel()
    let before = viewModel.capture()
    XCTAssertEqual(before.postCount, 0)
    let container = try await migrate(store: store, to: SchemaV4.self, plan: MyPlan.plan)
    try viewModel.reload(context: ModelContext(container))
    XCTAssertEqual(viewModel.capture().titles.sorted(), ["p1", "p2", "p3"])
    assertObservableState(of: viewModel, matches: ["postCount": "3", "isLoading": "false"])
  }
}

/// Collects the failures that XCTest would report.
final class RecordedFailureTests: XCTestCase {
  private var failures: [String] = []

  // A failure in this class that is not expected must not be lost, so each test looks at all of them.
  #if !canImport(ObjectiveC)
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      failures.append("\(URL(fileURLWithPath: filePath).lastPathComponent): \(description)")
    }
  #endif

  func test_a_different_state_is_a_failure_of_XCTest() throws {
    #if canImport(ObjectiveC)
      throw XCTSkip("XCTest has another function for this on Apple's systems")
    #else
      assertObservableState(of: PostListViewModel(), matches: ["postCount": "3", "isLoading": "false"])
      let recorded = failures
      failures = []
      guard recorded.count == 1, recorded[0].hasPrefix("PostsMigrationTests.swift: "),
        recorded[0].hasSuffix("Observable state mismatch (PostListViewModel).\npostCount: expected 3, found 0")
      else {
        super.recordFailure(withDescription: "recorded \(recorded)", inFile: #filePath, atLine: #line, expected: true)
        return
      }
    #endif
  }
}

@Observable
final class PostListViewModel: CapturableObservable {
  struct Snapshot: Sendable {
    var postCount: Int
    var titles: [String]
  }

  var posts: [PostV4] = []
  var postCount = 0
  var isLoading = false
  var filter: String?
  var newest: PostV4?
  // swift-format-ignore: NoLeadingUnderscores
  private var _token = 1

  func reload(context: ModelContext) throws {
    posts = try context.fetch(FetchDescriptor<PostV4>())
    postCount = posts.count
    newest = posts.last
    _token += 1
  }

  func capture() -> Snapshot {
    Snapshot(postCount: posts.count, titles: posts.map(\.title))
  }
}
