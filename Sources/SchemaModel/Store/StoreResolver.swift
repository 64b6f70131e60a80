import EntityModel

/// Resolves the properties of a store's models for the predicate translator.
struct StoreResolver: PredicateResolver {
  let store: Store

  private func table(_ type: Any.Type) -> ObjectTable? {
    (type as? any PersistentModel.Type).flatMap { try? store.reader(of: $0).table }
  }

  func resolve(_ keyPath: AnyKeyPath, on type: Any.Type) -> ResolvedProperty? {
    guard let table = table(type) else { return nil }
    guard let property = table.entity.property(at: keyPath) else { return Self.unpersisted(keyPath, table.entity) }
    if let relationship = property.relationship {
      guard let storage = table.storage(of: property) else { return nil }
      let destination = store.schema.destination(relationship.destination).type
      return relationship.isToMany
        ? .toMany(name: property.name, destination: destination, storage: storage)
        : .toOne(name: property.name, destination: destination, storage: storage)
    }
    guard let codec = property.codec, let field = table.fields.first(where: { $0.slot == property.slot }) else {
      return .transient(name: property.name)
    }
    return .attribute(name: property.name, columns: field.columns, codec: codec)
  }

  func textKeyPaths(of type: Any.Type) -> [AnyKeyPath] { table(type)?.entity.textKeyPaths ?? [] }

  /// Resolves the persistent identifier, under either of its names, and transient properties.
  private static func unpersisted(_ keyPath: AnyKeyPath, _ entity: EntityDescription) -> ResolvedProperty? {
    if entity.isIdentifier(keyPath) { return .primaryKey }
    return entity.transientName(at: keyPath).map { .transient(name: $0) }
  }

  func table(of type: Any.Type) -> String? { table(type)?.name }
  func entityNumbers(of type: Any.Type) -> [Int]? { table(type)?.familyNumbers }

  func key(of value: Any, in type: Any.Type) -> Int64? {
    if let model = value as? any PersistentModel { return key(of: model.persistentModelID, in: type) }
    guard let identifier = value as? PersistentIdentifier, !identifier.id.isTemporary,
      identifier.storeIdentifier == nil || identifier.storeIdentifier == store.identifier,
      let entity = store.schema.descriptions.first(where: { $0.name == identifier.entityName }),
      let table = table(type), table.root == (try? store.table(of: entity))?.root
    else { return nil }
    return identifier.id.primaryKey
  }
}

extension ObjectTable {
  fileprivate func storage(of property: PropertyDescription) -> StoreLayout.RelationshipStorage? {
    if let link = links.first(where: { $0.slot == property.slot }) { return link.storage }
    return fields.first { $0.slot == property.slot }?.columns.first.map { .ownKey(column: $0) }
  }
}
