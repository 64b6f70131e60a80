internal import Synchronization

/// Values that the operations of a stage keep in memory from the old version to the new one. Each run of a stage has its
/// own.
public final class MigrationStash: Sendable {
  private let values = Mutex<[String: any Sendable]>([:])
  private let own = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// Creates an empty stash.
  public init() {}

  /// Keeps a value, in place of one with the same key.
  public func set<Value: Sendable>(_ key: String, _ value: Value) { values.withLock { $0[key] = value } }

  /// The value of a key; `nil` if there is none or it has another type.
  public func get<Value: Sendable>(_ key: String, as type: Value.Type = Value.self) -> Value? {
    values.withLock { $0[key] } as? Value
  }

  /// Removes all values.
  public func reset() {
    values.withLock { $0 = [:] }
    own.withLock { $0 = [:] }
  }

  /// Keeps the value of a slot.
  func keep<Value>(_ value: Value, in slot: StashSlot<Value>) { own.withLock { $0[ObjectIdentifier(slot)] = value } }

  /// The value of a slot; `nil` if there is none.
  func value<Value>(of slot: StashSlot<Value>) -> Value? { own.withLock { $0[ObjectIdentifier(slot)] } as? Value }
}

/// A place in a stash that belongs to one operation. A key of the operation's description would not do: two operations of
/// a stage may have the same one, such as two transformations between the same models.
final class StashSlot<Value: Sendable>: Sendable {}
