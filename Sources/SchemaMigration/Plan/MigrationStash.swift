internal import Synchronization

/// Values that the operations of a stage keep in memory from the old version to the new one. Each run of a stage has its
/// own.
public final class MigrationStash: Sendable {
  private let values = Mutex<[String: any Sendable]>([:])

  /// Creates an empty stash.
  public init() {}

  /// Keeps a value, in place of one with the same key.
  public func set<Value: Sendable>(_ key: String, _ value: Value) { values.withLock { $0[key] = value } }

  /// The value of a key; `nil` if there is none or it has another type.
  public func get<Value: Sendable>(_ key: String, as type: Value.Type = Value.self) -> Value? {
    values.withLock { $0[key] } as? Value
  }

  /// Removes all values.
  public func reset() { values.withLock { $0 = [:] } }
}
