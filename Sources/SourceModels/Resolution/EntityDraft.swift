internal import EntityModel

/// An entity whose relationships do not know their inverses yet.
struct EntityDraft {
  let id: TypeID
  let location: SourceLocation
  var superclass: TypeID?
  var attributes: [DeclaredModel.Attribute] = []
  var relationships: [RelationshipDraft] = []
  var uniqueness: [[String]] = []
  var indexes: [DeclaredModel.Index] = []
  /// The lines of the persisted properties.
  var properties: [String: SourceLocation] = [:]
  /// The lines of what is elsewhere and decides their columns.
  var values = ValueLocations()
  /// Which values the types of the properties read.
  var readable: [String: ReadableValues.Content] = [:]
  var unresolved: [Unresolved] = []

  var names: Set<String> { Set(properties.keys) }
}

/// A relationship as declared.
struct RelationshipDraft {
  let name: String
  let location: SourceLocation
  let destination: TypeID
  let isToMany: Bool
  let isOptional: Bool
  var deleteRule = DeclaredModel.Relationship.DeleteRule.nullify
  var minimumCount: Int?
  var maximumCount: Int?
  var originalName: String?
  var hashModifier: String?
  /// The property that `inverse:` names, and the type in which it is named.
  var declaredInverse: (root: TypeID, name: String)?
}
