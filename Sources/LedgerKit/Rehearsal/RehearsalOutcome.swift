internal import Findings
public import LedgerCore
public import LedgerEntries
internal import SQLiteSchema

/// What today's migrations do to one file.
public struct RehearsalOutcome: Sendable {
  /// The result in one word.
  public enum Result: Sendable, Hashable {
    /// The migrations ran, and no error was found. There may be warnings.
    case migrated
    /// The file has today's schema already, and no migration remained.
    case current
    /// An error was found, which no waiver accepts.
    case failed
    /// Nothing was run. The reason is a clause in English about the file.
    case notRehearsed(String)
  }

  /// What the migration tool has recorded in the file.
  public struct Record: Sendable {
    /// A table's name, or `PRAGMA user_version`.
    public let place: String
    /// The number of today's migrations that the file has had.
    public let appliedCount: Int
    /// Recorded migrations that today's source does not have.
    public let unknown: [String]
  }

  /// The name that the user gave.
  public let name: String
  /// The size of the database in bytes.
  public let size: Int64
  /// Which version the file is.
  public let search: StoreSearch
  /// The database of the configuration whose migrations ran; `nil` if that is not known.
  public internal(set) var database: String?
  /// `nil` if the tool keeps no record in the file.
  public internal(set) var record: Record?
  /// The ids of the migrations that remained; `nil` for a command, which does not say.
  public internal(set) var pending: [String]?
  /// The result.
  public internal(set) var result = Result.current
  /// What is wrong, without a version. Rows are those of the file.
  public internal(set) var findings: [Finding] = []
  /// What was not judged.
  public internal(set) var notCovered: [NotCovered] = []
  /// What the migrations needed; `nil` for a command.
  public internal(set) var cost: UpgradeCost?
  /// How long the rehearsal took, in seconds.
  public internal(set) var seconds = 0.0

  init(name: String, size: Int64, search: StoreSearch) {
    self.name = name
    self.size = size
    self.search = search
  }

  /// The versions that have the file's schema, oldest first.
  public var versions: [Version] {
    search.answers.filter { database == nil || $0.database == database }.flatMap { $0.matches.map(\.entry.version) }
  }

  mutating func judge(_ outcome: Verification.FixtureOutcome, by database: RehearsedDatabase) {
    let applied = outcome.applying(database.waivers, database.configuration)
    result =
      switch applied.result {
      case .current: .current
      case .failed: .failed
      default: .migrated
      }
    findings = applied.findings.map(\.aboutNoVersion)
    notCovered = applied.notCovered
    cost = applied.cost
    seconds = applied.seconds
  }

  /// What differed before the migrations differs after them too, and they cannot be blamed for it.
  ///
  /// - Parameter isUnknown: whether the file is no frozen version.
  mutating func lowerOlderDifferences(than isUnknown: Bool) {
    guard isUnknown, let nearest = search.answers.first(where: { $0.database == database })?.nearest else { return }
    let older = Set(nearest.diff.meaningfulChanges.map(\.object))
    for index in findings.indices where [.schemaDiffers, .columnOrderDiffers].contains(findings[index].code) {
      guard findings[index].changes.allSatisfy({ older.contains($0.object) }) else { continue }
      findings[index] = findings[index].atMost(.warning)
    }
    if result == .failed, findings.worst != .error { result = .migrated }
  }
}

extension Finding {
  /// The finding about a file: its version and entry stand for those of the file.
  fileprivate var aboutNoVersion: Finding {
    var finding = self
    (finding.version, finding.entry) = (nil, nil)
    return finding
  }
}
