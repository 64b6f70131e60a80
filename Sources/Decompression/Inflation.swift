internal import CZlib

/// Decompresses data of DEFLATE (RFC 1951) with zlib. One after the other may be decompressed with the same state, of 40 KB.
package final class Inflation {
  /// What is around the data.
  package enum Format: Sendable {
    /// A header and a checksum (RFC 1950).
    case zlib
    case raw
  }

  /// Why data cannot be decompressed.
  package enum Failure: Error {
    case outOfMemory, cutOff, invalid
  }

  // zlib keeps the address.
  private let stream: UnsafeMutablePointer<z_stream>
  private let format: Format
  private var isStarted = false
  /// What has not been passed to zlib yet.
  private var rest = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Whether the data has ended. What follows it is ignored.
  package private(set) var isComplete = false
  /// zlib counts with 32 bits.
  private static let step = 1 << 30

  package init(_ format: Format = .zlib) {
    self.format = format
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if isStarted { inflateEnd(stream) }
    stream.deallocate()
  }

  /// Begins with other data.
  ///
  /// - Parameter input: the data, which must exist as long as ``read(into:)`` is called.
  /// - Throws: ``Failure/outOfMemory``.
  package func begin(_ input: UnsafeRawBufferPointer) throws(Failure) {
    let bits: Int32 = format == .raw ? -MAX_WBITS : MAX_WBITS
    let started =
      isStarted
      ? inflateReset(stream) : inflateInit2_(stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard started == Z_OK else { throw .outOfMemory }
    isStarted = true
    isComplete = false
    rest = input
    stream.pointee.avail_in = 0
  }

  /// Decompresses until the data ends or `output` is full. Returns the number of bytes.
  package func read(into output: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    let target = output.assumingMemoryBound(to: UInt8.self).baseAddress
    var written = 0
    while !isComplete, written < output.count {
      if stream.pointee.avail_in == 0 {
        let part = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.step))
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
        // zlib does not write to its input, though it is not declared so.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: part.assumingMemoryBound(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(part.count)
      }
      let given = (stream.pointee.avail_in, UInt32(min(output.count - written, Self.step)))
      stream.pointee.next_out = target.map { $0 + written }
      stream.pointee.avail_out = given.1
      // If all of it fits, zlib then need not keep a window.
      let result = CZlib.inflate(stream, Z_FINISH)
      written += Int(given.1 - stream.pointee.avail_out)
      switch result {
      case Z_STREAM_END: isComplete = true
      case Z_OK, Z_BUF_ERROR:
        // It needs more input, or more room.
        guard given != (stream.pointee.avail_in, stream.pointee.avail_out) else { throw .cutOff }
      case Z_MEM_ERROR: throw .outOfMemory
      default: throw .invalid
      }
    }
    return written
  }

  /// Decompresses `bytes`.
  ///
  /// - Returns: `nil` if the result has more than `limit` bytes.
  /// - Throws: ``Failure``.
  package static func inflate(_ bytes: [UInt8], _ format: Format, limit: Int) throws(Failure) -> [UInt8]? {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: min(limit + 1, 64 << 10), alignment: 1)
    defer { chunk.deallocate() }
    let result: Result<[UInt8]?, Failure> = bytes.withUnsafeBytes { input in
      Result { () throws(Failure) in
        let inflation = Inflation(format)
        try inflation.begin(input)
        var output: [UInt8] = []
        while !inflation.isComplete {
          output += chunk.prefix(try inflation.read(into: chunk))
          if output.count > limit { return nil }
        }
        return output
      }
    }
    return try result.get()
  }
}
