internal import Foundation
internal import GRDB

/// A database file on disk.
public enum DatabaseFile {
  /// Throws if the database is too large to be read into memory, where ``Limits/bytes`` is the limit for all databases
  /// together.
  ///
  /// - Throws: `SchemaError.outOfMemory`.
  public static func refuseTooLarge(_ path: String) throws(SchemaError) {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    if let size, size > Limits.bytes { throw .outOfMemory(limit: Limits.bytes) }
  }

  /// The bytes of the database at `path` after SQLite has applied the write-ahead log or hot journal next to it. This
  /// changes the file, so it must be a copy.
  ///
  /// https://www.sqlite.org/wal.html#checkpointing, https://www.sqlite.org/lockingv3.html#hot_journals
  ///
  /// - Throws: `SchemaError.notADatabase`, `.outOfMemory`, `.sqlite`; an error of Foundation if the file cannot be
  ///   read.
  public static func checkpointed(at path: String) throws -> [UInt8] {
    try refuseTooLarge(path)
    try SchemaError.catching {
      var configuration = Configuration()
      configuration.prepareDatabase { try Defences.set(on: $0) }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      try queue.inDatabase { db in
        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
        _ = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
    }
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
