import EntityModel

/// What the translation of predicates and sort descriptors knows of a program's models.
protocol PredicateResolver {
  /// The property that a key path of a model class leads to; nil for one that is computed, or of no model.
  func resolve(_ keyPath: AnyKeyPath, on type: Any.Type) -> ResolvedProperty?
  /// The table that a model class's objects are in.
  func table(of type: Any.Type) -> String?
  /// The `Z_ENT` of a model class and of all that inherit from it.
  func entityNumbers(of type: Any.Type) -> [Int]?
  /// The `Z_PK` of an object, or of what a persistent identifier names; nil when no row of the class's table is meant.
  func key(of value: Any, in type: Any.Type) -> Int64?
}

/// Where a property lies in the store.
enum ResolvedProperty {
  /// One column, or those of a composite's parts, depth first.
  case attribute(name: String, columns: [String], codec: AttributeCodec)
  case toOne(name: String, destination: Any.Type, storage: StoreLayout.RelationshipStorage)
  case toMany(name: String, destination: Any.Type, storage: StoreLayout.RelationshipStorage)
  /// The object's persistent identifier.
  case primaryKey
  /// Not stored at all.
  case transient(name: String)
}

/// A predicate or a sort descriptor that no store can answer.
enum PredicateError: Error, Hashable {
  /// It reads a property that is not stored.
  case transient(property: String, model: String)
}

extension PredicateError: CustomStringConvertible {
  var message: String {
    switch self {
    case .transient(let property, let model):
      "'\(property)' of \(model) is transient: the store has no column to look in"
    }
  }

  var hint: String {
    switch self {
    case .transient(let property, _):
      "take @Transient off '\(property)', or fetch without it and filter the objects that are fetched"
    }
  }

  var description: String { "\(message) (\(hint))" }
}

/// Why an expression has no SQL, as a clause that follows "the predicate": "uses a regular expression".
struct Untranslatable: Error, Hashable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
