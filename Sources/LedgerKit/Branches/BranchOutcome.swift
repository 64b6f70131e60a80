internal import CanonicalJSON
internal import Digests
internal import Findings
internal import GitStore
internal import LedgerCore
internal import SQLiteSandbox

/// What a comparison of the candidate with one branch has found.
struct BranchOutcome: Sendable, Equatable {
  /// A conflict between the candidate and the branch.
  struct Collision: Sendable, Equatable {
    /// Equal for collisions with several branches that are one.
    let subject: String
    /// The finding, which names neither branches nor commits yet.
    let finding: Finding
    /// The commit of the branch that caused it.
    let commit: ObjectID
  }

  var collisions: [Collision] = []
  /// Whether the new migrations of both sides may run in either order with the same result.
  var isOrderIndependent = false
  /// Whether there are new migrations on both sides that were not compared, because the branch is stale.
  var hasStaleMigrations = false
  /// Whether a finding depends on files of the candidate besides its ``FrozenState``.
  var readsFiles = false
}

extension BranchOutcome: StorableValue {
  var stored: [UInt8] {
    let json: JSONValue = [
      "commits": .array(collisions.map { .string($0.commit.hex) }),
      "findings": collisions.map(\.finding).stored ?? .null,
      "independent": .bool(isOrderIndependent), "stale": .bool(hasStaleMigrations),
      "subjects": .array(collisions.map { .string($0.subject) }),
    ]
    return Array(json.canonical.utf8)
  }

  init?(stored: ArraySlice<UInt8>) {
    let json = JSONValue(parsing: Array(stored))
    guard let findings = json?["findings"].flatMap([Finding].init(stored:)),
      let commits = json?["commits"]?.array?.compactMap({ $0.string.flatMap(ObjectID.init(hex:)) }),
      let subjects = json?["subjects"]?.array?.compactMap(\.string),
      findings.count == commits.count, findings.count == subjects.count,
      case .bool(let isOrderIndependent)? = json?["independent"], case .bool(let hasStaleMigrations)? = json?["stale"]
    else { return nil }
    collisions = zip(zip(subjects, findings), commits).map { Collision(subject: $0.0, finding: $0.1, commit: $1) }
    self.isOrderIndependent = isOrderIndependent
    self.hasStaleMigrations = hasStaleMigrations
  }
}

/// The outcomes of comparisons with branches that earlier runs have stored, and those that this run adds.
///
/// Most branches do not move between two runs. The key of an outcome is a digest of all that the comparison reads: what the
/// candidate has frozen, its configuration, and the commits of the other side, whose ids determine everything in them.
struct StoredOutcomes {
  private let table: StoredTable<BranchOutcome>
  /// The digest of what the outcomes of one database have in common.
  private let common: String

  /// The outcomes of all databases.
  static func table(in results: ResultCache) -> StoredTable<BranchOutcome> {
    results.table("branches", as: "branches 1")
  }

  /// - Parameters:
  ///   - configuration: the bytes of the candidate's configuration.
  ///   - database: the name of the database in it.
  init(_ table: StoredTable<BranchOutcome>, program: String, configuration: [UInt8], database: String) {
    self.table = table
    let parts: JSONValue = [
      "configuration": .string(sha256(configuration)), "database": .string(database),
      "memory": .number(Limits.bytes), "platform": .string(ScratchDatabase.platform), "program": .string(program),
      "sqlite": .string(ScratchDatabase.sqliteSourceID), "time": .string("\(ScratchDatabase.defaultTimeLimit)"),
    ]
    common = sha256(parts.canonical)
  }

  /// - Parameter digest: that of the candidate's ``FrozenState``.
  func outcome(of branch: UnmergedBranch, isStale: Bool, beside digest: String) -> BranchOutcome? {
    table.value(for: key(branch, isStale, digest))
  }

  /// Adds an outcome that cannot be different the next time.
  func add(_ outcome: BranchOutcome, of branch: UnmergedBranch, isStale: Bool, beside digest: String) {
    guard !outcome.readsFiles, outcome.collisions.map(\.finding).stored != nil else { return }
    table.add(outcome, for: key(branch, isStale, digest))
  }

  private func key(_ branch: UnmergedBranch, _ isStale: Bool, _ digest: String) -> String {
    let parts: JSONValue = [
      "bases": .array(branch.bases.map { .string($0.hex) }), "candidate": .string(digest), "common": .string(common),
      "stale": .bool(isStale), "tip": .string(branch.tip.hex),
    ]
    return sha256(parts.canonical)
  }
}
