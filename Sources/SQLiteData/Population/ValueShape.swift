/// The kind of content of a value, by its form alone. It reveals nothing about the content.
public enum ValueShape: String, Sendable, Hashable, CaseIterable, Comparable {
  case empty, digits, decimal, uuid, hex
  case date = "iso-date"
  case timestamp = "iso-timestamp"
  case email = "email-like"
  case url = "url-like"
  case path = "path-like"
  case object = "json-object-like"
  case array = "json-array-like"
  /// Letters, digits, `_`, `-` and `.`, without spaces.
  case word
  /// Other ASCII characters.
  case text
  /// Characters outside of ASCII.
  case unicode
  case bit = "0-or-1"
  case negative
  case integer
  /// An integer that is a time between 1990 and 2100 in seconds.
  case seconds = "unix-seconds"
  /// The same in milliseconds.
  case milliseconds = "unix-milliseconds"
  case real
  case blob

  /// Orders shapes by name.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  init(_ integer: Int64) {
    switch integer {
    case 0, 1: self = .bit
    case ..<0: self = .negative
    case 631_152_000..<4_102_444_800: self = .seconds
    case 631_152_000_000..<4_102_444_800_000: self = .milliseconds
    default: self = .integer
    }
  }

  /// The shape of a text in UTF-8.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first else {
      self = .empty
      return
    }
    var counts = (digits: 0, hexLetters: 0, letters: 0, marks: 0, spaces: 0, others: 0)
    for byte in bytes {
      switch byte {
      case 0x30...0x39: counts.digits += 1
      case 0x41...0x46, 0x61...0x66: counts.hexLetters += 1
      case 0x47...0x5A, 0x67...0x7A: counts.letters += 1
      case 0x2D, 0x2E, 0x5F: counts.marks += 1
      case 0x09...0x0D, 0x20: counts.spaces += 1
      case 0x80...:
        let isJSON = Self.json(first, bytes.last)
        self = isJSON ?? .unicode
        return
      default: counts.others += 1
      }
    }
    self =
      Self.json(first, bytes.last) ?? Self.digits(bytes, counts.digits) ?? Self.identifier(
        bytes, counts.digits, counts.hexLetters)
      ?? Self.time(bytes) ?? Self.address(bytes, hasSpaces: counts.spaces > 0)
      ?? (counts.spaces + counts.others == 0 ? .word : .text)
  }

  private static func json(_ first: UInt8, _ last: UInt8?) -> ValueShape? {
    switch (first, last) {
    case (UInt8(ascii: "{"), UInt8(ascii: "}")): .object
    case (UInt8(ascii: "["), UInt8(ascii: "]")): .array
    default: nil
    }
  }

  private static func digits(_ bytes: UnsafeBufferPointer<UInt8>, _ digits: Int) -> ValueShape? {
    if digits == bytes.count { return .digits }
    let rest = bytes.first == UInt8(ascii: "-") ? bytes.count - 1 : bytes.count
    if digits > 0, digits == rest { return .decimal }
    return digits > 0 && digits == rest - 1 && bytes.contains(UInt8(ascii: ".")) ? .decimal : nil
  }

  private static func identifier(_ bytes: UnsafeBufferPointer<UInt8>, _ digits: Int, _ letters: Int) -> ValueShape? {
    if bytes.count == 36, digits + letters == 32, [8, 13, 18, 23].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) {
      return .uuid
    }
    return bytes.count >= 16 && bytes.count.isMultiple(of: 2) && digits + letters == bytes.count ? .hex : nil
  }

  /// `2024-01-31`, also with a time after it.
  private static func time(_ bytes: UnsafeBufferPointer<UInt8>) -> ValueShape? {
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy({ (0x30...0x39).contains(bytes[$0]) })
    else { return nil }
    if bytes.count == 10 { return .date }
    let isTime = bytes.count >= 16 && bytes.count <= 40 && bytes[13] == UInt8(ascii: ":")
    return isTime && (bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " ")) ? .timestamp : nil
  }

  private static func address(_ bytes: UnsafeBufferPointer<UInt8>, hasSpaces: Bool) -> ValueShape? {
    guard !hasSpaces else { return nil }
    if let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > 0,
      bytes[(at + 1)...].contains(UInt8(ascii: ".")), !bytes.contains(UInt8(ascii: "/"))
    {
      return .email
    }
    guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let isURL =
      slash > 1 && bytes[slash - 1] == UInt8(ascii: ":") && slash + 1 < bytes.count
      && bytes[slash + 1] == UInt8(ascii: "/")
    return isURL ? .url : .path
  }
}
