internal import CLibgit2

/// The name of a Git object: the 20 bytes of its SHA-1, stored inline.
///
/// Ordered as its bytes are, which is also the order of the hexadecimal text.
public struct ObjectID: Hashable, Sendable, Comparable, CustomStringConvertible {
  // Big-endian parts: comparing them in order compares the bytes in order.
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  /// Reads 20 raw bytes, as they stand in a tree object.
  init(_ bytes: UnsafeRawPointer) {
    high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    middle = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    low = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
  }

  init(_ oid: git_oid) {
    self = withUnsafeBytes(of: oid) { bytes in
      // A `git_oid` is its 20 bytes, so the address is always there.
      bytes.baseAddress.map { ObjectID($0) } ?? ObjectID.zero
    }
  }

  /// Reads 40 hexadecimal digits of either case; `nil` for any other text.
  public init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 40, let id = ObjectID(hexDigits: digits[...]) else { return nil }
    self = id
  }

  init?(hexDigits digits: some RandomAccessCollection<UInt8>) {
    guard digits.count == 40 else { return nil }
    var (high, middle, low) = (UInt64(0), UInt64(0), UInt64(0))
    for (position, digit) in digits.enumerated() {
      guard let value = hexadecimalValue(digit) else { return nil }
      switch position {
      case 0..<16: high = high << 4 | UInt64(value)
      case 16..<32: middle = middle << 4 | UInt64(value)
      default: low = low << 4 | UInt64(value)
      }
    }
    self.init(high: high, middle: middle, low: UInt32(low))
  }

  private init(high: UInt64, middle: UInt64, low: UInt32) {
    self.high = high
    self.middle = middle
    self.low = low
  }

  /// The id Git writes where there is no object, such as the old side of a created reference.
  public static let zero = ObjectID(high: 0, middle: 0, low: 0)

  /// As good as random: SHA-1 has seen to that.
  var hash: Int { Int(truncatingIfNeeded: high) }

  /// One part is enough for a dictionary, which has a key of its own against ids that were made to collide.
  public func hash(into hasher: inout Hasher) { hasher.combine(high) }

  /// The id as libgit2 takes it.
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

  /// The first 8 digits, for people.
  public var short: String { String(hex.prefix(8)) }

  /// The same as ``hex``.
  public var description: String { hex }

  /// Whether the bytes of one come before those of the other.
  public static func < (one: ObjectID, other: ObjectID) -> Bool {
    (one.high, one.middle, one.low) < (other.high, other.middle, other.low)
  }
}

private func hexadecimal(_ value: UInt64, digits: Int) -> String {
  let text = String(value, radix: 16)
  return String(repeating: "0", count: digits - text.utf8.count) + text
}

private func hexadecimalValue(_ digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
  default: nil
  }
}
