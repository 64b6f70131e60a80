/// Orders version identifiers by their numbers: 1.9.0 is before 1.11.0.
enum VersionOrder {
  /// Whether `to` is an older version than `from`; false where one of the two is no row of numbers.
  static func isDownward(from: String, to: String) -> Bool {
    guard let before = numbers(from), let after = numbers(to) else { return false }
    return after.lexicographicallyPrecedes(before)
  }

  /// `1.2` and `1.2.0` are the same.
  static func numbers(_ version: String) -> [Int]? {
    var numbers: [Int] = []
    for part in version.split(separator: ".", omittingEmptySubsequences: false) {
      guard let number = Int(part) else { return nil }
      numbers.append(number)
    }
    while numbers.last == 0 { numbers.removeLast() }
    return numbers
  }
}
