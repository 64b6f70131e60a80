extension InferredMapping {
  /// The SQL statements that migrate a store from one version to the other, without semicolons, to be run in order and
  /// in one transaction. The list is empty if nothing stored has changed.
  ///
  /// The caller updates Z_METADATA and Z_MODELCACHE, in which the store records its version.
  ///
  /// - Parameters:
  ///   - from: The layout of ``from``.
  ///   - to: The layout of ``to``.
  ///   - keepsHistory: Whether the store has the tables of a persistent history, as stores of SwiftData always have.
  ///   - defaults: Returns the value of an attribute's default, one for each of its columns, or `nil` if it is unknown.
  ///     It is called once for each attribute whose default applies to old objects, with the entity that declares it.
  /// - Throws: ``MappingError`` with the attributes whose defaults are unknown.
  public func statements(
    from old: StoreLayout, to new: StoreLayout, keepsHistory: Bool = true,
    defaults: (_ entity: String, _ attribute: String) -> [SQLLiteral]?
  ) throws(MappingError) -> [String] {
    var literals: [Property: [SQLLiteral]] = [:]
    var unknown: Set<MappingError.Reason> = []
    for (property, attribute) in defaulted where literals[property] == nil {
      let values = defaults(property.entity, property.name)
      if let values, values.count == attribute.parts.count {
        literals[property] = values
      } else {
        unknown.insert(MappingError.Reason(entity: property.entity, property: property.name, kind: .defaultUnknown))
      }
    }
    guard unknown.isEmpty else {
      throw MappingError(
        from: self.from.version, to: self.to.version, reasons: unknown.sorted { $0.place < $1.place })
    }
    var mapping = StoreMapping(self, old, new, literals, keepsHistory: keepsHistory)
    return mapping.statements()
  }

  /// The attributes whose defaults apply to old objects.
  private var defaulted: [(Property, AttributeMapping)] {
    entities.filter { $0.source != nil }.flatMap { entity in
      let owner = to.inheritedProperties(of: entity.name).owner
      return entity.attributes.filter(\.needsDefault).map { attribute in
        (Property(entity: owner[attribute.attribute.name] ?? entity.name, name: attribute.attribute.name), attribute)
      }
    }
  }

  /// A query for each property in ``unfilled`` that counts the objects without a value for it. A custom stage has
  /// failed if a count is not 0.
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
    // An optional composite without any part is nil.
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
