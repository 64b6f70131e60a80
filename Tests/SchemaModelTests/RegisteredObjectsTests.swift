import Testing

@testable import SchemaModel

/// The table of the objects that a context knows.
@Suite("Registered objects")
struct RegisteredObjectsTests {
  private func object() -> BackingData { BackingData(for: Library.Tag.self) }

  private func key(_ number: Int, _ primaryKey: Int64) -> RowKey {
    RowKey(root: RootNumber(store: number % 2, number: number), primaryKey: primaryKey)
  }

  /// Any sequence of changes has the same result as with a dictionary.
  @Test("objects are found by their keys", arguments: [1, 2, 3, 4])
  func changes(seed: UInt64) {
    var random = seed
    func next(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % bound
    }
    let table = RegisteredObjects()
    var expected: [RowKey: BackingData] = [:]
    for step in 0..<20_000 {
      // Grows, then shrinks. Successive keys, and keys that differ only in their upper bits.
      let key = key(1 + next(2), next(2) == 0 ? Int64(next(500)) : Int64(next(500)) << 40)
      if next(10) < (step < 10_000 ? 7 : 3) {
        let data = object()
        table.insert(data, at: key)
        expected[key] = data
      } else if let data = expected[key] {
        // An object that is no longer the one of its row.
        table.remove(object(), at: key)
        #expect(table[key] === data)
        table.remove(data, at: key)
        expected[key] = nil
      } else {
        #expect(table[key] == nil)
        table.remove(object(), at: key)
      }
      if step % 500 == 0 {
        #expect(expected.allSatisfy { table[$0.key] === $0.value })
        #expect(Set(table.linked.map(ObjectIdentifier.init)) == Set(expected.values.map(ObjectIdentifier.init)))
        #expect(table.linked.count == expected.count)
      }
    }
    for (key, data) in expected { table.remove(data, at: key) }
    #expect(table.isEmpty && table.linked.isEmpty)
  }

  @Test("an empty table")
  func empty() {
    let table = RegisteredObjects()
    table.remove(object(), at: key(1, 1))
    #expect(table[key(1, 1)] == nil)
    #expect(table.isEmpty && table.linked.isEmpty)
  }

  @Test("keys of other stores, entities and rows are different")
  func keys() {
    let keys = [key(1, 1), key(2, 1), key(3, 1), key(1, 2), key(1, .max), key(1, -1)]
    let objects = keys.map { _ in object() }
    let table = RegisteredObjects()
    for (key, data) in zip(keys, objects) { table.insert(data, at: key) }
    for (key, data) in zip(keys, objects) { #expect(table[key] === data) }
    #expect((keys[1].root.store, keys[1].root.number) == (0, 2))
  }
}
