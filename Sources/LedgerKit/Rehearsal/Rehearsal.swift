internal import Digests
public import GitStore
public import LedgerCore
internal import LedgerEntries
internal import MigrationSources
public import SQLiteSandbox
internal import SQLiteSchema

/// Runs today's migrations on users' databases, each of which is only read, and judges the results as `verify` does.
///
/// Several tasks may rehearse at the same time.
public struct Rehearsal: Sendable {
  /// How rehearsals run.
  public struct Options: Sendable {
    /// The seconds that one migration may take.
    public var timeLimit: Double
    /// What findings say about rows.
    public var samples: SampleStyle
    /// The bytes that the migrations of one file may write to memory. The rest is in a temporary file.
    public var memory: Int
    /// The folder of temporary files.
    public var temporaryFolder: String
    /// The day on which waivers are judged, or `nil` if no waiver expires.
    public var today: CalendarDay?

    /// Options; see the properties.
    public init(
      timeLimit: Double, samples: SampleStyle, memory: Int, temporaryFolder: String, today: CalendarDay?
    ) {
      self.timeLimit = timeLimit
      self.samples = samples
      self.memory = memory
      self.temporaryFolder = temporaryFolder
      self.today = today
    }
  }

  private let searcher: StoreSearcher
  private let databases: [String: RehearsedDatabase]
  private let options: Options

  /// Builds today's source of each database.
  ///
  /// - Parameters:
  ///   - databases: at least one.
  ///   - present: today's source and ledger.
  ///   - environment: the environment of the repository's commands.
  /// - Throws: `LedgerError` if a source cannot be read or does not run, `GitError`, `SchemaError`, `CancellationError`.
  public init(
    in repository: Repository, _ databases: [DatabaseConfiguration], present: FileSnapshot,
    environment: CommandEnvironment, options: Options
  ) async throws {
    searcher = try StoreSearcher(in: repository, databases, everywhere: false)
    var all: [String: RehearsedDatabase] = [:]
    for database in databases {
      all[database.name] = try await RehearsedDatabase(
        database, in: repository, present: present, environment: environment, options)
    }
    self.databases = all
    self.options = options
  }

  /// Rehearses the migrations of one file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - name: the name that the user gave.
  /// - Throws: ``UnreadStore`` if the file cannot be read, or if there is no space for what its migrations write;
  ///   `LedgerError`, `GitError`, `CancellationError`.
  public func outcome(of path: String, named name: String) async throws -> RehearsalOutcome {
    let spill = OverlaySpill(memory: options.memory, folder: options.temporaryFolder)
    let store: DatabaseSnapshot
    do {
      store = try Store(at: path, named: name).snapshot(spill: spill, samples: options.samples)
    } catch {
      throw UnreadStore(error, named: name)
    }
    let search = try searcher.search(store, named: name)
    var outcome = RehearsalOutcome(name: name, size: store.size, search: search)
    do {
      try await rehearse(store, &outcome)
    } catch let error as SchemaError where error.isOfLimit {
      throw UnreadStore(LedgerError.sqlFailed(path: name, line: nil, error: error), named: name)
    } catch let error as SchemaError {
      throw UnreadStore(LedgerError.notAStore(path: name, reason: StoredFile.reason(error)), named: name)
    }
    if let reason = spill.failure {
      throw UnreadStore(
        LedgerError.file(path: name, reason: "what the migrations write has no space in a temporary file: \(reason)"),
        named: name)
    }
    guard store.isValid else { throw UnreadStore(LedgerError.storeInUse(path: name), named: name) }
    return outcome
  }

  private func rehearse(_ store: DatabaseSnapshot, _ outcome: inout RehearsalOutcome) async throws {
    guard let database = try choice(store, &outcome) else { return }
    outcome.database = database.configuration.name
    let connection = try store.open(
      tracking: .known, stubs: database.context.settings.stubs, timeLimit: options.timeLimit)
    let matches = outcome.search.answers.first { $0.database == database.configuration.name }?.matches ?? []
    let facts = try RehearsedStore(connection, database, matches: matches.map(\.entry))
    outcome.record = facts.record
    let upgrade: RehearsedUpgrade
    switch facts.upgrade {
    case .unknown(let reason):
      let nearest = outcome.search.answers.first { $0.database == database.configuration.name }?.nearest
      let differences = nearest.map { nearest in
        let count = nearest.diff.meaningfulChanges.count
        return "; the nearest version is \(nearest.entry.version), with \(count) change\(count == 1 ? "" : "s")"
      }
      outcome.result = .notRehearsed(reason + (differences ?? ""))
      return
    case .known(let known): upgrade = known
    }
    let fixture =
      try matches.last.flatMap { try searcher.fixture($0.id, of: database.configuration.name) }
      ?? database.fixture(standingFor: facts.schema)
    let plan = UpgradePlan(
      of: store, as: fixture, upgrade.remaining, along: database.path, modelSteps: upgrade.modelSteps,
      to: database.target, hasTargetSchema: SchemaDiff(from: facts.schema, to: database.target.schema).isEqual)
    outcome.pending = plan.path?.migrations.map { _ in plan.remaining.map(\.id) }
    let verification = FixtureVerification(plan, database.context)
    let judged = try await verification.outcome()
    outcome.judge(judged.weighed(history: database.configuration.history), by: database)
    outcome.lowerOlderDifferences(than: matches.isEmpty)
    if let limit = outcome.findings.lazy.compactMap(\.failedSQL).first(where: \.isOfMemory) {
      throw limit
    }
    if case .failed = outcome.result, let damage = try connection.integrityFailures().first {
      outcome.result = .notRehearsed("it is damaged: \(damage)")
      outcome.findings = []
    }
  }

  /// The database of the configuration that a file is; `nil` if that is not clear, with the reason in the outcome.
  private func choice(_ store: DatabaseSnapshot, _ outcome: inout RehearsalOutcome) throws -> RehearsedDatabase? {
    let names = outcome.search.answers.map(\.database)
    if databases.count == 1 || outcome.search.isFound && names.count == 1 {
      return names.first.flatMap { databases[$0] }
    }
    if outcome.search.isFound {
      let list = names.joined(separator: " and ")
      outcome.result = .notRehearsed("its schema is one of \(list): name the database with --database")
      return nil
    }
    // The record of a tool names the migrations of one database, or of none.
    let known = try databases.values.filter { database in
      try store.read(stubs: database.context.settings.stubs) { try database.record(in: $0)?.knowsMigrations == true }
    }
    if known.count == 1 { return known[0] }
    outcome.result = .notRehearsed("it is no frozen version of any database of the configuration")
    return nil
  }
}

extension SchemaDiff {
  /// Whether SQLite treats both schemas as equal.
  fileprivate var isEqual: Bool { verdict <= .cosmetic }
}
