internal import CSQLite
internal import GRDBSQLite

extension ReadOnlyFiles.OpenFile {
  /// The methods of version 1, which have no shared memory. SQLite does not ask for it in exclusive locking mode.
  /// https://www.sqlite.org/wal.html#noshm, https://www.sqlite.org/c3ref/io_methods.html
  // This is written once, before SQLite reads it.
  nonisolated(unsafe) static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: sqlite3_io_methods())
    methods.pointee.iVersion = 1
    setContent(of: methods)
    setLocks(of: methods)
    // These methods need no answers of their own.
    methods.pointee.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.pointee.xSectorSize = { _ in 0 }
    methods.pointee.xDeviceCharacteristics = { _ in 0 }
    return methods
  }()

  private static func setContent(of methods: UnsafeMutablePointer<sqlite3_io_methods>) {
    methods.pointee.xClose = { file in
      guard let slot = ReadOnlyFiles.OpenFile.slot(file), let open = slot.pointee.file else { return SQLITE_OK }
      slot.pointee.file = nil
      if open.takeUnretainedValue().isDatabase { open.takeUnretainedValue().files.unlock() }
      open.release()
      return SQLITE_OK
    }
    methods.pointee.xRead = { file, buffer, count, offset in
      guard let overlay = ReadOnlyFiles.OpenFile.of(file)?.overlay, let buffer else { return SQLITE_IOERR }
      return overlay.read(buffer, count: Int64(count), at: offset)
    }
    methods.pointee.xWrite = { file, bytes, count, offset in
      guard let overlay = ReadOnlyFiles.OpenFile.of(file)?.overlay, let bytes else { return SQLITE_IOERR }
      return overlay.write(bytes, count: Int64(count), at: offset)
    }
    methods.pointee.xTruncate = { file, size in
      ReadOnlyFiles.OpenFile.of(file)?.overlay.truncate(to: size) ?? SQLITE_IOERR
    }
    methods.pointee.xSync = { _, _ in SQLITE_OK }
    methods.pointee.xFileSize = { file, result in
      guard let (code, size) = ReadOnlyFiles.OpenFile.of(file)?.overlay.currentSize() else { return SQLITE_IOERR }
      result?.pointee = size
      return code
    }
  }

  private static func setLocks(of methods: UnsafeMutablePointer<sqlite3_io_methods>) {
    methods.pointee.xLock = { file, _ in
      guard let open = ReadOnlyFiles.OpenFile.of(file), open.isDatabase else { return SQLITE_OK }
      return open.files.lock()
    }
    methods.pointee.xUnlock = { file, level in
      guard let open = ReadOnlyFiles.OpenFile.of(file), open.isDatabase, level == SQLITE_LOCK_NONE else {
        return SQLITE_OK
      }
      open.files.unlock()
      return SQLITE_OK
    }
    methods.pointee.xCheckReservedLock = { file, result in
      guard let open = ReadOnlyFiles.OpenFile.of(file), open.isDatabase else { return SQLITE_OK }
      let (code, isReserved) = open.files.isReserved()
      result?.pointee = isReserved ? 1 : 0
      return code
    }
  }

  private static func slot(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<ReadOnlyFiles.Slot>? {
    file.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: ReadOnlyFiles.Slot.self) }
  }

  private static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> ReadOnlyFiles.OpenFile? {
    slot(file)?.pointee.file?.takeUnretainedValue()
  }
}
