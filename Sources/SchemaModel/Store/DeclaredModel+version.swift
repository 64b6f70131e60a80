internal import EntityModel

extension DeclaredModel {
  /// The version of `versions` that matches this model: one with identical models, or else one that differs only in
  /// ways that do not affect a store, such as a default value.
  func version(in versions: [Schema]) -> Schema? {
    if let same = versions.first(where: { $0.declaredModel.identity() == identity() }) { return same }
    let shape = storedShape.identity()
    return versions.first { $0.declaredModel.storedShape.identity() == shape }
  }

  /// The version of the store at `path`, whose model this is.
  ///
  /// - Throws: `StoreError.editedVersion`, `.newer` or `.unknownVersion` if no version matches.
  func knownVersion(in versions: [Schema], _ path: String) throws(StoreError) -> Schema {
    if let version = version(in: versions) { return version }
    if let named = versions.first(where: { $0.version.description == self.version }) {
      let differences = ModelDifference(from: self, to: named.declaredModel).changes.map(\.message)
      throw .editedVersion(path: path, version: self.version, differences: differences)
    }
    try checkIsNotNewer(than: versions, path)
    let nearest = NearestVersion(of: self, among: versions.map(\.declaredModel))
    throw .unknownVersion(
      path: path, found: self.version, known: versions.map(\.version.description), nearest: nearest?.version,
      differences: nearest?.difference.changes.map(\.message) ?? [])
  }

  /// Checks that this model of a store matches one of `versions`, or else that its version is not higher than all of them: a
  /// migration to an older version would drop what the newer one has added.
  ///
  /// - Throws: `StoreError.newer`.
  func checkIsNotNewer(than versions: [Schema], _ path: String) throws(StoreError) {
    guard let number = Schema.Version(version), let newest = versions.map(\.version).max(), number > newest,
      version(in: versions) == nil
    else { return }
    throw .newer(path: path, found: version, newest: newest.description)
  }

  /// The version to which a store with this model is mapped if its own version is older than those of the plan, and the plan
  /// allows that: the oldest one. `nil` also for a version that the plan has.
  ///
  /// - Parameter versions: those of the plan.
  func successor(in versions: [Schema], of steps: MigrationSteps) -> Schema? {
    guard steps.infersDeletedVersions, version(in: versions) == nil, let number = Schema.Version(version),
      let oldest = versions.min(by: { $0.version < $1.version }), number < oldest.version
    else { return nil }
    return oldest
  }

  /// The model without what affects neither the store's tables nor the results of its queries: defaults, delete rules,
  /// counts.
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
          isOptional: attribute.isOptional,
          options: attribute.options.filter { ["ephemeral", "externalStorage"].contains($0) },
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
