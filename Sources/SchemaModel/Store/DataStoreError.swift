/// An error of a store that cannot do what it is asked for. SwiftData's stores throw it to their contexts; here only
/// ``unsupportedFeature`` is thrown, by ``ModelContext/fetchHistory(_:)`` and ``ModelContext/deleteHistory(_:)``.
public enum DataStoreError: Error, Hashable, Sendable {
  /// The predicate cannot be evaluated.
  case invalidPredicate
  /// The caller should filter in memory.
  case preferInMemoryFilter
  /// The caller should sort in memory.
  case preferInMemorySort
  /// The store does not have the feature.
  case unsupportedFeature
}
