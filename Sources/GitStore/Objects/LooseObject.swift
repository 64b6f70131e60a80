internal import Decompression

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
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.step, alignment: 1)
    defer { chunk.deallocate() }
    let result: Result<Void, Inflation.Failure> = file.withUnsafeBytes { input in
      Result { () throws(Inflation.Failure) in
        let inflation = Inflation()
        try inflation.begin(input)
        while !inflation.isComplete { append(chunk.prefix(try inflation.read(into: chunk))) }
      }
    }
    switch result {
    // Without memory, libgit2 reports the same.
    case .success, .failure(.outOfMemory): return
    case .failure(.cutOff): throw .truncated
    case .failure(.invalid): throw .invalid
    }
  }

  private mutating func append(_ bytes: Slice<UnsafeMutableRawBufferPointer>) {
    start += bytes.prefix(Self.startLength - start.count)
    length += bytes.count
  }
}
