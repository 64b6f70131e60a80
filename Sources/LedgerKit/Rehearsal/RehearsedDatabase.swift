internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// What the rehearsals of one database of the configuration have in common.
struct RehearsedDatabase: Sendable {
  let configuration: DatabaseConfiguration
  let definition: SourceDefinition
  let path: UpgradePath
  /// Today's schema.
  let target: UpgradeTarget
  let context: UpgradeContext
  /// What the application runs before the migrations, or `nil` for nothing.
  let before: BeforeScripts?
  let waivers: Waivers
  /// Which frozen versions have today's migrations.
  private let lineage: Lineage

  /// - Throws: `LedgerError` if the source cannot be read or does not run, or has no migrations; `GitError`, `SchemaError`,
  ///   `CancellationError`.
  init(
    _ configuration: DatabaseConfiguration, in repository: Repository, present: FileSnapshot,
    environment: CommandEnvironment, _ options: Rehearsal.Options
  ) async throws {
    self.configuration = configuration
    definition = try configuration.schemaSource.read(from: present)
    let runner = try CommandRunner(
      for: configuration.source, in: present, of: repository, environment: environment)
    var settings = configuration.buildSettings(for: definition)
    guard let path = definition.upgradePath(runner) else {
      throw LedgerError.noUpgradePath(database: configuration.name)
    }
    self.path = path
    target = try UpgradeTarget(try await definition.build(settings, with: runner))
    var stages: PackageStages?
    if let package = definition.package, let runner {
      stages = try await PackageStages(of: package, with: runner)
    }
    before = try BeforeScripts(definition.before, settings)
    // Databases with rows take longer than empty ones.
    settings.timeLimit = options.timeLimit
    let ledger = try Ledger(at: configuration.ledger, in: present)
    lineage = Lineage(of: ledger, source: definition.records(knowing: ledger.meanings))
    context = UpgradeContext(
      settings: settings, rows: 0, stages: stages, frozenTexts: ledger.frozenTexts(of: definition))
    waivers = try Waivers(at: configuration.ledger, in: present, today: options.today)
  }

  /// The migrations of the source; empty for a command, and for models.
  var migrations: [Migration] { path.migrations ?? [] }

  /// Whether a version has run migrations and today's source has none of them.
  func isOfAnotherLineage(_ entry: Entry) -> Bool { definition.migrations != nil && lineage.isAnother(entry) }

  /// An entry for a database that is no frozen version.
  func fixture(standingFor schema: CanonicalSchema) throws -> FrozenFixture {
    let draft = EntryDraft(
      try Version("0"), schema: schema, of: configuration.name, fixture: [], from: .init(kind: definition.kind),
      parents: [])
    return FrozenFixture(entry: draft.entry, id: draft.entry.id, commits: [], folder: "", files: draft.files)
  }

  /// Which of the source's migrations a database has had; `nil` if its tool keeps no record, or has not begun it.
  func record(in database: ScratchDatabase) throws -> MigrationRecordReading? {
    guard let convention = definition.convention, case .migrations(let listing, _) = definition.forward,
      let table = try MigrationsTable.own(of: .named(convention), in: database)
    else { return nil }
    let (had, unknown) = table.sort(listing.migrations, checkpoints: listing.checkpoints)
    return MigrationRecordReading(place: table.place, had: had, unknown: unknown)
  }
}

/// What a migration tool has recorded in a database, in terms of today's migrations.
struct MigrationRecordReading {
  /// A table's name, or `PRAGMA user_version`.
  let place: String
  let had: [Migration]
  /// Recorded ids that today's source does not have.
  let unknown: [String]

  /// Whether it names one of today's migrations.
  var knowsMigrations: Bool { !had.isEmpty }
  /// Whether it names migrations, and none of today's.
  var isOfAnotherLineage: Bool { had.isEmpty && !unknown.isEmpty }
}
