extension InferredMapping {
  /// The SQL that makes a store of one version one of the other: statements without semicolons, to be run in order and
  /// in one transaction. There is none where nothing of what a store keeps has changed.
  ///
  /// What a store says of its version, in Z_METADATA and Z_MODELCACHE, is left to whoever runs them.
  ///
  /// - Parameters:
  ///   - from: The layout of ``from``.
  ///   - to: The layout of ``to``.
  ///   - defaults: The value of an attribute's default, one for each of its columns; asked once for each attribute that
  ///     gives it to old objects, with the entity that declares it. Nil where it is not known.
  /// - Throws: the attributes whose defaults are not known.
  public func statements(
    from old: StoreLayout, to new: StoreLayout, defaults: (_ entity: String, _ attribute: String) -> [SQLLiteral]?
  ) throws(MappingRefusal) -> [String] {
    var literals: [Property: [SQLLiteral]] = [:]
    var unknown: Set<MappingRefusal.Reason> = []
    for (property, attribute) in defaulted where literals[property] == nil {
      let values = defaults(property.entity, property.name)
      if let values, values.count == attribute.parts.count {
        literals[property] = values
      } else {
        unknown.insert(MappingRefusal.Reason(entity: property.entity, property: property.name, kind: .defaultUnknown))
      }
    }
    guard unknown.isEmpty else {
      throw MappingRefusal(
        from: self.from.version, to: self.to.version, reasons: unknown.sorted { $0.place < $1.place })
    }
    var mapping = StoreMapping(self, old, new, literals)
    return mapping.statements()
  }

  /// The attributes whose defaults old objects get.
  private var defaulted: [(Property, AttributeMapping)] {
    entities.filter { $0.source != nil }.flatMap { entity in
      let owner = to.inheritedProperties(of: entity.name).owner
      return entity.attributes.filter(\.needsDefault).map { attribute in
        (Property(entity: owner[attribute.attribute.name] ?? entity.name, name: attribute.attribute.name), attribute)
      }
    }
  }

  /// For each of ``unfilled`` a query that counts the objects that have no value for it. A custom stage has failed while
  /// one counts any.
  public func unfilledQueries(in layout: StoreLayout) -> [(property: Property, sql: String)] {
    unfilled.compactMap { property in
      guard let column = column(of: property, in: layout) else { return nil }
      let numbers = StoreMapping.list(to.family(of: property.entity).map { layout.number(of: $0.name) })
      let table = layout.table(of: property.entity)
      return (property, "SELECT count(*) FROM \(table) WHERE Z_ENT IN \(numbers) AND \(column)")
    }
  }

  private func column(of property: Property, in layout: StoreLayout) -> String? {
    if case .ownKey(let column)? = layout.storage(of: property.name, in: property.entity) { return "\(column) IS NULL" }
    let attribute = to.inheritedProperties(of: property.entity).attributes.first { $0.name == property.name }
    guard let attribute else { return nil }
    let columns = layout.columns(of: attribute, in: property.entity)
    let missing = zip(columns, attribute.parts(from: nil)).filter(\.1.isRequired).map { "\($0.0) IS NULL" }
    guard !missing.isEmpty else { return nil }
    let lacks = "(\(missing.joined(separator: " OR ")))"
    guard attribute.isOptional else { return lacks }
    // One that is optional, and has no part, is none.
    return "(\(columns.map { "\($0) IS NOT NULL" }.joined(separator: " OR "))) AND \(lacks)"
  }
}

extension AttributeMapping {
  fileprivate var needsDefault: Bool {
    guard attribute.hasDefault else { return false }
    guard let source else { return true }
    return source.isOptional && !attribute.isOptional || parts.contains { $0.source == nil }
  }
}
