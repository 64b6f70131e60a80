public import Foundation

/// Which objects to fetch, and in which order.
public struct FetchDescriptor<T: PersistentModel> {
  /// Nil for all.
  public var predicate: Predicate<T>?
  /// The first counts most; empty for no order.
  public var sortBy: [SortDescriptor<T>]
  /// How many at most; nil for all.
  public var fetchLimit: Int?
  /// How many to leave out at the beginning.
  public var fetchOffset: Int?
  /// Whether objects count as they are, and not as they were saved.
  public var includePendingChanges = true
  /// Kept for code that sets it: all properties are fetched.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// Relationships to one object that are fetched along.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// All objects, or those of a condition.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

/// What a fetch in batches found: identifiers, whose objects are fetched when they are asked for.
public struct FetchResultsCollection<T: PersistentModel>: RandomAccessCollection {
  let context: ModelContext
  let identifiers: [PersistentIdentifier]

  /// 0
  public var startIndex: Int { identifiers.startIndex }
  /// How many there are.
  public var endIndex: Int { identifiers.endIndex }
  /// An object. One that was deleted since is an error of the program.
  public subscript(position: Int) -> T {
    guard let model = context.model(for: identifiers[position]) as? T else {
      preconditionFailure("\(identifiers[position]) is no \(T.self)")
    }
    return model
  }
}
