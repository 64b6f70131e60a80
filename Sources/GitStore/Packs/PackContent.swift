internal import CLibgit2

/// The content of an object, or a delta, in memory that libgit2 may take over.
final class PackContent {
  private var start: UnsafeMutableRawPointer?
  let count: Int

  /// Gets memory for `count` bytes and, as libgit2 expects it, a null byte after them.
  init(count: Int) throws(PackError) {
    guard let memory = git_odb_backend_data_alloc(nil, count + 1) else { throw .failed(.outOfMemory) }
    memory.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    start = memory
    self.count = count
  }

  deinit { if let start { git_odb_backend_data_free(nil, start) } }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  /// The bytes to be filled, and the one after them.
  var writable: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: start, count: count + 1) }

  func copied() throws(PackError) -> PackContent {
    let copy = try PackContent(count: count)
    copy.writable.copyMemory(from: bytes)
    return copy
  }

  /// Passes the memory to the caller. The content must not be used afterwards.
  func surrender() -> UnsafeMutableRawPointer? {
    defer { start = nil }
    return start
  }
}
