package import PathPatterns
public import SQLiteData
public import SQLiteSandbox

/// The content of `schemaledger.yml`: the databases that the repository ships, and the sources of their schemas.
public struct Configuration: Sendable, Hashable {
  /// The name of the file, which is at the top of the repository.
  public static let fileName = "schemaledger.yml"
  /// The default for `ledger`. With several databases, each has a subfolder of its own.
  public static let defaultLedger = "SchemaLedger"
  /// The default name of a single database. Its fixture is `App.sqlite`.
  public static let defaultDatabase = "App"

  /// In the order of the file. Never empty.
  public var databases: [DatabaseConfiguration]
  /// Ledgers whose databases are no longer shipped: the folder of each, and the reason.
  public var retired: [String: String] = [:]

  /// Creates a configuration without a file, as `init` does. `databases` must not be empty.
  public init(databases: [DatabaseConfiguration]) {
    self.databases = databases
  }
}

/// One database: its ledger and its source.
public struct DatabaseConfiguration: Sendable, Hashable {
  /// The name of the database and of its fixture file, `<name>.sqlite`.
  public var name: String
  /// The ledger's folder, relative to the top of the repository.
  public var ledger: String
  /// The source of the current schema.
  public var source: SourceConfiguration
  /// How to read the current version from the source, or `nil` if only the list of migrations identifies it.
  public var version: VersionRule?
  /// Tables that are not part of the schema.
  public var ignoredTables: [String] = []
  /// Stubs for functions and collations that only the application registers.
  public var stubs = Stubs()
  /// The application's queries, to be tried on databases that newer versions have migrated.
  public var queries = QueryConfiguration()
  /// Whether CloudKit synchronises the stores of a source that declares models; `nil` if a package's executable says so, and
  /// for models in files if not.
  public var cloudKit: Bool?
  /// Whether foreign keys are enforced while migrations run, or `nil` if unknown, in which case both are tried.
  public var foreignKeys: Bool?
  /// Conditions on rows that the application maintains and the schema does not declare.
  public var assumptions: [Assumption] = []
  /// How `verify` reports a failure of a frozen migration that only generated rows show.
  public var history = HistoryPolicy.warning
  /// The rules that `lint` applies, and to which migrations.
  package var lint = LintConfiguration()
  /// How `verify` reports values that migrations change on purpose.
  public var values = ValuePolicy.standard
  /// The limits for one migration.
  public var budget = Budget()
  /// Whether `check` and `status` compare it with unmerged branches.
  public var looksAtOtherBranches = true
  /// Unmerged branches that are not compared.
  public var branchExclusion = BranchExclusion()
  /// Codes of notes that are not reported.
  package var silenced: Set<String> = []

  /// Creates a database without tables to ignore. The defaults are those of the file.
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

/// `source:` of a database. All paths are relative to the top of the repository.
public enum SourceConfiguration: Sendable, Hashable {
  /// A folder of migrations, run in order. It may have former paths; the first path that exists is used.
  case migrations(MigrationFolderConfiguration)
  /// SQL files that make the desired schema, run in order. A single file may have former paths; the first path that
  /// exists is used.
  case schema(files: [String], past: [String] = [], forward: ForwardConfiguration?)
  /// A command that makes the database, and one that migrates an older database.
  case command(SourceCommand, forward: SourceCommand?)
  /// A database file in the repository. It may have former paths; the first path that exists is used.
  case database(path: String, past: [String] = [], forward: ForwardConfiguration?)
  /// A Swift package whose executable makes and migrates stores.
  case swift(SwiftPackage)
  /// Models that the files of an application declare. They are read, and nothing is run.
  case models(ModelSourceConfiguration)
  /// The schemas that Android's Room exports. They are read, and nothing is run.
  case room(RoomConfiguration)

  /// The value of `kind` in the configuration.
  public var kind: String {
    switch self {
    case .migrations: "migrations"
    case .schema: "schema"
    case .command: "command"
    case .database: "database"
    case .swift: "swift"
    case .models(let source): source.framework.rawValue
    case .room: RoomConfiguration.kind
    }
  }

  /// The upgrade path from an older version to the current schema, or `nil` for a source without one.
  public var forward: ForwardConfiguration? {
    switch self {
    case .migrations(let folder): .migrations(folder)
    case .schema(_, _, let forward), .database(_, _, let forward): forward
    case .command(_, let forward): forward.map { .command($0) }
    case .swift(let package): .command(package.migrate())
    // Room's migrations are code of the application, which is not run.
    case .models, .room: nil
    }
  }

  /// The models that files declare, or `nil` for any other source.
  public var models: ModelSourceConfiguration? {
    if case .models(let source) = self { source } else { nil }
  }

  /// The folder of migrations, if the upgrade path consists of migrations; for a package with a migrator, its sources.
  public var migrations: MigrationFolderConfiguration? {
    if case .swift(let package) = self { return package.migrator }
    return if case .migrations(let folder) = forward { folder } else { nil }
  }

