import SourceModels
import Testing

struct SliceTests {
  private static let plan = """
    import SwiftData

    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note {
        var text = ""
        init(text: String) { self.text = text }
        func unused() { NoteView.show() }
      }
    }

    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] { [stage] }
      static let stage = MigrationStage.custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil) { context in
        for note in try context.fetch(FetchDescriptor<V2.Note>()) { BODY }
      }
    }

    """
  private static let current = """
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note {
        var text = ""
        var words = 0
        init(text: String) { self.text = text }
      }
    }
    """

  /// The slice of an app with the given code in its stage.
  private func slice(
    _ body: String, _ others: [String: String] = [:], defined: Set<String> = []
  ) throws -> AppSlice {
    var files = others
    files["Plan.swift"] = Self.plan.replacing("BODY", with: body)
    files["V2.swift"] = files["V2.swift"] ?? Self.current
    let tree = MemoryTree(files)
    let conditions = KnownConditions(operatingSystem: "iOS", defined: defined)
    let scope = SourceScope(tree, cache: SourceCache(conditions: conditions))
    return scope.slice(of: try #require(scope.plans.first), in: tree, conditions)
  }

  private func text(_ path: String, of slice: AppSlice) throws -> String {
    try #require(slice.files.first { $0.path == path }?.text)
  }

  @Test func `a slice has the plan and the models, and their lines`() throws {
    let slice = try slice(
      "note.words = 1", ["View.swift": "import SwiftUI\nstruct NoteView: View { static func show() {} }"])
    #expect(slice.files.map(\.path) == ["Plan.swift", "V2.swift"])
    let plan = try text("Plan.swift", of: slice)
    #expect(plan.hasPrefix("import Foundation; import SwiftData; import AppleStubs; "))
    #expect(plan.contains("note.words = 1") && !plan.contains("unused"))
    let lines = plan.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == Self.plan.split(separator: "\n", omittingEmptySubsequences: false).count)
    #expect(lines[12] == "enum Plan: SchemaMigrationPlan {")
  }

  @Test func `what a stage uses is in the slice, and what that uses`() throws {
    let others = [
      "Text.swift": """
      extension String {
        var wordCount: Int { Counter().count(self) }
        var shouted: String { uppercased() }
      }
      """,
      "Counter.swift": "struct Counter { func count(_ text: String) -> Int { 1 }\n  func log() { Log.write() } }",
      "Log.swift": "enum Log { static func write() {} }",
    ]
    let slice = try slice("note.words = note.text.wordCount", others)
    #expect(slice.files.map(\.path) == ["Counter.swift", "Plan.swift", "Text.swift", "V2.swift"])
    #expect(try !text("Text.swift", of: slice).contains("shouted"))
    #expect(try !text("Counter.swift", of: slice).contains("log"))
  }

  @Test func `the branches of #if are those of the app`() throws {
    let others = [
      "Text.swift": """
      #if os(Linux)
      let limit = 1
      #else
      let limit = 2
      #endif
      """
    ]
    let slice = try slice("note.words = limit", others)
    #expect(try text("Text.swift", of: slice).contains("let limit = 2"))
    #expect(try !text("Text.swift", of: slice).contains("let limit = 1"))
    #expect(slice.unknownConditions.isEmpty)
  }

  @Test func `a condition that the project does not decide is named with its line`() throws {
    let body = "\n    #if BETA\n    note.words = 1\n    #else\n    note.words = 2\n    #endif\n"
    let unknown = try slice(body).unknownConditions
    #expect(unknown.map(\.text) == ["BETA"])
    #expect(unknown.map(\.location) == [SourceLocation(path: "Plan.swift", line: 18)])
    let known = try slice(body, defined: ["BETA"])
    #expect(known.unknownConditions.isEmpty)
    #expect(try text("Plan.swift", of: known).contains("note.words = 1"))
    #expect(try !text("Plan.swift", of: known).contains("note.words = 2"))
  }

  @Test func `an initializer is in the slice if a call has its labels`() throws {
    let others = [
      "Summary.swift": """
      final class Summary {
        var count = 0
        init(count: Int, scale: Int = 1) { self.count = count }
        init(view: NoteView) {}
        convenience init(from decoder: any Decoder) throws { self.init(count: 0) }
      }
      struct NoteView {}
      """
    ]
    let text = try text("Summary.swift", of: try slice("note.words = Summary(count: 1).count", others))
    #expect(text.contains("init(count:") && text.contains("init(from") && !text.contains("NoteView"))
  }

  @Test func `an extension belongs to the type of its name, and not to a nested one`() throws {
    let others = [
      "Record.swift": "struct Note {}\nextension Note: Codable { func words() { NoteView.show() } }",
      "Text.swift": "extension V2.Note { func count() { words = 3 } }",
    ]
    let slice = try slice("note.count()", others)
    #expect(slice.files.map(\.path) == ["Plan.swift", "Text.swift", "V2.swift"])
  }

  @Test func `what a protocol calls is in the slice`() throws {
    let others = [
      "Mood.swift": """
      protocol Ranked { var rank: Int { get } }
      extension Ranked { var rank: Int { 0 } }
      struct Mood: Ranked, Hashable, CustomStringConvertible {
        var name = ""
        var rank: Int { 1 }
        var title: String { "" }
        var description: String { name }
        static func == (one: Mood, other: Mood) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
      }
      func rank(_ one: any Ranked) -> Int { one.rank }
      """
    ]
    let text = try text("Mood.swift", of: try slice("note.words = rank(Mood())", others))
    for name in ["rank: Int { 0 }", "rank: Int { 1 }", "description", "==", "hash(into"] {
      #expect(text.contains(name))
    }
    #expect(!text.contains("title"))
  }

  @Test func `the user interface is left out`() throws {
    let others = [
      "App.swift": """
      import SwiftUI
      @main struct NotesApp: App {
        @State var router = Router()
        static let limit = 3
        var body: some Scene { WindowGroup {} }
      }
      """
    ]
    let slice = try slice("note.words = NotesApp.limit", others)
    let lines = try text("App.swift", of: slice).split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
    #expect(
      lines.filter { !$0.allSatisfy { $0 == " " } }.dropFirst() == [
        "struct NotesApp      {", "static let limit = 3", "}",
      ])
  }

  @Test func `a file that is not Swift is named`() throws {
    let slice = try slice("note.words = 1", ["Broken.swift": "struct {"])
    #expect(slice.unreadableFiles == ["Broken.swift"])
  }
}
