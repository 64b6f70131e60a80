public import Foundation

/// Describes which objects to fetch, and in which order.
public struct FetchDescriptor<T: PersistentModel> {
  /// The condition; `nil` for all objects.
  public var predicate: Predicate<T>?
  /// The sort order, most significant key first; empty for no particular order.
  public var sortBy: [SortDescriptor<T>]
  /// The maximum number of objects; `nil` for no limit, and none for 0.
  public var fetchLimit: Int?
  /// The limit as a number. A negative one is no limit, as in SQLite.
  var limit: Int { fetchLimit.map { $0 < 0 ? .max : $0 } ?? .max }
  /// The number of objects to skip at the beginning.
  public var fetchOffset: Int?
  /// Whether the fetch considers unsaved changes.
  public var includePendingChanges = true
  /// Has no effect and exists for source compatibility: a fetch always reads all properties.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// To-one relationships whose objects are fetched together with the result.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// Creates a descriptor of all objects, or of those that match a predicate.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

/// As in SwiftData: in the Swift 6 mode, packages for Apple's systems keep descriptors in `Sendable` types. A key path to a
/// property captures nothing, and Foundation's predicates and sort descriptors are `Sendable`.
extension FetchDescriptor: @unchecked Sendable {}

/// The result of a fetch in batches. It holds identifiers and fetches each object on access.
public struct FetchResultsCollection<T: PersistentModel>: RandomAccessCollection {
  let context: ModelContext
  let identifiers: [PersistentIdentifier]

  /// The index of the first object, 0.
  public var startIndex: Int { identifiers.startIndex }
  /// The number of objects.
  public var endIndex: Int { identifiers.endIndex }
  /// The object at an index. The program stops if the object has been deleted since the fetch.
  public subscript(position: Int) -> T {
    guard let model = context.model(for: identifiers[position]) as? T else {
      preconditionFailure("\(identifiers[position]) is not a \(T.self)")
    }
    return model
  }
}
