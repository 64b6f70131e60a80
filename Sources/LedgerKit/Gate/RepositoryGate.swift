public import GitStore
public import LedgerCore
internal import LedgerEntries

/// Checks all databases of a repository: those that a snapshot configures, and those that the previous snapshot
/// configured.
public struct RepositoryGate {
  /// The result of a check.
  public struct Result: Sendable {
    /// The findings of each database, in the order of the configuration.
    public var databases: [(database: String, findings: [Finding])] = []
    /// The ledger's folder of each database, by the database's name.
    public var ledgers: [String: String] = [:]
    /// An error if the snapshot no longer has a configuration although versions are frozen.
    public var removal: LedgerError?

    /// The findings of all databases.
    public var findings: [Finding] { databases.flatMap(\.findings) }
  }

  /// The repository whose snapshots are checked.
  public let repository: Repository
  /// The only database to check, or `nil` for all.
  public let database: String?
  /// The environment of the repository's commands, or `nil` if they must not be run.
  public let environment: CommandEnvironment?
  /// The day on which a waiver's expiry is checked, or `nil` if waivers do not expire.
  public let today: CalendarDay?

  /// Creates a gate. It reads nothing before ``findings(in:after:merging:)``.
  public init(
    repository: Repository, database: String? = nil, environment: CommandEnvironment? = nil,
    today: CalendarDay? = nil
  ) {
    self.repository = repository
    self.database = database
    self.environment = environment
    self.today = today
  }

  /// Whether commands of the repository would be run. False if the configuration cannot be read;
  /// ``findings(in:after:merging:)`` then reports the reason.
  public func runsCommands(in candidate: FileSnapshot) -> Bool {
    environment != nil && (try? databases(in: candidate, after: nil).contains { $0.source.runsCommands }) == true
  }

  /// Findings that block `candidate` on top of `base`. Empty if neither has a configuration.
  ///
  /// - Parameters:
  ///   - base: the previous snapshot, or `nil` if there is none.
  ///   - merged: further parents of a merge commit.
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`, `CancellationError`.
  public func findings(
    in candidate: FileSnapshot, after base: FileSnapshot?, merging merged: [ObjectID] = []
  ) async throws -> Result {
    var result = Result()
    let isConfigured = try candidate.read(Configuration.fileName) != nil
    let databases = try databases(in: candidate, after: base)
    let gates = databases.map { Gate(repository: repository, configuration: $0) }
    for gate in gates {
      // Without a configuration, the source is not known.
      let findings =
        isConfigured ? try await judge(gate, candidate, base, merged) : try gate.changes(from: base, to: candidate)
      result.databases.append((gate.configuration.name, findings))
    }
    if let base, database == nil {
      result.add(try LostEntries.findings(leaving: base, for: databases, in: candidate))
      if let gate = gates.first { result.add(try changesOfRetired(since: base, in: candidate, gate)) }
    }
    for id in merged {
      for (index, gate) in gates.enumerated() {
        result.databases[index].findings += try MergedEntries(gate: gate, head: base).findings(of: id, in: candidate)
      }
    }
    for (index, database) in databases.enumerated() {
      result.ledgers[database.name] = database.ledger
      // The waivers of the candidate are used: a waiver is committed together with the change that it allows.
      let waivers = try Waivers(at: database.ledger, in: candidate, today: today)
      result.databases[index].findings = database.withoutSilenced(waivers.judged(result.databases[index].findings))
    }
    if let base, try !isConfigured && isFrozen(databases, in: base) {
      result.removal = .configurationRemoved(path: Configuration.fileName, revision: "HEAD")
    }
    return result
  }

  private func judge(
    _ gate: Gate, _ candidate: FileSnapshot, _ base: FileSnapshot?, _ merged: [ObjectID]
  ) async throws -> [Finding] {
    let findings =
      if let environment {
        try await gate.findings(in: candidate, after: base, environment: environment)
      } else {
        try gate.findings(in: candidate, after: base)
      }
    let new = NewEntries(
      repository: repository, configuration: gate.configuration, candidate: candidate, base: base, merged: merged)
    return try await findings + new.findings(beside: findings)
  }

  /// Finding SL101 for the entries of retired ledgers that the candidate changes. It may remove them.
  private func changesOfRetired(
    since base: FileSnapshot, in candidate: FileSnapshot, _ gate: Gate
  ) throws -> [Finding] {
    try (Configuration.ifPresent(in: candidate)?.retired.keys.sorted() ?? []).flatMap { folder in
      try gate.changes(of: Ledger(at: folder, in: base), in: base, to: candidate).filter { $0.code == .entryRewritten }
    }
  }

  private func isFrozen(_ databases: [DatabaseConfiguration], in base: FileSnapshot) throws -> Bool {
    try databases.contains { try !Ledger(at: $0.ledger, in: base).items.isEmpty }
  }

  /// The databases that the candidate configures, or those of `base` if the candidate has no configuration.
  private func databases(in candidate: FileSnapshot, after base: FileSnapshot?) throws -> [DatabaseConfiguration] {
    let configuration: Configuration
    do {
      configuration = try Configuration(from: candidate)
    } catch LedgerError.noConfiguration {
      guard let base, let former = try Configuration.ifPresent(in: base) else { return [] }
      configuration = former
    }
    return try database.map { [try configuration.database($0)] } ?? configuration.databases
  }
}

extension RepositoryGate.Result {
  fileprivate mutating func add(_ lost: [Finding]) {
    // The gate of a database has reported the ledgers that history has and the configuration does not name.
    let known = Set(findings.filter { $0.code == .ledgerUnreached }.map(\.path))
    let lost = lost.filter { $0.code != .ledgerUnreached || !known.contains($0.path) }
    guard !lost.isEmpty else { return }
    databases.append((databases.first?.database ?? Configuration.defaultDatabase, lost))
  }
}
