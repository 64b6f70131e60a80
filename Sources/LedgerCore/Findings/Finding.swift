public import Findings
public import GitStore
package import LedgerEntries
package import MigrationSources
public import SQLiteData
public import SQLiteSchema

/// A problem, or a fact worth knowing, about a ledger, its source or its history. A finding is a result; what stops the work
/// is an error.
public struct Finding: Sendable, Hashable, Codable {
  /// A stable code; the list is in `Docs/Findings.md`.
  public enum Code: String, Sendable, Hashable, CaseIterable, Codable {
    case entryRewritten = "SL101"
    case entryDeleted = "SL102"
    case digestMismatch = "SL103"
    case chainBroken = "SL104"
    case versionCollision = "SL105"
    case objectMissing = "SL106"
    case shallowClone = "SL107"
    case twoHeads = "SL108"
    case entryWithdrawn = "SL109"
    case ledgerMoved = "SL110"
    case ledgerUnreached = "SL111"
    case sealBroken = "SL112"
    case sealUnproved = "SL113"
    case entryNotReproduced = "SL114"
    case parentsDiffer = "SL115"
    case schemaChanged = "SL201"
    case migrationChanged = "SL202"
    case migrationTextChanged = "SL203"
    case migrationRemoved = "SL204"
    case migrationInserted = "SL205"
    case anotherLineage = "SL206"
    case numberTaken = "SL207"
    case orderMatters = "SL208"
    case upgradePathRemoved = "SL209"
    case modelUnsupported = "SL210"
    case cloudSchemaChanged = "SL211"
    case changeUnseen = "SL212"
    case liveModels = "SL213"
    case planIncomplete = "SL214"
    case otherModelsOpened = "SL215"
    case suspectedRename = "SL216"
    case migrationFailed = "SL301"
    case schemaDiffers = "SL302"
    case columnOrderDiffers = "SL303"
    case rowsLost = "SL304"
    case valuesLost = "SL305"
    case valuesMoved = "SL306"
    case filledWithName = "SL307"
    case foreignKeyViolation = "SL308"
    case integrityCheck = "SL309"
    case doesNotCompile = "SL310"
    case secondRunChanges = "SL311"
    case doesNotRecover = "SL312"
    case downMigration = "SL313"
    case dependsOnForeignKeys = "SL314"
    case overBudget = "SL315"
    case queryNoLongerCompiles = "SL316"
    case customRows = "SL317"
    case rowsChanged = "SL318"
    case assumptionViolated = "SL319"
    case assumptionUnneeded = "SL320"
    // One for each `LintRule`. `RuleFacts` assigns them to what rules find.
    case allowComment = "SL400"
    case foreignKeysInTransaction = "SL401"
    case cascadeOnDrop = "SL402"
    case deferredIsNotOff = "SL403"
    case parentRenamed = "SL404"
    case parentDropped = "SL405"
    case foreignKeyMismatch = "SL406"
    case unindexedForeignKey = "SL407"
    case replacedParent = "SL408"
    case foreignKeysLeftOff = "SL409"
    case triggerLost = "SL411"
    case indexLost = "SL412"
    case autoincrementLost = "SL413"
    case sequenceRestarts = "SL414"
    case rowidsRenumbered = "SL415"
    case columnNotCopied = "SL416"
    case crossedColumns = "SL417"
    case copyByStar = "SL418"
    case ignoredRows = "SL419"
    case copyIsTable = "SL420"
    case tableLeftOver = "SL421"
    case fullTextContentGone = "SL422"
    case notNullColumn = "SL431"
    case changingDefault = "SL432"
    case failingCheck = "SL433"
    case referencingDefault = "SL434"
    case notNullWithoutBackfill = "SL435"
    case uniqueOverRows = "SL436"
    case checkOverRows = "SL437"
    case strictOverRows = "SL438"
    case affinityChanged = "SL439"
    case nullablePrimaryKey = "SL440"
    case rowidLookalike = "SL441"
    case quotedText = "SL451"
    case comparedWithNull = "SL452"
    case everyRow = "SL453"
    case conditionalCreation = "SL454"
    case dropsNothing = "SL455"
    case defaultIsText = "SL456"
    case timeOfUpgrade = "SL457"
    case rowsDropped = "SL458"
    case brokenDependents = "SL459"
    case triggerByPosition = "SL460"
    case transactionControl = "SL471"
    case vacuumInTransaction = "SL472"
    case journalModeInTransaction = "SL473"
    case settledProperty = "SL474"
    case versionApart = "SL475"
    case legacyAlterLeftOn = "SL476"
    case writableSchema = "SL477"
    case otherFile = "SL478"
    case applicationName = "SL479"
    case unusedWaiver = "SL501"
    case expiredWaiver = "SL502"
  }

  /// How much a finding matters.
  public typealias Severity = Findings.Severity

