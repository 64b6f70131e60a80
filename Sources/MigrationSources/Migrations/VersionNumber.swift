/// The number at the start of a migration's name, of any length. It compares as a number, so that `2` precedes `10` and
/// `001` equals `1`, but is never converted to an integer.
package struct VersionNumber: Hashable, Comparable, CustomStringConvertible {
  /// Decimal digits without leading zeros, beginning with the most significant component. Only `1.2` and dates have
  /// more than one component.
  let components: [String]
  package let description: String

  /// Parses one number; returns `nil` unless `digits` is one or more ASCII digits.
  package init?(_ digits: some StringProtocol) {
    guard let number = Self.normalized(digits) else { return nil }
    components = [number]
    description = number
  }

  /// Parses several numbers with separators between them, such as `1.10` or `2024-01-31`.
  init?(_ text: some StringProtocol, separator: Character) {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    var components: [String] = []
    for part in parts {
      guard let number = Self.normalized(part) else { return nil }
      components.append(number)
    }
    self.components = components
    description = components.count == 1 ? components[0] : String(text)
  }

  /// The first `count` components of a number, of which there is at least one.
  init(_ number: VersionNumber, prefix count: Int) {
    components = Array(number.components.prefix(max(count, 1)))
    description = components.joined(separator: ".")
  }

  private static func normalized(_ digits: some StringProtocol) -> String? {
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
    guard let start = digits.utf8.firstIndex(where: { $0 != UInt8(ascii: "0") }) else { return "0" }
    return String(digits[start...])
  }

  package static func == (left: VersionNumber, right: VersionNumber) -> Bool { left.components == right.components }

  package func hash(into hasher: inout Hasher) { hasher.combine(components) }

  package static func < (left: VersionNumber, right: VersionNumber) -> Bool {
    for (a, b) in zip(left.components, right.components) where a != b {
      return a.utf8.count == b.utf8.count ? a < b : a.utf8.count < b.utf8.count
    }
    return left.components.count < right.components.count
  }

  /// Whether the number is the successor of `other`; numbers of more than 18 digits follow any number.
  func follows(_ other: VersionNumber) -> Bool {
    guard let number = Int(components[0]), let before = Int(other.components[0]), before < .max else { return true }
    return number == before + 1
  }

  /// Whether the number is at most `limit`, which is decimal without leading zeros.
  func fits(_ limit: String) -> Bool {
    guard let limit = VersionNumber(limit) else { return false }
    return self <= limit
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII decimal digit.
  package var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
