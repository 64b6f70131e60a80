import EntityModel
import ReportPage
import SQLiteData
import SQLiteSchema
import SQLiteSyntax

extension ReportSchema {
  /// The entities of a declared model, or else the tables and views of a schema.
  init(_ schema: CanonicalSchema, model: DeclaredModel?) {
    if let model {
      self.init(tables: model.entities.map { Table($0, of: model) })
      return
    }
    let objects = schema.indexes + schema.triggers
    let details = Dictionary(grouping: objects, by: \.table).mapValues { $0.map(\.sql) }
    let keyed = schema.tables.compactMap { table in table.onlyKey.map { (table.name, (name: table.name, key: $0)) } }
    let keys = Dictionary(keyed) { first, _ in first }
    var tables = schema.tables.map { Table($0, details: details[$0.name] ?? [], keys: keys) }
    tables += schema.virtualTables.map {
      Table(name: $0.name.text, kind: "virtual table", columns: [], details: [$0.sql])
    }
    tables += schema.views.map { view in
      let columns = (view.resolvedColumns ?? []).map { Column(name: $0.text, type: "") }
      return Table(
        name: view.name.text, kind: "view", columns: columns, details: [view.sql] + (details[view.name] ?? []))
    }
    self.init(tables: tables)
  }
}

extension CanonicalTable {
  /// The only column of its primary key.
  fileprivate var onlyKey: CanonicalTable.Column? {
    let keys = columns.filter(isKey)
    return keys.count == 1 ? keys[0] : nil
  }
}

extension ReportSchema.Table {
  /// - Parameters:
  ///   - details: the SQL of its indexes and triggers.
  ///   - keys: the tables whose key is one column, to which columns may refer although no foreign key says so.
  fileprivate init(
    _ table: CanonicalTable, details: [String], keys: [Identifier: (name: Identifier, key: CanonicalTable.Column)]
  ) {
    var own: [String] = []
    if let opaque = table.opaque { own.append(opaque.text) }
    let columns = table.columns.map { column in
      let constraints = [
        column.notNull?.text, column.defaultValue.map { "DEFAULT " + $0.text },
        column.collation.map { "COLLATE " + $0.text }, column.generated.map { "GENERATED ALWAYS AS " + $0.text },
      ]
      return ReportSchema.Column(
        name: column.name.text, type: column.type, constraints: constraints.compactMap(\.self),
        isKey: table.isKey(column), isRequired: column.notNull != nil)
    }
    if let key = table.primaryKey { own.append("PRIMARY KEY " + key.description.text) }
    own += (table.uniques + table.checks).map(\.text)
    if table.isStrict { own.append("STRICT") }
    if table.isWithoutRowid { own.append("WITHOUT ROWID") }
    var references = table.foreignKeys.map { key in
      ReportSchema.Reference(
        columns: key.columnNames.map(\.text), table: key.parentName.text,
        tableColumns: key.parentColumnNames.map(\.text), rule: key.rule)
    }
    let declared = Set(table.foreignKeys.flatMap(\.columnNames))
    let ownKey = keys[table.name]?.key.name
    for column in table.columns where !declared.contains(column.name) && ownKey != column.name {
      let name = ImpliedReference.parent(of: (column.name, column.type), in: table.name) { keys[$0]?.key.type }
      guard let parent = name.flatMap({ keys[$0] }) else { continue }
      references.append(
        .init(
          columns: [column.name.text], table: parent.name.text, tableColumns: [parent.key.name.text],
          isDeclared: false))
    }
    self.init(name: table.name.text, kind: "table", columns: columns, details: own + details, references: references)
  }

  fileprivate init(_ entity: DeclaredModel.Entity, of model: DeclaredModel) {
    let unique = Set(entity.uniquenessConstraints.filter { $0.count == 1 }.flatMap(\.self))
    let attributes = entity.attributes.map { attribute in
      ReportSchema.Column(
        name: attribute.name, type: attribute.valueType ?? attribute.type.rawValue,
        constraints: [
          attribute.isOptional ? "optional" : nil, attribute.defaultText.map { "default \($0)" },
          attribute.originalName == attribute.name ? nil : "renamed from \(attribute.originalName)",
          unique.contains(attribute.name) ? "unique" : nil,
        ].compactMap(\.self), isKey: unique.contains(attribute.name), isRequired: !attribute.isOptional)
    }
    let relationships = entity.relationships.map { relationship in
      ReportSchema.Column(
        name: relationship.name, type: relationship.isToMany ? "to many" : "to one",
        constraints: [
          relationship.isOptional ? "optional" : nil, relationship.isOrdered ? "ordered" : nil,
          relationship.inverse.map { "inverse \(relationship.destination).\($0)" },
          relationship.originalName == relationship.name ? nil : "renamed from \(relationship.originalName)",
        ].compactMap(\.self), isRequired: !relationship.isOptional)
    }
    var details: [String] = []
    if entity.isAbstract { details.append("abstract") }
    if entity.originalName != entity.name { details.append("renamed from \(entity.originalName)") }
    details += entity.uniquenessConstraints.filter { $0.count > 1 }.map { "unique: " + $0.joined(separator: ", ") }
    var references = entity.relationships.filter { Self.isDrawn($0, of: entity, in: model) }.map { relationship in
      ReportSchema.Reference(
        columns: [relationship.name], table: relationship.destination,
        tableColumns: relationship.inverse.map { [$0] } ?? [], rule: "delete rule \(relationship.deleteRule.rawValue)")
    }
    if let parent = entity.superentity { references.append(.init(columns: ["(inherits)"], table: parent)) }
    self.init(
      name: entity.name, kind: "entity", columns: attributes + relationships, details: details, references: references)
  }

  /// A relationship and its inverse are one line: that of the side with one object, or of the first by name.
  private static func isDrawn(
    _ relationship: DeclaredModel.Relationship, of entity: DeclaredModel.Entity, in model: DeclaredModel
  ) -> Bool {
    let other = model.entity(named: relationship.destination)?.relationships.first { $0.name == relationship.inverse }
    guard let other else { return true }
    if relationship.isToMany != other.isToMany { return !relationship.isToMany }
    return (entity.name, relationship.name) <= (relationship.destination, other.name)
  }
}
