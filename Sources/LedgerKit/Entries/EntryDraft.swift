internal import CanonicalJSON
public import Foundation
public import GitStore
public import SQLiteSchema

/// An entry with the bytes of all its files, ready to be written.
public struct EntryDraft: Sendable {
  /// What ``files`` holds as `entry.json`.
  public let entry: Entry
  /// By name, `entry.json` included.
  public let files: [String: [UInt8]]
  /// What `schema.sql` and `schema.json` tell.
  public let schema: CanonicalSchema

  /// Makes the entry of a version from what its source built.
  ///
  /// - Parameters:
  ///   - records: of the source's migrations, where they are known.
  ///   - ignoredTables: those that `built` left out of its schema.
  ///   - commit: where it was read from, when that is not the present.
  ///   - tags: those of releases that had it, where it was read from tags.
  ///   - isFromStore: whether a store from the field has this schema, and not the source.
  ///   - rows: whose rows those are that it brings from there.
  ///   - temporaryFolder: where SQLite may write a file for a moment.
  /// - Throws: `SchemaError`.
  public init(
    _ version: Version, of built: BuiltSource, recording records: [MigrationRecord]? = nil, database: String,
    parents: [String], commit: ObjectID?,
    ignoredTables: [String] = [], tags: [String] = [], isFromStore: Bool = false, rows: Entry.Rows? = nil,
    temporaryFolder: URL
  ) throws {
    let sql = built.schema.sql
    let digest = sha256(sql)
    ScratchFolder.removeLeftovers(in: temporaryFolder.path)
    var files: [String: [UInt8]] = [
      "\(database).sqlite": try built.database.file(temporaryFolder: temporaryFolder),
      "schema.sql": Array(sql.utf8),
      "schema.json": Array(built.schema.json.pretty.utf8),
      // What `sha256sum` writes: the digest, two spaces, the name.
      "schema.sha256": Array("\(digest)  schema.sql\n".utf8),
    ]
    entry = Entry(
      database: database, version: version, parents: parents.sorted(), files: files.mapValues(Entry.File.init),
      schema: digest, sourceKind: built.text.kind, convention: built.text.convention,
      migrations: records ?? built.text.records,
      sqlite: ScratchDatabase.sqliteVersion, commit: commit, ignoredTables: ignoredTables.sorted(),
      isFromStore: isFromStore, rows: rows, tags: tags)
    files[Entry.fileName] = entry.bytes
    self.files = files
    schema = built.schema
  }
}
