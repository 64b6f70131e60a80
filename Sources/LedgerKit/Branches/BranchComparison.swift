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
  /// Branches and their merge bases have most files in common.
  private let objects = ObjectCache()
  private var ours: FrozenState?
  private var meanings: [String: String] = [:]
  private var bases: [ObjectID: FrozenState] = [:]
  private var images: [ObjectID: Result<[UInt8]?, any Error>] = [:]
  private var collisions: [Collision] = []
  private var places: [Collision.Subject: Int] = [:]
  private var orders: [[MigrationRecord]: MigrationOrder.Outcome?] = [:]
  /// Branches whose migrations may run before or after ours with the same result.
  private var orderIndependent: [String] = []

  /// A conflict between the candidate and a branch.
  private struct Collision {
    enum Subject: Hashable {
      case version(ours: String, theirs: String)
      case heads(ours: String, theirs: String)
      case number(ours: MigrationRecord, theirs: MigrationRecord)
      case order([MigrationRecord])
      case withdrawn(String, successor: String)
    }

    let finding: (_ branches: [String]) -> Finding
    var branches: [String]
    let commits: [Finding.Commit]
  }

  init(repository: Repository, configuration: DatabaseConfiguration, candidate: FileSnapshot) {
    self.repository = repository
    self.configuration = configuration
    self.candidate = candidate
  }

  /// The findings for all branches, in the order in which the branches were added.
  var findings: [Finding] {
    let findings = collisions.map { collision in
      var finding = collision.finding(collision.branches)
      finding.commits = collision.commits
      finding.branch = collision.branches[0]
      return finding
    }
    return findings + (orderIndependent.isEmpty ? [] : [.orderDoesNotMatter(branches: orderIndependent)])
  }

  /// - Parameter isStale: whether new migrations of the branch do not count.
  /// - Returns: whether there are such migrations, beside new ones here.
  /// - Throws: `GitError` if an object is missing from this clone, `LedgerError.ledgerIsNoFolder`.
  mutating func add(_ branch: UnmergedBranch, isStale: Bool) throws -> Bool {
    let here = try state()
    let there = try repository.snapshot(of: branch.tip, using: objects)
    let bases = try branch.bases.map { try base($0) }
    let ours = FrozenNews(of: here, since: bases)
    if ours.entries.isEmpty, ours.withdrawals.isEmpty, ours.migrations.isEmpty { return false }
    let theirs = FrozenNews(of: try FrozenState(of: configuration, in: there, knowing: &meanings), since: bases)
    try compareEntries(ours.entries, theirs.entries, branch, there)
    try compareWithdrawals(ours, theirs, branch)
    if isStale { return !ours.migrations.isEmpty && !theirs.migrations.isEmpty }
    try compareNumbers(ours, theirs, branch)
    try compareOrder(ours, theirs, branch)
    return false
  }

  private mutating func state() throws -> FrozenState {
    if let ours { return ours }
    let state = try FrozenState(of: configuration, in: candidate, knowing: &meanings)
    ours = state
    return state
  }

  private mutating func base(_ commit: ObjectID) throws -> FrozenState {
    if let known = bases[commit] { return known }
    let state = try FrozenState(
      of: configuration, in: try repository.snapshot(of: commit, using: objects), knowing: &meanings)
    bases[commit] = state
    return state
  }

  private mutating func note(
    _ subject: Collision.Subject, in branch: UnmergedBranch, at path: String?,
    _ finding: @escaping (_ branches: [String]) -> Finding
  ) throws {
    if let place = places[subject] {
      collisions[place].branches.append(branch.name)
      return
    }
    let commit = try path.flatMap { try repository.origin(of: $0, at: branch.tip) } ?? branch.tip
    let commits = [Finding.Commit(role: .committed, info: try repository.commitInfo(commit))]
    places[subject] = collisions.count
    collisions.append(Collision(finding: finding, branches: [branch.name], commits: commits))
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

  private mutating func compareEntries(
    _ ours: [Ledger.Item], _ theirs: [Ledger.Item], _ branch: UnmergedBranch, _ snapshot: FileSnapshot
  ) throws {
    for item in theirs {
      guard let own = ours.first(where: { $0.entry.version == item.entry.version }), own.id != item.id else { continue }
      let changes = try schemaChanges(from: own, to: item, in: snapshot)
      try note(.version(ours: own.id, theirs: item.id), in: branch, at: item.folder) {
        .versionTaken(own, item, branches: $0, changes: changes)
      }
    }
    // A version with two contents is reported above. An entry of a past release has the parent that fits its past.
    let own = ours.filter { item in item.entry.commit == nil && !theirs.contains { $0.id == item.id } }
    let other = theirs.filter { item in item.entry.commit == nil && !ours.contains { $0.id == item.id } }
    for item in other {
      guard let twin = own.first(where: { $0.entry.parents == item.entry.parents }),
        twin.entry.version != item.entry.version
      else { continue }
      let parents = parentNames(item)
      try note(.heads(ours: twin.id, theirs: item.id), in: branch, at: item.folder) {
        .twoHeads(twin, item, after: parents, branches: $0)
      }
    }
  }

  /// Finds new versions of one side that follow a version which the other side withdraws.
  private mutating func compareWithdrawals(
    _ ours: FrozenNews, _ theirs: FrozenNews, _ branch: UnmergedBranch
  ) throws {
    for (entries, withdrawals, isHere) in [
      (ours.entries, theirs.withdrawals, true), (theirs.entries, ours.withdrawals, false),
    ] {
      for withdrawal in withdrawals {
        for item in entries where item.entry.parents.contains(withdrawal.entryID) {
          let path = isHere ? nil : item.folder
          try note(.withdrawn(withdrawal.entryID, successor: item.id), in: branch, at: path) {
            .withdrawnParent(of: item, withdrawal, isHere: isHere, branches: $0)
          }
        }
      }
    }
  }

  private func parentNames(_ item: Ledger.Item) -> [String] {
    let withdrawals = Set(ours?.withdrawals.map(\.id) ?? [])
    return item.entry.parents.filter { !withdrawals.contains($0) }.map { id in
      ours?.entries.first { $0.id == id }?.entry.version.name ?? "entry \(id.prefix(12))"
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

  private mutating func compareNumbers(_ ours: FrozenNews, _ theirs: FrozenNews, _ branch: UnmergedBranch) throws {
    for (theirs, other) in theirs.migrations {
      // Migrations in the source of a program have names of their own, wherever they are.
      guard let own = ours.migrations.map(\.record).first(where: { $0.id == other.id }),
        own.path != other.path && theirs.program == nil || own.meaning != other.meaning
      else { continue }
      let isFrozen = ours.entries.contains { $0.entry.migrations.contains { $0.id == own.id } }
      try note(.number(ours: own, theirs: other), in: branch, at: other.path) {
        .numberTaken(own, other, isFrozen: isFrozen, branches: $0)
      }
    }
  }

  private mutating func compareOrder(
    _ ours: FrozenNews, _ theirs: FrozenNews, _ branch: UnmergedBranch
  ) throws {
    func isShared(_ record: MigrationRecord, by news: FrozenNews) -> Bool {
      news.migrations.contains { $0.record.id == record.id && $0.record.meaning == record.meaning }
    }
    let own = ours.migrations.filter { !isShared($0.record, by: theirs) }
    let other = theirs.migrations.filter { !isShared($0.record, by: ours) }
    guard !own.isEmpty, !other.isEmpty else { return }
    // What a migration does besides SQL may be what the others need.
    if (own + other).contains(where: \.migration.isPartial) { return }
    let records = other.map(\.record)
    let outcome: MigrationOrder.Outcome?
    if let known = orders[records] {
      outcome = known
    } else {
      var shared = ours.migrations.filter { isShared($0.record, by: theirs) }.map(\.migration)
      let before = self.ours?.definition?.before ?? []
      outcome =
        Result { try image(of: branch) }.map { base in
          if base == nil { shared = before + shared }
          return MigrationOrder(
            base: base, shared: shared, ours: own.map(\.migration), theirs: other.map(\.migration),
            settings: configuration.buildSettings()
          ).outcome()
        }.value ?? nil
      orders[records] = .some(outcome)
    }
    let paths = (ours: own.map(\.record.path), theirs: records.map(\.path))
    switch outcome {
    case nil: break
    case .same: orderIndependent.append(branch.name)
    case .different(let diff):
      try note(.order(records), in: branch, at: paths.theirs.last) { names in
        .orderMatters(paths.ours, paths.theirs, branches: names, diff)
      }
    case .stuck(let error):
      try note(.order(records), in: branch, at: paths.theirs.last) { names in
        .doNotRunTogether(paths.ours, paths.theirs, branches: names, error)
      }
    }
  }
}

extension Result {
  fileprivate var value: Success? { try? get() }
}
