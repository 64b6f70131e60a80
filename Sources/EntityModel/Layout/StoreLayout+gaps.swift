extension StoreLayout {
  /// Creates the layout of a Core Data model, if stores show all of it but the order of columns, which no program
  /// depends on.
  ///
  /// - Throws: ``LayoutError``, also ``LayoutError/notDetermined(_:)``.
  public init(ofCoreDataModel model: DeclaredModel) throws(LayoutError) {
    try self.init(of: model)
    let gaps = gaps(in: model).filter { !$0.isOrderOnly }
    guard gaps.isEmpty else { throw .notDetermined(gaps) }
  }

  /// What the layout of a Core Data model depends on that no store has shown, and what it does not contain.
  public func gaps(in model: DeclaredModel) -> [LayoutGap] {
    model.entities.flatMap { Self.attributeGaps($0) + Self.indexGaps($0) + oneSidedGaps($0, in: model) }
      + entityTables.flatMap { tableGaps($0, in: model) }
  }

  /// The attributes of an entity whose columns are not known.
  static func unknownTypes(of entity: DeclaredModel.Entity) -> [LayoutGap] {
    func parts(_ attribute: DeclaredModel.Attribute, _ name: String) -> [LayoutGap] {
      if attribute.type == .unknown {
        return [.unknownType(entity: entity.name, attribute: name, type: attribute.valueType ?? "")]
      }
      return attribute.components.flatMap { parts($0, "\(name).\($0.name)") }
    }
    return entity.attributes.flatMap { parts($0, $0.name) }
  }

  private static func attributeGaps(_ entity: DeclaredModel.Entity) -> [LayoutGap] {
    entity.attributes.flatMap { attribute -> [LayoutGap] in
      (attribute.derivation == nil ? [] : [.derived(entity: entity.name, attribute: attribute.name)])
        + (attribute.options.contains("indexed")
          ? [.indexedAttribute(entity: entity.name, attribute: attribute.name)] : [])
    }
  }

  private static func indexGaps(_ entity: DeclaredModel.Entity) -> [LayoutGap] {
    let own = Set(entity.attributes.map(\.name) + entity.relationships.map(\.name))
    let indexed = Set(entity.uniquenessConstraints.joined()).union(entity.indexes.flatMap(\.properties))
    return entity.indexes.compactMap { index -> LayoutGap? in
      let name = index.name ?? index.properties.joined()
      switch index.kind {
      case .compound: return .compoundIndex(entity: entity.name, properties: index.properties)
      case .rtree: return .rtree(entity: entity.name, index: name)
      case .binary: return index.condition == nil ? nil : .partialIndex(entity: entity.name, index: name)
      }
    } + indexed.subtracting(own).sorted().map { .inheritedIndex(entity: entity.name, property: $0) }
  }

  private func oneSidedGaps(_ entity: DeclaredModel.Entity, in model: DeclaredModel) -> [LayoutGap] {
    let isInHierarchy = entity.superentity != nil || model.family(of: entity.name).count > 1
    return entity.relationships.filter { $0.isToMany && $0.inverse == nil }.filter { relationship in
      let others = model.entities.flatMap(\.relationships).filter {
        $0.isToMany && $0.inverse == nil && $0.destination == relationship.destination
      }
      return isInHierarchy || relationship.isOrdered || others.count > 1
    }.map { .oneSided(entity: entity.name, relationship: $0.name) }
  }

  private func tableGaps(_ table: EntityTable, in model: DeclaredModel) -> [LayoutGap] {
    var gaps: [LayoutGap] = []
    let types = Set(model.family(of: table.rootEntity).flatMap(\.attributes).map(\.type))
    if types.isSuperset(of: [.uri, .uuid]) { gaps.append(.uriAndUUID(table: table.name)) }
    if table.columns.count(where: { $0.name.hasPrefix("Z_FOK_") }) > 1 { gaps.append(.orderColumns(table: table.name)) }
    let ordered = orderedKeys(of: table, in: model)
    if Set(ordered).count < ordered.count { gaps.append(.orderColumnNames(table: table.name)) }
    let joins = joinTables.filter { self.table(of: $0.entity) == table.name }
    let isNumbered = joins.contains { join in
      join.columns.contains { column in
        column != "REFLEXIVE"
          && !model.entities.flatMap(\.relationships).contains {
            column.hasSuffix($0.name.uppercased())
          }
      }
    }
    if isNumbered { gaps.append(.joinTables(entity: table.rootEntity)) }
    return gaps
  }

  /// The order columns that the to-one relationships of a table's entities would have if no name were taken.
  private func orderedKeys(of table: EntityTable, in model: DeclaredModel) -> [String] {
    model.family(of: table.rootEntity).flatMap(\.relationships).filter { relationship in
      let inverses = model.lineage(of: relationship.destination).flatMap(\.relationships)
      return !relationship.isToMany
        && inverses.contains { $0.name == relationship.inverse && $0.isOrdered && $0.isToMany }
    }.map { Self.orderColumn(ofToOne: $0.name) }
  }
}
