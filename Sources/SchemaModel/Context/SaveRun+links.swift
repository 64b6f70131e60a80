internal import EntityModel
internal import GRDB

/// Writes relationships that are not, or not only, stored in the object's own row.
extension SaveRun {
  /// Clears outdated references of one-to-one relationships. Both rows store a key; the row that a merged object's row
  /// referred to before still refers to it.
  func clearOthers(_ database: Database) throws {
    let last = Dictionary(merged.compactMap { merge in merge.new.key.map { ($0, merge.new) } }) { $1 }
    for data in last.values {
      for field in try table(of: data).fields { try clearOther(field, of: data, database) }
    }
  }

  private func clearOther(_ field: ObjectTable.Field, of data: BackingData, _ database: Database) throws {
    guard let key = data.key, let inverse = data.entity.properties[field.slot].inverse else { return }
    let owner = store.schema.destination(inverse.entity)
    guard let slot = owner.counterpart(of: inverse)?.slot, let other = try store.table(of: owner).field(at: slot)
    else { return }
    let table = try store.table(of: owner).name
    let now = try parameters(of: data, field)
    let columns = other.writtenColumns.map { "\($0) = NULL" }.joined(separator: ", ")
    let sql = "UPDATE \(table) SET \(columns) WHERE \(other.columns[0]) = ? AND Z_PK IS NOT ?"
    try run(database.cachedStatement(sql: sql), [.integer(key.primaryKey)] + now, data, database)
  }

  /// Deletes links before it inserts any, because one of two merged objects may have lost a link that the other has
  /// gained.
  func writeLinks(_ database: Database) throws {
    var added: [(LinkStatements, key: Int64, others: Set<Int64>)] = []
    for data in inserted + changed {
      let table = try table(of: data)
      for link in table.links {
        guard case .objects(let models) = data.values[link.slot], let key = data.key?.primaryKey else { continue }
        let original = data.original.first { $0.slot == link.slot }
        // A list that was only read may be out of date.
        guard original != nil || data.state == .inserted, let statements = LinkStatements(link, of: data)
        else { continue }
        let alive = models.map(\.persistentBackingData).filter { $0.state != .deleted && $0.state != .gone }
        let now = Set(alive.compactMap { $0.key?.primaryKey })
        var before: Set<Int64> = []
        if case .objects(let models)? = original?.value {
          before = Set(models.compactMap { $0.persistentBackingData.key?.primaryKey })
        }
        for other in before.subtracting(now).sorted() {
          try run(database.cachedStatement(sql: statements.removing), [.integer(key), .integer(other)], data, database)
        }
        let others = now.subtracting(before)
        for other in alive where other.key.map({ others.contains($0.primaryKey) }) == true {
          try checkRow(of: data, database)
          try checkRow(of: other, database)
        }
        added.append((statements, key, others))
      }
    }
    for (statements, key, others) in added {
      for other in others.sorted() {
        try database.cachedStatement(sql: statements.adding).run([.integer(key), .integer(other)], on: database)
      }
    }
  }
}

/// The statements that add and remove a link. Both take the owner's key, then the other object's.
private struct LinkStatements {
  let adding: String
  let removing: String

  /// `nil` if the inverse property writes the link.
  init?(_ link: ObjectTable.Link, of data: BackingData) {
    switch link.storage {
    case .ownKey: return nil
    case .foreignKey(let table, let column):
      guard data.entity.properties[link.slot].inverse == nil else { return nil }
      adding = "UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?"
      removing = "UPDATE \(table) SET \(column) = NULL WHERE \(column) = ? AND Z_PK = ?"
    case .joinTable(let name, let own, let other):
      adding = "INSERT OR IGNORE INTO \(name) (\(own), \(other)) VALUES (?, ?)"
      removing = "DELETE FROM \(name) WHERE \(own) = ? AND \(other) = ?"
    }
  }
}
