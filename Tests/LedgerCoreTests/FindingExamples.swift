import EntityModel
import Findings
import GitStore
import LedgerEntries
import SQLiteSandbox
import SQLiteSchema
import SQLiteSyntax

@testable import LedgerCore
@testable import SQLiteData

/// Examples of every kind of finding that has no page with examples: rules of lint have one.
enum FindingExamples {
  private static let commit = ObjectID(hex: String(repeating: "5f", count: 20)) ?? ObjectID.zero
  private static let failure = LedgerError.sqlFailed(
    path: "db/2.sql", line: 3, error: .sqlite(code: 2067, message: "UNIQUE \u{2028}\n\"é\"", sql: "x"))
  private static let errors: [LedgerError] = [
    failure,
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
  private static let outcomes = errors.map(TrialOutcome.fails) + differences.map(TrialOutcome.differs)
  private static let waiver = Waiver(.rowsLost, reason: "it is meant")

  private static var damages: [EntryDamage] {
    [
      .foreignFile, .unusualDatabase(reason: "has free pages"), .changed, .missing, .largeFilePointer, .unlisted,
      .schemaDigestMismatch, .digestFileMismatch, .schemaMismatch,
      .documentMismatch, .sqliteMismatch(stated: "3.1.0", written: "3.2.0"), .unreadable(reason: "it is empty"),
    ]
  }

  private static var ledger: [any LedgerFinding] {
    [
      EntryRewritten(files: ["App.sqlite"], verdict: .changed, isCurrent: true),
      EntryRewritten(files: [], verdict: nil, isCurrent: false), EntryRewriting(), WithdrawalChanged(),
      EntryDeleted(isRestored: false), EntryDeletedWithReference(reference: "refs/heads/topic"), WithdrawalDeleted(),
    ] + damages.map { DamagedEntry(file: "App.sqlite", $0) } + [
      UnreadableEntry(EntryError.notAnEntry(folder: "1.0", reason: "it is empty")),
      UnreadableEntry(EntryError.invalidVersion(name: "-", reason: "-")),
      UnreadableEntry(GitError.corrupt(commit, reason: "its name is wrong")),
      UnreadableEntry(GitError.objectTooLarge(commit, size: 3, limit: 2)), NewerFormat(format: 9), UnreadableRewrite(),
      WithdrawnIsPresent(), BrokenChain(parent: "0a316bf9e005"), BrokenChain(parent: "0a", isWithdrawn: true),
      VersionCollision(entries: ["a", "b"]), MissingObject(object: commit, isPromised: true),
      MissingObject(object: commit, isPromised: false, commitCount: 2), ShallowClone(),
      EntryWithdrawn(reason: "a mistake"), LedgerMoved(from: "OldLedger"),
      LedgerUnreached(versions: ["1.0", "1.1"], reason: nil), LedgerUnreached(versions: ["1.0"], reason: "it is gone"),
      SealedEntryMissing(seal: "sealed-1.1.0", present: nil), SealedWithdrawalMissing(seal: "sealed-1.1.0"),
      SealedDatabaseMissing(database: "App", ledger: "SchemaLedger", seal: "sealed-1.1.0"),
      SealUnsigned(seal: "sealed-1.1.0"), SealOlder(seal: "sealed-1.1.0", newer: "sealed-1.2.0"),
      SealUntrusted(seal: "sealed-1.1.0", reason: "no key"),
      SealedCommitMissing(commit: commit, seal: "sealed-1.1.0"),
    ] + differences.map { EntryNotReproduced(content: ContentDifference($0), commit: nil) } + [
      EntryNotReproduced(content: ContentDifference(part: .model), commit: commit),
      EntryNotReproduced(content: ContentDifference(part: .records), commit: commit),
      EntryFromOtherSource(commit: commit), EntryFromOtherSource(commit: nil),
      EntryNotCompared(versions: ["1.0"], reason: .store), EntryNotCompared(versions: ["1.0"], reason: .sqlite("3.1")),
      EntryNotCompared(versions: ["1.0"], reason: .otherKind),
      AncestorsMissing(versions: ["1.0.0"]), ForeignParents(versions: ["1.0.0"]),
    ]
  }

  private static var drift: [any LedgerFinding] {
    [
      SchemaChanged(.changed, in: .today), SchemaChanged(.changed, in: .revision("v1")),
      SchemaChanged(.reordered, in: .store("a.db")), MigrationChanged(versions: ["1.0"]),
      MigrationNotRun(problem: "db/0040_a.sql is not in the journal and is not run", isPart: false),
      MigrationNotRun(problem: "db/0041_a.sql:2 follows another statement", isPart: true),
      MigrationReplaced(versions: ["1.0"], replacedBy: "2_b.sql", renamedTo: "3_a.sql"),
      DifferentMigrations(migrations: ["a"]), DifferentMigrations(migrations: [], revision: "v1"),
      PlaceholdersChanged(
        placeholders: [.init(name: "a", before: nil, after: "1")], migrations: ["a.sql"], versions: ["1.0"]),
      MigrationTextChanged(versions: ["1.0"]),
      MigrationTextCompared(versions: ["1.0"], isLineEndings: false, isRefusal: true, effect: "sqlx stops"),
      MigrationTextCompared(versions: ["1.0"], isLineEndings: true, isRefusal: false, effect: "Prisma warns"),
      MigrationRemoved(versions: ["1.0"]),
      MigrationRenamed(versions: ["1.0"], renamedTo: "b.sql"), RepeatableRemoved(versions: ["1.0"]),
      VersionRemoved(product: "Tool"), ModelVersionRemoved(package: "A.xcdatamodeld"), ExportRemoved(),
      MigrationsReplaced(migrationCount: 2),
      MigrationInserted(before: "db/2.sql", isAllowed: false), MigrationInserted(before: "b.sql", isAllowed: true),
      MigrationMoved(before: "b.sql"), MigrationSkipped(after: "b.sql"),
      ChangedInHistory(change: .inserted, versions: ["1.0"], state: .unmerged(["topic"])),
      ChangedInHistory(change: .changed, versions: ["1.0"], state: .present),
      ChangedByCommit(change: .moved, commit: commit, migrations: ["a.sql"], state: .undone, isSquash: true),
      AnotherLineage(versions: ["1.0"], isTried: false), AnotherLineage(versions: ["1.0"], isTried: true),
      UpgradePathRemoved(source: "schema", versions: ["1.0"], .command("up {db}")),
      UpgradePathRemoved(
        source: "schema", versions: ["1.0"], .migrations(path: "db", convention: "plain", isPresent: true)),
    ]
  }

  private static var models: [any LedgerFinding] {
    let changes: [CloudKitChange.Kind] = [
      .removed, .renamed(to: "content"), .moved(from: "CD_Post", to: "CD_Page"),
      .retyped(from: .integer, to: .string), .becameToMany, .encryption(isEncrypted: true),
    ]
    return CloudKitViolation.Rule.allCases.map { ModelUnsupported(rule: $0, properties: ["slug"]) }
      + changes.map {
        CloudSchemaChanged(
          CloudKitChange(version: "1.0", entity: "Post", property: "body", recordType: "CD_Post", kind: $0))
      } + [
        ChangeUnseen(changes: ["Post.body: had no default, has the default \"\""]),
        LiveModels(problem: "V1 lists Post", hint: "nest a copy"),
        PlanIncomplete(problem: "Plan does not list V1", hint: "add it"),
        OtherModelsOpened(problem: "the container opens V2", hint: "list it"), RenameSuspected(oldName: "text"),
        ValuesDropped(candidate: "body"), StoreShared(problem: "the container opens the same store", hint: "list it"),
        ValuesUnreadable(problem: "its type no longer has draft", lacksCases: true),
        ValuesUnreadable(problem: "its type requires rank, which is new", lacksCases: false),
      ]
  }

  private static var branches: [any LedgerFinding] {
    [
      VersionTaken(.schema, branches: ["topic"]),
      TwoHeads(otherVersion: "1.1", parents: ["1.0"], branches: ["topic"]),
      WithdrawnParent(parent: "1.0", isHere: true, branches: ["topic"]), SameFile(isFrozen: true, branches: ["topic"]),
      SameNumber(number: "3", otherPath: "db/3_b.sql", isFrozen: false, branches: ["topic"]),
      OrderMatters(ours: ["a.sql"], theirs: ["b.sql"], isReordered: false, branches: ["topic"]),
      FailTogether(ours: ["a.sql"], theirs: ["b.sql"], failure, branches: ["topic"]),
      OrderDoesNotMatter(branches: ["topic"]),
    ]
  }

  private static var migrations: [any LedgerFinding] {
    errors.map { MigrationFailed($0, needsRows: true) } + [
      SchemaDiffers(isReordered: false), SchemaDiffers(isReordered: true), SnapshotDiffers(isReordered: false),
      MigrationsDiffer(base: nil, isReordered: false), MigrationsDiffer(base: "1.db", isReordered: false),
      NewForeignKeyViolations(parent: "notes", rowCount: 2), DanglingForeignKey(parent: "notes"),
      MismatchedForeignKey(parent: "notes"),
      IntegrityCheck(report: "row 1 missing from index i"),
      DoesNotCompile(objectKind: "view", reason: "no such column: a"),
      QueryFails(sql: "SELECT a", reason: "no such column: a", queryLine: 12),
      QueryFails(sql: "SELECT a", reason: "no such column: a", queryLine: nil),
    ]
  }

  /// A change of rows of each kind, with each cause.
  static let changes: [DataChange] = DataChange.Kind.allCases.flatMap { kind in
    [nil, DataChange.Cause.copy(["WHERE"]), .action("CASCADE", parents: ["folders"])].map { cause in
      DataChange(
        kind: kind, table: "notes", column: "title", other: "body", count: 3, total: 4, samples: ["a"], cause: cause,
        writers: [StatementPlace(script: "db/2.sql", id: "2", index: 0)])
    }
  }

  private static var rows: [any LedgerFinding] {
    (changes.filter { [.rowsLost, .becameNull].contains($0.kind) } + changes)
      .map { Finding.dataChange("1.0", $0, path: nil).kind }
      + changes.filter { $0.kind == .rewritten }.map { RowsChanged(RowChange($0)) }
      + differences.map { DependsOnForeignKeys(content: ContentDifference($0)) }
      + errors.map(CustomRowsFail.init) + [
        ForeignKeysUnknown(migrations: ["db/2.sql"]), RowsOfNoVersion(),
        AssumptionViolated(condition: "title IS NOT NULL", count: 1, total: 40),
        AssumptionUnneeded(condition: "title IS NOT NULL", applies: true),
      ]
  }

  private static var trials: [any LedgerFinding] {
    outcomes.flatMap { outcome -> [any LedgerFinding] in
      [
        SecondRun(isRepeatable: true, outcome), SecondRunOfCommand(command: "make", outcome),
        Interrupted(afterLine: 1, endsTransaction: true, isFrozen: false, outcome), CommandInterrupted(outcome),
      ]
    } + errors.flatMap { [DownFails($0), UpAgainFails($0)] as [any LedgerFinding] } + [
      CommandNotInterrupted(command: "make"),
      TakesTooLong(seconds: 7.25, limit: 5, rowCount: 100_000, measuredRowCount: 2000),
      GrowsTooMuch(factor: 3, limit: 2, measuredRowCount: 2000), DownDiffers(isReordered: true),
      DownLosesRows(tables: ["a"]), DownDoesNotRestore(places: ["a.b"]), UpAgainDiffers(),
    ]
  }

  private static var waivers: [any LedgerFinding] {
    var expired = waiver
    expired.limit = CalendarDay("2026-01-31").map(Waiver.Limit.day)
    return [UnusedWaiver(waives: WaivedSubject(waiver)), ExpiredWaiver(waiver), ExpiredWaiver(expired)]
  }

  static let all: [any LedgerFinding] = ledger + drift + models + branches + migrations + rows + trials + waivers

  /// The kind that a code stands for, or of several the first.
  static func kind(of code: FindingCode) -> (any LedgerFinding)? { all.first { $0.code == code } }

  /// Remedies of every kind that the examples do not need.
  static let remedies: [Remedy] = [
    .restore(path: "a"), .checkOut(path: "a", from: "b"), .unstage(path: "a"), .remove(path: "a"),
    .freezeAgain(folder: "a"), .findChange, .neverWhole, .undoEdits(path: "a"), .findRemoval(path: "a"),
    .undoCommit(commit), .bringBack(path: "a", removedBy: commit),
    .showFrozen(commit, folder: "a"), .onlyInHistory(commit), .readLog(paths: ["a"]), .newVersion,
    .freezeAsNew, .withdrawnSince, .readProgram(path: "a", line: 1), .readTrackingTable(of: "goose"),
    .runProgram(path: "a"), .readReplacement(path: "a", line: 1),
  ]

  /// A finding with that kind and a place.
  static func finding(of code: FindingCode) -> Finding? {
    kind(of: code).map { kind in
      var finding = Finding(kind).with(version: "1.0", path: "db/1.sql")
      (finding.line, finding.object, finding.column, finding.branch) = (1, "notes", "title", "topic")
      return finding
    }
  }
}
