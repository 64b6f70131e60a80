/// An error in a model that prevents a store layout.
public enum LayoutError: Error, Sendable, Hashable {
  /// Two entities have the same name, or names that differ only in case.
  case entityTwice(entity: String, other: String)
  /// The superentity is not in the model.
  case superentityMissing(entity: String, superentity: String)
  /// The entity inherits from itself, directly or indirectly.
  case circularInheritance(entity: String)
  /// The destination is not in the model.
  case destinationMissing(entity: String, relationship: String, destination: String)
  /// The destination does not have the inverse that the relationship names.
  case inverseMissing(entity: String, relationship: String, destination: String, inverse: String)
  /// The inverse that the relationship names has another inverse, or none.
  case inverseDiffers(entity: String, relationship: String, destination: String, inverse: String, back: String?)
  /// Two properties of an object would share a column, because SQLite does not distinguish case in names.
  case columnTwice(entity: String, property: String, other: String, column: String)
  /// The name is not an SQLite identifier, or is used by the store's own tables. `property` is `nil` for the name of
  /// the entity.
  case unusableName(entity: String, property: String?)
  /// An index or uniqueness constraint names a property that does not exist or has no column of its own.
  case notIndexable(entity: String, property: String)
  /// A composite attribute has no components, or another attribute has some.
  case componentsMismatch(entity: String, attribute: String)
  /// The layout of a Core Data model depends on what no store has shown, or is not complete.
  case notDetermined([LayoutGap])
}

extension LayoutError: CustomStringConvertible {
  /// The error as one sentence.
  public var message: String {
    switch self {
    case .entityTwice(let entity, let other): "\(entity) and \(other) would share one table"
    case .superentityMissing(let entity, let superentity):
      "\(entity) inherits from \(superentity), which is not in the schema"
    case .circularInheritance(let entity): "\(entity) inherits from itself"
    case .destinationMissing(let entity, let relationship, let destination):
      "\(entity).\(relationship) has the destination \(destination), which is not in the schema"
    case .inverseMissing(let entity, let relationship, let destination, let inverse):
      "the inverse of \(entity).\(relationship) is \(destination).\(inverse), which is not a relationship"
    case .inverseDiffers(let entity, let relationship, let destination, let inverse, let back):
      "the inverse of \(entity).\(relationship) is \(destination).\(inverse), whose inverse is \(back ?? "nothing")"
    case .columnTwice(let entity, let property, let other, _) where property == other:
      "\(entity).\(property) is declared by \(entity) and by its superentity"
    case .columnTwice(let entity, let property, let other, let column):
      "\(entity).\(property) and \(entity).\(other) would share the column \(column)"
    case .unusableName(let entity, let property):
      "\(property.map { "\(entity).\($0)" } ?? entity) is not a valid name for a \(property == nil ? "table" : "column")"
    case .notIndexable(let entity, let property):
      "\(entity).\(property) can be neither unique nor indexed: it has no column of its own"
    case .componentsMismatch(let entity, let attribute):
      "\(entity).\(attribute) must have components if and only if it is a composite"
    case .notDetermined(let gaps): gaps.map(\.message).joined(separator: "; ")
    }
  }

  /// The suggested next step.
  public var hint: String {
    switch self {
    case .columnTwice(_, let property, let other, _) where property == other: "declare it once"
    case .entityTwice, .columnTwice: "rename one of them; upper and lower case are the same to SQLite"
    case .superentityMissing(_, let name), .destinationMissing(_, _, let name): "add \(name) to the schema's models"
    case .circularInheritance: "the topmost class must not inherit from a model class"
    case .inverseMissing(_, _, let destination, _): "name a relationship of \(destination), or remove the inverse"
    case .inverseDiffers(let entity, _, _, _, let back?) where back.hasPrefix(entity + "."):
      "how SwiftData stores two relationships with one inverse is not known; without the inverse, the second is stored separately"
    case .inverseDiffers: "declare the inverse on one side only; the other side is inferred"
    case .unusableName: "begin it with a letter and use letters, digits and underscores"
    case .notIndexable: "name an attribute or a to-one relationship"
    case .notDetermined:
      "freeze a store that Core Data made instead; schemaledger help store-layout lists what is known"
    case .componentsMismatch: "give the attribute the type composite, or remove its components"
    }
  }

  /// The ``message`` and the ``hint``.
  public var description: String { "\(message): \(hint)" }
}
