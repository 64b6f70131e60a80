internal import GitStore
public import LedgerEntries
public import MigrationSources
public import SQLiteSandbox
public import SQLiteSchema
internal import SQLiteSyntax

/// What makes a schema, and what moves older databases there.
public struct SourceDefinition: Sendable {
  /// What makes the schema from nothing.
  public enum Creation: Sendable {
    /// SQL, run in order in an empty database.
    case scripts([Migration])
    /// A database as it lies in the repository.
    case database(path: String, [UInt8])
    /// A command of the repository.
    case command(SourceCommand)
  }

  /// What moves a database of an older version forward.
  public enum Forward: Sendable {
    /// In order; those it has not had are run. The convention is a name of ``MigrationConvention``.
    case migrations(MigrationListing, convention: String)
    /// A command of the repository, run on a copy.
    case command(SourceCommand)
  }

  /// `migrations`, `schema`, `command`, `database` or `swift`.
  public let kind: String
  /// What makes the schema from nothing.
  public let creation: Creation
  /// Nil where the source has no way forward.
  public let forward: Forward?

  package init(kind: String, creation: Creation, forward: Forward?) {
    self.kind = kind
    self.creation = creation
    self.forward = forward
  }

  /// The migrations that move a database forward; nil where there are none of SQL.
  public var migrations: [Migration]? {
    if case .migrations(let listing, _) = forward { listing.migrations } else { nil }
  }

  /// Whether a new database is made by all the migrations, one after the other.
  package var isReplayed: Bool {
    if case .migrations(let listing, _) = forward { kind == "migrations" && listing.fresh == nil } else { false }
  }

  /// The name of the ``MigrationConvention``; nil without a folder of migrations.
  public var convention: String? {
    if case .migrations(_, let convention) = forward { convention } else { nil }
  }

  /// What was left out of the folder of migrations.
  public var notices: [MigrationNotice] {
    if case .migrations(let listing, _) = forward { listing.notices } else { [] }
  }

  /// What an entry records of the migrations.
  public var records: [MigrationRecord] { records(knowing: [:]) }

  /// The same.
  ///
  /// - Parameter frozen: meanings by the digests of texts that are frozen; what such a text says need not be worked out.
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
      }
    return Set(own + (migrations ?? []).map(\.path)).sorted()
  }
}

extension SourceDefinition {
  /// `error`, which a database that this has made gave rise to, with what made it.
  package func blame(for error: SchemaError) -> any Error {
    switch creation {
    case .scripts: error
    case .database(let path, _): LedgerError.sqlFailed(path: path, line: nil, error: error)
    case .command(let command):
      LedgerError.commandFailed(line: command.line, .schemaFailed(error), output: [], inCheckout: false)
    }
  }
}

extension ForwardConfiguration {
  func read(from snapshot: FileSnapshot) throws -> SourceDefinition.Forward {
    switch self {
    case .migrations(let folder): .migrations(try folder.listing(in: snapshot), convention: folder.convention)
    case .command(let migrate): .command(migrate)
    }
  }
}

/// How a source's SQL is run and its schema read.
public struct BuildSettings: Sendable {
  /// Tables that are no part of the schema.
  public var ignoredTables: [String]
  /// What stands in for functions and collations of the application.
  public var stubs: Stubs
  /// Seconds that one script may take.
  public var timeLimit: Double
  /// Whether foreign keys are enforced while migrations run; nil for both.
  public var foreignKeys: Bool?
  /// What is made of values that migrations change.
  public var values = ValuePolicy.standard
  /// Whether another order of columns is another schema; not to a source that names them in all it does.
  package var ordersColumns = true

  /// Settings that no configuration says.
  public init(
    ignoredTables: [String] = [], stubs: Stubs = Stubs(), timeLimit: Double = ScratchDatabase.defaultTimeLimit
  ) {
    self.ignoredTables = ignoredTables
    self.stubs = stubs
    self.timeLimit = timeLimit
  }
}

extension DatabaseConfiguration {
  /// How this database's SQL is run.
  public func buildSettings(timeLimit: Double = ScratchDatabase.defaultTimeLimit) -> BuildSettings {
    var settings = BuildSettings(ignoredTables: ignoredTables, stubs: stubs, timeLimit: timeLimit)
    settings.values = values
    settings.foreignKeys = foreignKeys
    if case .swift = source { settings.ordersColumns = false }
    return settings
  }
}

/// A database that a source made.
public struct BuiltSource {
  /// What was run.
  public let text: SourceDefinition
  /// The database, in memory.
  public let database: ScratchDatabase
  /// The schema of ``database``, without the tables that the configuration ignores.
  public package(set) var schema: CanonicalSchema
  /// The version that the source says this is; nil where that is for the configuration to say.
  public var version: String?
  /// What the source declares of its objects, the bytes of `model.json`; nil where it declares nothing.
  public var model: [UInt8]?

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
  /// Makes the database without running any command of the repository.
  ///
  /// - Throws: `LedgerError.commandNotRun` for a source that is a command, `.sqlFailed` with the file and the line,
  ///   `.transactionLeftOpen`, `.notAStore`, `SchemaError`.
  public func build(_ settings: BuildSettings = BuildSettings()) throws -> BuiltSource {
    let database: ScratchDatabase
    switch creation {
    case .scripts(let steps):
      database = try ScratchDatabase(stubs: settings.stubs, timeLimit: settings.timeLimit)
      for step in steps { try step.run(on: database) }
    case .database(let path, let bytes):
      do {
        database = try ScratchDatabase(file: bytes, stubs: settings.stubs, timeLimit: settings.timeLimit)
      } catch let error as SchemaError {
        throw LedgerError.notAStore(path: path, reason: StoredFile.reason(error))
      }
    case .command(let command): throw LedgerError.commandNotRun(line: command.line)
    }
    return BuiltSource(text: self, database: database, schema: try database.schema(ignoring: settings.ignoredTables))
  }

  /// Makes the database.
  ///
  /// - Parameters:
  ///   - runner: runs commands of the repository; nil where none may be run.
  ///   - version: which of the versions that a Swift package declares; nil for the newest.
  /// - Throws: as ``build(_:)``, and `LedgerError.commandFailed`, `.versionNotDeclared`, `CancellationError`.
  public func build(
    _ settings: BuildSettings, with runner: CommandRunner?, as version: String? = nil
  ) async throws -> BuiltSource {
    guard case .command(let command) = creation, let runner else { return try build(settings) }
    if let package { return try await build(package, settings, with: runner, as: version) }
    return try built(by: command, try await runner.run(command, on: nil), settings)
  }

  /// What a command has made.
  func built(by command: SourceCommand, _ bytes: [UInt8], _ settings: BuildSettings) throws -> BuiltSource {
    let database = try ScratchDatabase(file: bytes, stubs: settings.stubs, timeLimit: settings.timeLimit)
    try database.normalizeTrackingTables()
    let schema = try database.schema(ignoring: settings.ignoredTables)
    if schema.objectCount == 0 {
      let reason = CommandFailure.madeNoTables(trackingTables: try database.trackingTables())
      throw LedgerError.commandFailed(line: command.line, reason, output: [], inCheckout: false)
    }
    return BuiltSource(text: self, database: database, schema: schema)
  }
}
