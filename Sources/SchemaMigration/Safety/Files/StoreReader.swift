internal import Foundation
internal import GRDB
internal import SchemaModel

/// Connections that only read.
enum StoreReader {
  /// A connection to a store that other connections may be using.
  static func live(_ url: URL) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    return try DatabaseQueue(path: url.path, configuration: configuration)
  }

  /// A connection to a file that no other connection uses. It creates no file next to it and takes no lock.
  /// https://www.sqlite.org/uri.html#uriimmutable
  static func closed(_ url: URL) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA mmap_size = 2147418112") }
    return try DatabaseQueue(path: address(url) + "?immutable=1", configuration: configuration)
  }

  /// A connection to a store that leaves no files behind: if there is no log, every other connection has been closed.
  static func trackless(_ url: URL) throws -> DatabaseQueue {
    let log = URL(fileURLWithPath: url.path + "-wal")
    let journal = URL(fileURLWithPath: url.path + "-journal")
    return (FileCall.size(log) ?? 0) == 0 && !FileCall.exists(journal) ? try closed(url) : try live(url)
  }

  /// Whether there is a store; an empty file is none.
  ///
  /// - Throws: `StoreError.file` if the file is missing, but its log has rows.
  static func isThere(_ files: StoreFiles) throws(StoreError) -> Bool {
    if FileCall.exists(files.url) { return FileCall.size(files.url) != 0 }
    guard (FileCall.size(files.log) ?? 0) == 0 else {
      throw .file(
        path: files.path,
        reason: "the file is missing, but its write-ahead log exists; SQLite would delete the log, with the rows "
          + "that only it contains, if the store were created now")
    }
    return false
  }

  /// Reads the identity of a store. A process that does not use the lock may be writing to the file, so an error counts
  /// only if it stays.
  static func identity(_ url: URL) throws -> StoreIdentity {
    try StoreIdentity.undoInterruptedTransaction(at: url)
    for _ in 0..<2 {
      if let identity = try? StoreIdentity(at: url) { return identity }
      Thread.sleep(forTimeInterval: 0.05)
    }
    return try StoreIdentity(at: url)
  }

  /// The first problem that SQLite finds in the pages of a database; `nil` if there is none. Unlike the integrity check,
  /// this does not compare indexes with their tables, and is several times as fast.
  /// https://www.sqlite.org/pragma.html#pragma_quick_check
  static func problem(in database: Database) throws -> String? {
    do {
      let line = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
      return line == "ok" ? nil : line ?? "quick_check returned nothing"
    } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
      return error.message ?? "\(error)"
    }
  }

  /// The number of rows of each table.
  static func rowCounts(_ database: Database) throws -> [String: Int] {
    let names = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite^_%' ESCAPE '^'")
    let counts = try names.map { name in
      let quoted = "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
      return (name, try Int.fetchOne(database, sql: "SELECT count(*) FROM \(quoted)") ?? 0)
    }
    return Dictionary(counts) { first, _ in first }
  }

  private static func address(_ url: URL) -> String {
    var plain = CharacterSet.urlPathAllowed
    plain.remove(charactersIn: "?#%")
    return "file:" + (url.path.addingPercentEncoding(withAllowedCharacters: plain) ?? url.path)
  }
}
