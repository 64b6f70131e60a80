public import GitStore
public import LedgerCore
internal import LedgerEntries

/// Judges all databases of a repository: those that a snapshot configures, and those that the one before it did.
public struct RepositoryGate {
  /// What was found.
  public struct Result: Sendable {
    /// What was found of each database, in the order of the configuration.
    public var databases: [(database: String, findings: [Finding])] = []
    /// The ledger's folder of each database, by its name.
    public var ledgers: [String: String] = [:]
    /// That the snapshot has no configuration any more, while versions are frozen.
    public var removal: LedgerError?

    /// The findings of all databases.
    public var findings: [Finding] { databases.flatMap(\.findings) }
  }

  /// The repository whose snapshots are judged.
  public let repository: Repository
  /// The only database to be judged; nil for all.
  public let database: String?
  /// What commands of the repository get; nil where none may be run.
  public let environment: CommandEnvironment?
  /// What the days of waivers are held against; nil where none passes.
  public let today: CalendarDay?

  /// Nothing is read before ``findings(in:after:merging:)``.
  public init(
    repository: Repository, database: String? = nil, environment: CommandEnvironment? = nil,
    today: CalendarDay? = nil
  ) {
    self.repository = repository
    self.database = database
    self.environment = environment
    self.today = today
  }

  /// Whether commands of the repository may be run. What cannot be read runs none; ``findings(in:after:merging:)`` says
  /// why.
  public func runsCommands(in candidate: FileSnapshot) -> Bool {
    environment != nil && (try? databases(in: candidate, after: nil).contains { $0.source.runsCommands }) == true
  }

  /// What stands against `candidate` in place of `base`. Without a configuration in both there is nothing to judge.
  ///
  /// - Parameters:
  ///   - base: what it follows; nil when it is the first.
  ///   - merged: commits that it brings in besides.
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`, `CancellationError`.
  public func findings(
    in candidate: FileSnapshot, after base: FileSnapshot?, merging merged: [ObjectID] = []
  ) async throws -> Result {
    var result = Result()
    let isConfigured = try candidate.read(Configuration.fileName) != nil
    let databases = try databases(in: candidate, after: base)
    let gates = databases.map { Gate(repository: repository, configuration: $0) }
    for gate in gates {
      // Without a configuration nobody says where a source would be.
      let findings =
        isConfigured ? try await judge(gate, candidate, base) : try gate.changes(from: base, to: candidate)
      result.databases.append((gate.configuration.name, findings))
    }
    if let base, database == nil {
      result.add(try LostEntries.findings(leaving: base, for: databases, in: candidate))
    }
    for id in merged {
      for (index, gate) in gates.enumerated() {
        result.databases[index].findings += try MergedEntries(gate: gate, head: base).findings(of: id, in: candidate)
      }
    }
    for (index, database) in databases.enumerated() {
      result.ledgers[database.name] = database.ledger
      // Those of what is judged: a waiver comes with the change it is for, and is read with it.
      let waivers = try Waivers(at: database.ledger, in: candidate, today: today)
      result.databases[index].findings = waivers.judged(result.databases[index].findings)
    }
    if let base, try !isConfigured && isFrozen(databases, in: base) {
      result.removal = .configurationRemoved(path: Configuration.fileName, revision: "HEAD")
    }
    return result
  }

  private func judge(_ gate: Gate, _ candidate: FileSnapshot, _ base: FileSnapshot?) async throws -> [Finding] {
    guard let environment else { return try gate.findings(in: candidate, after: base) }
    return try await gate.findings(in: candidate, after: base, environment: environment)
  }

  private func isFrozen(_ databases: [DatabaseConfiguration], in base: FileSnapshot) throws -> Bool {
    try databases.contains { try !Ledger(at: $0.ledger, in: base).items.isEmpty }
  }

  /// What the candidate configures; one that has no configuration is judged by the one before.
  private func databases(in candidate: FileSnapshot, after base: FileSnapshot?) throws -> [DatabaseConfiguration] {
    let configuration: Configuration
    do {
      configuration = try Configuration(from: candidate)
    } catch LedgerError.noConfiguration {
      guard let base, let former = try? Configuration(from: base) else { return [] }
      configuration = former
    }
    return try database.map { [try configuration.database($0)] } ?? configuration.databases
  }
}

extension RepositoryGate.Result {
  fileprivate mutating func add(_ lost: [Finding]) {
    guard !lost.isEmpty else { return }
    databases.append((databases.first?.database ?? Configuration.defaultDatabase, lost))
  }
}
