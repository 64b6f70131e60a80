internal import Foundation
internal import GRDBSQLite

/// The first bytes of a database's file.
///
/// They are read through SQLite. On POSIX, closing any descriptor of a file releases all locks of the process on it, also
/// those of other connections. If such a connection has a write-ahead log, another process could then delete the log, and
/// with it what the connection commits later. SQLite itself keeps a descriptor open as long as another connection of the
/// process has a lock.
/// https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
struct StoreHeader {
  /// At most 20 bytes; fewer if the file is shorter.
  let bytes: [UInt8]

  /// - Returns: `nil` if the file cannot be opened.
  init?(of url: URL) {
    var connection: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    // Without locks, and without files beside the database.
    let status = sqlite3_open_v2(Self.immutableAddress(of: url), &connection, flags, nil)
    defer { sqlite3_close_v2(connection) }
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard status == SQLITE_OK,
      sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file, let methods = file.pointee.pMethods, let size = methods.pointee.xFileSize,
      let read = methods.pointee.xRead
    else { return nil }
    var length: sqlite3_int64 = 0
    guard size(file, &length) == SQLITE_OK else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(min(length, 20)))
    guard bytes.isEmpty || read(file, &bytes, Int32(bytes.count), 0) == SQLITE_OK else { return nil }
    self.bytes = bytes
  }

  /// Whether the file has SQLite's magic number.
  /// https://www.sqlite.org/fileformat.html#magic_header_string
  var isOfDatabase: Bool { bytes.starts(with: Array("SQLite format 3\0".utf8)) }

  /// Whether the database is in WAL mode.
  /// https://www.sqlite.org/fileformat.html#file_format_version_numbers
  var isInWALMode: Bool { bytes.count == 20 && bytes[19] == 2 }

  /// An address with which SQLite opens a file that no connection changes.
  /// https://www.sqlite.org/uri.html#uriimmutable
  static func immutableAddress(of url: URL) -> String {
    var plain = CharacterSet.urlPathAllowed
    plain.remove(charactersIn: "?#%")
    return "file:" + (url.path.addingPercentEncoding(withAllowedCharacters: plain) ?? url.path) + "?immutable=1"
  }
}
