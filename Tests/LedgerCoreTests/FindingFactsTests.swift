import CanonicalJSON
import EntityModel
import Findings
import Foundation
import GitStore
import LedgerEntries
import SQLiteLint
import SQLiteSandbox
import SQLiteSchema
import Testing

@testable import LedgerCore
@testable import SQLiteData

/// Each code has facts, a title, a page, JSON and words: a new one does not compile until it has an example here.
@Suite("Findings as facts")
struct FindingFactsTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let commit = ObjectID(hex: String(repeating: "5f", count: 20)) ?? ObjectID.zero
  private static let failure = LedgerError.sqlFailed(
    path: "db/2.sql", line: 3, error: .sqlite(code: 2067, message: "UNIQUE constraint failed: notes.title", sql: nil))

  private static func change(_ kind: DataChange.Kind, other: String? = nil) -> DataChange {
    DataChange(kind: kind, table: "notes", column: "title", other: other, count: 3, total: 4)
  }

  /// The facts that a code stands for; of several sorts the first.
  static func facts(of code: Finding.Code) -> Facts {
    switch code {
    case .entryRewritten: .ledger(.rewritten(files: ["App.sqlite"], verdict: .changed, isCurrent: true))
    case .entryDeleted: .ledger(.deleted(isRestored: false))
    case .digestMismatch: .ledger(.damaged(file: "App.sqlite", .changed))
    case .chainBroken: .ledger(.missingParent(id: "0a316bf9e005"))
    case .versionCollision: .ledger(.collision(ids: ["a", "b"]))
    case .objectMissing: .ledger(.missingObject(commit, of: .entry, isPromised: true))
    case .shallowClone: .ledger(.shallowClone)
    case .twoHeads: .branches(.twoHeads(version: "1.1", parents: ["1.0"], branches: ["topic"]))
    case .entryWithdrawn: .ledger(.withdrawal(.withdrawn(reason: "a mistake")))
    case .ledgerMoved: .ledger(.moved(from: "OldLedger"))
    case .ledgerUnreached: .ledger(.unreached(versions: ["1.0", "1.1"], reason: nil))
    case .sealBroken: .ledger(.seal(.entryMissing(seal: "sealed-1.1.0", present: nil)))
    case .entryNotReproduced: .ledger(.rebuilding(.differs(.database(.rows(["users"])), commit: nil)))
    case .parentsDiffer: .ledger(.rebuilding(.ancestorsMissing(["1.0.0"])))
    case .sealUnproved: .ledger(.seal(.unsigned(seal: "sealed-1.1.0")))
    case .schemaChanged: .drift(.schemaChanged(.changed, in: .today))
    case .migrationChanged: .drift(.changed(versions: ["1.0"]))
    case .migrationTextChanged: .drift(.textChanged(versions: ["1.0"]))
    case .migrationRemoved: .drift(.removed(versions: ["1.0"]))
    case .migrationInserted: .drift(.inserted(before: "db/2.sql", isAllowed: false))
    case .anotherLineage: .drift(.anotherLineage(versions: ["1.0"], isTried: false))
    case .upgradePathRemoved: .drift(.upgradePathRemoved(kind: "schema", versions: ["1.0"], .command("up {db}")))
    case .modelUnsupported:
      .models(.unsupported(CloudKitViolation(entity: "Post", properties: ["slug"], rule: .uniqueness)))
    case .cloudSchemaChanged:
      .models(
        .notFollowed(
          CloudKitChange(version: "1.0", entity: "Post", property: "body", recordType: "CD_Post", kind: .removed)))
    case .changeUnseen: .models(.unseen(changes: ["Post.body: had no default, has the default \"\""]))
    case .liveModels: .models(.plan(.liveModels, message: "V1 lists Post", hint: "nest a copy"))
    case .planIncomplete: .models(.plan(.list, message: "Plan does not list V1", hint: "add it"))
    case .otherModelsOpened: .models(.plan(.otherModels, message: "the container opens V2", hint: "list it"))
    case .suspectedRename: .models(.suspectedRename(from: "text"))
    case .numberTaken: .branches(.sameNumber("3", path: "db/3_b.sql", isFrozen: false, branches: ["topic"]))
    case .orderMatters:
      .branches(.orderMatters(ours: ["a.sql"], theirs: ["b.sql"], isReordered: false, branches: ["topic"]))
    case .migrationFailed: .migration(.failed(failure, needsRows: true))
    case .schemaDiffers: .migration(.differs(.migrated, isReordered: false))
    case .columnOrderDiffers: .migration(.differs(.migrated, isReordered: true))
    case .rowsLost: .rows(.changed(change(.rowsLost)))
    case .valuesLost: .rows(.changed(change(.becameNull)))
    case .valuesMoved: .rows(.changed(change(.moved, other: "body")))
    case .filledWithName: .rows(.changed(change(.filledWithName, other: "tilte")))
    case .foreignKeyViolation: .migration(.foreignKeyViolation(parent: "notes", count: 2))
    case .integrityCheck: .migration(.integrity("row 1 missing from index i"))
    case .doesNotCompile: .migration(.doesNotCompile(kind: "view", reason: "no such column: a"))
    case .secondRunChanges: .trial(.secondRun(isRepeatable: true, .fails(failure)))
    case .doesNotRecover:
      .trial(.interrupted(afterLine: 1, endsTransaction: false, isFrozen: false, .differs(.schema)))
    case .downMigration: .trial(.downFails(failure))
    case .dependsOnForeignKeys: .rows(.dependsOnForeignKeys(.rows(["notes"])))
    case .overBudget: .trial(.takesTooLong(seconds: 7.25, limit: 5, rows: 100_000, measuredRows: 2000))
    case .queryNoLongerCompiles:
      .trial(.queryFails(.file(line: 12), sql: "SELECT a", reason: "no such column: a"))
    case .customRows: .customRows(.fail(failure))
    case .assumptionViolated: .assumption(.violated(condition: "title IS NOT NULL", count: 1, total: 40))
    case .assumptionUnneeded: .assumption(.unneeded(condition: "title IS NOT NULL", applies: true))
    case .rowsChanged: .rows(.stated(change(.rewritten)))
    case .unusedWaiver: .waiver(.unused(.init(Waiver(.rowsLost, reason: "it is meant"))))
    case .expiredWaiver: .waiver(.expired(.init(Waiver(.rowsLost, reason: "it is meant")), nil))
    case .allowComment: rule(.comment(.allowsNothing(codes: ["SL412"])))
    case .foreignKeysInTransaction: rule(.foreignKeys(.pragmaInTransaction(isToolTransaction: true, turnsOff: true)))
    case .cascadeOnDrop:
      rule(.foreignKeys(.cascadeOnDrop(parent: "folders", children: ["notes"], actions: ["CASCADE"])))
    case .deferredIsNotOff:
      rule(.foreignKeys(.cascadeDespiteDeferral(parent: "folders", children: ["notes"], actions: [])))
    case .parentRenamed:
      rule(.foreignKeys(.parentRenamed(parent: "folders", newName: "old_folders", child: "notes")))
    case .parentDropped: rule(.foreignKeys(.parentDropped(child: "notes")))
    case .foreignKeyMismatch: rule(.foreignKeys(.mismatch(.notUnique(["name"]), child: "notes", parent: "folders")))
    case .unindexedForeignKey: rule(.foreignKeys(.unindexed(table: "notes", keys: [["folder_id"]])))
    case .replacedParent:
      rule(.foreignKeys(.parentReplaced(parent: "folders", child: "notes", action: "SET NULL")))
    case .foreignKeysLeftOff: rule(.foreignKeys(.leftOff))
    case .triggerLost: rule(.rebuiltTable(.triggerLost(trigger: "notes_changed", table: "notes")))
    case .indexLost:
      rule(
        .rebuiltTable(
          .indexLost(index: "notes_title", isUnique: true, definition: "CREATE INDEX notes_title ON notes (title)")))
    case .autoincrementLost: rule(.rebuiltTable(.autoincrementLost(table: "notes", key: "id")))
    case .sequenceRestarts: rule(.rebuiltTable(.sequenceRestarts(table: "notes", copy: "new_notes")))
    case .rowidsRenumbered:
      rule(.rebuiltTable(.rowidsRenumbered(table: "notes", copy: "new_notes", fullTextTable: "notes_text")))
    case .columnNotCopied: rule(.rebuiltTable(.columnNotCopied(column: "title", hasDefault: false)))
    case .crossedColumns:
      rule(
        .rebuiltTable(
          .columnsCrossed(
            table: "new_notes", columns: ["title", "body"], .init(column: "title", source: "body"),
            others: [.init(column: "body", source: "title")], isByPosition: true)))
    case .copyByStar: rule(.rebuiltTable(.copyByStar(table: "notes", copy: "new_notes", columns: ["id", "title"])))
    case .ignoredRows: rule(.rebuiltTable(.rowsIgnored(table: "notes", copy: "new_notes")))
    case .copyIsTable: rule(.rebuiltTable(.createdAsCopy(table: "notes", isReplacement: true)))
    case .tableLeftOver: rule(.rebuiltTable(.tableLeftOver(table: "old_notes", origin: "notes")))
    case .fullTextContentGone:
      rule(.rebuiltTable(.fullTextContentGone(fullTextTable: "notes_text", content: "notes")))
    case .notNullColumn: rule(.existingRows(.notNullWithoutDefault))
    case .changingDefault: rule(.existingRows(.nonConstantDefault))
    case .failingCheck: rule(.existingRows(.defaultFailsConstraint))
    case .referencingDefault: rule(.existingRows(.referencesWithDefault))
    case .notNullWithoutBackfill: rule(.existingRows(.notNullWithoutBackfill(table: "notes", column: "title")))
    case .uniqueOverRows:
      rule(.existingRows(.uniqueOverRows(table: "notes", columns: ["title"], isPartial: false)))
    case .checkOverRows: rule(.existingRows(.checkOverRows(table: "notes", check: "title <> ''")))
    case .strictOverRows: rule(.existingRows(.strictOverRows(table: "notes", column: "rank", type: "INTEGER")))
    case .affinityChanged:
      rule(
        .existingRows(.typeChanged(column: "code", from: "TEXT", to: "INT", affinity: "INTEGER", .textToNumber)))
    case .nullablePrimaryKey: rule(.existingRows(.nullablePrimaryKey(column: "name", type: "TEXT", otherTables: 1)))
    case .rowidLookalike: rule(.existingRows(.rowidLookalike(column: "id", type: "INT")))
    case .quotedText: rule(.meaning(.textForColumn("tilte", column: "title")))
    case .comparedWithNull: rule(.meaning(.comparedWithNull(operand: "title", comparison: "=", in: .update)))
    case .everyRow: rule(.meaning(.overwritesEveryRow(table: "notes", column: "title", value: "")))
    case .conditionalCreation: rule(.meaning(.objectExists("notes_title", kind: "index", table: nil)))
    case .dropsNothing: rule(.meaning(.dropsNothing("notes_titel", kind: "index")))
    case .defaultIsText: rule(.meaning(.defaultIsText("uuid", .word)))
    case .timeOfUpgrade: rule(.meaning(.timeOfUpgrade(column: "changed")))
    case .rowsDropped: rule(.meaning(.columnDropped("title", table: "notes")))
    case .brokenDependents: rule(.meaning(.viewBroken("titles", reason: "no such table: main.notes")))
    case .triggerByPosition: rule(.meaning(.triggerByPosition(table: "changes")))
    case .transactionControl: rule(.settings(.endsTransaction))
    case .vacuumInTransaction: rule(.settings(.vacuumInTransaction(isToolTransaction: true)))
    case .journalModeInTransaction: rule(.settings(.journalModeInTransaction(mode: "wal")))
    case .settledProperty: rule(.settings(.needsVacuum(setting: "page_size")))
    case .versionApart: rule(.settings(.versionApart))
    case .legacyAlterLeftOn: rule(.settings(.legacyAlterLeftOn))
    case .writableSchema: rule(.settings(.writableSchema))
    case .otherFile: rule(.settings(.otherFile))
    case .applicationName: rule(.settings(.applicationName("app_key", table: "notes")))
    }
  }

  private static func rule(_ violation: LintFacts) -> Facts { .rule(RuleFacts(violation, in: "DROP TABLE a")) }

  private static func finding(of code: Finding.Code) -> Finding {
    var finding = Finding(facts(of: code)).with(version: "1.0", path: "db/1.sql")
    (finding.line, finding.object, finding.column, finding.branch) = (1, "notes", "title", "topic")
    return finding
  }

  @Test("the facts of a code have that code, words, JSON, a title and a page", arguments: Finding.Code.allCases)
  func complete(code: Finding.Code) throws {
    let finding = Self.finding(of: code)
    #expect(finding.code == code)
    #expect(!finding.message.isEmpty && !finding.message.hasSuffix(".") && !finding.message.contains("\n"))
    let withoutHelp: Set<Finding.Code> = [
      .entryRewritten, .entryDeleted, .entryWithdrawn, .ledgerMoved, .schemaChanged, .migrationTextChanged,
      .anotherLineage, .integrityCheck,
    ]
    #expect((finding.help == nil) == withoutHelp.contains(code))
    #expect(finding.factsJSON["kind"]?.string?.isEmpty == false)
    #expect(finding.title.count > 3 && finding.title.count < 60)
    let page = code.page.split(separator: "#")
    let text = try String(contentsOf: Self.root.appending(path: page[0]), encoding: .utf8)
    #expect(text.contains("# \(code.rawValue)"))
  }

  @Test("no two codes have one title")
  func titles() { #expect(Set(Finding.Code.allCases.map(\.title)).count == Finding.Code.allCases.count) }

  @Test("what helps depends on the revision, on what is frozen since, and on what was changed")
  func circumstances() {
    let finding = Self.finding(of: .migrationRemoved)
    #expect(
      finding.help?.text
        == "new databases would lack it. Restore it: git restore --staged --worktree --source=HEAD -- db/1.sql")
    #expect(
      finding.restored(from: "1a2b").help?.text
        == "new databases would lack it. Restore it: git restore --staged --worktree --source=1a2b -- db/1.sql")
    #expect(
      finding.helped(by: .bringBack(path: "db/1.sql", removedBy: Self.commit)).help?.text.hasSuffix("~ -- db/1.sql")
        == true)
    let failed = Self.finding(of: .schemaDiffers).because("db/1.sql", .changed)
    #expect(
      failed.help?.text
        == "db/1.sql was changed after 1.0: add a migration that gives existing databases the schema of new ones")
    #expect(failed.only(foreignKeys: true).message.hasSuffix(" (with foreign keys on)"))
    #expect(failed.only(foreignKeys: true).factsJSON["foreignKeys"] == true)
    #expect(failed.factsJSON["cause"] == ["path": "db/1.sql", "role": "changed"])
  }

  @Test("findings of versions that differ in the number of rows have a part in common, and other facts do not")
  func commonParts() {
    func lost(_ version: String, _ count: Int, _ kind: DataChange.Kind) -> Finding {
      var change = Self.change(kind)
      change.count = count
      return Finding(.rows(.changed(change))).with(version: version)
    }
    #expect(lost("1.0", 3, .rowsLost).commonPart == lost("1.1", 4, .rowsLost).commonPart)
    #expect(lost("1.0", 3, .rowsLost).commonPart != lost("1.1", 3, .becameNull).commonPart)
    #expect(Finding(.rows(.changed(Self.change(.rowsLost)))).commonPart == nil)
    #expect(Self.finding(of: .migrationChanged).commonPart == nil)
  }
}
