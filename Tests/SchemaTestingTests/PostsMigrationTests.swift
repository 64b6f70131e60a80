import Foundation
import Observation
import SchemaMigration
import SchemaModel
import SchemaTesting
import XCTest

/// Test cases of XCTest, which `make test` runs. `make documents` runs those of Strata's README as they are printed there.
final class PostsMigrationTests: XCTestCase, MigrationTestCase {
  func testBodyBecomesContent() async throws {
    let store = try fixture(schema: SchemaV2.self) { context in
      context.insert(PostV2(id: "7", title: "Winter", body: "Snow", createdAt: .now))
    }
    let container = try await migrate(store: store, to: SchemaV3.self, plan: MyPlan.plan)
    XCTAssertEqual(try ModelContext(container).fetch(FetchDescriptor<PostV3>()).map(\.content), ["Snow"])
  }

  func testDateOfPublicationIsDateOfCreation() async throws {
    let date = Date(timeIntervalSince1970: 86_400.25)
    let store = try fixture(schema: SchemaV3.self) { context in
      context.insert(PostV3(id: "7", title: "Winter", content: "Snow", createdAt: date))
    }
    let container = try await migrate(store: store, to: SchemaV4.self, plan: MyPlan.plan)
    XCTAssertEqual(try ModelContext(container).fetch(FetchDescriptor<PostV4>()).map(\.publishedAt), [date])
  }

  func testWholeChain() async throws {
    let store = try fixture(schema: SchemaV1.self) { context in
      for id in ["7", "8"] { context.insert(PostV1(id: id, title: "Winter", body: "Snow \(id)", createdAt: .now)) }
    }
    let container = try await migrate(store: store, through: SchemaV4.self, plan: MyPlan.plan)
    let posts = try ModelContext(container).fetch(FetchDescriptor<PostV4>(sortBy: [SortDescriptor(\.id)]))
    XCTAssertEqual(posts.map(\.content), ["Snow 7", "Snow 8"])
    XCTAssertTrue(posts.allSatisfy { !$0.slug.isEmpty })
  }

  func testSnapshot() async throws {
    let store = try fixture(schema: SchemaV1.self) { context in
      context.insert(
        PostV1(id: "p1", title: "Sample", body: "Body", createdAt: Date(timeIntervalSince1970: 1_700_000_000)))
    }
    try await assertMigrationSnapshot(
      fixture: store, through: SchemaV4.self, plan: MyPlan.plan, matches: "v1_to_v4.json", ignoring: ["Author.id"])
  }

  func testManyPosts() async throws {
    let store = try seed(schema: SchemaV3.self, count: 10_000) { index, _ in
      PostV3(id: "\(index)", title: "Number \(index)", content: "Text", createdAt: .now)
    }
    let (duration, container) = try await benchmarkMigration(store: store, to: SchemaV4.self, plan: MyPlan.plan)
    XCTAssertEqual(try ModelContext(container).fetchCount(FetchDescriptor<PostV4>()), 10_000)
    XCTAssertGreaterThan(duration, .zero)
  }

  func testViewModel() async throws {
    let store = try fixture(schema: SchemaV3.self) { context in
      for id in ["7", "8", "9"] { context.insert(PostV3(id: id, title: id, content: "", createdAt: .now)) }
    }
    let list = PostList()
    XCTAssertEqual(list.capture().postCount, 0)
    let container = try await migrate(store: store, to: SchemaV4.self, plan: MyPlan.plan)
    try list.reload(context: ModelContext(container))
    XCTAssertEqual(list.capture().titles.sorted(), ["7", "8", "9"])
    assertObservableState(of: list, matches: ["postCount": "3", "isLoading": "false"])
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

  func testDifferentStateIsFailureOfXCTest() throws {
    #if canImport(ObjectiveC)
      throw XCTSkip("XCTest has another function for this on Apple's systems")
    #else
      assertObservableState(of: PostList(), matches: ["postCount": "3", "isLoading": "false"])
      let recorded = failures
      failures = []
      guard recorded.count == 1, recorded[0].hasPrefix("PostsMigrationTests.swift: "),
        recorded[0].hasSuffix("Observable state mismatch (PostList).\npostCount: expected 3, found 0")
      else {
        super.recordFailure(withDescription: "recorded \(recorded)", inFile: #filePath, atLine: #line, expected: true)
        return
      }
    #endif
  }
}

@Observable
final class PostList: CapturableObservable {
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
