/// What a schema needs and the sources do not determine.
public struct Unresolved: Sendable, Hashable {
  /// Where it is declared or used; `nil` if that is not in one place.
  public let location: SourceLocation?
  /// The entity, and the property with a dot before it, or the declaration.
  public let subject: String
  /// Why it is not determined.
  public let reason: UnresolvedReason
}

/// Why something is not determined by the sources.
public enum UnresolvedReason: Sendable, Hashable {
  /// No file declares the type, and it is not a type of the standard library or of Foundation whose storage is known.
  case notFound(name: String)
  /// Only other modules declare the type, and none that the file imports.
  case notImported(name: String, locations: [SourceLocation])
  /// A list names a model, and no file declares it.
  case noModel(name: String)
  /// Several declarations of one name can be meant. A choice of modules tells which.
  case ambiguous(name: String, locations: [SourceLocation])
  /// It depends on a compilation condition that is not known.
  case conditional(condition: String)
  /// The alias refers to itself.
  case cyclicAlias(name: String)
  /// The property has no type, and its initial value does not have one of the forms whose type is known.
  case noType(expression: String)
  /// The type is not `Codable` and cannot be stored.
  case notCodable(name: String)
  /// `init(from:)` or `encode(to:)` of the type decides how it is stored.
  case customCoding(name: String)
  /// How such a type is stored is not known.
  case unknownStorage(name: String, kind: String)
  /// The inverse is not a relationship of the destination.
  case inverse(text: String)
  /// An argument of an attribute or of a macro has a form that is not understood.
  case argument(text: String)
  /// The value is computed in a form that is not understood.
  case expression(text: String)
  /// Two classes of one schema have the same name.
  case sameEntityName(name: String, locations: [SourceLocation])
  /// The file cannot be read.
  case file(FileProblem)
}
