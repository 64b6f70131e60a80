internal import EntityModel
internal import GRDB

/// Copies the rows of many-to-many relationships.
struct SalvagedLinks {
  let work: SalvageWork

  private typealias Loss = SalvageReport.Loss

  func copy(from source: Database, to target: Database, _ report: inout SalvageReport) throws {
    for table in work.layout.joinTables {
      guard
        case .joinTable(_, let own, let other) = work.layout.storage(of: table.relationship, in: table.entity),
        case .joinTable(let name, let storedOwn, let storedOther) =
          work.storedLayout.storage(of: table.relationship, in: table.entity)
      else {
        report.add(
          Loss(keys: nil, property: table.relationship, reason: "the damaged store does not have it"),
          to: table.entity)
        continue
      }
      do {
        let insertion = try target.makeStatement(
          sql: "INSERT OR IGNORE INTO \(table.name) (\(own), \(other)) VALUES (?, ?)")
        let last = try? Int64.fetchOne(source, sql: "SELECT max(rowid) FROM \(name)")
        let search = RowSearch(table: name, columns: [storedOwn, storedOther], key: "rowid", largestKey: last ?? 0)
        let gaps = try search.forEach(in: source) { row in
          let (first, second): (DatabaseValue, DatabaseValue) = (row[storedOwn], row[storedOther])
          try insertion.execute(arguments: [first, second])
        }
        for (_, reason) in gaps {
          report.add(
            Loss(keys: nil, property: table.relationship, reason: "links could not be read: \(reason)"),
            to: table.entity)
        }
      } catch let error as DatabaseError {
        report.add(
          Loss(keys: nil, property: table.relationship, reason: error.message ?? "\(error)"), to: table.entity)
      }
    }
  }
}

extension SalvageWork {
  /// Empties relationships to rows that were not salvaged.
  func removeDanglingKeys(_ target: Database, _ report: inout SalvageReport) throws {
    for entity in model.entities {
      // The rows of an entity are found by its number, so what it inherits must be looked at, too.
      for relationship in model.lineage(of: entity.name).flatMap(\.relationships) {
        guard case .ownKey(let column) = layout.storage(of: relationship.name, in: entity.name) else { continue }
        try emptyKeys(entity.name, relationship, column, target, &report)
      }
      for relationship in entity.relationships {
        let table = layout.table(of: entity.name)
        switch layout.storage(of: relationship.name, in: entity.name) {
        case .foreignKey(let other, let column):
          try target.execute(
            sql: "UPDATE \(other) SET \(column) = NULL WHERE \(column) NOT IN (SELECT Z_PK FROM \(table))")
        case .joinTable(let name, let own, let other):
          try target.execute(
            sql: """
              DELETE FROM \(name) WHERE \(own) NOT IN (SELECT Z_PK FROM \(table))
              OR \(other) NOT IN (SELECT Z_PK FROM \(layout.table(of: relationship.destination)))
              """)
          let count = target.changesCount
          guard count > 0 else { continue }
          report.add(
            SalvageReport.Loss(
              keys: nil, property: relationship.name,
              reason: "\(count) \(count == 1 ? "link" : "links") of objects that could not be read"),
            to: entity.name)
        case .ownKey, nil: continue
        }
      }
    }
  }

  private func emptyKeys(
    _ entity: String, _ relationship: DeclaredModel.Relationship, _ column: String, _ target: Database,
    _ report: inout SalvageReport
  ) throws {
    let condition = """
      Z_ENT = \(layout.number(of: entity))
      AND \(column) NOT IN (SELECT Z_PK FROM \(layout.table(of: relationship.destination)))
      """
    let table = layout.table(of: entity)
    let keys = try Int64.fetchAll(target, sql: "SELECT Z_PK FROM \(table) WHERE \(condition)")
    try target.execute(sql: "UPDATE \(table) SET \(column) = NULL WHERE \(condition)")
    for key in keys {
      report.add(
        SalvageReport.Loss(keys: key...key, property: relationship.name, reason: "its object could not be read"),
        to: entity)
    }
  }
}
