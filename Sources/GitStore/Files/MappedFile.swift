#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A memory-mapped file of big-endian numbers.
final class MappedFile {
  private let address: UnsafeRawPointer
  let length: Int

  /// Maps the file; `nil` if it does not exist or is empty.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0,
      let mapped = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), mapped != MAP_FAILED
    else { return nil }
    address = UnsafeRawPointer(mapped)
    length = Int(status.st_size)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: address), length) }

  // The caller has checked that the offset is inside the file.
  func byte(at offset: Int) -> UInt8 { address.load(fromByteOffset: offset, as: UInt8.self) }
  func word(at offset: Int) -> UInt32 {
    UInt32(bigEndian: address.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
  func long(at offset: Int) -> UInt64 {
    UInt64(bigEndian: address.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
  func id(at offset: Int) -> ObjectID { ObjectID(address + offset) }
}
