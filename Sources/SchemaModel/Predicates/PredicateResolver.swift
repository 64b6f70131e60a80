import EntityModel

/// Provides the program's models to the translation of predicates and sort descriptors.
protocol PredicateResolver {
  /// The property at a key path of a model class; `nil` if it is computed or the type is not a model.
  func resolve(_ keyPath: AnyKeyPath, on type: Any.Type) -> ResolvedProperty?
  /// The key paths of a model class's text properties, with each class that they may be rooted in.
  func textKeyPaths(of type: Any.Type) -> [AnyKeyPath]
  /// The table of a model class's objects.
  func table(of type: Any.Type) -> String?
  /// The `Z_ENT` of a model class and its subclasses.
  func entityNumbers(of type: Any.Type) -> [Int]?
  /// The `Z_PK` of an object or of a persistent identifier; `nil` if it is not a row of the class's table.
  func key(of value: Any, in type: Any.Type) -> Int64?
}

/// The location of a property in the store.
enum ResolvedProperty {
  /// One column, or the columns of a composite's parts, depth first.
  case attribute(name: String, columns: [String], codec: AttributeCodec)
  case toOne(name: String, destination: Any.Type, storage: StoreLayout.RelationshipStorage)
  case toMany(name: String, destination: Any.Type, storage: StoreLayout.RelationshipStorage)
  /// The object's persistent identifier.
  case primaryKey
  /// A property that is not stored.
  case transient(name: String)
}

/// An error in a predicate or sort descriptor that a store cannot answer.
enum PredicateError: Error, Hashable {
  /// The predicate or sort descriptor reads a property that is not stored.
  case transient(property: String, model: String)
}

extension PredicateError: CustomStringConvertible {
  var message: String {
    switch self {
    case .transient(let property, let model):
      "'\(property)' of \(model) is transient and has no column in the store"
    }
  }

  var hint: String {
    switch self {
    case .transient(let property, _):
      "remove @Transient from '\(property)', or fetch without it and filter the fetched objects"
    }
  }

  var description: String { "\(message) (\(hint))" }
}

/// The reason why an expression cannot be translated, as a verb phrase after "the predicate": "uses a regular
/// expression".
struct Untranslatable: Error, Hashable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
