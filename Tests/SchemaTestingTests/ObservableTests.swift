import Foundation
import Observation
import SchemaModel
import Testing

@testable import SchemaTesting

@Suite("Observable objects")
struct ObservableTests: MigrationTestCase {
  @Observable class Base {
    var inherited = 1
  }

  @Observable final class Form: Base {
    var name = "Ü"
    var note: String?
    var count: Int? = 3
    var post: PostV4?
    var posts: [PostV4] = []
    var archive: [PostV4]? = []
    var tags: [String] = []
    @ObservationIgnored lazy var later = 1
    var computed: Int { 5 }
    // swift-format-ignore: NoLeadingUnderscores
    var _internal = 2
  }

  final class Plain {
    var name = "plain"
    // swift-format-ignore: NoLeadingUnderscores
    private var _hidden = 1
    func use() -> Int { _hidden }
  }

  @Test("properties have the names of the source")
  func names() {
    #expect(
      captureProperties(of: Form()) == [
        "count": "3", "inherited": "1", "name": "Ü", "note": "nil", "tags": "[]",
      ])
    #expect(captureProperties(of: Plain()) == ["name": "plain"])
    #expect(captureProperties(of: PostList())["isLoading"] == "false")
  }

  @Test("a model has the values of its attributes")
  func model() throws {
    let post = PostV4(id: "p1", title: "T", content: "C", createdAt: Date(timeIntervalSince1970: 0))
    let properties = captureProperties(of: post)
    #expect(properties.keys.sorted() == ["content", "createdAt", "id", "publishedAt", "slug", "title"])
    #expect(properties["title"] == "T")
    #expect(properties["createdAt"] == "\(Date(timeIntervalSince1970: 0))")
  }

  @Test("a state that is as expected is no failure")
  func equal() {
    assertObservableState(of: Form(), matches: ["count": "3", "note": "nil"])
  }

  @Test("a different state is a failure of the test")
  func different() {
    let message = """
      Observable state mismatch (Form).
      count: expected 4, found 3
      missing: expected 1, but there is no such property (count, inherited, name, note, tags)
      """
    withKnownIssue {
      assertObservableState(of: Form(), matches: ["count": "4", "name": "Ü", "missing": "1"])
    } matching: { issue in
      issue.comments.map(\.rawValue) == [message] && issue.sourceLocation?.fileName == "ObservableTests.swift"
    }
  }
}
