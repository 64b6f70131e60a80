import Foundation
import Testing

@Suite("Documentation")
struct DocumentationTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

  @Test("Docs/SchemaIdentity.md names exactly the kinds of changes in the pairs")
  func kinds() throws {
    let root = Self.tests.deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Docs/SchemaIdentity.md"), encoding: .utf8)
    let start = try #require(text.range(of: "## Kinds of change")).upperBound
    let section = text[start...].split(separator: "\n## ", maxSplits: 1)[0]
    // The kinds stand in the first cell of a row, each in backquotes.
    let cells = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { $0.split(separator: "|")[0] }
    let documented = Set(cells.flatMap { $0.split(separator: "`").filter { !$0.contains(" ") } }.map(String.init))
    let known = try Self.kindsOfPairs().union(Self.withoutPair)
    #expect(documented.sorted() == known.sorted())
  }

  /// Kinds that need SQL which the SQLite in use takes and the parser does not understand.
  private static let withoutPair: Set<String> = ["table.changed"]

  private static func kindsOfPairs() throws -> Set<String> {
    let folder = tests.appending(path: "Pairs")
    let pairs = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try pairs.reduce(into: []) { kinds, pair in
      let expected = try String(contentsOf: folder.appending(path: "\(pair)/expected.txt"), encoding: .utf8)
      for line in expected.split(separator: "\n").dropFirst() {
        let kind = String(line.prefix { $0 != " " })
        // The other way round, what is added is removed.
        kinds.formUnion([kind, kind.replacing(".added", with: ".removed"), kind.replacing(".removed", with: ".added")])
      }
    }
  }
}
