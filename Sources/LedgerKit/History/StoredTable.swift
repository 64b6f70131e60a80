internal import GitStore
internal import Synchronization

/// A value that ``StoredTable`` stores.
protocol StorableValue: Sendable {
  init?(stored: ArraySlice<UInt8>)
  var stored: [UInt8] { get }
}

/// The stored values that one run uses, and those that it adds.
///
/// A value is decoded when it is used. What a run has used comes first in the file, so that it is what stays of too many
/// values.
final class StoredTable<Value: StorableValue>: Sendable {
  private let file: StoredValues
  /// What earlier runs have stored.
  private let former: [(key: String, value: ArraySlice<UInt8>)]
  private let places: [String: Int]
  private let used = Mutex<[String: ArraySlice<UInt8>]>([:])

  init(_ file: StoredValues) {
    self.file = file
    former = file.read()
    places = Dictionary(former.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The stored value, which is then kept.
  func value(for key: String) -> Value? {
    guard let place = places[key], let value = Value(stored: former[place].value) else { return nil }
    used.withLock { $0[key] = former[place].value }
    return value
  }

  /// Adds a value, or replaces one that was not usable.
  func add(_ value: Value, for key: String) { used.withLock { $0[key] = value.stored[...] } }

  /// Writes the values, if this run has added any.
  func write() {
    let used = used.withLock { $0 }
    guard used.contains(where: { key, value in places[key].map { former[$0].value != value } ?? true }) else { return }
    let others = former.filter { used[$0.key] == nil }
    file.write(used.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + others)
  }
}
