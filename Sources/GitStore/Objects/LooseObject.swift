/// Checks a loose object before libgit2 reads it.
///
/// libgit2 1.5 writes past the end of its memory if the header of a loose object states a smaller size than the content
/// has, and does not return if the compressed data is cut off. Git writes neither; a disk, an interrupted copy or an
/// attacker may. The data is decompressed here without being kept: only its length and its header matter.
///
/// [RFC 1950](https://www.rfc-editor.org/rfc/rfc1950) is the frame, [RFC 1951](https://www.rfc-editor.org/rfc/rfc1951)
/// the compression.
struct LooseObject {
  /// Why libgit2 must not read it.
  struct Damage: Error {
    let reason: String
    static let truncated = Damage(reason: "its compressed data is cut off")
    static let invalid = Damage(reason: "its compressed data is not valid")
  }

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var bitBuffer: UInt32 = 0
  private var bitCount = 0
  /// The number of bytes of the content with its header.
  private var length = 0
  /// The first bytes of them.
  private var start: [UInt8] = []
  /// Longer than any header: "commit 18446744073709551615\0".
  private static let startLength = 64

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// - Parameter file: the content of the file.
  /// - Throws: ``Damage``.
  static func check(_ file: [UInt8]) throws(Damage) {
    let result = file.withUnsafeBytes { bytes -> Result<Void, Damage> in
      var object = LooseObject(bytes)
      do throws(Damage) {
        try object.inflate()
        try object.checkHeader()
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// `<type> <length>` and a null byte, followed by as many bytes.
  private func checkHeader() throws(Damage) {
    guard let end = start.firstIndex(of: 0), let space = start[..<end].firstIndex(of: UInt8(ascii: " ")),
      let stated = Int(String(decoding: start[(space + 1)..<end], as: UTF8.self))
    else { throw Damage(reason: "its header is not valid") }
    let found = length - end - 1
    guard stated == found else { throw Damage(reason: "its header states \(stated) bytes, but it has \(found)") }
  }

  private mutating func inflate() throws(Damage) {
    guard bytes.count >= 2 else { throw .truncated }
    // Deflate with a window of at most 32 KiB, no dictionary, and a checksum of these two bytes.
    guard bytes[0] & 0x8f == 8, bytes[1] & 0x20 == 0, (Int(bytes[0]) << 8 | Int(bytes[1])).isMultiple(of: 31) else {
      throw .invalid
    }
    position = 2
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try stored()
      case 1: try compressed(.fixedLiterals, .fixedDistances)
      case 2:
        let (literals, distances) = try codes()
        try compressed(literals, distances)
      default: throw .invalid
      }
    }
    // The checksum of the content, which libgit2 compares.
    guard bytes.count - position >= 4 else { throw .truncated }
  }

  private mutating func bits(_ count: Int) throws(Damage) -> Int {
    while bitCount < count {
      guard position < bytes.count else { throw .truncated }
      bitBuffer |= UInt32(bytes[position]) << UInt32(bitCount)
      position += 1
      bitCount += 8
    }
    defer {
      bitBuffer >>= UInt32(count)
      bitCount -= count
    }
    return Int(bitBuffer & (1 << UInt32(count) - 1))
  }

  private mutating func append(_ byte: UInt8) {
    if start.count < Self.startLength { start.append(byte) }
    length += 1
  }

  private mutating func stored() throws(Damage) {
    (bitBuffer, bitCount) = (0, 0)
    guard bytes.count - position >= 4 else { throw .truncated }
    let count = Int(bytes[position]) | Int(bytes[position + 1]) << 8
    let complement = Int(bytes[position + 2]) | Int(bytes[position + 3]) << 8
    guard count ^ complement == 0xffff else { throw .invalid }
    position += 4
    guard bytes.count - position >= count else { throw .truncated }
    for place in position..<position + min(count, Self.startLength) { append(bytes[place]) }
    length += max(0, count - Self.startLength)
    position += count
  }

  private mutating func compressed(_ literals: Code, _ distances: Code) throws(Damage) {
    while true {
      let symbol = try decode(literals)
      if symbol < 256 { append(UInt8(symbol)) }
      if symbol == 256 { return }
      if symbol > 256 { try copy(symbol - 257, distances) }
    }
  }

  private mutating func copy(_ number: Int, _ distances: Code) throws(Damage) {
    guard number < Self.lengthBases.count else { throw .invalid }
    let count = Self.lengthBases[number] + (try bits(Self.lengthBits[number]))
    let place = try decode(distances)
    guard place < 30 else { throw .invalid }
    let extra = max(0, place / 2 - 1)
    let distance = (place < 4 ? place : (2 + place % 2) << extra) + 1 + (try bits(extra))
    guard distance <= length else { throw .invalid }
    for _ in 0..<count {
      // What is needed is within what is kept, because the start is filled without gaps.
      if start.count < Self.startLength { start.append(start[start.count - distance]) }
      length += 1
    }
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]

  /// Reads the codes of a block, whose lengths are compressed, too.
  private mutating func codes() throws(Damage) -> (literals: Code, distances: Code) {
    let literalCount = try bits(5) + 257
    let distanceCount = try bits(5) + 1
    let lengthCount = try bits(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw .invalid }
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengths = [Int](repeating: 0, count: 19)
    for place in order.prefix(lengthCount) { lengths[place] = try bits(3) }
    let code = Code(lengths)
    lengths = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try decode(code)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw .invalid }
        lengths += Array(repeating: last, count: try bits(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try bits(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try bits(7) + 11)
      default: lengths.append(symbol)
      }
    }
    guard lengths.count == literalCount + distanceCount, lengths[256] > 0 else { throw .invalid }
    return (Code(lengths.prefix(literalCount)), Code(lengths.dropFirst(literalCount)))
  }

  private mutating func decode(_ code: Code) throws(Damage) -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      value |= try bits(1)
      let count = code.counts[length]
      if value - count < first { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw .invalid
  }

  /// A canonical Huffman code: the number of codes of each length, and the symbols in the order of their codes.
  private struct Code {
    private(set) var counts = [Int](repeating: 0, count: 16)
    let symbols: [Int]

    init(_ lengths: some Collection<Int>) {
      for length in lengths where length > 0 { counts[length] += 1 }
      symbols = lengths.enumerated().filter { $0.element > 0 }.sorted {
        ($0.element, $0.offset) < ($1.element, $1.offset)
      }.map(\.offset)
    }

    static let fixedLiterals = Code((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    static let fixedDistances = Code(Array(repeating: 5, count: 30))
  }
}
