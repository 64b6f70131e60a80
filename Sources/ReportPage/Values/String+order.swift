extension String {
  /// Whether this name comes before another one in a list. Numbers in names are compared by their value, so that `1.9`
  /// precedes `1.10`.
  package func precedesNaturally(_ other: String) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    var (left, right) = (utf8[...], other.utf8[...])
    while let first = left.first, let second = right.first {
      guard isDigit(first), isDigit(second) else {
        if first != second { return first < second }
        (left, right) = (left.dropFirst(), right.dropFirst())
        continue
      }
      let (one, two) = (left.prefix(while: isDigit), right.prefix(while: isDigit))
      let (value, otherValue) = (one.drop { $0 == 0x30 }, two.drop { $0 == 0x30 })
      if value.count != otherValue.count { return value.count < otherValue.count }
      if !value.elementsEqual(otherValue) { return value.lexicographicallyPrecedes(otherValue) }
      (left, right) = (left.dropFirst(one.count), right.dropFirst(two.count))
    }
    if left.isEmpty != right.isEmpty { return left.isEmpty }
    return utf8.lexicographicallyPrecedes(other.utf8)
  }
}
