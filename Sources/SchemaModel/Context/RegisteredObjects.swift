/// The values of the objects that a program holds, by row, without keeping them alive.
///
/// A context looks up each row that it reads, and removes each object that the program releases. A dictionary takes several
/// times as long, because its hash function has to suit any kind of key.
///
/// Its entries are in memory that it allocates itself: Swift would check each access to a variable array of a class.
final class RegisteredObjects {
  private struct Entry {
    var key: RowKey
    /// `nil` for an entry that is free.
    var data: Unmanaged<BackingData>?
  }

  /// A power of two of them, at least a quarter of which are free. An object is at the position that its key leads to, or
  /// at the first one behind it that was free.
  private var entries: UnsafeMutablePointer<Entry>
  /// One less than the number of entries.
  private var mask: Int
  private var count = 0
  /// Makes it impossible to choose keys that all lead to the same position.
  private let seed = UInt64.random(in: .min ... .max)

  init() {
    mask = 15
    entries = Self.freeEntries(mask + 1)
  }

  deinit { entries.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// All objects, in no particular order.
  var all: [BackingData] { (0...mask).compactMap { entries[$0].data?.takeUnretainedValue() } }

  /// The values of the object of a row.
  subscript(key: RowKey) -> BackingData? { entries[position(of: key)].data?.takeUnretainedValue() }

  /// Replaces the object of a row.
  func insert(_ data: BackingData, at key: RowKey) {
    if (count + 1) * 4 > (mask + 1) * 3 { grow() }
    let position = position(of: key)
    if entries[position].data == nil { count += 1 }
    entries[position] = Entry(key: key, data: Unmanaged.passUnretained(data))
  }

  /// Removes an object, unless another one is now that of its row.
  func remove(_ data: BackingData, at key: RowKey) {
    var free = position(of: key)
    guard entries[free].data?.toOpaque() == Unmanaged.passUnretained(data).toOpaque() else { return }
    count -= 1
    // Moves those that could no longer be found behind a free entry.
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

  /// Removes all objects.
  func removeAll() {
    for position in 0...mask { entries[position].data = nil }
    count = 0
  }

  /// The position of a key's object, or else the free one where it would be.
  private func position(of key: RowKey) -> Int {
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
    return Int(truncatingIfNeeded: word >> 32) & mask
  }

  private func grow() {
    let old = UnsafeMutableBufferPointer(start: entries, count: mask + 1)
    entries = Self.freeEntries(old.count * 2)
    mask = old.count * 2 - 1
    for entry in old where entry.data != nil { entries[position(of: entry.key)] = entry }
    old.deallocate()
  }

  private static func freeEntries(_ count: Int) -> UnsafeMutablePointer<Entry> {
    let free = Entry(key: RowKey(root: RootNumber(store: 0, number: 0), primaryKey: 0), data: nil)
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: count)
    entries.initialize(repeating: free, count: count)
    return entries
  }
}