  /// A commit that has a part in the finding.
  public struct Commit: Sendable, Hashable, Codable {
    /// What a commit did.
    public enum Role: String, Sendable, Hashable, CaseIterable, Codable {
      case committed, rewrote, deleted, added, changed, reworded, removed, renamed, moved, squashed, reordered,
        restored, withdrew
    }

    /// What it did.
    public let role: Role
    /// Its id, author, committer and first line.
    public let info: CommitInfo

    /// A commit in its role.
    public init(role: Role, info: CommitInfo) {
      self.role = role
      self.info = info
    }
  }

  /// The rows with which a finding about a migration was made.
  public enum Evidence: String, Sendable, Hashable, CaseIterable, Codable {
    /// None: the frozen schema alone shows it.
    case empty
    /// Rows that were frozen with the version.
    case frozen
    /// Rows of a script in the ledger's `rows` folder.
    case supplied
    /// Generated rows.
    case generated
    /// The rows of a user's database.
    case real
  }

  /// A change of one of the version's migrations since the version was frozen: why it migrates as it does.
  package struct Cause: Sendable, Hashable, Codable {
    let path: String
    let role: Commit.Role
  }

  /// What is wrong, as data. ``message``, ``hint`` and ``title`` are made from it.
  package internal(set) var facts: Facts
  /// The kind of finding, for machines and for looking up.
  public var code: Code { facts.code }
  /// In most cases the same for one code; circumstances can lower it.
  public var severity: Severity
  /// The frozen version it is about, by name; `nil` if it is about none.
  public var version: String?
  /// The entry's id.
  public var entry: String?
  /// The version that ``version`` was migrated to; `nil` for today's schema, and where nothing was migrated.
  public internal(set) var destination: String?
  /// A path in the repository.
  public var path: String?
  /// The id of the migration it is about, within its convention; `nil` if it is about none. A file may contain several
  /// migrations, so ``path`` does not identify one.
  package private(set) var migration: String?
  /// The name of the migration in the file at ``path``; `nil` if the migration is a file of its own.
  private var nameInFile: String?
  /// A line of the file at ``path``, from 1.
  public var line: Int?
  /// A table, index, view or trigger.
  public var object: String?
  /// A column of ``object``, as it was declared.
  public var column: String?
  /// The unmerged branch it is about, by its short name.
  public var branch: String?
  /// In the order of history.
  public var commits: [Commit] = []
  /// The last lines that a command of the repository wrote, if the command failed.
  public var output: [String] = []
  /// Up to three rows that it is about, each on one line.
  public var samples: [String] = []
  /// How schemas differ, if that is the finding; sorted by their text.
  public var changes: [SchemaChange] = []
  /// The setting of `PRAGMA foreign_keys` for which alone it is true; `nil` if it is true for both.
  package internal(set) var foreignKeys: Bool?
  /// The version that was frozen with it: no edit of the source can undo it any more. `nil` if none was.
  package internal(set) var frozenWith: String?
  /// Why the version migrates as it does; `nil` if that is not known.
  package internal(set) var cause: Cause?
  /// What helps here, if that depends on more than the facts.
  package internal(set) var remedy: Remedy?
  /// The revision that has what was frozen; `nil` for `HEAD`.
  package internal(set) var revision: String?

  /// The rows that show it; `nil` for a finding that is not about migrating a version.
  public package(set) var evidence: Evidence?
  /// Whether it is about a migration that no version of the ledger has; `nil` if it is about no migration.
  public package(set) var isPending: Bool?
  /// Further versions for which the same cause gives the same finding; empty in the findings of one fixture.
  public private(set) var otherVersions: [String] = []
  /// Further tables, or columns as `table.column`, in which the same cause has the same effect; empty in the findings of
  /// one fixture.
  public private(set) var otherPlaces: [String] = []
  /// The condition on generated rows that rules it out; `nil` if none does or none is known.
  public package(set) var assumption: Assumption?

  /// The waiver that accepts it; `nil` for a finding that counts.
  public var waiver: Waiver?
  /// Where a waiver of its code is, `path:line`, that accepts nothing, because it does not say what it is about; `nil` if there
  /// is none.
  public internal(set) var broadWaiver: String?

  /// A finding without a location; its other properties can be set later.
  package init(_ facts: Facts, severity: Severity = .error, remedy: Remedy? = nil) {
    self.facts = facts
    self.severity = severity
    self.remedy = remedy
  }

  /// The path, and the name of the migration in the file if it may contain several: `a.sql::create-users::ada`.
  package var migrationName: String? {
    guard let path, let nameInFile else { return path }
    return CompoundMigrationID(file: path, name: nameInFile).description
  }

  /// The finding as one about a migration of the source.
  package func of(_ migration: Migration) -> Finding {
    of(migration: migration.id, nameInFile: migration.nameInFile)
  }

  /// The finding as one about a migration in an entry, which records only its id and path.
  package func of(_ record: MigrationRecord) -> Finding {
    of(migration: record.id, nameInFile: CompoundMigrationID(record.id)?.name)
  }

