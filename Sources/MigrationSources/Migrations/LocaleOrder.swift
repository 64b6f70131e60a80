/// A name that sorts as in JavaScript's `localeCompare`, by which Prisma and Drizzle sort their folders: punctuation
/// before digits before letters, and case only as a tiebreaker. `1_init` therefore precedes `10_more`, which byte order
/// would reverse. The order is exact for ASCII names; other characters follow letters by scalar value.
///
/// [Unicode Technical Standard 10, root collation](https://www.unicode.org/reports/tr10/)
struct LocaleOrder: Comparable {
  private let primary: [UInt32]
  private let name: String

  init(_ name: String) {
    self.name = name
    primary = name.unicodeScalars.map(Self.weight)
  }

  static func < (left: LocaleOrder, right: LocaleOrder) -> Bool {
    if left.primary != right.primary { return left.primary.lexicographicallyPrecedes(right.primary) }
    // Lower case precedes upper case, unlike in ASCII.
    return left.name.unicodeScalars.lexicographicallyPrecedes(right.name.unicodeScalars) { $0.value > $1.value }
  }

  private static let punctuation = Array(" _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".unicodeScalars)

  private static func weight(_ scalar: Unicode.Scalar) -> UInt32 {
    if let place = punctuation.firstIndex(of: scalar) { return UInt32(place) }
    return scalar.isASCII
      ? scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value : scalar.value
  }
}
