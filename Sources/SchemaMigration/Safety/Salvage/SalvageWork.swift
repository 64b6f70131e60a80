internal import EntityModel
internal import Foundation
internal import GRDB
internal import SchemaModel

/// Copies the rows of all tables.
struct SalvageWork {
  let model: DeclaredModel
  let layout: StoreLayout
  /// The models of the damaged store.
  let stored: DeclaredModel
  let storedLayout: StoreLayout
  let damaged: StoreFiles
  let fresh: StoreFiles

  private typealias Loss = SalvageReport.Loss

  func copy(from source: Database, to target: Database, _ report: inout SalvageReport) throws {
    for table in layout.entityTables {
      func there(_ name: String) throws -> Set<String> {
        guard try source.tableExists(name) else { return [] }
        return Set(try source.columns(in: name).map(\.name))
      }
      guard
        var salvaged = try SalvagedTable(
          root: table.rootEntity, model, layout, from: stored, storedLayout, there: there)
      else {
        for entity in model.family(of: table.rootEntity) {
          report.add(Loss(keys: nil, property: nil, reason: "the damaged store has no such table"), to: entity.name)
        }
        continue
      }
      salvaged.addForeignKeys(of: model, layout, storedLayout, try there(salvaged.source))
      for (entity, property, reason) in salvaged.missing {
        report.add(Loss(keys: nil, property: property, reason: reason), to: entity)
      }
      try copy(salvaged, table.rootEntity, from: source, to: target, &report)
    }
    try SalvagedLinks(work: self).copy(from: source, to: target, &report)
    try removeDanglingKeys(target, &report)
  }

  private func copy(
    _ table: SalvagedTable, _ root: String, from source: Database, to target: Database, _ report: inout SalvageReport
  ) throws {
    let entities = Dictionary(
      model.family(of: root).map { (storedLayout.number(of: $0.name), $0.name) }
    ) { first, _ in first }
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + table.columns.map(\.name)
    let insertion = try target.makeStatement(
      sql: """
        INSERT INTO \(table.name) (\(names.joined(separator: ", ")))
        VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
        """)
    let search = RowSearch(
      table: table.source, columns: ["Z_PK", "Z_ENT", "Z_OPT"] + table.columns.map(\.source),
      largestKey: largestKey(root, table.source, source))
    let gaps = try search.forEach(in: source) { row in
      let key: Int64 = row["Z_PK"] ?? 0
      // Without subentities there is only one possibility, whatever a damaged row says.
      guard let entity = entities[row["Z_ENT"] ?? 0] ?? (entities.count == 1 ? entities.first?.value : nil) else {
        return report.add(
          Loss(keys: key...key, property: nil, reason: "its entity is not one of the models"), to: root)
      }
      var values: [DatabaseValue] = [
        key.databaseValue, layout.number(of: entity).databaseValue, (row["Z_OPT"] as Int? ?? 1).databaseValue,
      ]
      for column in table.columns {
        var value: DatabaseValue = row[column.source]
        if table.entityNumbers.contains(column.name) { value = number(value) }
        if let property = table.external[column.name], let problem = try takeFile(value) {
          report.add(Loss(keys: key...key, property: property, reason: problem), to: entity)
          value = .null
        }
        values.append(value)
      }
      do {
        try insertion.execute(arguments: StatementArguments(values))
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        report.add(Loss(keys: key...key, property: nil, reason: error.message ?? "\(error)"), to: entity)
      }
    }
    for (keys, reason) in gaps { report.add(Loss(keys: keys, property: nil, reason: reason), to: root) }
    try target.execute(
      sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = coalesce((SELECT max(Z_PK) FROM \(table.name)), 0) WHERE Z_NAME = ?",
      arguments: [root])
  }

  /// The largest key that a row of a table can have.
  private func largestKey(_ root: String, _ table: String, _ source: Database) -> Int64 {
    let counter = try? Int64.fetchOne(
      source, sql: "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = ?", arguments: [root])
    let last = try? Int64.fetchOne(source, sql: "SELECT max(Z_PK) FROM \(table)")
    return max(counter ?? 0, last ?? 0)
  }

  /// The number that an entity has in the new store.
  private func number(_ value: DatabaseValue) -> DatabaseValue {
    guard let number = Int.fromDatabaseValue(value),
      let name = storedLayout.entities.first(where: { storedLayout.number(of: $0) == number }),
      model.entity(named: name) != nil
    else { return .null }
    return layout.number(of: name).databaseValue
  }

  /// Takes over the file that a column refers to.
  ///
  /// - Returns: why it cannot be taken over; `nil` if it was, or if there is none.
  private func takeFile(_ value: DatabaseValue) throws -> String? {
    guard !value.isNull else { return nil }
    guard let bytes = Data.fromDatabaseValue(value) else { return "it is not a value of external storage" }
    switch ExternalValue([UInt8](bytes)) {
    case nil: return "it is not a value of external storage"
    case .inline: return nil
    case .file(let name):
      let file = damaged.external.appendingPathComponent(name)
      guard FileCall.exists(file) else { return "its file does not exist: \(file.path)" }
      try FileManager.default.createDirectory(at: fresh.external, withIntermediateDirectories: true)
      do {
        try FileCall.link(file, to: fresh.external.appendingPathComponent(name))
        return nil
      } catch {
        return "its file cannot be read: \(error)"
      }
    }
  }

  /// The rows in which a required relationship refers to no object.
  func emptyRelationships(_ target: Database) throws -> [(String, Int64, String)] {
    var found: [(String, Int64, String)] = []
    for entity in model.entities {
      for relationship in model.lineage(of: entity.name).flatMap(\.relationships)
      where !relationship.isToMany && !relationship.isOptional {
        guard case .ownKey(let column) = layout.storage(of: relationship.name, in: entity.name) else { continue }
        let keys = try Int64.fetchAll(
          target,
          sql: """
            SELECT Z_PK FROM \(layout.table(of: entity.name))
            WHERE \(column) IS NULL AND Z_ENT = \(layout.number(of: entity.name))
            """)
        found += keys.map { (entity.name, $0, "\(relationship.name) is required, but its object could not be read") }
      }
    }
    return found
  }
}
