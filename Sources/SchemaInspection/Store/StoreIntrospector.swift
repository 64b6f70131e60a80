internal import EntityModel
public import Foundation
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax
internal import SchemaMigration
public import SchemaModel

/// Reads the tables of stores, whether SchemaModel, SwiftData or Core Data made them.
///
/// A store is read in place, with its write-ahead log, even while a program uses it. Reading does not change a byte of it,
/// and does not create a file next to it.
public enum StoreIntrospector {
  /// The tables and indexes of a store.
  ///
  /// - Throws: `MigrationError.storeUnreadable` if the file does not exist, is not a SQLite database or is damaged, or if a
  ///   program keeps writing to it.
  public static func actualSchema(at url: URL) throws -> RuntimeSchema { try read(url).schema }

  /// Compares a store with the models that a version declares.
  ///
  /// The tables do not show everything that a version declares, such as whether a property is required. These declarations
  /// are compared with the models that the store contains. SchemaModel stores all of them; of a store that SwiftData made,
  /// only names, types and destinations are compared.
  ///
  /// - Returns: the differences; empty if there are none. Missing tables and columns, and tables without a declared model,
  ///   are listed first. Differences of declarations follow. In their text, "was" refers to the store and "is" to the
  ///   declared version: `Post.title: was optional, is required`.
  /// - Throws: as ``actualSchema(at:)``; `StoreError.invalidSchema` if the declared models cannot be stored.
  public static func detectDrift(declared: any VersionedSchema.Type, at url: URL) throws -> [String] {
    try detectDrift(declared: Schema(versionedSchema: declared), at: url)
  }

  /// Compares a store with a schema.
  ///
  /// - Throws: as ``detectDrift(declared:at:)-(VersionedSchema.Type,_)``.
  public static func detectDrift(declared: Schema, at url: URL) throws -> [String] {
    let store = try read(url)
    do {
      return try DriftReasons(store.schema, store.model, declared: declared.declaredModel).list
    } catch {
      throw StoreError.invalidSchema(reasons: ["\(error)"])
    }
  }

  private static func read(_ url: URL) throws -> (schema: RuntimeSchema, model: StoreModel?) {
    do {
      try checkFile(url)
      return try DatabaseFile.read(url.path, tracking: .none) { database in
        let records = try database.modelRecords(limit: StoreModel.maximumSize)
        return (
          try RuntimeSchema(of: database),
          records.flatMap { StoreModel(metadata: $0.metadata, modelCache: $0.modelCache) }
        )
      }
    } catch let error as SchemaError {
      throw unreadable(url, StoreError(error, url.path))
    } catch {
      throw unreadable(url, error)
    }
  }

  private static func unreadable(_ url: URL, _ error: any Error) -> MigrationError {
    .storeUnreadable(path: url.path, underlying: error)
  }

  /// SQLite would take an empty file for an empty database, and fail late for one that is not a database.
  private static func checkFile(_ url: URL) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw StoreError.missing(path: url.path)
    }
    guard !isFolder.boolValue else { throw StoreError.file(path: url.path, reason: "it is a folder") }
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    // https://www.sqlite.org/fileformat2.html#magic_header_string
    guard try file.read(upToCount: 16) == Data("SQLite format 3\0".utf8) else {
      throw StoreError.notADatabase(path: url.path, reason: "it lacks SQLite's file header")
    }
  }
}

extension StoreError {
  fileprivate init(_ error: SchemaError, _ path: String) {
    switch error {
    case .busy: self = .locked(path: path)
    case .notADatabase(let reason): self = .notADatabase(path: path, reason: reason)
    default: self = .file(path: path, reason: error.message)
    }
  }
}

extension RuntimeSchema {
  init(of database: ScratchDatabase) throws {
    let description = try database.description(countingFor: 0)
    let listed = description.tables.filter { ["table", "virtual"].contains($0.kind) }
    let system = StoreSystemTables.names(amongTables: listed.map(\.name))
    tables = listed.map { table in
      let columns = table.columns ?? []
      let keys = columns.filter { $0.keyPosition > 0 }
      // > INTEGER PRIMARY KEY … Such a column cannot be NULL; any other key of a table with a rowid can.
      // https://www.sqlite.org/lang_createtable.html#the_primary_key
      let isNeverNull = table.isWithoutRowid || (keys.count == 1 && keys[0].type.uppercased() == "INTEGER")
      return Table(
        name: table.name.text,
        columns: columns.map { column in
          Column(
            name: column.name.text, type: column.type,
            isNullable: !column.isNotNull && !(column.keyPosition > 0 && isNeverNull),
            isPrimaryKey: column.keyPosition > 0)
        }, isSystem: system.contains(table.name))
    }
    indexes = try Self.indexes(of: database)
    let hasMetadata = tables.contains { $0.name == "Z_METADATA" && $0.columns.contains { $0.name == "Z_UUID" } }
    metadataVersion =
      hasMetadata ? try database.rows("SELECT Z_UUID FROM main.Z_METADATA LIMIT 1").first?.first ?? nil : nil
  }

  private static func indexes(of database: ScratchDatabase) throws -> [Index] {
    let rows = try database.rows(
      """
      SELECT m.name, m.tbl_name, l."unique", x.name
      FROM sqlite_master m JOIN pragma_index_list(m.tbl_name) l ON l.name = m.name JOIN pragma_index_xinfo(m.name) x
      WHERE m.type = 'index' AND m.sql NOT NULL AND x.key ORDER BY m.name, x.seqno
      """)
    var indexes: [Index] = []
    for row in rows {
      guard let name = row[0], let table = row[1] else { continue }
      let last = indexes.last?.name == name ? indexes.removeLast() : nil
      indexes.append(
        Index(
          name: name, table: table, columns: (last?.columns ?? []) + (row[3].map { [$0] } ?? []),
          isUnique: row[2] == "1"))
    }
    return indexes
  }
}
