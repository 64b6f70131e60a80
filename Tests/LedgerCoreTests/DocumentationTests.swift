import Findings
import Foundation
import LedgerCore
import MigrationSources
import SQLiteLint
import SQLiteSandbox
import SQLiteSchema
import Testing

@Suite("Documentation")
struct DocumentationTests {
  private static let docs = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs")

  @Test("Docs/Findings.md has a section for each code except those of rules, in order, and no other section")
  func findings() throws {
    let text = try String(contentsOf: Self.docs.appending(path: "Findings.md"), encoding: .utf8)
    let sections = text.split(separator: "\n").filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    let rules = Set(LintRule.all.map(\.code.rawValue))
    let codes = Finding.Code.allCases.map(\.rawValue).filter { !rules.contains($0) }
    #expect(sections == codes + NoteCode.allCases.map(\.rawValue))
  }

  @Test("each rule has a finding code, and each code SL4xx belongs to a rule")
  func rules() {
    let codes = Finding.Code.allCases.map(\.rawValue).filter { $0.hasPrefix("SL4") }
    #expect(codes == LintRule.all.map(\.code.rawValue).sorted())
  }

  @Test("Docs/json names each code and no other")
  func codes() throws {
    let text = try String(contentsOf: Self.docs.appending(path: "json/definitions.schema.json"), encoding: .utf8)
    let codes = text.split(separator: "\"").filter { $0.hasPrefix("SL") }.map(String.init)
    #expect(codes == Finding.Code.allCases.map(\.rawValue) + NoteCode.allCases.map(\.rawValue))
  }

  @Test("Docs/json/README.md has a row for each schema, in order, and no other row")
  func schemas() throws {
    let folder = Self.docs.appending(path: "json")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".schema.json") }
    let text = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| [") }.map { $0.prefix { $0 != ")" } }
    #expect(rows.map(String.init) == names.sorted().map { "| [\($0)](\($0)" })
  }

  @Test("Docs/Findings.md has a row and a sentence with the title of each note")
  func notes() throws {
    let text = try String(contentsOf: Self.docs.appending(path: "Findings.md"), encoding: .utf8)
    for code in NoteCode.allCases {
      let link = code.rawValue.lowercased()
      #expect(text.contains("| [\(code.rawValue)](#\(link)) | \(code.title) |"))
      #expect(text.contains("### \(code.rawValue)\n\n**\(code.title).**"))
    }
  }

  @Test("the examples in Docs/Configuration.md are configurations")
  func configurations() throws {
    let text = try String(contentsOf: Self.docs.appending(path: "Configuration.md"), encoding: .utf8)
    let blocks = text.split(separator: "```yaml\n").dropFirst().map {
      String($0.prefix(upTo: $0.ranges(of: "```")[0].lowerBound))
    }
    try #require(blocks.count >= 5)
    for block in blocks {
      let isWhole = block.contains("source:")
      #expect(throws: Never.self) {
        try Configuration(yaml: isWhole ? block : "source: {kind: schema, path: s.sql}\n" + block)
      }
    }
  }

  @Test("Docs/Sources.md and Docs/Configuration.md have a row for each convention", arguments: MigrationConvention.all)
  func conventions(_ convention: MigrationConvention) throws {
    let row = "| [\(convention.title)](\(convention.documentation)) (`\(convention.name)`) | … | … |"
    let start = row.prefix { $0 != "…" }
    let sources = try String(contentsOf: Self.docs.appending(path: "Sources.md"), encoding: .utf8)
    #expect(
      sources.split(separator: "\n").contains { $0.hasPrefix(start) },
      "Docs/Sources.md lacks the row \(row)")
    let configuration = try String(contentsOf: Self.docs.appending(path: "Configuration.md"), encoding: .utf8)
    let key = configuration.split(separator: "\n").first { $0.hasPrefix("| `convention` |") } ?? ""
    #expect(
      key.contains("`\(convention.name)`"),
      "Docs/Configuration.md, kind migrations: the row of the key convention lacks `\(convention.name)`")
  }

  @Test("Docs/SchemaIdentity.md names each tool whose tables are not part of a schema")
  func trackingTables() throws {
    let text = try String(contentsOf: Self.docs.appending(path: "SchemaIdentity.md"), encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let tools = Set(TrackingTables.known.all.flatMap { $0.tool.components(separatedBy: ", ") })
    for tool in tools.sorted() {
      #expect(text.contains(tool), "Docs/SchemaIdentity.md lacks \(tool) in the list of tracking tables")
    }
  }
}
