/// Chooses the parents of a table's rows, so that some parents have no child, some one, and some many.
struct ReferenceChooser {
  let reference: PopulatedTable.Reference
  /// Whether no two rows may have the same parent.
  let isUnique: Bool
  /// The keys of the parents, in the order of `reference.columns`.
  private(set) var keys: [[RowValue]]
  private let single: [Int]
  private let several: [Int]
  private let seed: UInt64
  private var accepted = 0
  /// Whether the table refers to itself, so that each new row is a possible parent.
  let isGrowing: Bool

  init(
    _ reference: PopulatedTable.Reference, keys: [[RowValue]], isUnique: Bool, isGrowing: Bool, rows: Int,
    seed: UInt64
  ) {
    self.reference = reference
    self.isUnique = isUnique
    self.keys = keys
    self.seed = seed
    self.isGrowing = isGrowing
    let none = keys.count > 1 ? max(keys.count / 5, 1) : 0
    // The order depends on the reference, so that a parent without children in one table may have some in another.
    let turn = keys.isEmpty ? 0 : Int(seed % UInt64(keys.count))
    let order = keys.indices.map { ($0 + turn) % keys.count }
    if isUnique {
      single = Array(order.dropLast(none))
      several = []
    } else {
      let many = min(max(keys.count / 5, 1), max(rows / 4, 1))
      several = Array(order.prefix(many))
      single = Array(order.dropFirst(many).dropLast(none).prefix(rows / 2))
    }
  }

  var isEmpty: Bool { keys.isEmpty }

  /// The key of the parent for the next row; `nil` if no suitable one is left.
  ///
  /// - Parameters:
  ///   - attempt: 0 for the preferred parent; higher numbers for others.
  ///   - isValid: returns whether the row can have this key, given its other values.
  func key(_ attempt: Int, where isValid: ([RowValue]) -> Bool) -> [RowValue]? {
    if isGrowing { return keyInSameTable(attempt, where: isValid) }
    if isUnique {
      let place = accepted + attempt
      guard place < single.count else { return nil }
      return (place..<single.count).lazy.map { keys[single[$0]] }.first(where: isValid)
    }
    let isSingle = attempt == 0 && accepted % 2 == 0 && accepted / 2 < single.count
    if isSingle, case let key = keys[single[accepted / 2]], isValid(key) { return key }
    guard !several.isEmpty else { return nil }
    let start = Draw.below(several.count, seed, accepted &+ attempt &* 7919)
    if attempt < 3,
      let key = (0..<several.count).lazy.map({ keys[several[(start + $0) % several.count]] }).first(where: isValid)
    {
      return key
    }
    let first = Draw.below(keys.count, seed, accepted &+ attempt &* 104_729)
    return (0..<min(keys.count, 5000)).lazy.map { keys[(first + $0) % keys.count] }.first(where: isValid)
  }

  /// Chooses a parent in the same table. The first rows get many children, the last ones none; each third row starts a
  /// new branch.
  private func keyInSameTable(_ attempt: Int, where isValid: ([RowValue]) -> Bool) -> [RowValue]? {
    guard !keys.isEmpty else { return nil }
    if isUnique {
      let place = accepted + attempt
      return place < keys.count ? (place..<keys.count).lazy.map { keys[$0] }.first(where: isValid) : nil
    }
    let reach = accepted % 3 == 0 ? keys.count : max(keys.count / 4, 1)
    let start = Draw.below(reach, seed, accepted &+ attempt &* 7919)
    return (0..<min(keys.count, 5000)).lazy.map { keys[(start + $0) % keys.count] }.first(where: isValid)
  }

  mutating func accept(attempt: Int) { accepted += isUnique ? attempt + 1 : 1 }

  mutating func append(_ key: [RowValue]) { keys.append(key) }
}
