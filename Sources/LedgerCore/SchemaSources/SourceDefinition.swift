internal import GitStore
public import LedgerEntries
public import MigrationSources
public import ProjectModels
public import SQLiteData
public import SQLiteSandbox
public import SQLiteSchema
internal import SQLiteSyntax

/// The definition of a schema, and of the upgrade path for older databases.
public struct SourceDefinition: Sendable {
  /// The ways of making the schema from scratch.
  public enum Creation: Sendable {
    /// SQL, run in order in an empty database.
    case scripts([Migration])
    /// A database file in the repository.
    case database(path: String, [UInt8])
    /// A command of the repository.
    case command(SourceCommand)
    /// Models that the files of an application declare.
    case models(DeclaredVersions)
    /// The versions that Room has exported.
    case room(RoomSchemas)
  }

  /// The upgrade path for a database of an older version.
  public enum Forward: Sendable {
    /// Migrations in order, of which those that have not been applied are run. The convention is the name of a
    /// ``MigrationConvention``.
    case migrations(MigrationListing, convention: String)
    /// A command of the repository, run on a copy of the database.
    case command(SourceCommand)
  }

  /// The kind of source, as in the configuration: `migrations`, `schema`, `swiftdata` and so on.
  public let kind: String
  /// How the schema is made from scratch.
  public let creation: Creation
  /// `nil` if the source has no upgrade path.
  public let forward: Forward?
  /// The migrations that the command of ``forward`` runs, as far as its sources say, and the name of their convention; `nil`
  /// if they are not known.
  package var registered: (listing: MigrationListing, convention: String)?
  /// The migrations of a Room database; `nil` for any other source, and in an earlier commit.
  package var roomMigrations: RoomMigrations?

  package init(kind: String, creation: Creation, forward: Forward?) {
    self.kind = kind
    self.creation = creation
    self.forward = forward
  }

  /// The source as a program of this version uses it: without migrations that are in the folder of a later version.
  package func running(in version: String) -> SourceDefinition {
    guard case .migrations(let listing, let convention) = forward else { return self }
    let running = listing.running(in: version, convention: convention)
    // A new database of a source of kind `migrations` is made by the migrations themselves.
    let creation =
      if isReplayed { Creation.scripts(running.migrations) } else { creation }
    return SourceDefinition(kind: kind, creation: creation, forward: .migrations(running, convention: convention))
  }

  /// The source with only the migrations that an entry records; `nil` if it lacks one of them, has another text or another
  /// order, or does not make a new database by running all of them.
  package func limited(to records: [MigrationRecord]) -> SourceDefinition? {
    guard isReplayed, case .migrations(var listing, let convention) = forward else { return nil }
    let texts = Dictionary(records.map { ($0.id, $0.text) }) { first, _ in first }
    listing.migrations.removeAll { texts[$0.id] != MigrationRecord.digest($0.text) }
    guard listing.migrations.map(\.id) == records.map(\.id) else { return nil }
    return SourceDefinition(
      kind: kind, creation: .scripts(listing.migrations), forward: .migrations(listing, convention: convention))
  }

  /// The migrations of the upgrade path, or `nil` if it does not consist of migrations that are known.
  public var migrations: [Migration]? { listing?.migrations }

  /// The listing of ``migrations``.
  package var listing: MigrationListing? {
    if case .migrations(let listing, _) = forward { listing } else { registered?.listing }
  }

  /// Whether a migration runs something besides SQL, which the configuration does not skip.
  package var hasPartialMigrations: Bool {
    guard case .migrations(let listing, _) = forward, listing.programStep != nil else { return false }
    return listing.migrations.contains(where: \.isPartial)
  }

  /// What a migration runs besides SQL, if a new database is made by migrations.
  package var programStep: MigrationFolderError? {
    if kind == "migrations", case .migrations(let listing, _) = forward { listing.programStep } else { nil }
  }

  /// The scripts that create what the application itself creates before the first migration.
  package var before: [Migration] {
    if case .migrations(let listing, _) = forward { listing.before } else { [] }
  }

  /// The records, for an entry, of the scripts that run before the first migration when a new database is made.
  package var beforeRecords: [MigrationRecord] {
    kind == "migrations" ? before.map { MigrationRecord($0, knowing: [:]) } : []
  }

  /// Whether a new database is made by running all migrations in order.
  package var isReplayed: Bool {
    if case .migrations(let listing, _) = forward { kind == "migrations" && listing.fresh == nil } else { false }
  }

  /// The name of the ``MigrationConvention``, or `nil` without a folder of migrations.
  public var convention: String? {
    if case .migrations(_, let convention) = forward { convention } else { registered?.convention }
  }

  /// What the migration tool compares in a migration that a database has run; `nil` for nothing.
  package var textComparison: TextComparison? { convention.flatMap { MigrationConvention.named($0)?.textComparison } }

  /// Files in the folder of migrations that are not run, or that are run in an unexpected way.
  public var notices: [MigrationNotice] {
    listing?.notices ?? room?.notices ?? []
  }

