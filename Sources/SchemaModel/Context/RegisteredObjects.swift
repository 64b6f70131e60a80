/// The values of the objects that a program holds, by row, without keeping them alive.
///
/// A context looks up each row that it reads, and removes each object that the program releases. A dictionary takes several
/// times as long, because its hash function has to suit any kind of key.
struct RegisteredObjects {
  private struct Entry {
    var key: RowKey
    /// `nil` for an entry that is free.
    var data: Unmanaged<BackingData>?
  }

  /// A power of two of them, at least a quarter of which are free. An object is at the position that its key leads to, or
  /// at the first one behind it that was free.
  private var entries: ContiguousArray<Entry> = []
  private var count = 0
  /// Makes it impossible to choose keys that all lead to the same position.
  private let seed = UInt64.random(in: .min ... .max)

  var isEmpty: Bool { count == 0 }

  /// All objects, in no particular order.
  var all: [BackingData] { entries.compactMap { $0.data?.takeUnretainedValue() } }

  /// The values of the object of a row.
  subscript(key: RowKey) -> BackingData? {
    guard count > 0 else { return nil }
    return entries[position(of: key)].data?.takeUnretainedValue()
  }

  /// Replaces the object of a row.
  mutating func insert(_ data: BackingData, at key: RowKey) {
    if (count + 1) * 4 > entries.count * 3 { grow() }
    let position = position(of: key)
    if entries[position].data == nil { count += 1 }
    entries[position] = Entry(key: key, data: Unmanaged.passUnretained(data))
  }

  /// Removes an object, unless another one is now that of its row.
  mutating func remove(_ data: BackingData, at key: RowKey) {
    guard count > 0 else { return }
    var free = position(of: key)
    guard entries[free].data?.toOpaque() == Unmanaged.passUnretained(data).toOpaque() else { return }
    count -= 1
    // Moves those that could no longer be found behind a free entry.
    let mask = entries.count - 1
    var next = (free + 1) & mask
    while entries[next].data != nil {
      let distance = (next - start(of: entries[next].key)) & mask
      if distance >= (next - free) & mask {
        entries[free] = entries[next]
        free = next
      }
      next = (next + 1) & mask
    }
    entries[free].data = nil
  }

  /// The position of a key's object, or else the free one where it would be.
  private func position(of key: RowKey) -> Int {
    let mask = entries.count - 1
    var position = start(of: key)
    while entries[position].data != nil, entries[position].key != key { position = (position + 1) & mask }
    return position
  }

  private func start(of key: RowKey) -> Int {
    // The first steps of a common mixing function: successive keys lead to distant positions.
    // https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp
    var word = key.word ^ seed
    word = (word ^ word >> 33) &* 0xff51_afd7_ed55_8ccd
    word = (word ^ word >> 33) &* 0xc4ce_b9fe_1a85_ec53
    return Int(truncatingIfNeeded: word >> 32) & (entries.count - 1)
  }

  private mutating func grow() {
    let old = entries
    let free = Entry(key: RowKey(root: RootNumber(store: 0, number: 0), primaryKey: 0), data: nil)
    entries = ContiguousArray(repeating: free, count: max(16, old.count * 2))
    for entry in old where entry.data != nil { entries[position(of: entry.key)] = entry }
  }
}
