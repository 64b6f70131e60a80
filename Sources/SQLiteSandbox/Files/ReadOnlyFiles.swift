internal import CSQLite
internal import Foundation
// The same header as CSQLite: which of the two modules the compiler takes a structure from is not ours to say.
internal import GRDBSQLite

/// A database file, its journal and its write-ahead log, as SQLite may use them without changing a byte on disk or
/// making a file: a [VFS](https://www.sqlite.org/vfs.html) for one connection, whose writes stay in memory.
///
/// SQLite has to write where it reads: a journal that a crash has left is played back first, and a log needs an index. So
/// it is not told that the files are read-only (it would refuse both); it is only not given them. Pages are read when they are
/// asked for, so that a large database costs no more than what is looked at.
///
/// With `locks` the database gets the lock that every reader takes, for as long as it is open, and the log those of
/// `WriteAheadLogLock`: https://www.sqlite.org/lockingv3.html. Without them, ``isUndisturbed`` tells afterwards whether
/// what was read is of one moment.
final class ReadOnlyFiles {
  /// What to open, as a URI. https://www.sqlite.org/uri.html
  var address: String {
    let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
    return "file:" + (path.addingPercentEncoding(withAllowedCharacters: plain) ?? path) + "?vfs=" + name
  }

  let path: String
  private let name = "schemaledger-" + UUID().uuidString
  private let locks: Bool
  private let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
  private let original: UnsafeMutablePointer<sqlite3_vfs>
  /// By their full path, as long as they are there for SQLite.
  private var files: [String: OverlayFile] = [:]
  private var removed: Set<String> = []
  private var database: OverlayFile?
  private var isLocked = false
  private var isUnlockable = false
  private var logLock: WriteAheadLogLock?
  /// Where ``isUndisturbed`` cannot be had from locks.
  private var stateBefore: State?
  private let firstState: State

  /// - Parameter path: of the database itself, not of a link to it.
  /// - Throws: `SchemaError.sqlite` when SQLite takes no VFS.
  init(of path: String, locks: Bool) throws(SchemaError) {
    guard let original = sqlite3_vfs_find(nil) else {
      throw .sqlite(code: Int(SQLITE_ERROR), message: "SQLite has no VFS", sql: nil)
    }
    self.path = path
    self.locks = locks
    self.original = original
    firstState = State(of: path, nil)
    vfs.initialize(to: original.pointee)
    vfs.pointee.iVersion = min(2, original.pointee.iVersion)
    vfs.pointee.szOsFile = Int32(MemoryLayout<Slot>.size)
    vfs.pointee.pNext = nil
    vfs.pointee.zName = UnsafePointer(strdup(name))
    vfs.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    setMethods()
    let code = sqlite3_vfs_register(vfs, 0)
    guard code == SQLITE_OK else { throw .sqlite(code: Int(code), message: "SQLite takes no VFS", sql: nil) }
    if !locks { stateBefore = settledState() }
  }

  /// After the connection is closed.
  deinit {
    sqlite3_vfs_unregister(vfs)
    free(UnsafeMutablePointer(mutating: vfs.pointee.zName))
    vfs.deallocate()
  }

  /// Whether all that was read since the beginning is of one moment.
  var isUndisturbed: Bool {
    if let stateBefore { return State(of: path, database?.originalHead(100)) == stateBefore }
    // Whoever came while there was no index to lock has made one, and may have moved the log's content.
    return logLock != nil || !FileManager.default.fileExists(atPath: path + "-shm") || isRollback
  }

  /// Whether anything is otherwise than in the beginning, as where somebody copies a file to this place, who has no locks.
  var hasChanged: Bool { State(of: path, nil) != firstState }

  /// In rollback mode the lock on the database itself is enough.
  private var isRollback: Bool { database.map { $0.originalHead(20)[18] != 2 } ?? true }

  /// A file system may tell the time by ticks, and a change in the same tick as the one before cannot be seen.
  private func settledState() -> State {
    let state = State(of: path, nil)
    usleep(20_000)
    return state
  }

  /// Which files there are, how large, and when they were last written.
  private struct State: Equatable {
    let sizes: [Int?]
    let dates: [Date?]
    var head: [UInt8]?

    init(of path: String, _ head: [UInt8]?) {
      let files = ["", "-journal", "-wal", "-shm"].map { try? FileManager.default.attributesOfItem(atPath: path + $0) }
      sizes = files.map { $0?[.size] as? Int }
      // Readers of SQLite's own write into the index.
      dates = files.dropLast().map { $0?[.modificationDate] as? Date }
      self.head = head
    }

    static func == (left: State, right: State) -> Bool {
      left.sizes == right.sizes && left.dates == right.dates
        && (left.head == nil || right.head == nil || left.head == right.head)
    }
  }
}

// MARK: Opening and removing

extension ReadOnlyFiles {
  /// What SQLite keeps of an open file. "The sqlite3_file object … subclasses will append their own".
  struct Slot {
    var base = sqlite3_file()
    var file: Unmanaged<OpenFile>?
  }

  /// An open file, and whose it is.
  final class OpenFile {
    let overlay: OverlayFile
    let files: ReadOnlyFiles
    let isDatabase: Bool

    init(_ overlay: OverlayFile, of files: ReadOnlyFiles, isDatabase: Bool) {
      self.overlay = overlay
      self.files = files
      self.isDatabase = isDatabase
    }
  }

