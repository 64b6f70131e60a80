import CanonicalJSON
import EntityModel
import Findings
import Foundation
import LedgerEntries
import MigrationSources
import SQLiteSandbox
import Testing

@testable import GitStore
@testable import LedgerCore
@testable import SQLiteData
@testable import SQLiteSchema

@Suite("Stored findings")
struct StoredFindingTests {
  private static let commit = ObjectID(hex: String(repeating: "f5", count: 20)) ?? ObjectID.zero
  private static let errors: [LedgerError] = [
    .sqlFailed(path: "db/2.sql", line: 3, error: .sqlite(code: 2067, message: "UNIQUE \u{2028}\n\"é\"", sql: "x")),
    .sqlFailed(path: "db/2.sql", line: nil, error: .sqlite(code: 1, message: "", sql: nil)),
    .sqlFailed(path: "db/2.sql", line: 1, error: .notADatabase("damaged")),
    .sqlFailed(path: "db/2.sql", line: 1, error: .refused(statement: "ATTACH", reason: "other files")),
    .sqlFailed(path: "db/2.sql", line: 1, error: .timedOut(seconds: 2)),
    .sqlFailed(path: "db/2.sql", line: 1, error: .outOfMemory(limit: 1 << 40)),
    .sqlFailed(path: "db/2.sql", line: 1, error: .busy), .transactionLeftOpen(path: "db/2.sql"),
    .rowsAreNoSchema(path: "rows/1.0.sql", line: 2, statement: "DROP"),
  ]
  private static let differences: [DatabaseContent.Difference] = [
    .schema, .userVersion(from: "1", to: "2"), .rows(["a", "b"]),
  ]
  private static let outcomes = errors.map(TrialFacts.Outcome.fails) + differences.map(TrialFacts.Outcome.differs)

  private static let migration: [MigrationFacts] =
    errors.map { .failed($0, needsRows: true) } + [
      .differs(.migrated, isReordered: true), .differs(.madeByMigrations(base: nil), isReordered: false),
      .differs(.madeByMigrations(base: "1.db"), isReordered: false), .differs(.snapshot, isReordered: false),
      .foreignKeyViolation(parent: "notes", count: 2), .integrity("row 1 missing from index i"),
      .doesNotCompile(kind: "view", reason: "no such column: a"), .danglingForeignKey(parent: "notes"),
    ]
  private static let rows: [RowFacts] =
    differences.map(RowFacts.dependsOnForeignKeys)
    + [
      .foreignKeysUnknown(migrations: ["db/2.sql"]),
      .stated(DataChange(kind: .rewritten, table: "notes", column: "title", count: 3, total: 4)),
    ]
    + DataChange.Kind.allCases.flatMap { kind in
      [nil, DataChange.Cause.copy(["WHERE"]), .action("CASCADE", parents: ["folders"])].map { cause in
        RowFacts.changed(
          DataChange(
            kind: kind, table: "notes", column: "title", other: "body", count: 3, total: 4, samples: ["a"],
            cause: cause, scripts: ["db/2.sql"]))
      }
    }
  private static let trials: [TrialFacts] =
    outcomes.flatMap { outcome -> [TrialFacts] in
      [
        .secondRun(isRepeatable: true, outcome), .secondRunOfCommand("make", outcome),
        .interrupted(afterLine: 1, endsTransaction: true, isFrozen: false, outcome), .commandInterrupted(outcome),
      ]
    } + errors.flatMap { [.downFails($0), .upAgainFails($0)] } + [
      .commandNotInterrupted("make"), .takesTooLong(seconds: 7, limit: 5, rows: 100_000, measuredRows: 2000),
      .growsTooMuch(factor: 3, limit: 2, measuredRows: 2000), .downDiffers(isReordered: true),
      .downLosesRows(["a"]), .downDoesNotRestore(["a.b"]), .upAgainDiffers,
      .queryFails(.file(line: 12), sql: "SELECT a", reason: "no such column: a"),
      .queryFails(.view, sql: "SELECT a", reason: "no such column: a"),
    ]
  private static let damages: [EntryDamage] = [
    .missing, .largeFilePointer, .changed, .unlisted, .schemaDigestMismatch, .digestFileMismatch, .schemaMismatch,
    .unreadable(reason: "it is empty"),
  ]

