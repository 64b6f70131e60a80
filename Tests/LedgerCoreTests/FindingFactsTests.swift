import CanonicalJSON
import Findings
import Foundation
import GitStore
import SQLiteLint
import SQLiteSyntax
import Testing

@testable import LedgerCore
@testable import SQLiteData

/// Each kind has an example, and so has each code: a title, a page, JSON and words.
@Suite("Findings as facts")
struct FindingFactsTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let commit = ObjectID(hex: String(repeating: "5f", count: 20)) ?? ObjectID.zero
  private static let codes = FindingCode.allCases.filter { !$0.isRule }

  @Test("an example of a code has that code, words, JSON, a title and a page", arguments: codes)
  func complete(code: FindingCode) throws {
    let finding = try #require(FindingExamples.finding(of: code), "\(code) has no example in FindingExamples")
    #expect(finding.code == code)
    #expect(!finding.message.isEmpty && !finding.message.hasSuffix(".") && !finding.message.contains("\n"))
    let withoutHelp: Set<FindingCode> = [
      .entryRewritten, .entryDeleted, .entryWithdrawn, .ledgerMoved, .schemaChanged, .migrationTextChanged,
      .anotherLineage, .integrityCheck,
    ]
    #expect((finding.help == nil) == withoutHelp.contains(code))
    #expect(try finding.factsJSON["kind"]?.string?.isEmpty == false)
    #expect(finding.title.count > 3 && finding.title.count < 60)
    let page = code.page.split(separator: "#")
    let text = try String(contentsOf: Self.root.appending(path: page[0]), encoding: .utf8)
    #expect(text.contains("# \(code.rawValue)"))
  }

  @Test("each kind has an example with its own code and name, and its section names the kind")
  func kinds() throws {
    let examples = Dictionary(grouping: FindingExamples.all) { "\(type(of: $0))" }
    #expect(Set(FindingKinds.all.map { "\($0)" }) == Set(examples.keys))
    let types = Dictionary(grouping: FindingExamples.all) { "\($0.code) \($0.name)" }
    for (name, kinds) in types { #expect(Set(kinds.map { "\(type(of: $0))" }).count == 1, "\(name)") }
    let text = try String(contentsOf: Self.root.appending(path: "Docs/json/definitions.schema.json"), encoding: .utf8)
    for kind in FindingExamples.all where !(kind is any RowFinding) {
      #expect(text.contains(kind.name), "\(kind.code) \(kind.name)")
    }
  }

  @Test("a help ends with its command, which reports put on a line of its own")
  func commands() {
    for code in Finding.Code.allCases {
      guard let help = FindingExamples.finding(of: code)?.help, let command = help.commands.last else { continue }
      #expect(help.commands.count == 1 && help.text.hasSuffix(": " + command.line), "\(code): \(help.text)")
    }
    let finding = FindingExamples.finding(of: .entryRewritten)?.with(path: "a b/App.sqlite")
    for remedy in FindingExamples.remedies {
      guard let help = finding?.setting(\.remedy, to: remedy).help, let command = help.commands.last else { continue }
      #expect(help.text.hasSuffix(": " + command.line), "\(help.text)")
    }
  }

  @Test("the severity of a code is that of one of its kinds")
  func severities() {
    let severities = Dictionary(grouping: FindingExamples.all, by: \.code).mapValues { Set($0.map(\.severity)) }
    for (code, found) in severities { #expect(found.contains(code.severity), "\(code)") }
  }

  @Test("no two codes have one title")
  func titles() { #expect(Set(Finding.Code.allCases.map(\.title)).count == Finding.Code.allCases.count) }

  @Test("what helps depends on the revision, on what is frozen since, and on what was changed")
  func circumstances() throws {
    let finding = try #require(FindingExamples.finding(of: .migrationRemoved))
    #expect(
      finding.help?.text
        == "new databases would lack it. Restore it: git restore --staged --worktree --source=HEAD -- db/1.sql")
    #expect(
      finding.setting(\.revision, to: "1a2b").help?.text
        == "new databases would lack it. Restore it: git restore --staged --worktree --source=1a2b -- db/1.sql")
    #expect(
      finding.setting(\.remedy, to: .bringBack(path: "db/1.sql", removedBy: Self.commit)).help?.text.hasSuffix(
        "~ -- db/1.sql")
        == true)
    let failed = try #require(FindingExamples.finding(of: .schemaDiffers)).setting(
      \.cause, to: .init(path: "db/1.sql", role: .changed))
    #expect(
      failed.help?.text
        == "db/1.sql was changed after 1.0: add a migration that gives existing databases the schema of new ones")
    #expect(failed.setting(\.foreignKeys, to: true).message.hasSuffix(" (with foreign keys on)"))
    #expect(try failed.setting(\.foreignKeys, to: true).factsJSON["foreignKeys"] == true)
    #expect(try failed.factsJSON["cause"] == ["path": "db/1.sql", "role": "changed"])
  }

  @Test("findings of versions that differ in the number of rows have a part in common, and other facts do not")
  func commonParts() throws {
    func lost(_ version: String, _ count: Int, _ kind: DataChange.Kind) -> Finding {
      let change = DataChange(kind: kind, table: "notes", column: "title", count: count, total: 4)
      return Finding.dataChange(version, change, path: nil)
    }
    #expect(lost("1.0", 3, .rowsLost).commonPart == lost("1.1", 4, .rowsLost).commonPart)
    #expect(lost("1.0", 3, .rowsLost).commonPart != lost("1.1", 3, .becameNull).commonPart)
    #expect(lost("1.0", 3, .rowsLost).setting(\.version, to: nil).commonPart == nil)
    #expect(try #require(FindingExamples.finding(of: .migrationChanged)).commonPart == nil)
  }
}
