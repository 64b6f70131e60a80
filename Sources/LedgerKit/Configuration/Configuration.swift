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

  /// The database called `name`, or the only one.
  ///
  /// - Throws: `LedgerError.unknownDatabase`, `.severalDatabases`.
  public func database(_ name: String?) throws(LedgerError) -> DatabaseConfiguration {
    let known = databases.map(\.name)
    guard let name else {
      guard databases.count == 1 else { throw .severalDatabases(known: known) }
      return databases[0]
    }
    guard let database = databases.first(where: { $0.name == name }) else {
      throw .unknownDatabase(name: name, known: known)
    }
    return database
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
  /// SQL files that make the desired schema, run in order; migrations move older databases there.
  case schema(files: [String], migrations: MigrationFolderConfiguration?)

  /// As in the configuration.
  public var kind: String {
    switch self {
    case .migrations: "migrations"
    case .schema: "schema"
    }
  }

  /// What moves a database of an older version forward; nil for a schema without a way forward.
  public var migrations: MigrationFolderConfiguration? {
    switch self {
    case .migrations(let folder): folder
    case .schema(_, let folder): folder
    }
  }

  /// Every file and folder the source reads, those of the past included.
  public var paths: [String] {
    switch self {
    case .migrations(let folder): folder.paths
    case .schema(let files, let folder): files + (folder?.paths ?? [])
    }
  }
}

/// A folder of migrations and the tool it is laid out for.
public struct MigrationFolderConfiguration: Sendable, Hashable {
  /// Where the folder is and where it was, from the top of the repository; never empty, the first that exists counts.
  public var paths: [String]
  /// A name of ``MigrationConvention``.
  public var convention: String

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
}
