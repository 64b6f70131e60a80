internal import CanonicalJSON
internal import Digests
internal import SQLiteSandbox
public import SQLiteSchema

/// An entry with the bytes of all its files, ready to be written.
public struct EntryDraft: Sendable {
  /// The source of an entry's schema, as recorded in `entry.json`.
  public struct Source: Sendable, Hashable {
    /// The kind of source, as in the configuration.
    public var kind: String
    /// The name of the convention of a migrations folder; `nil` if there is none.
    public var convention: String?
    /// The migrations that make up the version, in the order they run.
    public var migrations: [MigrationRecord]
    /// The scripts that ran before the first migration.
    public var before: [MigrationRecord]

    /// Creates a source.
    public init(
      kind: String, convention: String? = nil, migrations: [MigrationRecord] = [], before: [MigrationRecord] = []
    ) {
      self.kind = kind
      self.convention = convention
      self.migrations = migrations
      self.before = before
    }
  }

  /// The content of `entry.json`.
  public let entry: Entry
  /// All files by name, including `entry.json`.
  public let files: [String: [UInt8]]
  /// The schema in `schema.sql`.
  public let schema: CanonicalSchema
  /// Whether there is nothing in the schema.
  package var isEmpty: Bool { schema.objectCount == 0 && files[Entry.modelName] == nil }

  /// Creates the entry of a version.
  ///
  /// - Parameters:
  ///   - database: the database's name, from which the fixture's file name is derived.
  ///   - fixture: the database file, which has `schema`.
  ///   - parents: entry ids.
  ///   - commit: for a version from the past, the commit it was read from: 40 hexadecimal digits.
  ///   - ignoredTables: tables in `fixture` that are not part of `schema`.
  ///   - tags: for a version read from tags, the tags of the releases with this schema.
  ///   - isFromStore: whether the schema is that of a database from the field instead of the source's.
  ///   - rows: the origin of the rows of such a database.
  ///   - model: the source's model, as the bytes of `model.json`.
  ///   - values: which stored values the program can read, as the bytes of `values.json`.
  ///   - hasTables: whether the tables of the model are known; `fixture` is left out otherwise.
  ///   - isComplete: whether a large fixture is a file of its own although statements make it. An entry of format 1 is made
  ///     again like this.
  public init(
    _ version: Version, schema: CanonicalSchema, of database: String, fixture: [UInt8], from source: Source,
    parents: [String], commit: String? = nil, ignoredTables: [String] = [], tags: [String] = [],
    isFromStore: Bool = false, rows: Entry.Rows? = nil, model: [UInt8]? = nil, values: [UInt8]? = nil,
    hasTables: Bool = true, isComplete: Bool = false
  ) {
    let sql = schema.sql
    let digest = sha256(sql)
    var files: [String: [UInt8]] = [
      "schema.sql": Array(sql.utf8),
      // The output format of `sha256sum`: the digest, two spaces, the name.
      "schema.sha256": Array("\(digest)  schema.sql\n".utf8),
    ]
    // The rows of a store are kept as they are.
    let isLarge = hasTables && !isComplete && rows == nil && fixture.count > Entry.largestFixture
    if isLarge, let script = ScratchDatabase.script(making: fixture) {
      files[Entry.scriptName] = Array(script.utf8)
    } else {
      files["schema.json"] = Array(schema.json.pretty.utf8)
      if hasTables { files["\(database).sqlite"] = fixture }
    }
    files[Entry.modelName] = model
    files[Entry.valuesName] = values
    entry = Entry(
      database: database, version: version, parents: parents.sorted(), files: files.mapValues(Entry.File.init),
      schema: digest, sourceKind: source.kind, convention: source.convention, migrations: source.migrations,
      sqlite: ScratchDatabase.sqliteVersion, commit: commit, before: source.before,
      ignoredTables: ignoredTables.sorted(),
      isFromStore: isFromStore, rows: rows, hasTables: hasTables, tags: tags)
    files[Entry.fileName] = entry.bytes
    self.files = files
    self.schema = schema
  }
}
