public import GitStore
public import SQLiteSchema

/// Something the ledger found to be wrong or worth saying. A finding is a result; what stops the work is an error.
public struct Finding: Sendable, Hashable {
  /// A stable code; the list is in `Docs/Findings.md`.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    case entryRewritten = "SL101"
    case entryDeleted = "SL102"
    case digestMismatch = "SL103"
    case chainBroken = "SL104"
    case versionCollision = "SL105"
    case objectMissing = "SL106"
    case shallowClone = "SL107"
    case twoHeads = "SL108"
    case schemaChanged = "SL201"
    case migrationChanged = "SL202"
    case migrationTextChanged = "SL203"
    case migrationRemoved = "SL204"
    case migrationInserted = "SL205"
    case anotherLineage = "SL206"
    case numberTaken = "SL207"
    case orderMatters = "SL208"
    case migrationFailed = "SL301"
    case arrivesElsewhere = "SL302"
    case arrivesReordered = "SL303"
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
    case ownRows = "SL317"
    // One for each `LintRule`.
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

  /// How much a finding matters: only an error makes the exit status 1.
  public enum Severity: String, Sendable, Hashable, Comparable {
    case note, warning, error

    private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }

    /// note < warning < error.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
  }

  /// A commit that has a part in the finding.
  public struct Commit: Sendable, Hashable {
    /// What it did: `committed`, `rewrote`, `deleted`, `changed`, `removed` and so on; all are in `Docs/json`.
    public let role: String
    /// Its id, author, committer and first line.
    public let info: CommitInfo

    /// A commit in its role.
    public init(role: String, info: CommitInfo) {
      self.role = role
      self.info = info
    }
  }

  /// What kind of finding it is, for machines and for looking up.
  public let code: Code
  /// Mostly the same for one code; the circumstances can make it less.
  public var severity: Severity
  /// One sentence, without a full stop.
  public package(set) var message: String
  /// The command or step that helps.
  public var hint: String?
  /// The frozen version it is about, by name; nil when it is about none.
  public var version: String?
  /// The entry's id.
  public var entry: String?
  /// The version that ``version`` was on its way to; nil for today's schema, and where there is no way.
  public package(set) var destination: String?
  /// A path in the repository.
  public var path: String?
  /// A line of the file at ``path``, from 1.
  public var line: Int?
  /// A table, index, view or trigger.
  public var object: String?
  /// A column of ``object``, as it was declared.
  public var column: String?
  /// The unmerged branch it is about, by its short name.
  public var branch: String?
  /// In the order things happened.
  public var commits: [Commit] = []
  /// What a command of the repository wrote, its last lines, where that is the finding.
  public var output: [String] = []
  /// Rows that it is about, up to three, each on one line.
  public var samples: [String] = []
  /// Whether the version that was frozen last has it as it is now: no edit of the source can mend it any more.
  package var isSettled = false
  /// How schemas differ, where that is the finding; sorted by their text.
  public var changes: [SchemaChange] = []

  /// What says that it is accepted; nil for one that counts.
  public var waiver: Waiver?

  /// A finding without a place; its other properties can be set later.
  public init(_ code: Code, _ message: String, severity: Severity = .error, hint: String? = nil) {
    self.code = code
    self.severity = severity
    self.message = message
    self.hint = hint
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
  package var culprits: [Commit] { commits.filter { $0.role != "committed" } }
}

extension Sequence<Finding> {
  /// The worst severity of those that are not waived, nil when there is none.
  public var worst: Finding.Severity? { lazy.filter { $0.waiver == nil }.map(\.severity).max() }

  /// Those that count.
  public var unwaived: [Finding] { filter { $0.waiver == nil } }

  /// Those that are accepted.
  public var waived: [Finding] { filter { $0.waiver != nil } }
}
