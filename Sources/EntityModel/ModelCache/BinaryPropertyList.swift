/// A binary property list, including the object references of keyed archives, which `PropertyListSerialization` does
/// not expose. It is read into a flat table, so that deep or cyclic nesting does no harm.
///
/// https://opensource.apple.com/source/CF/CF-1153.18/CFBinaryPList.c
struct BinaryPropertyList {
  /// A value. Nested values are positions in the table.
  enum Value: Hashable {
    case null
    case bool(Bool)
    case integer(Int)
    case real(Double)
    case date(Double)
    case data([UInt8])
    case string(String)
    /// An object reference of a keyed archive.
    case reference(Int)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  let values: [Value]
  /// The position of the top-level value.
  let top: Int

  init(_ bytes: [UInt8]) throws(ModelCacheError) {
    guard bytes.starts(with: "bplist00".utf8), bytes.count >= 8 + 32 else { throw .damagedPropertyList(offset: 0) }
    let end = bytes.count - 32
    let trailer = Array(bytes[end...])
    func number(_ start: Int) -> Int? { Self.number(trailer[start..<start + 8]) }
    let (offsetSize, referenceSize) = (Int(trailer[6]), Int(trailer[7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), let count = number(8), let top = number(16),
      let table = number(24), count > 0, top < count, table >= 8, table <= end, count <= (end - table) / offsetSize
    else { throw .damagedPropertyList(offset: end) }
    var reader = PropertyListReader(
      bytes: bytes[..<table], referenceSize: referenceSize, count: count, budget: bytes.count)
    var values: [Value] = []
    values.reserveCapacity(count)
    for position in 0..<count {
      let start = table + position * offsetSize
      guard let offset = Self.number(bytes[start..<start + offsetSize]) else {
        throw .damagedPropertyList(offset: start)
      }
      values.append(try reader.value(at: offset))
    }
    (self.values, self.top) = (values, top)
  }

  /// An unsigned big-endian number; `nil` if it is too large.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    bytes.reduce(into: Int?(0)) { number, byte in
      guard let high = number, high < 1 << 55 else {
        number = nil
        return
      }
      number = high << 8 | Int(byte)
    }
  }
}

/// Reads the values of a property list.
struct PropertyListReader {
  let bytes: ArraySlice<UInt8>
  let referenceSize: Int
  /// The number of values in the list.
  let count: Int
  /// The number of bytes that may still be read. In a regular list no two values share bytes; in a malicious one they
  /// may, to make the result large.
  var budget: Int

  mutating func value(at offset: Int) throws(ModelCacheError) -> BinaryPropertyList.Value {
    let marker = try take(1, at: offset)[offset]
    let low = Int(marker & 0xF)
    switch marker >> 4 {
    case 0x0 where low == 0: return .null
    case 0x0 where low == 8: return .bool(false)
    case 0x0 where low == 9: return .bool(true)
    case 0x1: return .integer(try integer(low, at: offset + 1))
    case 0x2: return .real(try real(low, at: offset + 1))
    case 0x3 where low == 3: return .date(try real(low, at: offset + 1))
    case 0x8: return .reference(try number(low + 1, at: offset + 1))
    case 0x4, 0x5, 0x6, 0xA, 0xC, 0xD: return try sized(marker >> 4, low, at: offset)
    default: throw .damagedPropertyList(offset: offset)
    }
  }

  private mutating func sized(
    _ kind: UInt8, _ low: Int, at offset: Int
  ) throws(ModelCacheError) -> BinaryPropertyList.Value {
    var (count, start) = (low, offset + 1)
    if low == 0xF {
      let marker = try take(1, at: start)[start]
      guard marker >> 4 == 1, marker & 0xF <= 3 else { throw .damagedPropertyList(offset: start) }
      count = try number(1 << Int(marker & 0xF), at: start + 1)
      start += 1 + 1 << Int(marker & 0xF)
    }
    guard count <= bytes.count else { throw .damagedPropertyList(offset: offset) }
    switch kind {
    case 0x4: return .data(Array(try take(count, at: start)))
    case 0x5: return .string(String(decoding: try take(count, at: start), as: UTF8.self))
    case 0x6:
      let text = Array(try take(2 * count, at: start))
      let units = (0..<count).map { UInt16(text[2 * $0]) << 8 | UInt16(text[2 * $0 + 1]) }
      return .string(String(decoding: units, as: UTF16.self))
    case 0xD:
      return .dictionary(
        keys: try references(count, at: start), values: try references(count, at: start + count * referenceSize))
    default: return .array(try references(count, at: start))
    }
  }

  private mutating func references(_ count: Int, at start: Int) throws(ModelCacheError) -> [Int] {
    let table = try take(count * referenceSize, at: start)
    var references: [Int] = []
    for position in 0..<count {
      let place = start + position * referenceSize
      guard let reference = BinaryPropertyList.number(table[place..<place + referenceSize]), reference < self.count
      else {
        throw .damagedPropertyList(offset: place)
      }
      references.append(reference)
    }
    return references
  }

  /// Integers of one, two and four bytes are unsigned; those of eight bytes are signed.
  private mutating func integer(_ low: Int, at start: Int) throws(ModelCacheError) -> Int {
    guard low <= 3 else { throw .damagedPropertyList(offset: start) }
    let number = try take(1 << low, at: start).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(truncatingIfNeeded: number)
  }

  private mutating func real(_ low: Int, at start: Int) throws(ModelCacheError) -> Double {
    guard low == 2 || low == 3 else { throw .damagedPropertyList(offset: start) }
    let bits = try take(1 << low, at: start).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return low == 2 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
  }

  private mutating func number(_ size: Int, at start: Int) throws(ModelCacheError) -> Int {
    guard let number = BinaryPropertyList.number(try take(size, at: start)) else {
      throw .damagedPropertyList(offset: start)
    }
    return number
  }

  private mutating func take(_ count: Int, at start: Int) throws(ModelCacheError) -> ArraySlice<UInt8> {
    guard start >= 8, start <= bytes.count, count <= bytes.count - start else {
      throw .damagedPropertyList(offset: start)
    }
    budget -= count
    guard budget >= 0 else { throw .damagedPropertyList(offset: start) }
    return bytes[start..<start + count]
  }
}
