internal import CanonicalJSON
internal import SQLiteSandbox
public import SQLiteSchema

/// An entry with the bytes of all its files, ready to be written.
public struct EntryDraft: Sendable {
  /// Where an entry's schema came from, as `entry.json` tells it.
  public struct Source: Sendable, Hashable {
    /// `migrations`, `schema`, `command`, `database` or `swift`.
    public var kind: String
    /// The name of the convention of a folder of migrations; nil without one.
    public var convention: String?
    /// The migrations that make up the version, in the order they run.
    public var migrations: [MigrationRecord]

    /// A source by its parts.
    public init(kind: String, convention: String? = nil, migrations: [MigrationRecord] = []) {
      self.kind = kind
      self.convention = convention
      self.migrations = migrations
    }
  }

  /// What ``files`` holds as `entry.json`.
  public let entry: Entry
  /// By name, `entry.json` included.
  public let files: [String: [UInt8]]
  /// What `schema.sql` and `schema.json` tell.
  public let schema: CanonicalSchema

  /// Makes the entry of a version.
  ///
  /// - Parameters:
  ///   - database: the database's name, from which the fixture has its own.
  ///   - fixture: the database file, which has `schema`.
  ///   - parents: entry ids.
  ///   - commit: where it was read from, when that is not the present: 40 hexadecimal digits.
  ///   - ignoredTables: those in `fixture` that are left out of `schema`.
  ///   - tags: those of releases that had it, where it was read from tags.
  ///   - isFromStore: whether a store from the field has this schema, and not the source.
  ///   - rows: whose rows those are that it brings from there.
  ///   - model: what the source declares of its objects, the bytes of `model.json`.
  public init(
    _ version: Version, schema: CanonicalSchema, of database: String, fixture: [UInt8], from source: Source,
    parents: [String], commit: String? = nil, ignoredTables: [String] = [], tags: [String] = [],
    isFromStore: Bool = false, rows: Entry.Rows? = nil, model: [UInt8]? = nil
  ) {
    let sql = schema.sql
    let digest = sha256(sql)
    var files: [String: [UInt8]] = [
      "\(database).sqlite": fixture,
      "schema.sql": Array(sql.utf8),
      "schema.json": Array(schema.json.pretty.utf8),
      // What `sha256sum` writes: the digest, two spaces, the name.
      "schema.sha256": Array("\(digest)  schema.sql\n".utf8),
    ]
    files[Entry.modelName] = model
    entry = Entry(
      database: database, version: version, parents: parents.sorted(), files: files.mapValues(Entry.File.init),
      schema: digest, sourceKind: source.kind, convention: source.convention, migrations: source.migrations,
      sqlite: ScratchDatabase.sqliteVersion, commit: commit, ignoredTables: ignoredTables.sorted(),
      isFromStore: isFromStore, rows: rows, tags: tags)
    files[Entry.fileName] = entry.bytes
    self.files = files
    self.schema = schema
  }
}
