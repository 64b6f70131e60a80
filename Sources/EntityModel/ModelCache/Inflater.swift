/// Decompresses DEFLATE data.
///
/// https://www.rfc-editor.org/rfc/rfc1951
struct Inflater {
  private var input: BitReader
  private var output: [UInt8] = []
  private let limit: Int

  /// Decompresses `bytes`. Data after the last block is ignored.
  ///
  /// - Parameter limit: the maximum size of the result in bytes.
  static func inflate(_ bytes: [UInt8], limit: Int) throws(ModelCacheError) -> [UInt8] {
    var inflater = Inflater(input: BitReader(bytes: bytes), limit: limit)
    while try !inflater.readBlock() {}
    return inflater.output
  }

  private init(input: BitReader, limit: Int) { (self.input, self.limit) = (input, limit) }

  /// Reads a block, and returns whether it was the last one.
  private mutating func readBlock() throws(ModelCacheError) -> Bool {
    let isLast = try input.bits(1) == 1
    switch try input.bits(2) {
    case 0: try readStored()
    case 1: try readCompressed(.fixedLiterals, .fixedDistances)
    case 2:
      let (literals, distances) = try readCodes()
      try readCompressed(literals, distances)
    default: throw .damagedCompression
    }
    return isLast
  }

  private mutating func readStored() throws(ModelCacheError) {
    input.skipToByte()
    let length = try input.bits(16)
    guard try input.bits(16) == length ^ 0xFFFF else { throw .damagedCompression }
    try reserve(length)
    output += try input.bytes(length)
  }

  private func reserve(_ count: Int) throws(ModelCacheError) {
    guard output.count + count <= limit else { throw .tooLarge(limit: limit) }
  }

  private mutating func readCompressed(_ literals: HuffmanCode, _ distances: HuffmanCode) throws(ModelCacheError) {
    while true {
      let symbol = try literals.symbol(&input)
      switch symbol {
      case ..<256:
        try reserve(1)
        output.append(UInt8(symbol))
      case 256: return
      case ..<286:
        let (lengthBase, lengthBits) = Self.lengths[symbol - 257]
        let length = lengthBase + (try input.bits(lengthBits))
        let code = try distances.symbol(&input)
        guard code < Self.distances.count else { throw .damagedCompression }
        let (distanceBase, distanceBits) = Self.distances[code]
        try copy(length, from: distanceBase + (try input.bits(distanceBits)))
      default: throw .damagedCompression
      }
    }
  }

  /// > the referenced string may overlap the current position
  private mutating func copy(_ length: Int, from distance: Int) throws(ModelCacheError) {
    guard distance <= output.count else { throw .damagedCompression }
    try reserve(length)
    var missing = length
    while missing > 0 {
      let count = min(missing, distance)
      let start = output.count - distance
      output += Array(output[start..<start + count])
      missing -= count
    }
  }

  /// > Code lengths … for the code length alphabet, in the order: 16, 17, 18, 0, 8, 7, 9, …
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func readCodes() throws(ModelCacheError) -> (literals: HuffmanCode, distances: HuffmanCode) {
    let literalCount = try input.bits(5) + 257
    let distanceCount = try input.bits(5) + 1
    var lengths = [Int](repeating: 0, count: 19)
    for position in 0..<(try input.bits(4) + 4) { lengths[Self.order[position]] = try input.bits(3) }
    let all = try readLengths(HuffmanCode(lengths), count: literalCount + distanceCount)
    return (try HuffmanCode(Array(all[..<literalCount])), try HuffmanCode(Array(all[literalCount...])))
  }

  private mutating func readLengths(_ code: HuffmanCode, count: Int) throws(ModelCacheError) -> [Int] {
    var lengths: [Int] = []
    while lengths.count < count {
      let symbol = try code.symbol(&input)
      switch symbol {
      case ..<16: lengths.append(symbol)
      case 16:
        guard let last = lengths.last else { throw .damagedCompression }
        lengths += Array(repeating: last, count: 3 + (try input.bits(2)))
      case 17: lengths += Array(repeating: 0, count: 3 + (try input.bits(3)))
      default: lengths += Array(repeating: 0, count: 11 + (try input.bits(7)))
      }
    }
    guard lengths.count == count else { throw .damagedCompression }
    return lengths
  }

