internal import CSQLite
internal import Foundation
// GRDBSQLite has the same header as CSQLite, and the compiler may take a structure from either module.
internal import GRDBSQLite
internal import SystemCalls

/// A database file, its journal and its write-ahead log, which SQLite uses through this object without changing a byte
/// on disk or creating a file: a [VFS](https://www.sqlite.org/vfs.html) for one connection, whose writes stay in
/// memory.
///
/// SQLite has to write in order to read: it rolls back a journal that a crash has left, and a log needs an index.
/// SQLite would refuse both if the files were read-only. So this VFS lets it open them for writing, and keeps the
/// writes in memory. Pages are read on demand, so that a large database costs only as much as the part that is read.
///
/// With locks, the database has the lock that every reader takes for as long as it is open, and the log has those of
/// `WriteAheadLogLock`: https://www.sqlite.org/lockingv3.html. Without them, ``isUnchanged`` shows afterwards whether
/// the read was consistent. The connections of a ``DatabaseSnapshot`` see what it has kept.
final class ReadOnlyFiles {
  /// What a connection reads.
  enum Content {
    /// The files as they are.
    case disk(locks: Bool)
    /// The state that a ``DatabaseSnapshot`` keeps. Another connection has the locks.
    case kept(KeptState)
  }

  /// The files of a database at one moment.
  struct KeptState {
    /// The content of the database, for which its other files are not needed; `nil` if it is read from disk.
    var bytes: [UInt8]?
    /// The number of bytes of each file that belongs to the state, by path. A log that has grown since has more.
    var sizes: [String: Int64] = [:]
  }

  /// The URI to open. https://www.sqlite.org/uri.html
  var address: String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    let encoded = path.fileNameBytes.flatMap { byte in
      plain.contains(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return "file:" + String(decoding: encoded, as: UTF8.self) + "?vfs=" + name
  }

  let path: String
  private let name = "schemaledger-" + UUID().uuidString
  private let content: Content
  private let spill: OverlaySpill?
  /// The sizes of the files, for a connection of a snapshot.
  let footprint: OverlayFootprint?
  private let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
  private let original: UnsafeMutablePointer<sqlite3_vfs>
  /// The files that exist for SQLite, by their full path.
  private var files: [String: OverlayFile] = [:]
  private var removed: Set<String> = []
  private var database: OverlayFile?
  private var isLocked = false
  private var isUnlockable = false
  private var logLock: WriteAheadLogLock?
  /// The state before reading, if ``isUnchanged`` cannot rely on locks; otherwise `nil`.
  private var stateBefore: State?
  private let firstState: State?

  /// - Parameters:
  ///   - path: the path of the database itself, not of a link to it.
  ///   - spill: where writes are kept; `nil` for memory without a limit.
  /// - Throws: `SchemaError.sqlite` if SQLite does not accept the VFS, or no URIs.
  init(of path: String, _ content: Content, spill: OverlaySpill? = nil) throws(SchemaError) {
    let original = try FrozenClock.vfs()
    self.path = path
    self.content = content
    self.spill = spill
    self.original = original
    if case .disk = content {
      footprint = nil
      firstState = State(of: path, nil)
    } else {
      footprint = OverlayFootprint()
      firstState = nil
    }
    vfs.initialize(to: original.pointee)
    vfs.pointee.iVersion = min(2, original.pointee.iVersion)
    vfs.pointee.szOsFile = Int32(MemoryLayout<Slot>.size)
    vfs.pointee.pNext = nil
    vfs.pointee.zName = UnsafePointer(strdup(name))
    vfs.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    setMethods()
    let code = sqlite3_vfs_register(vfs, 0)
    guard code == SQLITE_OK else { throw .sqlite(code: Int(code), message: "SQLite does not accept the VFS", sql: nil) }
    if case .disk(locks: false) = content { stateBefore = settledState() }
  }

  /// Releases the VFS, after the connection has been closed.
  deinit {
    sqlite3_vfs_unregister(vfs)
    free(UnsafeMutablePointer(mutating: vfs.pointee.zName))
    vfs.deallocate()
  }

  /// Whether everything that was read belongs to one state of the database.
  var isUnchanged: Bool {
    if let stateBefore { return State(of: path, database?.originalHead(100)) == stateBefore }
    // A process that opened the database while there was no index to lock has created one, and may have moved the log's
    // content.
    return logLock != nil || FileStatus(of: path + "-shm") == nil || isRollback
  }

  /// Whether any of the files has changed since the beginning. A process that copies a file to this path takes no
  /// locks.
  var hasChanged: Bool { firstState.map { State(of: path, nil) != $0 } ?? false }

  private var locks: Bool { if case .disk(locks: true) = content { true } else { false } }

  /// The state of the database that this connection, which has read it, sees. It lasts as long as the locks.
  func keptState() -> KeptState {
    var state = KeptState()
    // A journal that is not hot belongs to a change that is not committed yet.
    let others = isReserved().1 ? ["-wal"] : ["-wal", "-journal"]
    for file in [""] + others {
      state.sizes[path + file] = FileStatus(of: path + file).map { Int64($0.size) }
    }
    return state
  }

  /// Whether the database is in rollback mode, in which the lock on the database itself is sufficient.
  private var isRollback: Bool { database.map { $0.originalHead(20)[18] != 2 } ?? true }

  /// Reads the state of the files, and waits 20 ms. The resolution of the file system's clock may be low, and a second
  /// change within the same tick could not be detected.
  private func settledState() -> State {
    let state = State(of: path, nil)
    usleep(20_000)
    return state
  }

  /// The files that exist, their sizes, and the times of their last changes.
  private struct State: Equatable {
    let sizes: [Int?]
    let times: [Int64?]
    var head: [UInt8]?

    init(of path: String, _ head: [UInt8]?) {
      let files = ["", "-journal", "-wal", "-shm"].map { FileStatus(of: path + $0) }
      sizes = files.map { $0?.size }
      // The index is left out, because ordinary readers write to it too.
      times = files.dropLast().map { $0?.changed }
      self.head = head
    }

    static func == (left: State, right: State) -> Bool {
      left.sizes == right.sizes && left.times == right.times
        && (left.head == nil || right.head == nil || left.head == right.head)
    }
  }
}

// MARK: Opening and removing

extension ReadOnlyFiles {
  /// SQLite's record of an open file. "The sqlite3_file object … subclasses will append their own".
  struct Slot {
    var base = sqlite3_file()
    var file: Unmanaged<OpenFile>?
  }

