internal import EntityModel
internal import SchemaModel

/// Divides the operations of a stage into renamings of columns, which become a part of the mapping, and all others.
struct MappedRenames {
  private(set) var mapped: [DeclaredRename] = []
  private(set) var others: [DeclaredOperation] = []

  init(_ operations: [DeclaredOperation], between models: StageModels) {
    let targets = Set(operations.compactMap { $0.declaration.columnRename.map(Target.init(new:)) })
    var sources: Set<Target> = []
    for operation in operations {
      guard let candidate = operation.declaration.columnRename, sources.insert(Target(old: candidate)).inserted,
        Self.isFree(candidate, in: models.to, targets)
      else {
        others.append(operation)
        continue
      }
      mapped.append(candidate)
    }
  }

  /// Whether no other attribute of the new version gets the values of the old one: the new version has no attribute of the
  /// old name, or another renaming fills that.
  private static func isFree(_ rename: DeclaredRename, in schema: Schema, _ targets: Set<Target>) -> Bool {
    let properties = schema.declaredModel.lineage(of: rename.newEntity)
    let isKept = properties.contains { entity in
      entity.attributes.contains { $0.name == rename.property }
        || entity.relationships.contains { $0.name == rename.property }
    }
    return !isKept || targets.contains(Target(entity: rename.newEntity, property: rename.property))
  }

  private struct Target: Hashable {
    let entity: String
    let property: String

    init(entity: String, property: String) {
      self.entity = entity
      self.property = property
    }

    init(new rename: DeclaredRename) { self.init(entity: rename.newEntity, property: rename.newProperty) }
    init(old rename: DeclaredRename) { self.init(entity: rename.entity, property: rename.property) }
  }
}

/// An operation with its declaration in a stage.
struct DeclaredOperation: Sendable {
  let operation: any MigrationOperation
  let declaration: OperationDeclaration
}
