internal import Foundation
internal import GRDB
internal import Synchronization

/// The way to a database: a file or memory by itself, or a transaction that somebody else has begun.
final class StoreConnection: @unchecked Sendable {
  private enum Target {
    case writer(any DatabaseWriter)
    case transaction(Database)
    case ended
  }

  /// Only a transaction's way changes, and it belongs to one thread.
  private var target: Target

  init(_ writer: any DatabaseWriter) { target = .writer(writer) }

  /// Within a transaction of `database`, until ``end()``.
  init(within database: Database) { target = .transaction(database) }

  /// The transaction is over: whoever still has this gets an error instead of a stranger's transaction.
  func end() { target = .ended }

  func read<T>(_ body: (Database) throws -> T) throws -> T {
    switch target {
    case .writer(let writer): try writer.read(body)
    case .transaction(let database): try body(database)
    case .ended: throw StoreError.stageEnded
    }
  }

  /// All of it or nothing; within a transaction, a savepoint of it.
  func write<T>(_ body: (Database) throws -> T) throws -> T {
    switch target {
    case .writer(let writer):
      return try writer.write(body)
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
  /// How long to wait for another connection that writes, in seconds.
  private static let patience: TimeInterval = 5

  /// Opens a file, or makes an empty one.
  ///
  /// - Parameter isShared: whether somebody may write to it while it is open for reading.
  static func file(at url: URL, readOnly: Bool, isShared: Bool = false) throws -> StoreConnection {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.prepareDatabase { PredicateFunction.add(to: $0) }
    if readOnly {
      configuration.readonly = true
      // Where nothing can be made beside it, nobody has a log there.
      let folder = url.deletingLastPathComponent().path
      let path = isShared && FileManager.default.isWritableFile(atPath: folder) ? url.path : address(of: url)
      return StoreConnection(try DatabaseQueue(path: path, configuration: configuration))
    }
    configuration.prepareDatabase { database in
      PredicateFunction.add(to: database)
      guard !database.configuration.readonly else { return }
      // Both are Core Data's, and take effect in an empty file only. https://www.sqlite.org/pragma.html#pragma_auto_vacuum
      try database.execute(sql: "PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL")
    }
    return StoreConnection(try DatabasePool(path: url.path, configuration: configuration))
  }

  static func memory() throws -> StoreConnection {
    var configuration = Configuration()
    configuration.prepareDatabase { PredicateFunction.add(to: $0) }
    return StoreConnection(try DatabaseQueue(configuration: configuration))
  }

  /// A file whose header says it has a write-ahead log, and that has none, was closed by all: SQLite would make a log's
  /// index beside it to read it, unless it is told that nobody writes. https://www.sqlite.org/uri.html#uriimmutable
  private static func address(of url: URL) -> String {
    let log = (try? FileManager.default.attributesOfItem(atPath: url.path + "-wal")[.size] as? Int) ?? 0
    guard log == 0, let file = try? FileHandle(forReadingFrom: url),
      let header = try? file.read(upToCount: 20), header.count == 20, header[19] == 2
    else { return url.path }
    var plain = CharacterSet.urlPathAllowed
    plain.remove(charactersIn: "?#%")
    return "file:" + (url.path.addingPercentEncoding(withAllowedCharacters: plain) ?? url.path) + "?immutable=1"
  }
}