  private static let changes: [CloudKitChange.Kind] = [
    .removed, .renamed(to: "content"), .moved(from: "CD_Post", to: "CD_Page"), .retyped(from: .integer, to: .string),
    .becameToMany, .encryption(isEncrypted: true),
  ]
  private static let models: [ModelFacts] =
    CloudKitViolation.Rule.allCases.map {
      .unsupported(CloudKitViolation(entity: "Post", properties: ["slug"], rule: $0))
    }
    + changes.flatMap { kind in
      ["body", nil].map {
        .notFollowed(
          CloudKitChange(version: "1.0", entity: "Post", property: $0, recordType: "CD_Post", kind: kind))
      }
    }
    + [ModelFacts.PlanKind.liveModels, .list, .otherModels].map { .plan($0, message: "a", hint: "b") }
    + [.unseen(changes: ["Post.body: was optional"]), .suspectedRename(from: "text")]

  /// Every case of the families that an upgrade, or today's source, can have.
  static let facts: [Facts] =
    migration.map(Facts.migration) + rows.map(Facts.rows) + trials.map(Facts.trial)
    + damages.map { .ledger(.damaged(file: "App.sqlite", $0)) }
    + (errors.map(CustomRowFacts.fail) + [.noVersion]).map(Facts.customRows) + models.map(Facts.models)

  @Test("the facts of an upgrade are the same after they were stored")
  func facts() throws {
    for facts in Self.facts {
      let finding = Finding(facts)
      let stored = try #require([finding].stored, "\(facts)")
      #expect(stored == JSONValue(parsing: Array(stored.canonical.utf8)))
      #expect([Finding](stored: stored) == [finding])
    }
    // Every code of these families is among them.
    let codes = Set(Self.facts.map(\.code))
    for code in Finding.Code.allCases {
      switch FindingFactsTests.facts(of: code) {
      case .migration, .rows, .trial, .customRows, .models: #expect(codes.contains(code))
      case .ledger, .drift, .branches, .assumption, .rule, .waiver: break
      }
    }
  }

  private static let change = SchemaChange(
    kind: .init(.column, .type), verdict: .changed, object: "notes", column: "title", before: "INT", after: nil)

  /// A finding that has a value for each property that an upgrade sets.
  private static var finding: Finding {
    let record = MigrationRecord(id: "a.sql::users::ada", path: "db/a.sql", text: "1", meaning: "2")
    let declared = SchemaChange(
      declared: "attribute.optional", object: "User", column: "email", before: nil, after: "x", sentence: "User: x")
    var finding = Finding(.migration(.differs(.migrated, isReordered: false)), severity: .warning)
      .of(record).with(version: "1.0", entry: "0a316bf9e005", path: "db/a.sql", changes: [change, declared])
      .toward("1.1").only(foreignKeys: true).because("db/1.sql", .changed).restored(from: "1a2b")
    (finding.line, finding.object, finding.column, finding.branch) = (1, "notes", "title", "topic")
    (finding.output, finding.samples, finding.frozenWith) = (["out"], ["id 1"], "1.1")
    (finding.evidence, finding.isPending) = (.generated, true)
    finding.assumption = Assumption(table: "notes", condition: "title IS NOT NULL")
    finding.broadWaiver = "SchemaLedger/waivers.yml:1"
    return finding
  }

  @Test("every property is the same after it was stored")
  func properties() throws {
    let remedies: [Remedy] = [
      .restore(path: "a"), .checkOut(path: "a", from: "b"), .unstage(path: "a"), .remove(path: "a"),
      .freezeAgain(folder: "a"), .findChange, .neverWhole, .undoEdits(path: "a"), .findRemoval(path: "a"),
      .undoCommit(Self.commit), .bringBack(path: "a", removedBy: Self.commit),
      .showFrozen(Self.commit, folder: "a"), .onlyInHistory(Self.commit), .readLog(paths: ["a"]), .newVersion,
      .freezeAsNew, .withdrawnSince, .readProgram(path: "a", line: 1), .readTrackingTable(of: "goose"),
      .runProgram(path: "a"), .useNewerSQLite(for: "a", release: "3.42.0"), .readReplacement(path: "a", line: 1),
    ]
    for remedy in remedies {
      let finding = Self.finding.helped(by: remedy)
      let stored = try #require([finding].stored)
      #expect([Finding](stored: stored) == [finding])
    }
    // A new property needs a value in `finding`.
    for child in Mirror(reflecting: Self.finding.helped(by: .findChange)).children {
      let label = child.label ?? ""
      // A finding gets these after it was stored.
      if ["commits", "waiver", "otherVersions", "otherPlaces"].contains(label) { continue }
      let isEmpty = "\(child.value)" == "nil" || "\(child.value)" == "[]"
      #expect(!isEmpty, "\(label)")
    }
  }

