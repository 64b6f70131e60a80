internal import Foundation
internal import GRDB
internal import SchemaModel

/// Whether a store may be moved.
enum StoreUse {
  /// Checks that no connection of any process has the store open. A connection that kept it open would write to a file
  /// that no other connection reads afterwards.
  ///
  /// In exclusive locking mode, SQLite locks the whole file with the first read, also in WAL mode.
  /// https://www.sqlite.org/pragma.html#pragma_locking_mode
  ///
  /// - Throws: `StoreError.locked` if a connection has it open; `DatabaseError`.
  static func checkUnused(_ files: StoreFiles) throws {
    guard (FileCall.size(files.url) ?? 0) > 0 else { return }
    var configuration = Configuration()
    configuration.busyMode = .timeout(1)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    do {
      // A connection that may write would delete the log of a file that SQLite cannot read.
      try StoreReader.live(files.url).close()
      let queue = try DatabaseQueue(path: files.path, configuration: configuration)
      try queue.inTransaction(.exclusive) { database in
        _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema")
        return .rollback
      }
      try queue.close()
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: throw StoreError.locked(path: files.path)
      // SQLite cannot work with the file, so no connection does.
      case .SQLITE_NOTADB, .SQLITE_CORRUPT: return
      default: throw error
      }
    }
  }

  /// Checks again after the journal was written. While it exists, no `ModelContainer` opens the store; but one may have
  /// done so before, while the backup was copied.
  ///
  /// - Throws: as ``checkUnused(_:)``. Nothing was moved yet, so the journal is removed, and with it what was prepared:
  ///   the copy of the backup and the empty folder.
  static func checkStillUnused(_ files: StoreFiles, _ folder: URL) throws {
    do {
      try checkUnused(files)
    } catch {
      try SafetyJournal.remove(files)
      try? FileCall.remove(files.replacement)
      try? FileCall.remove(folder)
      throw error
    }
  }
}
