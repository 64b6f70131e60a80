import Foundation
import LedgerCore
import LedgerKit
import MigrationSources
import SQLiteLint
import SQLiteSchema
import Testing

@Suite("Documentation")
struct DocumentationTests {
  private static let docs = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs")

  @Test("Docs/Findings.md has a section for each code there is but those of rules, in order, and for no other")
  func findings() throws {
    let text = try String(contentsOf: Self.docs.appending(path: "Findings.md"), encoding: .utf8)
    let sections = text.split(separator: "\n").filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    let rules = Set(LintRule.all.map(\.code))
    #expect(sections == Finding.Code.allCases.map(\.rawValue).filter { !rules.contains($0) })
  }

  @Test("each rule has a code among those of findings, and each SL4xx is a rule's")
  func rules() {
    let codes = Finding.Code.allCases.map(\.rawValue).filter { $0.hasPrefix("SL4") }
    #expect(codes == LintRule.all.map(\.code).sorted())
  }

  @Test("Docs/json names each code there is, and no other")
  func codes() throws {
    let text = try String(contentsOf: Self.docs.appending(path: "json/definitions.schema.json"), encoding: .utf8)
    let codes = text.split(separator: "\"").filter { $0.hasPrefix("SL") }.map(String.init)
    #expect(codes == Finding.Code.allCases.map(\.rawValue))
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

  @Test("Docs/Configuration.md and README.md name each convention", arguments: MigrationConvention.all.map(\.name))
  func conventions(name: String) throws {
    for file in ["Configuration.md", "../README.md"] {
      let text = try String(contentsOf: Self.docs.appending(path: file), encoding: .utf8)
      #expect(text.contains("`\(name)`"), "\(file) does not say how \(name) is configured")
    }
  }

  @Test("README.md links to the page each convention follows", arguments: MigrationConvention.all.map(\.documentation))
  func conventionPages(page: String) throws {
    let readme = try String(contentsOf: Self.docs.appending(path: "../README.md"), encoding: .utf8)
    #expect(readme.contains("(\(page))"))
  }
}
