internal import EntityModel

extension DeclaredModel {
  /// The version a store with this model has: the one with the same models, else the one whose models differ only in what
  /// no store shows, such as a default.
  func version(in versions: [Schema]) -> Schema? {
    if let same = versions.first(where: { $0.declaredModel.identity() == identity() }) { return same }
    let shape = storedShape.identity()
    return versions.first { $0.declaredModel.storedShape.identity() == shape }
  }

  /// The version that the store at `path` has, which has this model.
  ///
  /// - Throws: `StoreError.editedVersion`, `.newer` or `.unknownVersion`: why it has none.
  func knownVersion(in versions: [Schema], _ path: String) throws(StoreError) -> Schema {
    if let version = version(in: versions) { return version }
    if let named = versions.first(where: { $0.version.description == self.version }) {
      let differences = ModelDifference(from: self, to: named.declaredModel).changes.map(\.message)
      throw .editedVersion(path: path, version: self.version, differences: differences)
    }
    if let number = Schema.Version(self.version), let newest = versions.map(\.version).max(), number > newest {
      throw .newer(path: path, found: self.version, newest: newest.description)
    }
    let nearest = NearestVersion(of: self, among: versions.map(\.declaredModel))
    throw .unknownVersion(
      path: path, found: self.version, known: versions.map(\.version.description), nearest: nearest?.version,
      differences: nearest?.difference.changes.map(\.message) ?? [])
  }

  /// The model without what changes no store, and no answer a store gives: defaults, delete rules, counts.
  private var storedShape: DeclaredModel {
    DeclaredModel(version: version, entities: entities.map(\.storedShape))
  }
}

extension DeclaredModel.Entity {
  fileprivate var storedShape: DeclaredModel.Entity {
    DeclaredModel.Entity(
      name: name, superentity: superentity,
      attributes: attributes.map { attribute in
        DeclaredModel.Attribute(
          name: attribute.name, type: attribute.type, valueType: attribute.valueType,
          isOptional: attribute.isOptional, options: attribute.options.filter { $0 == "ephemeral" },
          hashModifier: attribute.hashModifier, components: attribute.components)
      },
      relationships: relationships.map { relationship in
        DeclaredModel.Relationship(
          name: relationship.name, destination: relationship.destination, isToMany: relationship.isToMany,
          isOptional: relationship.isOptional, inverse: relationship.inverse,
          hashModifier: relationship.hashModifier)
      }, uniquenessConstraints: uniquenessConstraints, indexes: indexes)
  }
}
