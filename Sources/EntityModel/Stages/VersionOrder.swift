/// Compares version identifiers number by number: 1.9.0 precedes 1.11.0.
enum VersionOrder {
  /// Whether `to` is an older version than `from`; false if one of them does not consist of numbers.
  static func isDownward(from: String, to: String) -> Bool {
    guard let before = numbers(from), let after = numbers(to) else { return false }
    return after.lexicographicallyPrecedes(before)
  }

  /// The numbers of a version without trailing zeros, so that `1.2` and `1.2.0` are equal.
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
