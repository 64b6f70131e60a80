public import EntityModel
internal import MigrationSources
public import SQLiteSandbox
internal import SQLiteSchema
public import SQLiteSyntax
internal import SystemCalls

/// A description of a store and its content. It does not need a ledger.
public struct StoreInspection: Sendable {
  /// A table in which a migration tool records the applied migrations.
  public struct TrackingTable: Sendable {
    /// The table's name in the store.
    public let table: Identifier
    /// The tools that use a table of this name.
    public let tools: String
    /// The migrations in the table, or `nil` if its columns are unknown.
    public let migrations: [String]?
  }

  /// The result of a quick check for corruption.
  public enum Integrity: Sendable, Hashable {
    case ok
    /// The first lines of SQLite's message.
    case damaged([String])
    /// The check could not be made. The reason is a clause in English.
    case unknown(reason: String)
  }

  /// The name that the user gave.
  public let name: String
  /// The size of the database file in bytes, without the files beside it.
  public let size: Int
  /// The size of the write-ahead log in bytes, or `nil` without one.
  public let logSize: Int?
  /// The number of pages for which the log has space, committed or not, computed from its size.
  /// https://www.sqlite.org/fileformat2.html#walformat
  public var logPageCount: Int? {
    logSize.map { max(0, ($0 - 32) / (content.properties.pageSize + 24)) }
  }
  /// The size of the rollback journal in bytes, or `nil` without one.
  public let journalSize: Int?
  /// Whether the file is in WAL mode. https://www.sqlite.org/fileformat2.html#file_format_version_numbers
  public let isWAL: Bool
  /// The version of SQLite that last wrote the file, such as `3.40.1`, or `nil` if the header does not contain it.
  public let lastWriter: String?
  /// Tables, indexes, triggers and settings.
  public let content: DatabaseDescription
  /// Sorted by table.
  public let trackingTables: [TrackingTable]
  /// The model of its entities that the store contains, as SwiftData's stores do, or `nil` if there is none.
  public let model: StoreModel?
  /// The files of its large values, or `nil` if its model has no external storage.
  public let externalFiles: ExternalFiles?
  /// The schema's digest: the value of `schema` in `entry.json`.
  public let digest: String
  /// The result of `PRAGMA quick_check`.
  public let integrity: Integrity

  /// Reads the store and counts its rows.
  ///
  /// - Parameter ignored: tables that are not part of the schema.
  /// - Throws: `LedgerError.storeInUse`, `.notAStore`.
  public init(of store: Store, ignoring ignored: [String] = []) throws {
    self = try store.read { try StoreInspection(store, $0, ignored) }
  }

  private init(_ store: Store, _ database: ScratchDatabase, _ ignored: [String]) throws {
    name = store.name
    let path = store.path.resolvingLinks
    func size(_ suffix: String) -> Int? {
      FileStatus(of: path + suffix)?.size
    }
    self.size = size("") ?? 0
    logSize = size("-wal")
    journalSize = size("-journal")
    isWAL = store.head[18] == 2
    lastWriter = Self.lastWriter(store.head)
    content = try database.description()
    trackingTables = content.tables.compactMap { table in
      TrackingTables.known[table.name].map { known in
        TrackingTable(
          table: table.name, tools: known.tool,
          // A damaged table is reported below.
          migrations: (try? MigrationsTable(table: table.name, in: database))?.entries)
      }
    }
    model = try StoreModel(in: database)
    externalFiles = try ExternalFiles(of: store, database)
    digest = try database.schema(ignoring: ignored).digest
    do {
      let failures = try database.quickFailures()
      integrity = failures.isEmpty ? .ok : .damaged(failures)
    } catch let error as SchemaError {
      // A page that cannot be read at all ends the check.
      if case .notADatabase(let reason) = error {
        integrity = .damaged([reason])
      } else {
        integrity = .unknown(reason: error.message)
      }
    }
  }

  /// > The 4-byte big-endian integer at offset 96 stores the SQLITE_VERSION_NUMBER value for the SQLite library that most
  /// > recently modified the database file.
  ///
  /// https://www.sqlite.org/fileformat2.html#write_library_version_number_and_version_valid_for_number
  private static func lastWriter(_ head: [UInt8]) -> String? {
    guard head.count >= 100 else { return nil }
    let number = head[96..<100].reduce(0) { $0 << 8 | Int($1) }
    return number >= 3_000_000 ? "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)" : nil
  }
}
