/// Numbers commits in the order in which they are found.
///
/// Commits of a commit-graph file are found by their position in it. For all others there is a hash table with open
/// addressing that uses the id as its own hash. A commit takes about 30 bytes, less than half of what a `Dictionary` takes,
/// and lookups take less than half the time.
struct CommitNumbers {
  private(set) var ids: [ObjectID] = []
  /// The position of each commit in the file; `none` if it is not in the file.
  private var positions: [UInt32] = []
  private let file: CommitGraphFile?
  /// The number of each commit of the file, by its position.
  private var numbers: [UInt32]
  private var slots: [UInt32]
  private var slotCount = 0
  private static let none = UInt32.max

  init(file: CommitGraphFile? = nil) {
    self.file = file
    numbers = Array(repeating: Self.none, count: file?.count ?? 0)
    slots = Array(repeating: Self.none, count: 1 << 10)
  }

  mutating func reserveCapacity(_ count: Int) {
    ids.reserveCapacity(count)
    positions.reserveCapacity(count)
  }

  /// The number of a commit, and whether it was added by this call.
  mutating func insert(_ id: ObjectID) -> (number: UInt32, isNew: Bool) {
    if let position = file?.position(of: id) { return insert(id, at: position) }
    let slot = slot(of: id)
    if slots[slot] != Self.none { return (slots[slot], false) }
    let number = UInt32(ids.count)
    slots[slot] = number
    ids.append(id)
    positions.append(Self.none)
    slotCount += 1
    if slotCount * 2 > slots.count { grow() }
    return (number, true)
  }

  /// The same for the commit at a position of the file.
  mutating func insert(_ id: @autoclosure () -> ObjectID, at position: Int) -> (number: UInt32, isNew: Bool) {
    if numbers[position] != Self.none { return (numbers[position], false) }
    let number = UInt32(ids.count)
    numbers[position] = number
    ids.append(id())
    positions.append(UInt32(position))
    return (number, true)
  }

  /// The position in the file of the commit with a number.
  func position(of number: UInt32) -> Int? {
    let position = positions[Int(number)]
    return position == Self.none ? nil : Int(position)
  }

  /// The numbers of the commits in the file, in the order of their ids.
  var inFile: [UInt32] { numbers.filter { $0 != Self.none } }

  /// The numbers of all other commits.
  var others: [UInt32] { positions.indices.filter { positions[$0] == Self.none }.map { UInt32($0) } }

  /// The place of the id in the table, or the free place for it.
  private func slot(of id: ObjectID) -> Int {
    var slot = id.hash & (slots.count - 1)
    while slots[slot] != Self.none, ids[Int(slots[slot])] != id { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    let all = slots.filter { $0 != Self.none }
    slots = Array(repeating: Self.none, count: slots.count * 2)
    for number in all { slots[slot(of: ids[Int(number)])] = number }
  }
}