  /// An open file, and the VFS that it belongs to.
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
      files.remove(fileName(name))
      return SQLITE_OK
    }
    vfs.pointee.xAccess = { vfs, name, _, result in
      guard let files = ReadOnlyFiles.of(vfs), let name else { return SQLITE_IOERR }
      result?.pointee = files.exists(fileName(name)) ? 1 : 0
      return SQLITE_OK
    }
    // The other methods are the operating system's. They find their data through their own structure.
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
    if files[path] != nil { return true }
    return switch content {
    case .disk: FileStatus(of: path) != nil
    case .kept(let state): state.bytes == nil ? state.sizes[path] != nil : path == self.path
    }
  }

  private func remove(_ path: String) {
    files[path]?.discard()
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
    var overlay = name.flatMap { files[fileName($0)] }
    if overlay == nil, let name, exists(fileName(name)) {
      if flags & SQLITE_OPEN_WAL != 0, let code = lockLog() { return code }
      let (code, opened) = openOriginal(name, flags, isDatabase)
      guard let opened else { return code }
      overlay = opened
    }
    if overlay == nil {
      guard !isDatabase, flags & SQLITE_OPEN_CREATE != 0 || name == nil else { return SQLITE_CANTOPEN }
      overlay = OverlayFile(spill: spill, footprint: footprint)
    }
    guard let overlay else { return SQLITE_CANTOPEN }
    if let name {
      files[fileName(name)] = overlay
      removed.remove(fileName(name))
    }
    if isDatabase { database = overlay }
    outFlags?.pointee = flags
    let slot = UnsafeMutableRawPointer(file).assumingMemoryBound(to: Slot.self)
    slot.pointee.file = Unmanaged.passRetained(OpenFile(overlay, of: self, isDatabase: isDatabase))
    slot.pointee.base.pMethods = UnsafePointer(OpenFile.methods)
    return SQLITE_OK
  }

  private func openOriginal(
    _ name: UnsafePointer<CChar>, _ flags: Int32, _ isDatabase: Bool
  ) -> (Int32, OverlayFile?) {
    var visible = Int64.max
    if case .kept(let state) = content {
      if let bytes = state.bytes {
        let file = OverlayFile(over: .bytes(bytes), spill: spill, footprint: footprint, isDatabase: isDatabase)
        return (SQLITE_OK, file)
      }
      visible = state.sizes[fileName(name)] ?? 0
    }
    // Opening a FIFO would wait for a writer.
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
    return (
      SQLITE_OK,
      OverlayFile(over: .file(file), visible: visible, spill: spill, footprint: footprint, isDatabase: isDatabase)
    )
  }

  /// Locks the log. Returns SQLITE_BUSY if that fails for a quarter of a second; otherwise `nil`.
  private func lockLog() -> Int32? {
    guard locks, logLock == nil else { return nil }
    for _ in 0..<50 {
      do {
        logLock = try WriteAheadLogLock(index: path + "-shm")
        return nil
      } catch {
        // A checkpoint is short.
        usleep(5_000)
      }
    }
    return SQLITE_BUSY
  }
}

// MARK: Locks

extension ReadOnlyFiles {
  /// Takes the lock of a reader, for any level that SQLite asks for, because writes stay in memory.
  func lock() -> Int32 {
    guard locks, !isLocked, !isUnlockable, let database else { return SQLITE_OK }
    let code = database.lockOriginal()
    if code & 0xFF == SQLITE_BUSY { return SQLITE_BUSY }
    if code == SQLITE_OK {
      isLocked = true
    } else {
      // The file system does not support locks.
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

  /// Whether a journal next to the database belongs to a running process.
  func isReserved() -> (code: Int32, Bool) {
    guard locks, !isUnlockable, let database else { return (SQLITE_OK, false) }
    return database.isReserved()
  }
}

/// A path that SQLite passes.
private func fileName(_ name: UnsafePointer<CChar>) -> String {
  String(fileName: UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) })
}
