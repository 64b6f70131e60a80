internal import Foundation
internal import GRDB
internal import Synchronization

/// A connection to a database: one that it owns, or a transaction that a caller has begun.
final class StoreConnection: @unchecked Sendable {
  private enum Target {
    case writer(any DatabaseWriter)
    case transaction(Database)
    case ended
  }

  /// Changes only for a transaction, which belongs to one thread.
  private var target: Target
  /// What each transaction of a container checks first.
  private let opened: OpenedVersion?

  init(_ writer: any DatabaseWriter) {
    target = .writer(writer)
    opened = nil
  }

  /// Creates a container's connection from the one that has opened the store.
  init(_ connection: StoreConnection, opened: OpenedVersion) {
    target = connection.target
    self.opened = opened
  }

  /// Creates a connection within a transaction of `database`, valid until ``end()``.
  init(within database: Database) {
    target = .transaction(database)
    opened = nil
  }

  /// Ends the transaction's connection. Later uses throw an error instead of running in an unrelated transaction.
  func end() { target = .ended }

  /// Runs `body` in a transaction that reads.
  ///
  /// - Throws: `StoreError.migratedElsewhere`, `DatabaseError`, and the errors of `body`.
  func read<T>(_ body: (Database) throws -> T) throws -> T {
    switch target {
    case .writer(let writer):
      return try writer.read { database in
        try opened?.check(database)
        return try body(database)
      }
    case .transaction(let database): return try body(database)
    case .ended: throw StoreError.stageEnded
    }
  }

  /// Runs `body` in a transaction, or in a savepoint if a transaction is open.
  ///
  /// - Throws: as ``read(_:)``.
  func write<T>(_ body: (Database) throws -> T) throws -> T {
    switch target {
    case .writer(let writer):
      return try writer.write { database in
        try opened?.check(database)
        return try body(database)
      }
    case .transaction(let database):
      var result: T?
      try database.inSavepoint {
        result = try body(database)
        return .commit
      }
      guard let result else { throw StoreError.stageEnded }
      return result
    case .ended: throw StoreError.stageEnded
    }
  }
}

extension StoreConnection {
  /// How long to wait for another connection to finish writing, in seconds.
  private static let busyTimeout: TimeInterval = 5

  /// Opens a file, or creates an empty one.
  ///
  /// - Parameter isShared: whether other connections may write to the file while it is open for reading.
  static func file(at url: URL, readOnly: Bool, isShared: Bool = false) throws -> StoreConnection {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.prepareDatabase { addFunctions(to: $0) }
    if readOnly {
      configuration.readonly = true
      // If the folder is not writable, no write-ahead log can exist there.
      let folder = url.deletingLastPathComponent().path
      let path = isShared && FileManager.default.isWritableFile(atPath: folder) ? url.path : address(of: url)
      return StoreConnection(try DatabaseQueue(path: path, configuration: configuration))
    }
    configuration.prepareDatabase { database in
      addFunctions(to: database)
      guard !database.configuration.readonly else { return }
      // Core Data uses both settings. They take effect only in an empty file.
      // https://www.sqlite.org/pragma.html#pragma_auto_vacuum
      try database.execute(sql: "PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL")
    }
    return StoreConnection(try DatabasePool(path: url.path, configuration: configuration))
  }

  private static func addFunctions(to database: Database) {
    PredicateFunction.add(to: database)
    RowValues.addFunction(to: database)
  }

  /// Lets SQLite undo what a killed process has left of a transaction in a rollback journal, which a store has only while
  /// it is being created. A connection that only reads cannot do it.
  /// https://www.sqlite.org/lockingv3.html#hot_journals
  static func undoInterruptedTransaction(at url: URL) throws {
    let journal = try? FileManager.default.attributesOfItem(atPath: url.path + "-journal")[.size] as? Int
    guard let journal, journal > 0 else { return }
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    // SQLite does it before the first read.
    let queue = try DatabaseQueue(path: url.path, configuration: configuration)
    try queue.close()
  }

  static func memory() throws -> StoreConnection {
    var configuration = Configuration()
    configuration.prepareDatabase { addFunctions(to: $0) }
    return StoreConnection(try DatabaseQueue(configuration: configuration))
  }

  /// Opens the file as immutable if its header says WAL mode but it has no log, because then every connection has been
  /// closed. Otherwise SQLite would create a log index next to the file in order to read it.
  /// https://www.sqlite.org/uri.html#uriimmutable
  private static func address(of url: URL) -> String {
    let log = (try? FileManager.default.attributesOfItem(atPath: url.path + "-wal")[.size] as? Int) ?? 0
    guard log == 0, StoreHeader(of: url)?.isInWALMode == true else { return url.path }
    return StoreHeader.immutableAddress(of: url)
  }
}
