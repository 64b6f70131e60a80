internal import CanonicalJSON
internal import Digests
internal import Findings
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// Compares the candidate with unmerged branches, one after the other. A collision with several branches is reported
/// once.
struct BranchComparison {
  private let repository: Repository
  private let configuration: DatabaseConfiguration
  private let candidate: FileSnapshot
  /// The outcomes of comparisons that an earlier run has made, or `nil`.
  private let stored: StoredOutcomes?
  /// Branches and their merge bases have most files in common.
  private let objects = ObjectCache()
  private var states: FrozenStates
  private var ours: (state: FrozenState, digest: String)?
  private var bases: [ObjectID: FrozenState] = [:]
  private var images: [ObjectID: Result<[UInt8]?, any Error>] = [:]
  private var collisions: [(finding: Finding, branches: [String])] = []
  private var places: [String: Int] = [:]
  private var orders: [OrderInput: MigrationOrder.Outcome?] = [:]
  /// Branches whose migrations may run before or after ours with the same result.
  private var orderIndependent: [String] = []

  /// What the outcome of a ``MigrationOrder`` depends on.
  private struct OrderInput: Hashable {
    let base: ObjectID?
    let shared: [MigrationRecord]
    let ours: [MigrationRecord]
    let theirs: [MigrationRecord]
  }

  init(
    repository: Repository, configuration: DatabaseConfiguration, candidate: FileSnapshot, stored: StoredOutcomes?
  ) {
    self.repository = repository
    self.configuration = configuration
    self.candidate = candidate
    self.stored = stored
    states = FrozenStates(configuration: configuration)
  }

  /// The findings for all branches, in the order in which the branches were added.
  var findings: [Finding] {
    collisions.map { $0.finding.about($0.branches) }
      + (orderIndependent.isEmpty ? [] : [.orderDoesNotMatter(branches: orderIndependent)])
  }

  /// - Parameter isStale: whether new migrations of the branch do not count.
  /// - Returns: whether there are such migrations, beside new ones here.
  /// - Throws: `GitError` if an object is missing from this clone, `LedgerError.ledgerIsNoFolder`.
  mutating func add(_ branch: UnmergedBranch, isStale: Bool) throws -> Bool {
    let (ours, digest) = try candidateState()
    let outcome: BranchOutcome
    if let known = stored?.outcome(of: branch, isStale: isStale, beside: digest) {
      outcome = known
    } else {
      var hasReachedLimit = false
      (outcome, hasReachedLimit) = try Limits.observingNow { try compare(ours, with: branch, isStale: isStale) }
      if !hasReachedLimit { stored?.add(outcome, of: branch, isStale: isStale, beside: digest) }
    }
    for collision in outcome.collisions { try note(collision, in: branch) }
    if outcome.isOrderIndependent { orderIndependent.append(branch.name) }
    return outcome.hasStaleMigrations
  }

  private mutating func note(_ collision: BranchOutcome.Collision, in branch: UnmergedBranch) throws {
    if let place = places[collision.subject] {
      collisions[place].branches.append(branch.name)
      return
    }
    var finding = collision.finding
    finding.commits = [Finding.Commit(role: .committed, info: try repository.commitInfo(collision.commit))]
    places[collision.subject] = collisions.count
    collisions.append((finding, [branch.name]))
  }

  private mutating func candidateState() throws -> (state: FrozenState, digest: String) {
    if let ours { return ours }
    let state = try states.state(of: candidate)
    let read = (state, state.digest)
    ours = read
    return read
  }

  private mutating func base(_ commit: ObjectID) throws -> FrozenState {
    if let known = bases[commit] { return known }
    let state = try states.state(of: repository.snapshot(of: commit, using: objects))
    bases[commit] = state
    return state
  }

  private mutating func compare(
    _ here: FrozenState, with branch: UnmergedBranch, isStale: Bool
  ) throws -> BranchOutcome {
    let there = try repository.snapshot(of: branch.tip, using: objects)
    let bases = try branch.bases.map { try base($0) }
    let ours = FrozenNews(of: here, since: bases)
    var outcome = BranchOutcome()
    if ours.entries.isEmpty, ours.withdrawals.isEmpty, ours.migrations.isEmpty { return outcome }
    let theirs = FrozenNews(of: try states.state(of: there), since: bases)
    var found = Found()
    try compareEntries(ours.entries, theirs.entries, there, &found)
    compareWithdrawals(ours, theirs, &found)
    if isStale {
      outcome.hasStaleMigrations = !ours.migrations.isEmpty && !theirs.migrations.isEmpty
    } else {
      compareNumbers(ours, theirs, &found)
      try compareOrder(ours, theirs, branch, &found, isOrderIndependent: &outcome.isOrderIndependent)
    }
    outcome.collisions = try found.collisions.map { item in
      let commit = try item.path.flatMap { try repository.origin(of: $0, at: branch.tip) } ?? branch.tip
      return BranchOutcome.Collision(subject: item.subject, finding: item.finding, commit: commit)
    }
    outcome.readsFiles = found.readsFiles
    return outcome
  }

  /// The collisions with one branch, with the paths that show which commits have caused them.
  private struct Found {
    var collisions: [(subject: String, finding: Finding, path: String?)] = []
    /// Whether a finding depends on files of the candidate that its digest does not cover.
    var readsFiles = false

    mutating func note(_ subject: [JSONValue], at path: String?, _ finding: Finding) {
      collisions.append((sha256(JSONValue.array(subject).canonical), finding, path))
    }
  }