  /// The records of the migrations for an entry.
  public var records: [MigrationRecord] { records(knowing: [:]) }

  /// The records of the migrations, computed with known meanings.
  ///
  /// - Parameter frozen: the known meanings, by the digests of frozen texts. They are not computed again.
  package func records(knowing frozen: [String: String]) -> [MigrationRecord] {
    (migrations ?? []).map { MigrationRecord($0, knowing: frozen) }
  }

  /// Paths of all files that were read.
  package var paths: [String] {
    let own =
      switch creation {
      case .scripts(let steps): steps.map(\.path)
      case .database(let path, _): [path]
      case .command: [String]()
      case .models(let versions): versions.versions.flatMap(\.paths)
      case .room(let schemas): schemas.versions.map(\.path)
      }
    return Set(own + (migrations ?? []).map(\.path) + before.map(\.path)).sorted()
  }
}

extension SourceDefinition {
  /// Adds the source to an `error` that occurred in a database made from it.
  package func blame(for error: SchemaError) -> any Error {
    switch creation {
    case .scripts, .models, .room: error
    case .database(let path, _): LedgerError.sqlFailed(path: path, line: nil, error: error)
    case .command(let command):
      LedgerError.commandFailed(line: command.line, .schemaFailed(error), output: [], inCheckout: false)
    }
  }
}

extension ForwardConfiguration {
  func read(from snapshot: FileSnapshot, beside present: FileSnapshot?) throws -> SourceDefinition.Forward {
    switch self {
    case .migrations(let folder):
      .migrations(try folder.listing(in: snapshot, beside: present), convention: folder.convention)
    case .command(let migrate): .command(migrate)
    }
  }
}

/// Settings for running a source's SQL and reading its schema.
public struct BuildSettings: Sendable {
  /// Tables that are not part of the schema.
  public var ignoredTables: [String]
  /// Stubs for functions and collations of the application.
  public var stubs: Stubs
  /// The time limit for one script, in seconds.
  public var timeLimit: Double
  /// Whether foreign keys are enforced while migrations run, or `nil` to try both.
  public var foreignKeys: Bool?
  /// Conditions that generated rows satisfy besides the constraints of the schema.
  public var assumptions: [Assumption] = []
  /// How changed values are reported.
  public var values = ValuePolicy.standard
  /// Whether the order of columns matters. It does not for a source that names the columns in all its statements.
  package var ordersColumns = true
  /// Whether a difference matters only if Room sees it when it opens a database.
  package var comparesLikeRoom = false

  /// Creates settings that do not come from a configuration.
  public init(
    ignoredTables: [String] = [], stubs: Stubs = Stubs(), timeLimit: Double = ScratchDatabase.defaultTimeLimit
  ) {
    self.ignoredTables = ignoredTables
    self.stubs = stubs
    self.timeLimit = timeLimit
  }
}

extension DatabaseConfiguration {
  /// The settings for running this database's SQL.
  public func buildSettings(timeLimit: Double = ScratchDatabase.defaultTimeLimit) -> BuildSettings {
    var settings = BuildSettings(ignoredTables: ignoredTables, stubs: stubs, timeLimit: timeLimit)
    settings.values = values
    settings.assumptions = assumptions
    settings.foreignKeys =
      foreignKeys ?? source.migrations.flatMap { MigrationConvention.named($0.convention)?.foreignKeys }
    switch source {
    case .swift, .models: settings.ordersColumns = false
    case .room:
      // Room reads and writes columns by their names, and switches foreign keys on after its migrations.
      settings.ordersColumns = false
      settings.comparesLikeRoom = true
      settings.foreignKeys = foreignKeys ?? false
    default: break
    }
    return settings
  }

  /// The settings for running the SQL of a definition that was read from this database's source.
  package func buildSettings(
    for definition: SourceDefinition, timeLimit: Double = ScratchDatabase.defaultTimeLimit
  ) -> BuildSettings {
    var settings = buildSettings(timeLimit: timeLimit)
    if foreignKeys == nil, case .migrations(let listing, _) = definition.forward, let setting = listing.foreignKeys {
      settings.foreignKeys = setting
    }
    return settings
  }
}

/// A database that a source made.
public struct BuiltSource {
  /// The definition that was run.
  public let text: SourceDefinition
  /// The database, in memory.
  public let database: ScratchDatabase
  /// The schema of ``database``, without the tables that the configuration ignores.
  public package(set) var schema: CanonicalSchema
  /// The version that the source states, or `nil` if it states none.
  public var version: String?
  /// The model that the source declares, as the bytes of `model.json`, or `nil` if it declares none.
  public var model: [UInt8]?
  /// Which stored values the program can read, as the bytes of `values.json`; `nil` if ``model`` says all of it.
  package var values: [UInt8]?
  /// Why the tables of ``model`` are not known, as clauses; empty if they are. ``database`` is empty otherwise.
  package var unknownTables: [String] = []
  /// Whether the source says that CloudKit synchronises its stores.
  package var usesCloudKit = false

