internal import CZlib

/// Decompresses one object after the other with the same state of zlib, of 40 KB.
final class Inflation {
  // zlib keeps the address.
  private let stream: UnsafeMutablePointer<z_stream>
  private var isStarted = false
  /// zlib counts with 32 bits.
  private static let step = 1 << 30

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if isStarted { inflateEnd(stream) }
    stream.deallocate()
  }

  /// Decompresses until the data ends or `output` is full. Returns the number of bytes, and whether the data has ended.
  func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(PackError) -> (count: Int, isComplete: Bool) {
    let started =
      isStarted
      ? inflateReset(stream) : inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard started == Z_OK else { throw .failed(.outOfMemory) }
    isStarted = true
    // zlib does not write to its input, though it is not declared so.
    let source = UnsafeMutablePointer(mutating: input.assumingMemoryBound(to: UInt8.self).baseAddress)
    let target = output.assumingMemoryBound(to: UInt8.self).baseAddress
    var (read, written) = (0, 0)
    var result = Z_OK
    while result == Z_OK, written < output.count {
      let given = (min(input.count - read, Self.step), min(output.count - written, Self.step))
      stream.pointee.next_in = source.map { $0 + read }
      stream.pointee.avail_in = UInt32(given.0)
      stream.pointee.next_out = target.map { $0 + written }
      stream.pointee.avail_out = UInt32(given.1)
      // If all of it fits, zlib need not keep a window.
      result = CZlib.inflate(stream, given.1 == output.count ? Z_FINISH : Z_NO_FLUSH)
      let progress = (given.0 - Int(stream.pointee.avail_in), given.1 - Int(stream.pointee.avail_out))
      read += progress.0
      written += progress.1
      if result == Z_BUF_ERROR, progress != (0, 0) { result = Z_OK }
    }
    switch result {
    case Z_STREAM_END: return (written, true)
    case Z_OK: return (written, false)
    case Z_MEM_ERROR: throw .failed(.outOfMemory)
    case Z_BUF_ERROR: throw .damaged("its compressed data is cut off")
    default: throw .damaged("its compressed data is not valid")
    }
  }
}