  /// Returns a database built from the source at the branch's merge base, or `nil` if there is no merge base or no
  /// source.
  private mutating func image(of branch: UnmergedBranch) throws -> [UInt8]? {
    guard let commit = branch.bases.first else { return nil }
    if let known = images[commit] { return try known.get() }
    let definition = try base(commit).definition
    let image = Result { try definition?.database(configuration.buildSettings()).image() }
    images[commit] = image
    return try image.get()
  }

  // MARK: Entries

  private func compareEntries(
    _ ours: [Ledger.Item], _ theirs: [Ledger.Item], _ snapshot: FileSnapshot, _ found: inout Found
  ) throws {
    for item in theirs {
      guard let own = ours.first(where: { $0.entry.version == item.entry.version }), own.id != item.id else { continue }
      let changes = try schemaChanges(from: own, to: item, in: snapshot)
      found.readsFiles = true
      found.note(["version", .string(own.id), .string(item.id)], at: item.folder, .versionTaken(own, item, changes))
    }
    // A version with two contents is reported above. An entry of a past release has the parent that fits its past.
    let own = ours.filter { item in item.entry.commit == nil && !theirs.contains { $0.id == item.id } }
    let other = theirs.filter { item in item.entry.commit == nil && !ours.contains { $0.id == item.id } }
    for item in other {
      guard let twin = own.first(where: { $0.entry.parents == item.entry.parents }),
        twin.entry.version != item.entry.version
      else { continue }
      found.note(
        ["heads", .string(twin.id), .string(item.id)], at: item.folder, .twoHeads(twin, item, after: parentNames(item)))
    }
  }

  /// Finds new versions of one side that follow a version which the other side withdraws.
  private func compareWithdrawals(_ ours: FrozenNews, _ theirs: FrozenNews, _ found: inout Found) {
    for (entries, withdrawals, isHere) in [
      (ours.entries, theirs.withdrawals, true), (theirs.entries, ours.withdrawals, false),
    ] {
      for withdrawal in withdrawals {
        for item in entries where item.entry.parents.contains(withdrawal.entryID) {
          found.note(
            ["withdrawn", .string(withdrawal.entryID), .string(item.id)], at: isHere ? nil : item.folder,
            .withdrawnParent(of: item, withdrawal, isHere: isHere))
        }
      }
    }
  }

  private func parentNames(_ item: Ledger.Item) -> [String] {
    let withdrawals = Set(ours?.state.withdrawals.map(\.id) ?? [])
    return item.entry.parents.filter { !withdrawals.contains($0) }.map { id in
      ours?.state.entries.first { $0.id == id }?.entry.version.name ?? "entry \(id.prefix(12))"
    }
  }

  private func schemaChanges(
    from own: Ledger.Item, to other: Ledger.Item, in snapshot: FileSnapshot
  ) throws -> [SchemaChange] {
    guard let before = try candidate.read(own.folder + "/schema.sql"),
      let after = try snapshot.read(other.folder + "/schema.sql"),
      let old = try? StoredFile.schema(of: before), let new = try? StoredFile.schema(of: after)
    else { return [] }
    return SchemaDiff(from: old, to: new).meaningfulChanges
  }

  // MARK: Migrations

  private func compareNumbers(_ ours: FrozenNews, _ theirs: FrozenNews, _ found: inout Found) {
    for (theirs, other) in theirs.migrations {
      // Migrations in the source of a program have names of their own, wherever they are.
      guard let own = ours.migrations.map(\.record).first(where: { $0.id == other.id }),
        own.path != other.path && theirs.program == nil || own.meaning != other.meaning
      else { continue }
      let isFrozen = ours.entries.contains { $0.entry.migrations.contains { $0.id == own.id } }
      found.note(["number", own.json, other.json], at: other.path, .numberTaken(own, other, isFrozen: isFrozen))
    }
  }

  private mutating func compareOrder(
    _ ours: FrozenNews, _ theirs: FrozenNews, _ branch: UnmergedBranch, _ found: inout Found,
    isOrderIndependent: inout Bool
  ) throws {
    func isShared(_ record: MigrationRecord, by news: FrozenNews) -> Bool {
      news.migrations.contains { $0.record.id == record.id && $0.record.meaning == record.meaning }
    }
    let own = ours.migrations.filter { !isShared($0.record, by: theirs) }
    let other = theirs.migrations.filter { !isShared($0.record, by: ours) }
    guard !own.isEmpty, !other.isEmpty else { return }
    // What a migration does besides SQL may be what the others need.
    if (own + other).contains(where: \.migration.isPartial) { return }
    let shared = ours.migrations.filter { isShared($0.record, by: theirs) }
    let input = OrderInput(
      base: branch.bases.first, shared: shared.map(\.record), ours: own.map(\.record), theirs: other.map(\.record))
    let outcome: MigrationOrder.Outcome?
    if let known = orders[input] {
      outcome = known
    } else {
      outcome =
        Result { try image(of: branch) }.map { base in
          let before = base == nil ? self.ours?.state.definition?.before ?? [] : []
          return MigrationOrder(
            base: base, shared: before + shared.map(\.migration), ours: own.map(\.migration),
            theirs: other.map(\.migration), settings: configuration.buildSettings()
          ).outcome()
        }.value ?? nil
      orders[input] = .some(outcome)
    }
    let paths = (ours: own.map(\.record.path), theirs: other.map(\.record.path))
    let subject = ["order"] + other.map(\.record.json)
    switch outcome {
    case nil: break
    case .same: isOrderIndependent = true
    case .different(let diff):
      found.note(subject, at: paths.theirs.last, .orderMatters(paths.ours, paths.theirs, diff))
    case .stuck(let error):
      found.note(subject, at: paths.theirs.last, .doNotRunTogether(paths.ours, paths.theirs, error))
    }
  }
}

extension Result {
  fileprivate var value: Success? { try? get() }
}
