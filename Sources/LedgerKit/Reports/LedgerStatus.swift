public import GitStore
public import LedgerCore
public import LedgerEntries
public import MigrationSources
public import SQLiteSchema

/// The status of a ledger: its versions, the changes since the latest one, and problems.
public struct LedgerStatus: Sendable {
  /// The database's name in the configuration.
  public let database: String
  /// The ledger in the work tree.
  public let ledger: Ledger
  /// Versions in the work tree that are not in HEAD.
  public let uncommitted: [String]
  /// Paths of migrations that are in no version.
  public let newMigrations: [String]
  /// Whether the source has migrations.
  public let hasMigrations: Bool
  /// The changes since the latest version, or `nil` if nothing is frozen or the source does not run.
  public let diff: SchemaDiff?
  /// Whether the current schema comes from a command of the repository, which is not run here.
  public let isCommand: Bool
  /// The gate's findings for the work tree.
  public let findings: [Finding]
  /// Files in the source's folder that are not run, or that are run in an unexpected way.
  public let notices: [MigrationNotice]
  /// The status of the first hook that is not installed or, if all are, of the first hook.
  public let hook: Hook.Status
  /// The name of that hook.
  public let hookName: HookName

  /// Runs the source's SQL in memory, and no other code of the repository.
  ///
  /// - Parameter today: the day on which a waiver's expiry is checked, or `nil` if waivers do not expire.
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`.
  public init(of configuration: DatabaseConfiguration, in repository: Repository, today: CalendarDay? = nil) throws {
    let workTree = try repository.snapshot(.workTree)
    let head = try repository.head.commit.map { try repository.snapshot(.commit($0)) }
    let ledger = try Ledger(at: configuration.ledger, in: workTree)
    let committed = try head.map { try Ledger(at: configuration.ledger, in: $0) }
    database = configuration.name
    self.ledger = ledger
    let known = Set(committed?.items.map(\.id) ?? [])
    uncommitted = ledger.items.filter { !known.contains($0.id) }.map(\.entry.version.name)
    findings = configuration.withoutSilenced(
      try Waivers(at: configuration.ledger, in: workTree, today: today).judged(
        Gate(repository: repository, configuration: configuration).findings(in: workTree, after: head)))
    (hookName, hook) = try Self.hook(of: HookInstallation(repository: repository))

    let definition = try configuration.schemaSource.read(from: workTree)
    let found = Set(findings.filter { $0.code == .migrationNotRun }.compactMap(\.path))
    notices = configuration.withoutSilenced(definition.notices).filter { !found.contains($0.path) }
    let frozen = Set(ledger.items.flatMap { $0.entry.migrations.map(\.receipt) })
    newMigrations = (definition.migrations ?? []).filter { !frozen.contains(MigrationRecord.receipt(of: $0)) }
      .map(\.path)
    hasMigrations = definition.migrations != nil
    if case .command = definition.creation { isCommand = true } else { isCommand = false }
    diff = try ledger.latest.flatMap { latest in
      guard let built = try? definition.build(configuration.buildSettings()),
        let before = try Self.schema(of: latest, in: workTree, ignoring: configuration.ignoredTables)
      else { return nil }
      return SchemaDiff(
        from: before, try workTree.read(latest.folder + "/" + Entry.modelName), to: built.schema, built.model)
    }
  }

  private static func hook(of installation: HookInstallation) throws -> (HookName, Hook.Status) {
    let hooks = try installation.needed.map { ($0, try installation.hook($0).status()) }
    return hooks.first { ![.installed, .included].contains($0.1) } ?? hooks[0]
  }

  /// The schema of the fixture, which contains the text that SQLite stores. If the fixture cannot be read, the schema
  /// in schema.sql.
  private static func schema(
    of item: Ledger.Item, in snapshot: FileSnapshot, ignoring ignoredTables: [String]
  ) throws -> CanonicalSchema? {
    let fixture = try snapshot.read(item.folder + "/" + item.entry.fixtureName)
    if let schema = fixture.flatMap({ try? item.entry.schema(of: $0, ignoring: ignoredTables) }) { return schema }
    return try snapshot.read(item.folder + "/schema.sql").flatMap { try? StoredFile.schema(of: $0) }
  }
}
