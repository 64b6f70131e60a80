import CanonicalJSON
import EntityModel
import Findings
import Foundation
import LedgerEntries
import MigrationSources
import SQLiteSandbox
import SQLiteSyntax
import Testing

@testable import GitStore
@testable import LedgerCore
@testable import SQLiteData
@testable import SQLiteSchema

@Suite("Stored findings")
struct StoredFindingTests {
  private static let commit = ObjectID(hex: String(repeating: "f5", count: 20)) ?? ObjectID.zero
  /// What an upgrade, or today's source, can have.
  private static let kinds = FindingExamples.all.filter {
    $0 is any UpgradeFinding || ["SL103", "SL317"].contains($0.code.rawValue) || $0.code.rawValue.hasPrefix("SL21")
  }

  @Test("what an upgrade finds is the same after it was stored")
  func facts() throws {
    for kind in Self.kinds {
      let finding = Finding(kind)
      let stored = try #require([finding].stored, "\(kind)")
      #expect(stored == JSONValue(parsing: Array(stored.canonical.utf8), allowsFractions: true))
      #expect([Finding](stored: stored) == [finding])
    }
  }

  private static let change = SchemaChange(
    kind: .init(.column, .type), verdict: .changed, object: "notes", column: "title", before: "INT", after: nil)

  /// A finding that has a value for each property that an upgrade sets.
  private static var finding: Finding {
    let record = MigrationRecord(id: "a.sql::users::ada", path: "db/a.sql", text: "1", meaning: "2")
    let declared = SchemaChange(
      declared: "attribute.optional", object: "User", column: "email", before: nil, after: "x", sentence: "User: x")
    var finding = Finding(SchemaDiffers(isReordered: false)).atMost(.warning)
      .of(record).with(version: "1.0", entry: "0a316bf9e005", path: "db/a.sql", changes: [change, declared])
      .setting(\.destination, to: "1.1").setting(\.foreignKeys, to: true)
      .setting(\.cause, to: .init(path: "db/1.sql", role: .changed)).setting(\.revision, to: "1a2b")
    finding.location.stage = "1.0.0 → 2.0.0"
    (finding.line, finding.object, finding.column, finding.branch) = (1, "notes", "title", "topic")
    (finding.output, finding.samples, finding.frozenWith) = (["out"], ["id 1"], "1.1")
    (finding.evidence, finding.isPending) = (.generated, true)
    finding.assumption = Assumption(table: "notes", condition: "title IS NOT NULL")
    finding.broadWaiver = "SchemaLedger/waivers.yml:1"
    return finding
  }

  @Test("every property is the same after it was stored")
  func properties() throws {
    for remedy in FindingExamples.remedies {
      let finding = Self.finding.setting(\.remedy, to: remedy)
      let stored = try #require([finding].stored)
      #expect([Finding](stored: stored) == [finding])
    }
    // A new property needs a value in `finding`.
    let finding = Self.finding.setting(\.remedy, to: .findChange)
    let parts: [Any] = [finding.location, finding.exhibits, finding.trial, finding.advice, finding.acceptance]
    for child in parts.flatMap({ Mirror(reflecting: $0).children }) {
      let label = child.label ?? ""
      // A finding gets these after it was stored.
      if ["commits", "excerpt", "waiver"].contains(label) { continue }
      let isEmpty = "\(child.value)" == "nil" || "\(child.value)" == "[]"
      #expect(!isEmpty, "\(label)")
    }
  }

  private func copy(of finding: Finding) throws -> Finding {
    try JSONDecoder().decode(Finding.self, from: JSONEncoder.storing.encode(finding))
  }

  @Test("every kind is the same after a shard has reported it")
  func shards() throws {
    for kind in FindingExamples.all { #expect(try copy(of: Finding(kind)) == Finding(kind)) }
  }

  @Test("commits and waivers are the same after a shard has reported them")
  func circumstances() throws {
    let person = Identity(name: "Ada Example", email: "ada@example.org", seconds: 7, offsetMinutes: -60)
    let info = CommitInfo(
      id: Self.commit, tree: .zero, parents: [.zero], author: person, committer: person, summary: "A",
      message: "A\n\u{FFFD}")
    for limit in [nil, Waiver.Limit.version(try Version("2.0")), .day(try #require(CalendarDay("2026-01-31")))] {
      var finding = Self.finding.with(commits: [Finding.Commit(role: .squashed, info: info)]).also(
        of: ["1.1"], in: ["t"])
      var waiver = Waiver(.rowsLost, reason: "it is meant")
      (waiver.versions, waiver.limit, waiver.line) = ([try Version("1.0")], limit, 3)
      finding.waiver = waiver
      #expect(try copy(of: finding) == finding)
    }
    for text in ["\"../x\"", "1"] {
      #expect(throws: (any Error).self) { try JSONDecoder().decode(Version.self, from: Data(text.utf8)) }
      #expect(throws: (any Error).self) { try JSONDecoder().decode(CalendarDay.self, from: Data(text.utf8)) }
    }
  }

  @Test("an error that SQL has not caused has the same words after a shard has reported it")
  func words() throws {
    let errors: [LedgerError] = [
      .commandFailed(line: "make", .exitStatus(127), output: ["no"], inCheckout: true),
      .file(path: "a", reason: "is gone"),
      .folder(.noSuchFolder("db")),
    ]
    for error in errors {
      let finding = Finding.migrationFailed("1.0", error)
      let read = try copy(of: finding)
      #expect(read.message == finding.message && read.help?.text == finding.help?.text)
      #expect(try read.factsJSON == finding.factsJSON && read.output == finding.output)
      #expect(try copy(of: read) == read)
    }
  }

  @Test("findings that depend on more than an upgrade are not stored, and other JSON is not read")
  func unstored() {
    var waived = Self.finding
    waived.waiver = Waiver(.rowsLost, reason: "it is meant")
    #expect([waived].stored == nil)
    #expect([Finding(MigrationFailed(.nothingFrozen, needsRows: false))].stored == nil)
    for json: JSONValue in [.null, "SL301", [["facts": ["migration": [:]], "severity": "error"]]] {
      #expect([Finding](stored: json) == nil)
    }
    #expect([Finding]().stored == [])
  }
}
