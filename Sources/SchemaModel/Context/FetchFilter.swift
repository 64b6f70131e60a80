internal import EntityModel
internal import Foundation

/// A predicate as far as SQLite can evaluate it.
struct FetchFilter {
  /// Nil when nothing of it can be, or all rows match.
  let sql: String?
  let parameters: [StoredValue]
  let isExact: Bool
  /// Whether other objects than those that are fetched have a say.
  let usesRelationships: Bool

  /// - Throws: `SwiftDataError.unsupportedPredicate`.
  init<T: PersistentModel>(_ predicate: Predicate<T>, in context: ModelContext) throws {
    let resolver = StoreResolver(context.store)
    do {
      let translation = try PredicateTranslation(predicate, resolver: resolver)
      sql = translation.condition?.sql
      parameters = translation.condition?.values ?? []
      isExact = translation.isExact
      usesRelationships = resolver.hasSeenRelationship || !translation.isExact
      for reason in translation.reasons {
        context.debugLog?("a predicate on \(T.self) is evaluated in Swift: it \(reason)")
      }
    } catch let error as PredicateError {
      throw SwiftDataError.unsupportedPredicate.because(error)
    }
  }
}

/// Sort descriptors as far as SQLite can sort by them.
struct FetchOrder {
  /// Nil when they must be sorted here.
  let sql: String?

  /// - Throws: `SwiftDataError.unsupportedSortDescriptor`.
  init<T: PersistentModel>(_ descriptors: [SortDescriptor<T>], in context: ModelContext) throws {
    guard !descriptors.isEmpty else {
      sql = nil
      return
    }
    do {
      switch try SortTranslation(descriptors, resolver: StoreResolver(context.store)) {
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

/// Where a store has what predicates speak of.
final class StoreResolver: PredicateResolver {
  private let store: Store
  private(set) var hasSeenRelationship = false

  init(_ store: Store) { self.store = store }

  private func entity(of type: Any.Type) -> EntityDescription? {
    (type as? any PersistentModel.Type).map(EntityDescription.of)
  }

  private func reader(of type: Any.Type) -> RowReader? {
    (type as? any PersistentModel.Type).flatMap { try? store.reader(of: $0) }
  }

  func resolve(_ keyPath: AnyKeyPath, on type: Any.Type) -> ResolvedProperty? {
    guard let entity = entity(of: type), let table = reader(of: type)?.table else { return nil }
    guard let property = entity.property(at: keyPath) else {
      if entity.isIdentifier(keyPath) { return .primaryKey }
      return entity.transientName(at: keyPath).map { .transient(name: $0) }
    }
    if let codec = property.codec {
      guard let field = table.fields.first(where: { $0.slot == property.slot }) else {
        return .transient(name: property.name)
      }
      return .attribute(name: property.name, columns: field.columns, codec: codec)
    }
    guard let relationship = property.relationship,
      let storage = store.layout.storage(of: property.name, in: entity.name)
    else { return nil }
    hasSeenRelationship = true
    if case .ownKey(column: let column) = storage {
      return .toOne(name: property.name, destination: relationship.destination, column: column)
    }
    return .toMany(name: property.name, destination: relationship.destination, storage: storage)
  }

  func table(of type: Any.Type) -> String? { reader(of: type)?.table.name }

  func entityNumbers(of type: Any.Type) -> [Int]? {
    reader(of: type)?.table.familyNumbers
  }

  func key(of value: Any, in type: Any.Type) -> Int64? {
    if let model = value as? any PersistentModel { return model.persistentBackingData.key?.primaryKey }
    guard let identifier = value as? PersistentIdentifier, !identifier.id.isTemporary,
      identifier.storeIdentifier == store.identifier, let table = reader(of: type)?.table,
      let other = store.schema.descriptions.first(where: { $0.name == identifier.entityName }),
      other.inherits(from: table.entity) || table.entity.inherits(from: other)
    else { return nil }
    return identifier.id.primaryKey
  }
}