  private func setMethods() {
    vfs.pointee.xOpen = { vfs, name, file, flags, outFlags in
      guard let files = ReadOnlyFiles.of(vfs), let file else { return SQLITE_CANTOPEN }
      return files.open(name, file, flags, outFlags)
    }
    vfs.pointee.xDelete = { vfs, name, _ in
      guard let files = ReadOnlyFiles.of(vfs), let name else { return SQLITE_IOERR }
      files.remove(String(cString: name))
      return SQLITE_OK
    }
    vfs.pointee.xAccess = { vfs, name, _, result in
      guard let files = ReadOnlyFiles.of(vfs), let name else { return SQLITE_IOERR }
      result?.pointee = files.exists(String(cString: name)) ? 1 : 0
      return SQLITE_OK
    }
    // The others are the operating system's, which find their own data through their own structure.
    vfs.pointee.xFullPathname = { vfs, name, count, result in
      guard let original = ReadOnlyFiles.of(vfs)?.original else { return SQLITE_CANTOPEN }
      return original.pointee.xFullPathname?(original, name, count, result) ?? SQLITE_CANTOPEN
    }
    vfs.pointee.xDlOpen = nil
    vfs.pointee.xDlError = nil
    vfs.pointee.xDlSym = nil
    vfs.pointee.xDlClose = nil
  }

  private static func of(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> ReadOnlyFiles? {
    vfs?.pointee.pAppData.map { Unmanaged<ReadOnlyFiles>.fromOpaque($0).takeUnretainedValue() }
  }

  private func exists(_ path: String) -> Bool {
    if removed.contains(path) { return false }
    return files[path] != nil || FileManager.default.fileExists(atPath: path)
  }

  private func remove(_ path: String) {
    files[path] = nil
    removed.insert(path)
  }

  private func open(
    _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    // "xOpen … must set the sqlite3_file.pMethods to NULL" when it fails.
    file.pointee.pMethods = nil
    let isDatabase = flags & SQLITE_OPEN_MAIN_DB != 0
    var overlay = name.flatMap { files[String(cString: $0)] }
    if overlay == nil, let name, exists(String(cString: name)) {
      if flags & SQLITE_OPEN_WAL != 0, let code = lockLog() { return code }
      let (code, opened) = openOriginal(name, flags)
      guard let opened else { return code }
      overlay = opened
    }
    if overlay == nil {
      guard !isDatabase, flags & SQLITE_OPEN_CREATE != 0 || name == nil else { return SQLITE_CANTOPEN }
      overlay = OverlayFile()
    }
    guard let overlay else { return SQLITE_CANTOPEN }
    if let name {
      files[String(cString: name)] = overlay
      removed.remove(String(cString: name))
    }
    if isDatabase { database = overlay }
    outFlags?.pointee = flags
    let slot = UnsafeMutableRawPointer(file).assumingMemoryBound(to: Slot.self)
    slot.pointee.file = Unmanaged.passRetained(OpenFile(overlay, of: self, isDatabase: isDatabase))
    slot.pointee.base.pMethods = UnsafePointer(OpenFile.methods)
    return SQLITE_OK
  }

  private func openOriginal(_ name: UnsafePointer<CChar>, _ flags: Int32) -> (Int32, OverlayFile?) {
    // A FIFO would wait for somebody to write.
    var status = stat()
    guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return (SQLITE_CANTOPEN, nil) }
    let changing = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_DELETEONCLOSE | SQLITE_OPEN_EXCLUSIVE
    let memory = UnsafeMutableRawPointer.allocate(byteCount: Int(original.pointee.szOsFile), alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: Int(original.pointee.szOsFile))
    let file = memory.assumingMemoryBound(to: sqlite3_file.self)
    let code = original.pointee.xOpen?(original, name, file, flags & ~changing | SQLITE_OPEN_READONLY, nil)
    guard code == SQLITE_OK else {
      memory.deallocate()
      return (code ?? SQLITE_CANTOPEN, nil)
    }
    return (SQLITE_OK, OverlayFile(over: file))
  }

  /// SQLite's code where the log cannot be locked now.
  private func lockLog() -> Int32? {
    guard locks, logLock == nil else { return nil }
    for _ in 0..<50 {
      do {
        logLock = try WriteAheadLogLock(index: path + "-shm")
        return nil
      } catch {
        // A checkpoint does not take long.
        usleep(5_000)
      }
    }
    return SQLITE_BUSY
  }
}

// MARK: Locks

extension ReadOnlyFiles {
  /// The lock of a reader, whatever SQLite asks for: what it would write, it writes into memory.
  func lock() -> Int32 {
    guard locks, !isLocked, !isUnlockable, let database else { return SQLITE_OK }
    let code = database.lockOriginal()
    if code & 0xFF == SQLITE_BUSY { return SQLITE_BUSY }
    if code == SQLITE_OK {
      isLocked = true
    } else {
      // A file system without locks.
      isUnlockable = true
      stateBefore = settledState()
    }
    return SQLITE_OK
  }

  func unlock() {
    guard isLocked else { return }
    database?.unlockOriginal()
    isLocked = false
  }

  /// Whether a journal beside the database belongs to a process that is alive.
  func isReserved() -> (code: Int32, Bool) {
    guard locks, !isUnlockable, let database else { return (SQLITE_OK, false) }
    return database.isReserved()
  }
}
