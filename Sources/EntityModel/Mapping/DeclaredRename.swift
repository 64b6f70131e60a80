/// A renaming that a program declares outside of its models: in a stage of a plan.
public struct DeclaredRename: Sendable, Hashable {
  /// The entity's name in the older version of the stage, or where the stage leads down, in the version that it leaves.
  public let entity: String
  /// The entity's name in the version to which the stage leads.
  public let newEntity: String
  /// The attribute's name in ``entity``.
  public let property: String
  /// The attribute's name in ``newEntity``.
  public let newProperty: String

  /// Creates a renaming of an attribute, and of its entity if the two names differ.
  public init(entity: String, newEntity: String, property: String, newProperty: String) {
    self.entity = entity
    self.newEntity = newEntity
    self.property = property
    self.newProperty = newProperty
  }

  fileprivate var reversed: DeclaredRename {
    DeclaredRename(entity: newEntity, newEntity: entity, property: newProperty, newProperty: property)
  }
}

extension DeclaredModel {
  /// The model with renamings added as original names, as if the models declared them.
  fileprivate func adding(_ renames: [DeclaredRename]) -> DeclaredModel {
    guard !renames.isEmpty else { return self }
    return DeclaredModel(
      version: version,
      entities: entities.map { entity in
        let own = renames.filter { $0.newEntity == entity.name }
        guard !own.isEmpty else { return entity }
        let former = own.map(\.entity).first { $0 != entity.name }
        return entity.with(
          originalName: former ?? entity.originalName,
          attributes: entity.attributes.map { attribute in
            own.first { $0.newProperty == attribute.name }.map { attribute.with(originalName: $0.property) }
              ?? attribute
          })
      })
  }
}

extension InferredMapping {
  /// Infers a mapping with renamings that a stage declares.
  ///
  /// - Throws: ``MappingError`` with all reasons why no mapping can be inferred.
  public init(
    from: DeclaredModel, to: DeclaredModel, stage: StagePath.Kind, renames: [DeclaredRename]
  ) throws(MappingError) {
    // In a stage to an older version, the newer version's original names apply in reverse.
    let isDownward = VersionOrder.isDownward(from: from.version, to: to.version)
    try self.init(
      from: isDownward ? from.adding(renames.map(\.reversed)) : from,
      to: isDownward ? to : to.adding(renames), stage: stage)
  }
}

extension DeclaredModel.Entity {
  fileprivate func with(originalName: String, attributes: [DeclaredModel.Attribute]) -> Self {
    Self(
      name: name, originalName: originalName, superentity: superentity, attributes: attributes,
      relationships: relationships, uniquenessConstraints: uniquenessConstraints, indexes: indexes)
  }
}

extension DeclaredModel.Attribute {
  fileprivate func with(originalName: String) -> Self {
    Self(
      name: name, originalName: originalName, type: type, valueType: valueType, isOptional: isOptional,
      defaultText: defaultText, options: options, hashModifier: hashModifier, components: components)
  }
}
