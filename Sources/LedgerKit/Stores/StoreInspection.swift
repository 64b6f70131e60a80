internal import Foundation
internal import MigrationSources
public import SQLiteSandbox
internal import SQLiteSchema

/// What a store is and has in it; no ledger is needed to tell.
public struct StoreInspection: Sendable {
  /// A table in which a migration tool keeps its books.
  public struct TrackingTable: Sendable {
    /// As it is in the store.
    public let table: String
    /// The tools that have a table of this name.
    public let tools: String
    /// The migrations it names; nil where its columns are not known here.
    public let migrations: [String]?
  }

  /// What a quick look for damage has shown.
  public enum Integrity: Sendable, Hashable {
    case ok
    /// SQLite's own words, a few lines of them.
    case damaged([String])
    /// It could not be told, for a reason: a clause for people.
    case unknown(reason: String)
  }

  /// As it was named.
  public let name: String
  /// Bytes of the database file, without what lies beside it.
  public let size: Int
  /// Bytes of the write-ahead log; nil without one.
  public let logSize: Int?
  /// Pages that the log has room for, committed or not, by its size. https://www.sqlite.org/fileformat2.html#walformat
  public var logPageCount: Int? {
    logSize.map { max(0, ($0 - 32) / (content.properties.pageSize + 24)) }
  }
  /// Bytes of the rollback journal; nil without one.
  public let journalSize: Int?
  /// Whether the file is in WAL mode. https://www.sqlite.org/fileformat2.html#file_format_version_numbers
  public let isWAL: Bool
  /// Of the SQLite that wrote it last, such as `3.40.1`; nil where the header does not say.
  public let lastWriter: String?
  /// Tables, indexes, triggers and settings.
  public let content: DatabaseDescription
  /// Sorted by table.
  public let trackingTables: [TrackingTable]
  /// The model it keeps of its objects, as SwiftData does; nil for none.
  public let model: StoreModel?
  /// The schema's identity: what `entry.json` calls `schema`.
  public let digest: String
  /// `PRAGMA quick_check`.
  public let integrity: Integrity

  /// Reads the store and counts its rows.
  ///
  /// - Parameter ignored: tables that are no part of the schema.
  /// - Throws: `LedgerError.storeInUse`, `.notAStore`.
  public init(of store: Store, ignoring ignored: [String] = []) throws {
    self = try store.read { try StoreInspection(store, $0, ignored) }
  }

  private init(_ store: Store, _ database: ScratchDatabase, _ ignored: [String]) throws {
    name = store.name
    let path = URL(fileURLWithPath: store.path).resolvingSymlinksInPath().path
    func size(_ suffix: String) -> Int? {
      (try? FileManager.default.attributesOfItem(atPath: path + suffix))?[.size] as? Int
    }
    self.size = size("") ?? 0
    logSize = size("-wal")
    journalSize = size("-journal")
    isWAL = store.head[18] == 2
    lastWriter = Self.lastWriter(store.head)
    content = try database.description()
    trackingTables = try content.tables.filter { TrackingTables.contains($0.name) }.map { table in
      TrackingTable(
        table: table.name, tools: TrackingTables.names[table.name.lowercased()] ?? "",
        migrations: try MigrationsTable(table: table.name, in: database)?.entries)
    }
    model = try StoreModel(in: database)
    digest = try database.schema(ignoring: ignored).digest
    do {
      let failures = try database.quickFailures()
      integrity = failures.isEmpty ? .ok : .damaged(failures)
    } catch let error as SchemaError {
      integrity = .unknown(reason: error.message)
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

extension MigrationsTable {
  /// What the book in `table` says, whichever tool's it is; nil where its columns are of no tool that is known.
  fileprivate init?(table: String, in database: ScratchDatabase) throws {
    for convention in Self.conventions(of: table) {
      // Several tools have a table of this name, with other columns.
      if let migrationsTable = try? MigrationsTable(of: convention, in: database) {
        self = migrationsTable
        return
      }
    }
    return nil
  }
}
