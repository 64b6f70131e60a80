import Foundation
import Testing

/// Compares the names of SwiftData with the declarations of SchemaModel and with the list of names that it lacks.
@Suite("API.md")
struct APIDocumentTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  private static func swiftData() throws -> [String] {
    try text("Tests/MacroExpansionsTests/API/SwiftData.txt").split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("#") }
  }

  /// The public declarations of SchemaModel.
  private static func declared() throws -> Set<String> {
    let folder = root.appendingPathComponent("Sources/SchemaModel").resolvingSymlinksInPath()
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var names: Set<String> = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      names.formUnion(PublicNames.of(try String(contentsOf: file, encoding: .utf8)))
    }
    return names
  }

  /// The rows of the section "Names that do not exist": each name with its reason.
  private static func missing() throws -> [(name: String, reason: String)] {
    let document = try text("Sources/SchemaModel/SchemaModel.docc/API.md")
    let section = try #require(document.components(separatedBy: "### Names that do not exist\n").dropFirst().first)
    let rows = section.components(separatedBy: "\n### ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }
    return rows.flatMap { row in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let names = cells[0].split(separator: "`").map(String.init).filter { $0.contains { $0.isLetter } }
      return names.map { ($0, cells.count > 1 ? cells[1] : "") }
    }
  }

  @Test("each name of SwiftData is declared, or listed as missing with a reason")
  func accountedFor() throws {
    let declared = try Self.declared()
    let missing = Set(try Self.missing().map(\.name))
    let names = try Self.swiftData()
    #expect(names.count > 200 && Set(names).count == names.count)
    let open = names.filter { !declared.contains($0) && !missing.contains($0) }
    #expect(open == [], "declare these, or list them in API.md under \"Names that do not exist\"")
  }

  @Test("the list of missing names has reasons, and no name that exists or that SwiftData lacks")
  func missingNames() throws {
    let declared = try Self.declared()
    let names = Set(try Self.swiftData())
    let missing = try Self.missing()
    #expect(!missing.isEmpty)
    #expect(missing.filter { $0.reason.count < 10 }.map(\.name) == [])
    #expect(missing.map(\.name).filter { declared.contains($0) } == [], "these exist")
    #expect(missing.map(\.name).filter { !names.contains($0) } == [], "these are not names of SwiftData.txt")
  }

  @Test("public declarations are found in each kind of scope")
  func scanning() {
    let names = PublicNames.of(
      """
      public struct A<T> {
        public let x, y: Int
        let hidden = 0
        public internal(set) var half = 0
        public func f(_ a: Int, b c: Int) {}
        public enum E { case one, two(of: Int, Int) }
      }
      extension A.E { public init(from: Int) {} }
      public protocol P { associatedtype Q; var p: Int { get }; func q() }
      extension P { public static func == (a: Self, b: Self) -> Bool { true }; func inner() {} }
      #if os(Linux)
        public extension P { var outer: Int { 0 } }
      #endif
      struct Internal { var z = 0 }
      public macro M() = #externalMacro(module: "a", type: "b")
      """)
    #expect(
      names == [
        "A", "A.x", "A.y", "A.half", "A.f(_:b:)", "A.E", "A.E.one", "A.E.two(of:_:)", "A.E.init(from:)", "P", "P.Q",
        "P.p", "P.q()", "P.==(_:_:)", "P.outer", "macro M",
      ])
  }
}
