/// Something that rows generated from a model do not cover.
public enum RowGap: Sendable, Hashable {
  /// The model does not say what values an attribute may have, so that it is NULL in all rows. `type` is the Swift type
  /// or, if the model does not have that, the type of the attribute.
  case unknownValues(entity: String, attribute: String, type: String, isRequired: Bool)
  /// Some objects of an entity or its subentities have no object at the other end of a required to-one relationship.
  case missingObjects(entity: String, relationship: String, count: Int)
  /// Some objects of an entity or its subentities have fewer objects in a to-many relationship than its minimum.
  case tooFewObjects(entity: String, relationship: String, count: Int)
  /// An entity has no rows, although it is not abstract: all would have violated a uniqueness constraint.
  case noRows(entity: String)
}

extension RowGap {
  /// The gap as a clause in English.
  public var message: String {
    switch self {
    case .unknownValues(let entity, let attribute, let type, let isRequired):
      "the values of \(isRequired ? "the required attribute " : "")\(entity).\(attribute) (\(type)) are not known"
    case .missingObjects(let entity, let relationship, let count):
      "\(Self.objects(count, of: entity)) no \(relationship), which is required"
    case .tooFewObjects(let entity, let relationship, let count):
      "\(Self.objects(count, of: entity)) fewer \(relationship) than the minimum"
    case .noRows(let entity): "no object of \(entity) can satisfy the uniqueness constraints"
    }
  }

  private static func objects(_ count: Int, of entity: String) -> String {
    "\(count) object\(count == 1 ? "" : "s") of \(entity) \(count == 1 ? "has" : "have")"
  }
}