  /// The source with other scripts before its migrations, if it has a folder of migrations.
  package func running(before files: [String]) -> SourceConfiguration {
    func changed(_ forward: ForwardConfiguration?) -> ForwardConfiguration? {
      guard case .migrations(var folder) = forward else { return forward }
      folder.before = files
      return .migrations(folder)
    }
    switch self {
    case .migrations(var folder):
      folder.before = files
      return .migrations(folder)
    case .schema(let paths, let past, let forward): return .schema(files: paths, past: past, forward: changed(forward))
    case .database(let path, let past, let forward): return .database(path: path, past: past, forward: changed(forward))
    case .command, .swift, .models, .room: return self
    }
  }

  /// The commands of the repository that the source runs.
  public var commands: [SourceCommand] {
    var commands: [SourceCommand] = []
    if case .command(let create, _) = self { commands.append(create) }
    if case .swift(let package) = self { commands.append(package.create()) }
    if case .command(let migrate) = forward { commands.append(migrate) }
    return commands
  }

  /// Whether making or migrating a database runs code of the repository.
  public var runsCommands: Bool { !commands.isEmpty }

  /// All files and folders that the source reads, including former paths. For a command, its declared inputs; for a pattern,
  /// its folder.
  public var paths: [String] {
    let own =
      switch self {
      case .migrations(let folder): folder.allPaths
      case .schema(let files, let past, _): (files + past).map { PathPattern($0).place }
      case .database(let path, let past, _): [path] + past
      case .command(let create, _): create.inputs
      case .swift(let package):
        package.paths + (package.migrator?.allPaths ?? []).filter { !package.paths.contains($0) }
      case .models(let source): [source.path]
      case .room(let room): room.paths
      }
    switch forward {
    case .migrations(let folder): return own + folder.allPaths.filter { !own.contains($0) }
    case .command(let migrate): return own + migrate.inputs.filter { !own.contains($0) }
    case nil: return own
    }
  }
}

/// The means of migrating a database of an older version to the current schema.
public enum ForwardConfiguration: Sendable, Hashable {
  /// The migrations that have not been applied to the database are run.
  case migrations(MigrationFolderConfiguration)
  /// The command is run on a copy of the database.
  case command(SourceCommand)
}

/// A command of the repository that makes or migrates a database.
public struct SourceCommand: Sendable, Hashable {
  /// The placeholder for the path of the database in ``line`` and in the values of ``environment``.
  public static let placeholder = "{db}"
  /// The default for `time-limit`, in seconds.
  public static let defaultTimeLimit: Double = 300

  /// The command line, for `sh -c`.
  public var line: String
  /// The working directory, relative to the top of the repository.
  public var folder = ""
  /// Variables that the command gets in addition to those of this process.
  public var environment: [String: String] = [:]
  /// The time limit in seconds.
  public var timeLimit = defaultTimeLimit
  /// The declared inputs: files and folders that the command reads. If empty, it may read any file.
  public var inputs: [String] = []
  /// The package to build first, if ``line`` begins with its product. `nil` for any other command.
  public var package: SwiftPackage?

  /// Creates a command with default settings.
  public init(line: String) { self.line = line }
}

/// A folder of migrations, and the tool for whose layout it is.
public struct MigrationFolderConfiguration: Sendable, Hashable {
  /// The current and former paths of the folder, relative to the top of the repository. Never empty. The first path
  /// that exists is used.
  public var paths: [String]
  /// The name of a ``MigrationConvention``.
  public var convention: String
  /// The file or the function, as `Type.name`, that registers the migrations of GRDB's migrator; `nil` for the only one.
  public var migrator: String?
  /// Values of the placeholders that the tool replaces in the SQL, by name.
  public var placeholders: [String: String] = [:]
  /// Whether the tool runs a new migration that is ordered before an applied one: Flyway's `outOfOrder`, goose's
  /// `-allow-missing`.
  public var runsOutOfOrder = false
  /// Whether programs among the migrations are left out although they contain statements that change the schema.
  public var skipsPrograms = false
  /// The files and folders in the folder that are not read, with paths relative to it.
  package var excluded: [PathPattern] = []
  /// SQL files that create what the application itself creates before the first migration, in order, as paths from the
  /// top of the repository.
  public var before: [String] = []

  /// Creates a configuration. Does not check `paths` and `convention`, which reading the folder does.
  public init(paths: [String], convention: String) {
    self.paths = paths
    self.convention = convention
  }

  /// The folder's paths and the files of ``before``.
  fileprivate var allPaths: [String] { paths + before.filter { !paths.contains($0) } }
}

/// The place where a source states its current version.
public enum VersionRule: Sendable, Hashable {
  case literal(String)
  /// `PRAGMA user_version` of the database the source makes.
  case userVersion
  /// The first group of `pattern` in a file, for example a manifest.
  case file(path: String, pattern: String)
  /// The last of the versions that the source declares, such as those of a Swift package.
  case declared
}
