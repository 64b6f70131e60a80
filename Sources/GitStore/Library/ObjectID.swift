internal import CLibgit2

/// The order is that of the bytes, which is also the order of the hexadecimal text.
public struct ObjectID: Hashable, Sendable, Comparable, CustomStringConvertible {
  // The parts are big-endian, so comparing them in order compares the bytes in order.
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  /// Reads 20 raw bytes, as in a tree object.
  init(_ bytes: UnsafeRawPointer) {
    high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    middle = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    low = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
  }

  init(_ oid: git_oid) {
    self = withUnsafeBytes(of: oid) { bytes in
      // A `git_oid` consists of 20 bytes, so the base address is never nil.
      bytes.baseAddress.map { ObjectID($0) } ?? ObjectID.zero
    }
  }

  /// Reads 40 hexadecimal digits in either case; `nil` for any other text.
  public init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 40, let id = ObjectID(hexDigits: digits[...]) else { return nil }
    self = id
  }

  init?(hexDigits digits: some RandomAccessCollection<UInt8>) {
    guard digits.count == 40 else { return nil }
    var words = (high: UInt64(0), middle: UInt64(0), low: UInt64(0))
    var wrong: UInt8 = 0
    var rest = digits[...]
    func take(_ count: Int) -> UInt64 {
      var word: UInt64 = 0
      for digit in rest.prefix(count) {
        let value = hexadecimalValues[Int(digit)]
        wrong |= value
        word = word << 4 | UInt64(value & 15)
      }
      rest = rest.dropFirst(count)
      return word
    }
    words.high = take(16)
    words.middle = take(16)
    words.low = take(8)
    guard wrong < 16 else { return nil }
    self.init(high: words.high, middle: words.middle, low: UInt32(words.low))
  }

  private init(high: UInt64, middle: UInt64, low: UInt32) {
    self.high = high
    self.middle = middle
    self.low = low
  }

  /// The null id, which Git writes where there is no object, such as the old value of a created reference.
  public static let zero = ObjectID(high: 0, middle: 0, low: 0)

  /// A hash value. SHA-1 distributes ids uniformly, so a part of the id suffices.
  var hash: Int { Int(truncatingIfNeeded: high) }

  var firstByte: UInt8 { UInt8(high >> 56) }
  /// The 32 bits after ``firstByte``.
  var digitsAfterFirstByte: Int { Int(high >> 24 & 0xffff_ffff) }

  /// One part is sufficient for a dictionary: Swift's hasher is keyed, which protects against ids crafted to collide.
  public func hash(into hasher: inout Hasher) { hasher.combine(high) }

  /// The id in libgit2's representation.
  var oid: git_oid {
    var oid = git_oid()
    withUnsafeMutableBytes(of: &oid) { bytes in
      bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
      bytes.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
      bytes.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
    }
    return oid
  }

  /// The 40 lowercase hexadecimal digits.
  public var hex: String {
    hexadecimal(high, digits: 16) + hexadecimal(middle, digits: 16) + hexadecimal(UInt64(low), digits: 8)
  }

  /// The first 8 digits, for display.
  public var short: String { String(hex.prefix(8)) }

  /// The same as ``hex``.
  public var description: String { hex }

  /// Compares the ids byte by byte.
  public static func < (one: ObjectID, other: ObjectID) -> Bool {
    (one.high, one.middle, one.low) < (other.high, other.middle, other.low)
  }
}

private func hexadecimal(_ value: UInt64, digits: Int) -> String {
  let text = String(value, radix: 16)
  return String(repeating: "0", count: digits - text.utf8.count) + text
}

/// The value of each byte as a hexadecimal digit; 255 if it is not one.
private let hexadecimalValues: [UInt8] = (0...255).map { byte in
  switch UInt8(byte) {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(byte) - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt8(byte) - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt8(byte) - UInt8(ascii: "A") + 10
  default: 255
  }
}

extension ObjectID: Codable {
  /// Decodes 40 hexadecimal digits.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = ObjectID(hex: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "it does not have 40 hexadecimal digits")
    }
    self = id
  }

  /// Encodes 40 hexadecimal digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}
