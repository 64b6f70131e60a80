internal import CSQLite
internal import Foundation
internal import GRDB
// GRDBSQLite has the same header as CSQLite, and the compiler may take a structure from either module.
internal import GRDBSQLite
internal import Synchronization

/// Makes `'now'` and CURRENT_TIMESTAMP the same time in every run: 2000-01-01 00:00:00 UTC.
///
/// A migration may store the time at which it ran. Without a fixed time, two people would get different fixtures from
/// the same source. SQLite asks the VFS of a connection for the time (https://www.sqlite.org/c3ref/vfs.html). The one with
/// this time is not the default, which other connections of the process use, so each connection names it in its URI.
enum FrozenClock {
  /// The URI of a new database in memory. https://www.sqlite.org/inmemorydb.html
  ///
  /// - Throws: as ``vfs()``.
  static func memory() throws(SchemaError) -> String {
    _ = try vfs()
    return uri
  }

  /// The VFS of the operating system with the fixed time.
  ///
  /// - Throws: `SchemaError.sqlite` if SQLite does not accept names of files that are URIs. GRDB gives it no other way to
  ///   choose a VFS, and without URIs the name would be that of a new file.
  static func vfs() throws(SchemaError) -> UnsafeMutablePointer<sqlite3_vfs> {
    guard isUsable, let vfs = sqlite3_vfs_find(name) else {
      throw .sqlite(
        code: Int(SQLITE_MISUSE), message: "names of databases must be allowed to be URIs (SQLITE_USE_URI)", sql: nil)
    }
    return vfs
  }

  private static let name = "schemaledger-frozen-clock"
  private static let uri = "file::memory:?vfs=\(name)"

  /// The Julian day in milliseconds, which is the unit of `xCurrentTimeInt64`.
  private static let instant: sqlite3_int64 = 211_813_444_800_000

  private static let isUsable: Bool = {
    guard let original = sqlite3_vfs_find(nil) else { return false }
    // Registered structures "must not be moved or freed"; this one exists until the process ends.
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: original.pointee)
    vfs.pointee.pNext = nil
    vfs.pointee.zName = UnsafePointer(strdup(name))
    vfs.pointee.xCurrentTimeInt64 = { _, result in
      result?.pointee = FrozenClock.instant
      return SQLITE_OK
    }
    vfs.pointee.xCurrentTime = { _, result in
      result?.pointee = Double(FrozenClock.instant) / 86_400_000
      return SQLITE_OK
    }
    guard sqlite3_vfs_register(vfs, 0) == SQLITE_OK else { return false }
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    // A file with this name would have to be created.
    return sqlite3_open_v2(uri, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK
  }()
}

/// Makes `random()` and `randomblob()` return the same values in every run.
enum FrozenRandom {
  /// The sequences of one connection.
  struct Sequences: Sendable {
    fileprivate let numbers = Generator()
    fileprivate let blobs = Generator()

    /// Continues with other values, which depend on the present ones and on a text.
    func vary(by text: String) {
      for generator in [numbers, blobs] { generator.vary(by: text) }
    }
  }

  fileprivate final class Generator: Sendable {
    private let state = Mutex<UInt64>(0x9E37_79B9_7F4A_7C15)

    func next() -> UInt64 { state.withLock { Self.next(&$0) } }

    func bytes(_ count: Int) -> [UInt8] {
      state.withLock { state in (0..<count).map { _ in UInt8(truncatingIfNeeded: Self.next(&state)) } }
    }

    func vary(by text: String) {
      state.withLock { state in
        // FNV-1a.
        let start = Self.next(&state) ^ 0xCBF2_9CE4_8422_2325
        state = text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      }
    }

    /// The next value of the splitmix64 generator.
    private static func next(_ state: inout UInt64) -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  static func install(_ sequences: Sequences, on db: GRDB.Database) {
    // Innocuous, like the built-in functions, so that a DEFAULT or a trigger may use them even if the schema is not
    // trusted.
    let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS
    let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
      if let context { Unmanaged<Generator>.fromOpaque(context).release() }
    }
    sqlite3_create_function_v2(
      db.sqliteConnection, "random", 0, flags, Unmanaged.passRetained(sequences.numbers).toOpaque(),
      { context, _, _ in
        sqlite3_result_int64(context, sqlite3_int64(bitPattern: FrozenRandom.generator(of: context)?.next() ?? 0))
      }, nil, nil, release)
    sqlite3_create_function_v2(
      db.sqliteConnection, "randomblob", 1, flags, Unmanaged.passRetained(sequences.blobs).toOpaque(),
      { context, _, arguments in
        // > The randomblob(N) function … If N is less than 1 then a 1-byte random blob is returned.
        let count = Int(max(1, min(sqlite3_value_int64(arguments?[0]), 1 << 24)))
        let bytes = FrozenRandom.generator(of: context)?.bytes(count) ?? []
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_result_blob(context, bytes, Int32(bytes.count), transient)
      }, nil, nil, release)
  }

  private static func generator(of context: OpaquePointer?) -> Generator? {
    sqlite3_user_data(context).map { Unmanaged<Generator>.fromOpaque($0).takeUnretainedValue() }
  }
}