  private static let objects: [LedgerFacts] = [
    .rewriting, .deletedWithReference("refs/heads/topic"),
    .missingObject(commit, of: .ledgers(commits: 2), isPromised: false),
    .unreadable(.entry(.notAnEntry(folder: "1.0", reason: "it is empty"))),
    .unreadable(.entry(.newerFormat(folder: "1.0", format: 9))),
    .unreadable(.entry(.invalidVersion(name: "-", reason: "-"))),
    .unreadable(.git(.corrupt(commit, reason: "its name is wrong"))),
    .unreadable(.git(.objectTooLarge(commit, size: 3, limit: 2))), .unreadable(.rewritten),
    .unreadable(.entry(.invalidReason("it is empty"))), .withdrawal(.withdrawn(reason: "so")), .withdrawal(.changed),
    .withdrawal(.deleted), .withdrawal(.isPresent), .withdrawal(.missingParent(id: "0a")),
  ]
  private static let drift: [DriftFacts] = [
    .schemaChanged(.changed, in: .revision("v1")), .schemaChanged(.reordered, in: .store("a.db")),
    .differentMigrations(["a"], in: .today), .textChanged(versions: ["1.0"]), .renamed(versions: ["1.0"], to: "b.sql"),
    .repeatableRemoved(versions: ["1.0"]), .versionRemoved(product: "Tool"), .exportRemoved,
    .allReplaced(count: 2),
    .anotherLineage(versions: ["1.0"], isTried: true),
    .placeholdersChanged([.init(name: "a", before: nil, after: "1")], paths: ["a.sql"], versions: ["1.0"]),
    .upgradePathRemoved(
      kind: "schema", versions: ["1.0"], .migrations(path: "db", convention: "plain", isPresent: true)),
    .inserted(before: "b.sql", isAllowed: true), .moved(before: "b.sql"),
    .changedInHistory(.inserted, versions: ["1.0"], state: .unmerged(["topic"])),
    .changedByCommit(.moved, by: commit, paths: ["a.sql"], state: .undone, isSquash: true),
  ]
  private static let others: [Facts] =
    objects.map(Facts.ledger) + drift.map(Facts.drift) + [
      .assumption(.violated(condition: "a > 1", count: 1, total: 2)),
      .assumption(.unneeded(condition: "a", applies: true)),
      .waiver(.unused(.init(code: .rowsLost, versions: ["1.0"], path: "a", object: "b", column: nil))),
    ]

  private func copy(of finding: Finding) throws -> Finding {
    try JSONDecoder().decode(Finding.self, from: JSONEncoder().encode(finding))
  }

  @Test("findings about the ledger, the source, assumptions and waivers are the same after a shard has reported them")
  func shards() throws {
    for facts in Self.others { #expect(try copy(of: Finding(facts)) == Finding(facts)) }
    for code in Finding.Code.allCases {
      let facts = FindingFactsTests.facts(of: code)
      switch facts {
      case .branches, .rule: #expect(throws: EncodingError.self) { try copy(of: Finding(facts)) }
      default: #expect(try copy(of: Finding(facts)) == Finding(facts))
      }
    }
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
      #expect(read.factsJSON == finding.factsJSON && read.output == finding.output)
      #expect(try copy(of: read) == read)
    }
  }

  @Test("findings that depend on more than an upgrade are not stored, and other JSON is not read")
  func unstored() {
    var waived = Self.finding
    waived.waiver = Waiver(.rowsLost, reason: "it is meant")
    #expect([waived].stored == nil)
    #expect([Finding(.migration(.failed(.nothingFrozen, needsRows: false)))].stored == nil)
    for json: JSONValue in [.null, "SL301", [["facts": ["migration": [:]], "severity": "error"]]] {
      #expect([Finding](stored: json) == nil)
    }
    #expect([Finding]().stored == [])
  }
}
