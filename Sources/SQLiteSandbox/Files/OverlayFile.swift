internal import CSQLite
internal import GRDBSQLite

/// A file that SQLite may write to without changing the disk: writes stay in memory and hide the content on disk, which
/// is only read.
final class OverlayFile {
  /// The file on disk, opened read-only by the operating system's VFS; `nil` for a file that exists only in memory.
  private let original: UnsafeMutablePointer<sqlite3_file>?
  /// The written content, in whole blocks, by block number.
  private var blocks: [Int64: [UInt8]] = [:]
  /// The size in bytes after writing; `nil` if nothing has been written.
  private var size: Int64?
  /// The number of bytes of the original that truncation has left.
  private var visible = Int64.max

  private static let blockSize: Int64 = 4096
  /// `SQLITE_IOERR | (2<<8)`, which is a macro that Swift does not import.
  /// https://www.sqlite.org/rescode.html#ioerr_short_read
  private static let shortRead = SQLITE_IOERR | (2 << 8)

  init(over original: UnsafeMutablePointer<sqlite3_file>? = nil) { self.original = original }

  deinit {
    guard let original else { return }
    _ = original.pointee.pMethods?.pointee.xClose?(original)
    original.deallocate()
  }

  /// SQLite's result code, and the size in bytes, which is valid for SQLITE_OK.
  func currentSize() -> (code: Int32, size: Int64) {
    if let size { return (SQLITE_OK, size) }
    guard let original, let ask = original.pointee.pMethods?.pointee.xFileSize else { return (SQLITE_OK, 0) }
    var size: sqlite3_int64 = 0
    let code = ask(original, &size)
    return (code, size)
  }

  /// > If xRead() returns SQLITE_IOERR_SHORT_READ it must also fill in the unread portions of the buffer with zeros.
  /// https://www.sqlite.org/c3ref/io_methods.html
  func read(_ buffer: UnsafeMutableRawPointer, count: Int64, at offset: Int64) -> Int32 {
    if size == nil { return readOriginal(buffer, count: count, at: offset) }
    let (code, size) = currentSize()
    guard code == SQLITE_OK else { return code }
    var done: Int64 = 0
    while done < count {
      let place = offset + done
      let start = place % Self.blockSize
      let length = min(Self.blockSize - start, count - done)
      let target = buffer.advanced(by: Int(done))
      if let block = blocks[place / Self.blockSize] {
        block.withUnsafeBytes { bytes in
          if let source = bytes.baseAddress { target.copyMemory(from: source + Int(start), byteCount: Int(length)) }
        }
      } else {
        let code = readVisible(target, count: length, at: place)
        guard code == SQLITE_OK else { return code }
      }
      done += length
    }
    guard offset + count > size else { return SQLITE_OK }
    let known = max(0, min(count, size - offset))
    buffer.advanced(by: Int(known)).initializeMemory(as: UInt8.self, repeating: 0, count: Int(count - known))
    return Self.shortRead
  }

  func write(_ bytes: UnsafeRawPointer, count: Int64, at offset: Int64) -> Int32 {
    let (code, before) = currentSize()
    guard code == SQLITE_OK else { return code }
    var done: Int64 = 0
    while done < count {
      let place = offset + done
      let number = place / Self.blockSize
      let start = place % Self.blockSize
      let length = min(Self.blockSize - start, count - done)
      var block = blocks[number] ?? [UInt8](repeating: 0, count: Int(Self.blockSize))
      if blocks[number] == nil {
        let code = block.withUnsafeMutableBytes { target in
          target.baseAddress.map { readVisible($0, count: Self.blockSize, at: number * Self.blockSize) } ?? SQLITE_OK
        }
        guard code == SQLITE_OK else { return code }
      }
      block.withUnsafeMutableBytes { target in
        target.baseAddress?.advanced(by: Int(start))
          .copyMemory(from: bytes.advanced(by: Int(done)), byteCount: Int(length))
      }
      blocks[number] = block
      done += length
    }
    size = max(before, offset + count)
    return SQLITE_OK
  }

  func truncate(to end: Int64) -> Int32 {
    size = end
    visible = min(visible, end)
    blocks = blocks.filter { $0.key * Self.blockSize < end }
    let number = end / Self.blockSize
    if let block = blocks[number] {
      let kept = Int(end % Self.blockSize)
      blocks[number] = block.prefix(kept) + [UInt8](repeating: 0, count: block.count - kept)
    }
    return SQLITE_OK
  }

  /// Reads the remaining part of the original, followed by zeros.
  private func readVisible(_ buffer: UnsafeMutableRawPointer, count: Int64, at offset: Int64) -> Int32 {
    let known = max(0, min(count, visible - offset))
    buffer.advanced(by: Int(known)).initializeMemory(as: UInt8.self, repeating: 0, count: Int(count - known))
    guard known > 0 else { return SQLITE_OK }
    let code = readOriginal(buffer, count: known, at: offset)
    return code == Self.shortRead ? SQLITE_OK : code
  }

  private func readOriginal(_ buffer: UnsafeMutableRawPointer, count: Int64, at offset: Int64) -> Int32 {
    guard let original, let read = original.pointee.pMethods?.pointee.xRead else {
      buffer.initializeMemory(as: UInt8.self, repeating: 0, count: Int(count))
      return Self.shortRead
    }
    return read(original, buffer, Int32(count), offset)
  }

  // MARK: Locks of the original

  /// Takes a SHARED lock. Returns SQLITE_OK, SQLITE_BUSY, or an error if the file system does not support locks.
  func lockOriginal() -> Int32 {
    guard let original, let lock = original.pointee.pMethods?.pointee.xLock else { return SQLITE_OK }
    return lock(original, SQLITE_LOCK_SHARED)
  }

  func unlockOriginal() {
    guard let original else { return }
    _ = original.pointee.pMethods?.pointee.xUnlock?(original, SQLITE_LOCK_NONE)
  }

  /// Whether a process holds the lock that a writer has from its first change to its commit.
  func isReserved() -> (code: Int32, Bool) {
    guard let original, let ask = original.pointee.pMethods?.pointee.xCheckReservedLock else {
      return (SQLITE_OK, false)
    }
    var answer: Int32 = 0
    let code = ask(original, &answer)
    return (code, answer != 0)
  }

  /// The first bytes on disk.
  func originalHead(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    _ = bytes.withUnsafeMutableBytes { buffer in
      buffer.baseAddress.map { readOriginal($0, count: Int64(count), at: 0) } ?? SQLITE_OK
    }
    return bytes
  }
}