  package init(
    text: SourceDefinition, database: ScratchDatabase, schema: CanonicalSchema, version: String? = nil,
    model: [UInt8]? = nil
  ) {
    self.text = text
    self.database = database
    self.schema = schema
    self.version = version
    self.model = model
  }
}

extension SourceDefinition {
  /// Makes the database without running commands of the repository.
  ///
  /// - Throws: `LedgerError.commandNotRun` for a command source, `.sqlFailed` with the file and the line, `.stubsMissing`
  ///   in place of it if several functions or collations are missing, `.transactionLeftOpen`, `.notAStore`, `SchemaError`,
  ///   `MigrationFolderError.programStep`, `.programNamed`.
  public func build(_ settings: BuildSettings = BuildSettings()) throws -> BuiltSource {
    do {
      return try run(settings)
    } catch LedgerError.sqlFailed(let path, let line, let error) {
      let missing = missingStubs(for: error, settings).stubs
      if missing.functions.count + missing.collations.count < 2 {
        throw LedgerError.sqlFailed(path: path, line: line, error: error)
      }
      throw LedgerError.stubsMissing(path: path, line: line, error: error, stubs: missing)
    }
  }

  func run(_ settings: BuildSettings) throws -> BuiltSource {
    switch creation {
    case .models(let versions): return try build(versions, as: nil, settings)
    case .room(let schemas): return try build(schemas.current, settings)
    case .scripts, .database, .command:
      let database = try database(settings)
      return BuiltSource(text: self, database: database, schema: try database.schema(ignoring: settings.ignoredTables))
    }
  }

  /// The scripts that make a new database, in order; `nil` if it is not made by scripts.
  package var creationScripts: [Migration]? {
    guard case .scripts(let steps) = creation else { return nil }
    // A schema file contains what the application itself creates.
    return kind == "migrations" ? before + steps : steps
  }

  /// Makes the database like ``build(_:)``, from a state in which its first scripts have run.
  ///
  /// - Parameters:
  ///   - state: what these scripts have made.
  ///   - count: their number.
  /// - Throws: as ``build(_:)``, except `LedgerError.stubsMissing`.
  package func build(
    _ settings: BuildSettings, from state: DatabaseCheckpoint, after count: Int
  ) throws -> BuiltSource {
    let database = try ScratchDatabase(state, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    for script in (creationScripts ?? []).dropFirst(count) { try script.run(on: database) }
    return BuiltSource(text: self, database: database, schema: try database.schema(ignoring: settings.ignoredTables))
  }

  /// Makes the database like ``build(_:)``, without reading its schema, which takes longer than running migrations.
  ///
  /// - Throws: as ``build(_:)``, except `LedgerError.stubsMissing`.
  package func database(_ settings: BuildSettings) throws -> ScratchDatabase {
    switch creation {
    case .scripts:
      if let programStep { throw programStep }
      let database = try ScratchDatabase(tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
      for script in creationScripts ?? [] { try script.run(on: database) }
      return database
    case .database(let path, let bytes):
      do {
        return try ScratchDatabase(
          file: bytes, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
      } catch let error as SchemaError {
        throw LedgerError.notAStore(path: path, reason: StoredFile.reason(error))
      }
    case .command(let command): throw LedgerError.commandNotRun(line: command.line)
    case .models, .room: return try run(settings).database
    }
  }

  /// Makes the database.
  ///
  /// - Parameters:
  ///   - runner: runs commands of the repository, or `nil` if they must not be run.
  ///   - version: which of the versions that the source declares to make; `nil` for the newest.
  /// - Throws: the errors of ``build(_:)``, and `LedgerError.commandFailed`, `.versionNotDeclared`,
  ///   `CancellationError`.
  public func build(
    _ settings: BuildSettings, with runner: CommandRunner?, as version: String? = nil
  ) async throws -> BuiltSource {
    if case .models(let versions) = creation { return try build(versions, as: version, settings) }
    if case .room(let schemas) = creation, let version { return try build(schemas, as: version, settings) }
    guard case .command(let command) = creation, let runner else { return try build(settings) }
    if let package { return try await build(package, settings, with: runner, as: version) }
    if let migrator = command.package { try await checkRegistrations(of: migrator, with: runner) }
    return try built(by: command, try await runner.run(command, on: nil), settings)
  }

  /// Creates the result from the database that a command made.
  func built(by command: SourceCommand, _ bytes: [UInt8], _ settings: BuildSettings) throws -> BuiltSource {
    let database = try ScratchDatabase(
      file: bytes, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    try database.normalizeTrackingTables()
    let schema = try database.schema(ignoring: settings.ignoredTables)
    if schema.objectCount == 0 {
      let reason = CommandFailure.madeNoTables(trackingTables: try database.trackingTables().map(\.text))
      throw LedgerError.commandFailed(line: command.line, reason, output: [], inCheckout: false)
    }
    return BuiltSource(text: self, database: database, schema: schema)
  }
}
