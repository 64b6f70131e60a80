/// Why no tables can be made of a model.
public enum LayoutError: Error, Sendable, Hashable {
  /// The model has two entities of one name, or of names that differ only in case.
  case entityTwice(entity: String, other: String)
  /// An entity inherits from one that is not in the model.
  case superentityMissing(entity: String, superentity: String)
  /// An entity inherits from itself, directly or not.
  case circularInheritance(entity: String)
  /// A relationship leads to an entity that is not in the model.
  case destinationMissing(entity: String, relationship: String, destination: String)
  /// A relationship names an inverse that its destination does not have.
  case inverseMissing(entity: String, relationship: String, destination: String, inverse: String)
  /// A relationship names an inverse that names another one, or none.
  case inverseDiffers(entity: String, relationship: String, destination: String, inverse: String, back: String?)
  /// An object would have two properties of one column: SQLite does not tell upper case from lower case.
  case columnTwice(entity: String, property: String, other: String, column: String)
  /// A name that SQLite does not read as one word, or that the store's own tables have; nil for the entity's own name.
  case unusableName(entity: String, property: String?)
  /// An index or a uniqueness names a property that the entity does not have, or that has no column of its own.
  case notIndexable(entity: String, property: String)
  /// An attribute that has components though its type is no composite, or none though it is.
  case componentsMismatch(entity: String, attribute: String)
}

extension LayoutError: CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var message: String {
    switch self {
    case .entityTwice(let entity, let other): "\(entity) and \(other) would share one table"
    case .superentityMissing(let entity, let superentity):
      "\(entity) inherits from \(superentity), which is not in the schema"
    case .circularInheritance(let entity): "\(entity) inherits from itself"
    case .destinationMissing(let entity, let relationship, let destination):
      "\(entity).\(relationship) leads to \(destination), which is not in the schema"
    case .inverseMissing(let entity, let relationship, let destination, let inverse):
      "the inverse of \(entity).\(relationship) is \(destination).\(inverse), which is no relationship"
    case .inverseDiffers(let entity, let relationship, let destination, let inverse, let back):
      "the inverse of \(entity).\(relationship) is \(destination).\(inverse), whose inverse is \(back ?? "nothing")"
    case .columnTwice(let entity, let property, let other, _) where property == other:
      "\(entity).\(property) is declared by \(entity) and by what it inherits from"
    case .columnTwice(let entity, let property, let other, let column):
      "\(entity).\(property) and \(entity).\(other) would share the column \(column)"
    case .unusableName(let entity, let property):
      "\(property.map { "\(entity).\($0)" } ?? entity) is no name for a \(property == nil ? "table" : "column")"
    case .notIndexable(let entity, let property):
      "\(entity).\(property) can be neither unique nor indexed: it has no column of its own"
    case .componentsMismatch(let entity, let attribute):
      "\(entity).\(attribute) must have components if and only if it is a composite"
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .columnTwice(_, let property, let other, _) where property == other: "declare it once"
    case .entityTwice, .columnTwice: "rename one of them; upper and lower case are the same to SQLite"
    case .superentityMissing(_, let name), .destinationMissing(_, _, let name): "add \(name) to the schema's models"
    case .circularInheritance: "let the line of classes end at one that inherits from no model"
    case .inverseMissing(_, _, let destination, _): "name a relationship of \(destination), or leave the inverse out"
    case .inverseDiffers(let entity, _, _, _, let back?) where back.hasPrefix(entity + "."):
      "two relationships cannot have one inverse: leave it out of one of them, which is kept by itself then"
    case .inverseDiffers: "say the inverse on one side only; the other one follows"
    case .unusableName: "begin it with a letter and use letters, digits and underscores"
    case .notIndexable: "name an attribute or a to-one relationship"
    case .componentsMismatch: "give the attribute the type composite, or take its components away"
    }
  }

  /// The ``message`` and the ``hint``.
  public var description: String { "\(message): \(hint)" }
}
