internal import Synchronization

/// The values of the objects that a program holds, by row, without keeping them alive.
///
/// A context looks up each row that it reads, and removes each object that the program releases. The program may release it on
/// another thread, so a lock guards the table. A dictionary takes several times as long, because its hash function has to suit
/// any kind of key.
final class RegisteredObjects: Sendable {
  /// `@unchecked`: an object belongs to the thread of its context, which alone asks for it. Other threads only remove it.
  fileprivate struct Reference: @unchecked Sendable {
    /// Keeps the memory of the object until the entry is removed, which happens when the object is being deallocated.
    private unowned var memory: BackingData?
    /// `nil` for an entry that is free.
    private(set) var object: Unmanaged<BackingData>?

    init(_ data: BackingData? = nil) {
      memory = data
      object = data.map(Unmanaged.passUnretained)
    }

    /// Whether this is the reference to an object, which may be being deallocated.
    func isTo(_ identity: ObjectIdentifier) -> Bool {
      object.map { UInt(bitPattern: $0.toOpaque()) } == UInt(bitPattern: identity)
    }
  }

  /// A value that leaves the lock. `@unchecked` for the same reason.
  private struct Strong<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  fileprivate struct Entry {
    var key: RowKey
    var reference = Reference()

    var isFree: Bool { reference.object == nil }

    /// The object; `nil` also if it is being deallocated. `mutating`, because Swift would copy the entry to read it.
    mutating func data() -> BackingData? {
      guard let object = reference.object, object.retainIfAlive() else { return nil }
      return object.takeRetainedValue()
    }
  }

  fileprivate struct Table {
    /// A power of two of them, at least a quarter of which are free. An object is at the position that its key leads to, or
    /// at the first one behind it that was free.
    var entries = Self.freeEntries(16)
    var count = 0
    /// Whether there may be objects that have relationships.
    var isLinked = false
    /// Makes it impossible to choose keys that all lead to the same position.
    let seed = UInt64.random(in: .min ... .max)
  }

  private let table = Mutex(Table())

  var isEmpty: Bool { table.withLock { $0.count == 0 } }

  // The lock is held only while references become strong: they are released, and objects deallocated, outside of it.

  /// All objects that have relationships, in no particular order.
  var linked: [BackingData] {
    let all = table.withLock { table in
      Strong(table.isLinked ? table.entries.indices.compactMap { table.entries[$0].data() } : [])
    }.value
    return all.filter { !$0.entity.linkSlots.isEmpty }
  }

  /// The values of the object of a row; `nil` also if they are being deallocated.
  subscript(key: RowKey) -> BackingData? {
    table.withLock { Strong($0.entries[$0.position(of: key)].data()) }.value
  }

  /// Replaces the object of a row.
  func insert(_ data: BackingData, at key: RowKey) {
    let entry = Entry(key: key, reference: Reference(data))
    let isLinked = !data.entity.linkSlots.isEmpty
    table.withLock { table in
      table.insert(entry)
      if isLinked { table.isLinked = true }
    }
  }

  /// Removes all objects.
  func removeAll() {
    var old = Table()
    table.withLock { swap(&$0, &old) }
  }

  /// Removes an object, unless another one is now that of its row.
  func remove(_ data: BackingData, at key: RowKey) {
    let identity = ObjectIdentifier(data)
    table.withLock { $0.remove(identity, at: key) }
  }
}

extension RegisteredObjects.Table {
  private var mask: Int { entries.count - 1 }

  mutating func insert(_ entry: consuming RegisteredObjects.Entry) {
    if (count + 1) * 4 > entries.count * 3 { grow() }
    let position = position(of: entry.key)
    if entries[position].isFree { count += 1 }
    entries[position] = entry
  }

  mutating func remove(_ identity: ObjectIdentifier, at key: RowKey) {
    var free = position(of: key)
    guard entries[free].reference.isTo(identity) else { return }
    count -= 1
    // Moves those that could no longer be found behind a free entry.
    var next = (free + 1) & mask
    while !entries[next].isFree {
      let distance = (next - start(of: entries[next].key)) & mask
      if distance >= (next - free) & mask {
        entries.swapAt(free, next)
        free = next
      }
      next = (next + 1) & mask
    }
    entries[free] = Self.freeEntry
  }

  /// The position of a key's object, or else the free one where it would be.
  func position(of key: RowKey) -> Int {
    var position = start(of: key)
    while !entries[position].isFree, entries[position].key != key { position = (position + 1) & mask }
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

  private mutating func grow() {
    var old = entries
    entries = Self.freeEntries(old.count * 2)
    // A swap moves a reference, which costs less than a copy.
    for index in old.indices where !old[index].isFree {
      swap(&entries[position(of: old[index].key)], &old[index])
    }
  }

  private static var freeEntry: RegisteredObjects.Entry {
    RegisteredObjects.Entry(key: RowKey(root: RootNumber(store: 0, number: 0), primaryKey: 0))
  }

  /// Each is made anew, because a copy of a reference costs more.
  static func freeEntries(_ count: Int) -> [RegisteredObjects.Entry] { (0..<count).map { _ in freeEntry } }
}
