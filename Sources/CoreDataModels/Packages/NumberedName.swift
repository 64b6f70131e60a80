/// A name whose numbers are compared as numbers, so that `Model 9` precedes `Model 10`.
struct NumberedName: Comparable {
  private let name: String
  /// The runs of digits and of other characters.
  private let runs: [Substring]

  init(_ name: String) {
    self.name = name
    var runs: [Substring] = []
    var rest = name[...]
    while let first = rest.first {
      let run = rest.prefix { Self.isDigit($0) == Self.isDigit(first) }
      runs.append(run)
      rest = rest[run.endIndex...]
    }
    self.runs = runs
  }

  static func < (one: NumberedName, other: NumberedName) -> Bool {
    for (left, right) in zip(one.runs, other.runs) where left != right {
      guard let first = left.first, let second = right.first, isDigit(first), isDigit(second) else {
        return left < right
      }
      let (number, otherNumber) = (left.drop { $0 == "0" }, right.drop { $0 == "0" })
      if number != otherNumber { return (number.count, String(number)) < (otherNumber.count, String(otherNumber)) }
    }
    return (one.runs.count, one.name) < (other.runs.count, other.name)
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
