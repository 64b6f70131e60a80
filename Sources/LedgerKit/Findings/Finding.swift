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
    case schemaChanged = "SL201"
    case migrationChanged = "SL202"
    case migrationTextChanged = "SL203"
    case migrationRemoved = "SL204"
    case migrationInserted = "SL205"
    case migrationFailed = "SL301"
    case arrivesElsewhere = "SL302"
    case arrivesReordered = "SL303"
    case foreignKeyViolation = "SL308"
    case integrityCheck = "SL309"
    case doesNotCompile = "SL310"
  }

  public enum Severity: String, Sendable, Hashable, Comparable {
    case note, warning, error

    private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }

    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
  }

  /// A commit that has a part in the finding.
  public struct Commit: Sendable, Hashable {
    /// What it did: `committed`, `rewrote`, `deleted`.
    public let role: String
    public let info: CommitInfo

    public init(role: String, info: CommitInfo) {
      self.role = role
      self.info = info
    }
  }

  public let code: Code
  public var severity: Severity
  /// One sentence, without a full stop.
  public let message: String
  /// The command or step that helps.
  public var hint: String?
  public var version: String?
  /// The entry's id.
  public var entry: String?
  /// A path in the repository.
  public var path: String?
  /// A table, index, view or trigger.
  public var object: String?
  public var column: String?
  public var commits: [Commit] = []
  public var changes: [SchemaChange] = []

  public init(_ code: Code, _ message: String, severity: Severity = .error, hint: String? = nil) {
    self.code = code
    self.severity = severity
    self.message = message
    self.hint = hint
  }

  /// The finding with some of its parts set.
  func with(
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

extension Sequence<Finding> {
  /// The worst severity, nil when there is no finding.
  public var worst: Finding.Severity? { map(\.severity).max() }
}
