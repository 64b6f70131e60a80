internal import CZlib

/// Checks a loose object before libgit2 reads it.
///
/// libgit2 1.5 writes past the end of its memory if the header of a loose object states a smaller size than the content
/// has, and does not return if the compressed data is cut off. Git writes neither; a disk, an interrupted copy or an
/// attacker may. The content is decompressed here without being kept: only its length and its header matter.
struct LooseObject {
  /// Why libgit2 must not read it.
  struct Damage: Error {
    let reason: String
    static let truncated = Damage(reason: "its compressed data is cut off")
    static let invalid = Damage(reason: "its compressed data is not valid")
  }

  /// The number of bytes of the content with its header.
  private var length = 0
  /// The first bytes of them.
  private var start: [UInt8] = []
  /// Longer than any header: "commit 18446744073709551615\0".
  private static let startLength = 64
  /// The number of bytes that are decompressed at a time.
  private static let step = 64 << 10
  /// The number of bytes that are passed to zlib at a time, which counts with 32 bits.
  private static let inputStep = 1 << 30

  private init() {}

  /// - Parameter file: the content of the file.
  /// - Throws: ``Damage``.
  static func check(_ file: [UInt8]) throws(Damage) {
    var object = LooseObject()
    try object.inflate(file)
    try object.checkHeader()
  }

  /// `<type> <length>` and a null byte, followed by as many bytes.
  private func checkHeader() throws(Damage) {
    guard let end = start.firstIndex(of: 0), let space = start[..<end].firstIndex(of: UInt8(ascii: " ")),
      let stated = Int(String(decoding: start[(space + 1)..<end], as: UTF8.self))
    else { throw Damage(reason: "its header is not valid") }
    guard ["blob", "tree", "commit", "tag"].contains(where: { start[..<space].elementsEqual($0.utf8) }) else {
      throw Damage(reason: "its header is not valid")
    }
    let found = length - end - 1
    guard stated == found else { throw Damage(reason: "its header states \(stated) bytes, but it has \(found)") }
  }

  private mutating func inflate(_ file: [UInt8]) throws(Damage) {
    var stream = z_stream()
    // Without memory, libgit2 reports the same.
    guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return }
    defer { inflateEnd(&stream) }
    // zlib does not write to its input, though it is not declared so.
    var file = file
    let result = file.withUnsafeMutableBufferPointer { input in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.step) { output in
        var rest = input[...]
        var result = Z_OK
        while result == Z_OK {
          if stream.avail_in == 0 {
            let part = UnsafeMutableBufferPointer(rebasing: rest.prefix(Self.inputStep))
            stream.next_in = part.baseAddress
            stream.avail_in = UInt32(part.count)
            rest = rest.dropFirst(part.count)
          }
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          // At the end of the input, this is `Z_BUF_ERROR`: no progress is possible.
          result = CZlib.inflate(&stream, Z_NO_FLUSH)
          append(output.prefix(output.count - Int(stream.avail_out)))
        }
        return result
      }
    }
    switch result {
    case Z_STREAM_END, Z_MEM_ERROR: return
    case Z_BUF_ERROR: throw .truncated
    default: throw .invalid
    }
  }

  private mutating func append(_ bytes: Slice<UnsafeMutableBufferPointer<UInt8>>) {
    start += bytes.prefix(Self.startLength - start.count)
    length += bytes.count
  }
}
