internal import CSQLite
internal import GRDBSQLite

/// A file that SQLite may write to without changing the disk: what is written hides the content on disk, which is only
/// read.
final class OverlayFile {
  /// What the file contains before it is written to.
  enum Original {
    case nothing
    /// A file on disk, opened read-only by the operating system's VFS.
    case file(UnsafeMutablePointer<sqlite3_file>)
    case bytes([UInt8])
  }

  private let original: Original
  /// The written content, in whole blocks, by block number.
  private var blocks: [Int64: OverlayBlock] = [:]
  /// The size in bytes, if it is not that of the original.
  private var size: Int64?
  /// The number of bytes of the original that can be seen: fewer than it has after a truncation, or if a process has
  /// appended to it since.
  private var visible: Int64
  /// Where blocks are kept; `nil` for memory without a limit.
  private let spill: OverlaySpill?
  /// Counts the size of this file; `nil` if sizes are not tracked.
  private let footprint: OverlayFootprint?
  private let isDatabase: Bool
  private var countedSize: Int64 = 0

  private static let blockSize = Int64(OverlayBlock.size)
  /// `SQLITE_IOERR | (2<<8)`, which is a macro that Swift does not import.
  /// https://www.sqlite.org/rescode.html#ioerr_short_read
  private static let shortRead = SQLITE_IOERR | (2 << 8)

  /// - Parameter visible: the number of bytes of the original to which the file is limited.
  init(
    over original: Original = .nothing, visible: Int64 = .max, spill: OverlaySpill? = nil,
    footprint: OverlayFootprint? = nil, isDatabase: Bool = false
  ) {
    self.original = original
    self.visible = visible
    self.spill = spill
    self.footprint = footprint
    self.isDatabase = isDatabase
    // Of a file that may have grown, only this part is ever seen.
    if visible != .max { size = currentSize().size }
    countSize()
  }

  deinit {
    discard()
    guard case .file(let file) = original else { return }
    _ = file.pointee.pMethods?.pointee.xClose?(file)
    file.deallocate()
  }

  /// Ends the existence of the file for SQLite, which may still have it open.
  func discard() {
    for block in blocks.values { spill?.free(block) }
    blocks = [:]
    footprint?.change(by: -countedSize, database: isDatabase)
    countedSize = 0
  }

  private func countSize() {
    guard let footprint else { return }
    let now = currentSize().size
    footprint.change(by: now - countedSize, database: isDatabase)
    countedSize = now
  }

  /// SQLite's result code, and the size in bytes, which is valid for SQLITE_OK.
  func currentSize() -> (code: Int32, size: Int64) {
    if let size { return (SQLITE_OK, size) }
    switch original {
    case .nothing: return (SQLITE_OK, 0)
    case .bytes(let bytes): return (SQLITE_OK, Int64(bytes.count))
    case .file(let file):
      var size: sqlite3_int64 = 0
      let code = file.pointee.pMethods?.pointee.xFileSize?(file, &size) ?? SQLITE_IOERR
      return (code, min(size, visible))
    }
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
        let code = block.read(target, count: Int(length), at: Int(start), from: spill)
        guard code == SQLITE_OK else { return code }
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
      if blocks[number] == nil {
        var content = [UInt8](repeating: 0, count: OverlayBlock.size)
        if length < Self.blockSize {
          let code = content.withUnsafeMutableBytes { target in
            target.baseAddress.map { readVisible($0, count: Self.blockSize, at: number * Self.blockSize) } ?? SQLITE_OK
          }
          guard code == SQLITE_OK else { return code }
        }
        guard let block = OverlayBlock(content, in: spill) else { return SQLITE_FULL }
        blocks[number] = block
      }
      let code = blocks[number]?.write(bytes.advanced(by: Int(done)), count: Int(length), at: Int(start), to: spill)
      guard code == SQLITE_OK else { return code ?? SQLITE_IOERR }
      done += length
    }
    size = max(before, offset + count)
    countSize()
    return SQLITE_OK
  }

  func truncate(to end: Int64) -> Int32 {
    // A size that has not been asked for yet is that of the original.
    size = end
    visible = min(visible, end)
    for (number, block) in blocks where number * Self.blockSize >= end {
      spill?.free(block)
      blocks[number] = nil
    }
    countSize()
    let kept = end % Self.blockSize
    guard kept > 0 else { return SQLITE_OK }
    let zeros = [UInt8](repeating: 0, count: Int(Self.blockSize - kept))
    return zeros.withUnsafeBytes { zeros in
      guard let source = zeros.baseAddress else { return SQLITE_OK }
      return blocks[end / Self.blockSize]?.write(source, count: zeros.count, at: Int(kept), to: spill) ?? SQLITE_OK
    }
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
    switch original {
    case .file(let file):
      guard let read = file.pointee.pMethods?.pointee.xRead else { return SQLITE_IOERR }
      return read(file, buffer, Int32(count), offset)
    case .bytes(let bytes):
      let known = max(0, min(Int(count), bytes.count - Int(clamping: offset)))
      bytes.withUnsafeBytes { source in
        if known > 0, let start = source.baseAddress {
          buffer.copyMemory(from: start + Int(offset), byteCount: known)
        }
      }
      buffer.advanced(by: known).initializeMemory(as: UInt8.self, repeating: 0, count: Int(count) - known)
      return known < count ? Self.shortRead : SQLITE_OK
    case .nothing:
      buffer.initializeMemory(as: UInt8.self, repeating: 0, count: Int(count))
      return Self.shortRead
    }
  }

  // MARK: Locks of the original

  /// Takes a SHARED lock. Returns SQLITE_OK, SQLITE_BUSY, or an error if the file system does not support locks.
  func lockOriginal() -> Int32 {
    guard case .file(let file) = original, let lock = file.pointee.pMethods?.pointee.xLock else { return SQLITE_OK }
    return lock(file, SQLITE_LOCK_SHARED)
  }

  func unlockOriginal() {
    guard case .file(let file) = original else { return }
    _ = file.pointee.pMethods?.pointee.xUnlock?(file, SQLITE_LOCK_NONE)
  }

  /// Whether a process holds the lock that a writer has from its first change to its commit.
  func isReserved() -> (code: Int32, Bool) {
    guard case .file(let file) = original, let ask = file.pointee.pMethods?.pointee.xCheckReservedLock else {
      return (SQLITE_OK, false)
    }
    var answer: Int32 = 0
    let code = ask(file, &answer)
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
