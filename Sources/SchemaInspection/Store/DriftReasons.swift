internal import EntityModel

/// The differences between a store and declared models.
struct DriftReasons {
  private(set) var list: [String] = []
  private let tables: [String: RuntimeSchema.Table]
  private let declared: DeclaredModel
  private let layout: StoreLayout
  /// The model from which the store was made; `nil` if it is not known.
  private let stored: DeclaredModel?
  /// Of ``stored``. The columns of an attribute depend on all attributes of its table, and a store of SwiftData may have
  /// more than the code declares.
  private let storedLayout: StoreLayout?
  /// What the tables have already shown.
  private var reported: Set<Subject> = []

  private struct Subject: Hashable {
    let entity: String
    let property: String?
  }

  /// - Throws: `LayoutError`.
  init(_ schema: RuntimeSchema, _ model: StoreModel?, declared: DeclaredModel) throws(LayoutError) {
    self.declared = declared
    layout = try StoreLayout(of: declared)
    tables = Dictionary(schema.tables.map { ($0.name, $0) }) { first, _ in first }
    if case .declared(let model, _)? = model { stored = model } else { stored = nil }
    storedLayout = stored.flatMap { try? StoreLayout(of: $0) }
    addMissingTables()
    addUnexpectedTables(schema)
    for entity in declared.entities where tables[layout.table(of: entity.name)] != nil { addColumns(of: entity) }
    switch model {
    case .declared(_, let place)?: addChanges(isOwn: place == .metadata)
    case .unreadable(let place, let reason)?: list.append("The model in \(place.rawValue) cannot be read: \(reason)")
    case nil: addUnexpectedColumns()
    }
  }

  // MARK: Tables

  private mutating func addMissingTables() {
    for entity in declared.entities where tables[layout.table(of: entity.name)] == nil {
      list.append("Missing table '\(layout.table(of: entity.name))' for declared model '\(entity.name)'")
      reported.insert(Subject(entity: entity.name, property: nil))
    }
  }

  private mutating func addUnexpectedTables(_ schema: RuntimeSchema) {
    // The names of join tables contain the numbers of entities, so those of the store's own models count as well.
    let known =
      Set(layout.entityTables.map(\.name) + layout.joinTables.map(\.name))
      .union(storedLayout?.joinTables.map(\.name) ?? [])
    for table in schema.tables where table.name.hasPrefix("Z") && !table.isSystem && !known.contains(table.name) {
      list.append("Unexpected table '\(table.name)' has no matching declared model")
      for entity in stored?.entities ?? [] where storedLayout?.table(of: entity.name) == table.name {
        reported.insert(Subject(entity: entity.name, property: nil))
      }
    }
  }

  // MARK: Columns

  private mutating func addColumns(of entity: DeclaredModel.Entity) {
    let table = layout.table(of: entity.name)
    for attribute in entity.attributes {
      for column in columns(of: attribute, in: entity.name) where !has(column, in: table) {
        add("'\(table)': column '\(column)' missing for attribute '\(attribute.name)'", entity.name, attribute.name)
      }
    }
    for relationship in entity.relationships {
      let isStored = stored?.entity(named: entity.name)?.relationships.contains { $0.name == relationship.name } == true
      switch (isStored ? storedLayout : layout)?.storage(of: relationship.name, in: entity.name) {
      case .ownKey(let column)? where !has(column, in: table):
        add(
          "'\(table)': column '\(column)' missing for relationship '\(relationship.name)'", entity.name,
          relationship.name)
      case .foreignKey(let other, let column)? where tables[other] != nil && !has(column, in: other):
        add(
          "'\(other)': column '\(column)' missing for relationship '\(relationship.name)'", entity.name,
          relationship.name)
      case .joinTable(let name, _, _)? where tables[name] == nil:
        add(
          "Missing table '\(name)' for relationship '\(entity.name).\(relationship.name)'", entity.name,
          relationship.name)
      default: break
      }
    }
  }

  private func columns(of attribute: DeclaredModel.Attribute, in entity: String) -> [String] {
    let isStored = stored?.entity(named: entity)?.attributes.contains { $0.name == attribute.name } == true
    guard attribute.isStored, let layout = isStored ? storedLayout : layout else { return [] }
    if let column = layout.column(of: attribute.name, in: entity) { return [column.name] }
    return layout.columns(ofComposite: attribute.name, in: entity).map(\.name)
  }

  private func has(_ column: String, in table: String) -> Bool {
    tables[table]?.columns.contains { $0.name == column } == true
  }

  private mutating func add(_ reason: String, _ entity: String, _ property: String) {
    // The two ends of a relationship may share a column.
    if !list.contains(reason) { list.append(reason) }
    reported.insert(Subject(entity: entity, property: property))
  }

  /// Without a model, the columns that no property explains are all that is known.
  private mutating func addUnexpectedColumns() {
    for table in layout.entityTables {
      let known = Set(table.columns.map(\.name))
      for column in tables[table.name]?.columns ?? [] where !known.contains(column.name) {
        list.append("'\(table.name)': column '\(column.name)' has no matching declared property")
      }
    }
  }

  // MARK: Models

  /// - Parameter isOwn: whether SchemaModel wrote the model, with everything that it declares.
  private mutating func addChanges(isOwn: Bool) {
    guard let stored else { return }
    let difference =
      isOwn
      ? ModelDifference(from: stored, to: declared)
      : ModelDifference(from: stored.storedForm, to: declared.storedForm)
    for change in difference.changes where !isReported(change) {
      list.append(isOwn ? change.message : Self.message(change))
    }
  }

  /// The model in a store of SwiftData does not say whether a property is required.
  private static func message(_ change: ModelDifference.Change) -> String {
    let subject = change.property.map { "\(change.entity).\($0)" } ?? change.entity
    return switch change.kind {
    case .added: "\(subject): is declared, but not in the store's model"
    case .removed: "\(subject): is in the store's model, but not declared"
    default: change.message
    }
  }

  private func isReported(_ change: ModelDifference.Change) -> Bool {
    guard change.kind == .added || change.kind == .removed else { return false }
    return reported.contains(Subject(entity: change.entity, property: change.property))
  }
}
