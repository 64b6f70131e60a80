public import SQLiteSandbox

/// What `schemaledger.yml` says: which databases this repository ships, and where their schemas come from.
public struct Configuration: Sendable, Hashable {
  /// At the top of the repository.
  public static let fileName = "schemaledger.yml"
  /// The ledger's folder where `ledger` is not given; with several databases, each has a folder in it.
  public static let defaultLedger = "SchemaLedger"
  /// The name of a database that stands alone in the file: its fixture is `App.sqlite`.
  public static let defaultDatabase = "App"

  /// In the order of the file; never empty.
  public var databases: [DatabaseConfiguration]

  /// A configuration that no file says, as `init` makes it; `databases` is not empty.
  public init(databases: [DatabaseConfiguration]) {
    self.databases = databases
  }
}

/// One database: its ledger and its source.
public struct DatabaseConfiguration: Sendable, Hashable {
  /// Names the fixture file, `<name>.sqlite`.
  public var name: String
  /// The ledger's folder, from the top of the repository.
  public var ledger: String
  /// Where today's schema comes from.
  public var source: SourceConfiguration
  /// How to tell which version the source is now; nil where only the list of migrations tells.
  public var version: VersionRule?
  /// Tables that are no part of the schema.
  public var ignoredTables: [String] = []
  /// What stands in for functions and collations that only the application registers.
  public var stubs = Stubs()
  /// What its program asks of it, to be tried against databases that newer ones have migrated.
  public var queries = QueryConfiguration()
  /// Whether foreign keys are enforced while migrations run; nil where that is not known, and both are tried.
  public var foreignKeys: Bool?
  /// What `verify` makes of values that migrations change on purpose.
  public var values = ValuePolicy.standard
  /// What one migration may take.
  public var budget = Budget()
  /// Whether `check` and `status` hold it against branches that are not merged.
  public var looksAtOtherBranches = true

  /// A database with no tables to ignore; the defaults are those of the file.
  public init(
    name: String = Configuration.defaultDatabase, ledger: String = Configuration.defaultLedger,
    source: SourceConfiguration, version: VersionRule? = nil
  ) {
    self.name = name
    self.ledger = ledger
    self.source = source
    self.version = version
  }
}

/// `source:` of a database. All paths are from the top of the repository.
public enum SourceConfiguration: Sendable, Hashable {
  /// A folder of migrations, run in order. It may have had other paths in the past; the first that exists counts.
  case migrations(MigrationFolderConfiguration)
  /// SQL files that make the desired schema, run in order. One that stands alone may have had other paths in the past;
  /// the first that exists counts.
  case schema(files: [String], past: [String] = [], forward: ForwardConfiguration?)
  /// A command that makes the database, and one that moves an older database forward.
  case command(SourceCommand, forward: SourceCommand?)
  /// A database file in the repository. It may have had other paths in the past; the first that exists counts.
  case database(path: String, past: [String] = [], forward: ForwardConfiguration?)
  /// A Swift package whose executable makes stores and moves them forward.
  case swift(SwiftPackage)

  /// As in the configuration.
  public var kind: String {
    switch self {
    case .migrations: "migrations"
    case .schema: "schema"
    case .command: "command"
    case .database: "database"
    case .swift: "swift"
    }
  }

  /// What moves a database of an older version to today's schema; nil for a source without a way forward.
  public var forward: ForwardConfiguration? {
    switch self {
    case .migrations(let folder): .migrations(folder)
    case .schema(_, _, let forward), .database(_, _, let forward): forward
    case .command(_, let forward): forward.map { .command($0) }
    case .swift(let package): .command(package.migrate())
    }
  }

  /// The migrations that do so, where it is they.
  public var migrations: MigrationFolderConfiguration? {
    if case .migrations(let folder) = forward { folder } else { nil }
  }

  /// The commands of the repository that it runs.
  public var commands: [SourceCommand] {
    var commands: [SourceCommand] = []
    if case .command(let create, _) = self { commands.append(create) }
    if case .swift(let package) = self { commands.append(package.create()) }
    if case .command(let migrate) = forward { commands.append(migrate) }
    return commands
  }

  /// Whether code of the repository is run to make or to move a database.
  public var runsCommands: Bool { !commands.isEmpty }

  /// Every file and folder the source reads, those of the past included; for a command, those it is said to read.
  public var paths: [String] {
    let own =
      switch self {
      case .migrations(let folder): folder.paths
      case .schema(let files, let past, _): files + past
      case .database(let path, let past, _): [path] + past
      case .command(let create, _): create.inputs
      case .swift(let package): package.paths
      }
    switch forward {
    case .migrations(let folder): return own + folder.paths.filter { !own.contains($0) }
    case .command(let migrate): return own + migrate.inputs.filter { !own.contains($0) }
    case nil: return own
    }
  }
}

/// What moves a database of an older version to today's schema.
public enum ForwardConfiguration: Sendable, Hashable {
  /// Those it has not had are run.
  case migrations(MigrationFolderConfiguration)
  /// It is run on a copy of the database.
  case command(SourceCommand)
}

/// A command of the repository that makes a database or moves it forward.
public struct SourceCommand: Sendable, Hashable {
  /// Stands for the path of the database in ``line`` and in the values of ``environment``.
  public static let placeholder = "{db}"
  /// Seconds a command may take where `time-limit` is not given.
  public static let defaultTimeLimit: Double = 300

  /// For `sh -c`.
  public var line: String
  /// Where it runs, from the top of the repository.
  public var folder = ""
  /// Variables it gets beside those of this process.
  public var environment: [String: String] = [:]
  /// Seconds.
  public var timeLimit = defaultTimeLimit
  /// Files and folders that it reads, as far as it is said; none: it may read all of them.
  public var inputs: [String] = []
  /// The package that has to be built first: ``line`` begins with its product. Nil for any other command.
  public var package: SwiftPackage?

  /// A command with nothing said but its line.
  public init(line: String) { self.line = line }
}

/// A folder of migrations and the tool it is laid out for.
public struct MigrationFolderConfiguration: Sendable, Hashable {
  /// Where the folder is and where it was, from the top of the repository; never empty, the first that exists counts.
  public var paths: [String]
  /// A name of ``MigrationConvention``.
  public var convention: String
  /// Values for what the tool replaces in the SQL, by name.
  public var placeholders: [String: String] = [:]
  /// Whether the tool runs a new migration that stands before one a database has had: Flyway's `outOfOrder`, goose's
  /// `-allow-missing`.
  public var runsOutOfOrder = false

  /// Neither `paths` nor `convention` is checked here; reading does that.
  public init(paths: [String], convention: String) {
    self.paths = paths
    self.convention = convention
  }
}

/// Which version a source says it is now.
public enum VersionRule: Sendable, Hashable {
  case literal(String)
  /// `PRAGMA user_version` of the database the source makes.
  case userVersion
  /// The first group of `pattern` in a file, such as a manifest.
  case file(path: String, pattern: String)
  /// The last of the versions that a Swift package declares.
  case declared
}
