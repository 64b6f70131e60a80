internal import Foundation

/// The part of a predicate that SQLite can evaluate.
struct FetchFilter {
  /// `nil` if SQLite can evaluate no part of it, or if all rows match.
  let sql: String?
  let parameters: [StoredValue]
  let isExact: Bool
  /// Whether the condition depends on objects other than the fetched ones.
  let usesRelationships: Bool

  /// - Throws: `SwiftDataError.unsupportedPredicate`.
  init<T: PersistentModel>(_ predicate: Predicate<T>, in context: ModelContext) throws {
    do {
      let translation = try PredicateTranslation(
        predicate, resolver: StoreResolver(store: context.container.store(of: T.self)))
      sql = translation.condition?.sql
      parameters = translation.condition?.values ?? []
      isExact = translation.isExact
      usesRelationships = translation.usesRelationships
      for reason in translation.reasons {
        context.debugLog?("a predicate on \(T.self) is evaluated in Swift: it \(reason)")
      }
    } catch let error as PredicateError {
      throw SwiftDataError.unsupportedPredicate.because(error)
    }
  }
}

/// The sort order, if SQLite can apply it.
struct FetchOrder {
  /// `nil` if the objects must be sorted in Swift.
  let sql: String?

  /// - Throws: `SwiftDataError.unsupportedSortDescriptor`.
  init<T: PersistentModel>(_ descriptors: [SortDescriptor<T>], in context: ModelContext) throws {
    guard !descriptors.isEmpty else {
      sql = nil
      return
    }
    do {
      switch try SortTranslation(descriptors, resolver: StoreResolver(store: context.container.store(of: T.self))) {
      case .sql(let text): sql = text
      case .inSwift(let reason):
        sql = nil
        context.debugLog?("objects of \(T.self) are sorted in Swift: the sort order \(reason)")
      }
    } catch let error as PredicateError {
      throw SwiftDataError.unsupportedSortDescriptor.because(error)
    }
  }
}