  private func of(migration id: String, nameInFile: String?) -> Finding {
    var finding = self
    (finding.migration, finding.nameInFile) = (id, nameInFile)
    return finding
  }

  /// The finding with some of its parts set.
  package func with(
    version: String? = nil, entry: String? = nil, path: String? = nil, changes: [SchemaChange] = [],
    commits: [Commit] = []
  ) -> Finding {
    var finding = self
    finding.version = version ?? self.version
    finding.entry = entry ?? self.entry
    finding.path = path ?? self.path
    if !changes.isEmpty {
      finding.changes = changes
      // A finding about one place names it.
      if changes.count == 1 {
        finding.object = changes[0].object
        finding.column = changes[0].column
      }
    }
    if !commits.isEmpty { finding.commits = commits }
    return finding
  }
}

extension Finding {
  /// The commits that did it.
  package var changingCommits: [Commit] { commits.filter { $0.role != .committed } }

  /// The finding about a step to another version than today's.
  package func toward(_ destination: String?) -> Finding {
    var finding = self
    finding.destination = destination
    return finding
  }

  /// The finding about a step to today's schema: what stops a version stops it on each of its ways.
  package var withoutDestination: Finding { toward(nil) }

  /// The finding with the rows that show it.
  package func shown(by evidence: Evidence) -> Finding {
    var finding = self
    finding.evidence = evidence
    return finding
  }

  /// The finding about a migration that is or is not frozen.
  package func pending(_ isPending: Bool) -> Finding {
    var finding = self
    finding.isPending = isPending
    return finding
  }

  /// The finding, if it is true with one setting of `PRAGMA foreign_keys` alone.
  package func only(foreignKeys: Bool) -> Finding {
    var finding = self
    finding.foreignKeys = foreignKeys
    return finding
  }

  /// The finding about a version of whose migrations one was changed since.
  package func because(_ path: String, _ role: Commit.Role) -> Finding {
    var finding = self
    finding.cause = Cause(path: path, role: role)
    return finding
  }

  /// The finding with the revision that has what was frozen, in place of `HEAD`.
  package func restored(from revision: String) -> Finding {
    var finding = self
    finding.revision = revision
    return finding
  }

  /// The finding with what helps here; `nil` for what always helps.
  package func helped(by remedy: Remedy?) -> Finding {
    var finding = self
    finding.remedy = remedy
    return finding
  }

  /// What it claims, without what helps and who did it: equal for findings that two comparisons have in common.
  package var claim: Finding {
    var finding = self
    (finding.remedy, finding.revision, finding.cause, finding.entry) = (nil, nil, nil, nil)
    (finding.commits, finding.changes, finding.samples, finding.output) = ([], [], [], [])
    return finding
  }

  /// The finding, which also stands for those of other versions and places.
  package func also(of versions: [String], in places: [String] = []) -> Finding {
    var finding = self
    (finding.otherVersions, finding.otherPlaces) = (versions, places)
    return finding
  }

  /// The table, or `table.column`; `nil` if it names none.
  public var place: String? { object.map { $0 + (column.map { ".\($0)" } ?? "") } }

  /// The names of all versions for which it holds.
  public var versions: [String] { (version.map { [$0] } ?? []) + otherVersions }

  /// What equal findings about several versions have in common; `nil` for a finding that is not about migrating a version.
  ///
  /// Versions, entries, samples and numbers of rows may differ.
  public var commonPart: Finding? {
    switch facts {
    case .migration, .rows, .trial, .assumption: break
    case .ledger, .drift, .models, .branches, .customRows, .rule, .waiver: return nil
    }
    return version == nil ? nil : withoutNumbers
  }

  /// What findings about several versions or files have in common: versions, entries, samples and numbers of rows are left
  /// out.
  public var withoutNumbers: Finding {
    var finding = self
    finding.facts = facts.withoutCounts
    (finding.version, finding.entry, finding.waiver, finding.assumption) = (nil, nil, nil, nil)
    (finding.samples, finding.otherVersions, finding.otherPlaces, finding.branch) = ([], [], [], nil)
    finding.broadWaiver = nil
    if case .showFrozen(let commit, _) = remedy { finding.remedy = .showFrozen(commit, folder: "") }
    return finding
  }
}

extension Sequence<Finding> {
  /// How to restore each version that was rewritten in or deleted from the ledger, by its name.
  package var restorations: [String: Remedy] {
    reduce(into: [:]) { restorations, finding in
      guard [.entryRewritten, .entryDeleted].contains(finding.code), let version = finding.version else { return }
      restorations[version] = finding.remedy ?? restorations[version]
    }
  }

  /// The worst severity of those that are not waived; `nil` if there is none.
  public var worst: Finding.Severity? { lazy.filter { $0.waiver == nil }.map(\.severity).max() }

  /// Those that count.
  public var unwaived: [Finding] { filter { $0.waiver == nil } }

  /// Those that are accepted.
  public var waived: [Finding] { filter { $0.waiver != nil } }
}
