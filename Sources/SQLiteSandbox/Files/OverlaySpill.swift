internal import CSQLite
internal import Foundation
internal import GRDBSQLite
internal import Synchronization
internal import SystemCalls

/// Where the blocks of overlays are kept: in memory up to a limit, and beyond it in a temporary file without a name, which
/// the system removes when the process ends, however it ends. Blocks of several databases may share one.
public final class OverlaySpill: Sendable {
  private struct State {
    var memory: Int
    var descriptor: Int32?
    /// Slots of the file that are not in use.
    var free: [Int] = []
    var slots = 0
    var failure: String?
  }

  /// The beginning of the names of this program's temporary files.
  static let temporaryPrefix = "schemaledger-run-"

  private let state: Mutex<State>
  private let folder: String

  /// - Parameters:
  ///   - memory: the number of bytes to keep in memory.
  ///   - folder: the folder of the temporary file, which is made when it is needed.
  public init(memory: Int, folder: String) {
    self.folder = folder
    state = Mutex(State(memory: memory))
  }

  deinit { if let descriptor = state.withLock(\.descriptor) { close(descriptor) } }

  /// Why the temporary file could not be made or written, as the system says it; `nil` if it could.
  public var failure: String? { state.withLock(\.failure) }

  /// Records the system's last error.
  fileprivate func fail() {
    let message = SystemCallError().reason
    state.withLock { $0.failure = $0.failure ?? message }
  }

  /// Takes the memory of a block. Returns false if there is none left.
  fileprivate func takeMemory() -> Bool {
    state.withLock { state in
      guard state.memory >= OverlayBlock.size else { return false }
      state.memory -= OverlayBlock.size
      return true
    }
  }

  /// A slot of the file for a block; `nil` if the file cannot be made.
  fileprivate func takeSlot() -> Int? {
    let slot = state.withLock { state -> Int? in
      if state.descriptor == nil { state.descriptor = Self.unnamedFile(in: folder) }
      guard state.descriptor != nil else { return nil }
      if let slot = state.free.popLast() { return slot }
      state.slots += 1
      return state.slots - 1
    }
    if slot == nil { fail() }
    return slot
  }

  func free(_ block: OverlayBlock) {
    state.withLock { state in
      switch block {
      case .memory: state.memory += OverlayBlock.size
      case .slot(let slot): state.free.append(slot)
      }
    }
  }

  fileprivate var descriptor: Int32 { state.withLock(\.descriptor) ?? -1 }

  private static func unnamedFile(in folder: String) -> Int32? {
    var path = Array((folder + "/\(Self.temporaryPrefix)XXXXXX").utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { return nil }
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }
}

/// 4 KiB of written content.
enum OverlayBlock {
  case memory([UInt8])
  /// A place in the file of an ``OverlaySpill``.
  case slot(Int)

  static let size = 4096

  /// - Parameters:
  ///   - content: ``size`` bytes.
  ///   - spill: `nil` for memory without a limit.
  /// - Returns: `nil` if there is no space for it.
  init?(_ content: [UInt8], in spill: OverlaySpill?) {
    guard let spill, !spill.takeMemory() else {
      self = .memory(content)
      return
    }
    guard let slot = spill.takeSlot() else { return nil }
    self = .slot(slot)
    let code = content.withUnsafeBytes { content in
      content.baseAddress.map { write($0, count: Self.size, at: 0, to: spill) } ?? SQLITE_OK
    }
    if code != SQLITE_OK {
      spill.free(self)
      return nil
    }
  }

  /// SQLite's result code.
  func read(_ buffer: UnsafeMutableRawPointer, count: Int, at start: Int, from spill: OverlaySpill?) -> Int32 {
    switch self {
    case .memory(let content):
      content.withUnsafeBytes { bytes in
        if let source = bytes.baseAddress { buffer.copyMemory(from: source + start, byteCount: count) }
      }
      return SQLITE_OK
    case .slot(let slot):
      let offset = off_t(slot) * off_t(Self.size) + off_t(start)
      return pread(spill?.descriptor ?? -1, buffer, count, offset) == count ? SQLITE_OK : SQLITE_IOERR
    }
  }

  /// SQLite's result code.
  mutating func write(_ source: UnsafeRawPointer, count: Int, at start: Int, to spill: OverlaySpill?) -> Int32 {
    switch self {
    case .memory(var content):
      // Otherwise a second reference to the array would make each write copy it.
      self = .slot(-1)
      content.withUnsafeMutableBytes { bytes in
        bytes.baseAddress?.advanced(by: start).copyMemory(from: source, byteCount: count)
      }
      self = .memory(content)
      return SQLITE_OK
    case .slot(let slot):
      let offset = off_t(slot) * off_t(Self.size) + off_t(start)
      if pwrite(spill?.descriptor ?? -1, source, count, offset) == count { return SQLITE_OK }
      spill?.fail()
      return SQLITE_FULL
    }
  }
}

/// The sizes of a database and of the files beside it, as SQLite changes them.
final class OverlayFootprint {
  private var total: Int64 = 0
  /// The present size of the database in bytes, without what is in its log.
  private(set) var database: Int64 = 0
  /// The largest size of all files together so far, in bytes: the database, its journal or log, and temporary files.
  private(set) var largestTotal: Int64 = 0
  /// The largest size of the database so far, in bytes.
  private(set) var largestDatabase: Int64 = 0

  func change(by difference: Int64, database isDatabase: Bool) {
    total += difference
    largestTotal = max(largestTotal, total)
    guard isDatabase else { return }
    database += difference
    largestDatabase = max(largestDatabase, database)
  }
}
