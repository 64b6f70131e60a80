internal import SystemCalls

/// A memory-mapped file of big-endian numbers.
final class MappedFile {
  let bytes: UnsafeRawBufferPointer
  var length: Int { bytes.count }

  /// Maps the file; `nil` if it does not exist.
  init?(opening path: String) throws(GitError) {
    // Without O_NONBLOCK, a named pipe would wait for a writer.
    guard let file = try Descriptor(opening: path, in: -1, O_RDONLY | O_NONBLOCK) else { return nil }
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw systemError(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .system(path: path, errno: EINVAL, message: "it is not a regular file")
    }
    guard status.st_size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    guard let mapped = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, file.number, 0), mapped != MAP_FAILED
    else {
      if errno == ENOMEM {
        MemoryShortage.note()
        throw .outOfMemory
      }
      throw systemError(path)
    }
    bytes = UnsafeRawBufferPointer(start: mapped, count: Int(status.st_size))
  }

  deinit { if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) } }

  // The caller has checked that the offset is inside the file.
  func byte(at offset: Int) -> UInt8 { bytes.load(fromByteOffset: offset, as: UInt8.self) }
  func word(at offset: Int) -> UInt32 {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
  func long(at offset: Int) -> UInt64 {
    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
  func id(at offset: Int) -> ObjectID {
    bytes.baseAddress.map { ObjectID($0 + offset) } ?? .zero
  }
}