  /// The minimum length and the number of extra bits of the codes 257 to 285.
  private static let lengths =
    bases(first: 3, extra: [0, 0, 0, 0, 0, 0, 0, 0] + (1...5).flatMap { [$0, $0, $0, $0] })
    + [(258, 0)]

  /// The minimum distance and the number of extra bits of the distance codes 0 to 29.
  private static let distances = bases(first: 1, extra: [0, 0] + (0...13).flatMap { [$0, $0] })

  private static func bases(first: Int, extra: [Int]) -> [(Int, Int)] {
    var next = first
    return extra.map { bits in
      defer { next += 1 << bits }
      return (next, bits)
    }
  }
}

/// Reads bits, beginning with the least significant bit of each byte.
struct BitReader {
  private let bytes: [UInt8]
  private var position = 0
  private var buffer: UInt32 = 0
  private var count = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// - Parameter count: at most 16.
  mutating func bits(_ count: Int) throws(ModelCacheError) -> Int {
    while self.count < count {
      guard position < bytes.count else { throw .damagedCompression }
      buffer |= UInt32(bytes[position]) << UInt32(self.count)
      position += 1
      self.count += 8
    }
    defer {
      buffer >>= UInt32(count)
      self.count -= count
    }
    return Int(buffer & (1 << UInt32(count) - 1))
  }

  mutating func skipToByte() {
    buffer >>= UInt32(count % 8)
    count -= count % 8
  }

  /// Reads whole bytes at a byte boundary.
  mutating func bytes(_ length: Int) throws(ModelCacheError) -> ArraySlice<UInt8> {
    position -= count / 8
    (buffer, count) = (0, 0)
    guard bytes.count - position >= length else { throw .damagedCompression }
    defer { position += length }
    return bytes[position..<position + length]
  }
}

/// A Huffman code, defined by the lengths of its code words.
struct HuffmanCode {
  /// The number of code words of each length.
  private let counts: [Int]
  /// The symbols, sorted by length, then by value.
  private let symbols: [Int]

  static let longest = 15

  /// - Parameter lengths: the code length of each symbol; 0 for an unused symbol.
  init(_ lengths: [Int]) throws(ModelCacheError) {
    var counts = [Int](repeating: 0, count: Self.longest + 1)
    for length in lengths where length > 0 { counts[length] += 1 }
    // Reject oversubscribed codes. Incomplete codes are allowed: their unused words are an error when read, and a
    // single symbol has a word of one bit.
    var free = 1
    for length in 1...Self.longest {
      free = 2 * free - counts[length]
      guard free >= 0 else { throw .damagedCompression }
    }
    self.counts = counts
    symbols = lengths.enumerated().filter { $0.element > 0 }.sorted {
      ($0.element, $0.offset) < ($1.element, $1.offset)
    }.map(\.offset)
  }

  private init(checked lengths: [Int]) {
    counts = (0...Self.longest).map { length in length == 0 ? 0 : lengths.filter { $0 == length }.count }
    symbols = lengths.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(\.offset)
  }

  /// The codes of blocks with fixed codes.
  static let fixedLiterals = HuffmanCode(
    checked: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  /// See ``fixedLiterals``.
  static let fixedDistances = HuffmanCode(checked: Array(repeating: 5, count: 30))

  func symbol(_ input: inout BitReader) throws(ModelCacheError) -> Int {
    var (word, first, index) = (0, 0, 0)
    for length in 1...Self.longest {
      word |= try input.bits(1)
      let count = counts[length]
      if word - first < count { return symbols[index + word - first] }
      index += count
      first = (first + count) << 1
      word <<= 1
    }
    throw .damagedCompression
  }
}
