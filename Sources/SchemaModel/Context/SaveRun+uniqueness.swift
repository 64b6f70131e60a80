internal import GRDB

/// Assigns rows to new objects and enforces unique values.
extension SaveRun {
  /// Sets changed unique values to NULL first, so that objects can exchange them although their rows are updated one by
  /// one.
  func freeUniqueValues(_ database: Database) throws {
    var freed: [(data: BackingData, table: ObjectTable, fields: [ObjectTable.Field])] = []
    for data in changed {
      let table = try table(of: data)
      guard !table.uniqueness.isEmpty, data.original.contains(where: { table.isUnique($0.slot) }) else { continue }
      let fields = try differentFields(of: data, table) { _ in true }.filter { table.isUnique($0.slot) }
      if !fields.isEmpty { freed.append((data, table, fields)) }
    }
    guard freed.count > 1 else { return }
    for (data, table, fields) in freed {
      guard let key = data.key else { continue }
      let columns = fields.flatMap(\.writtenColumns).map { "\($0) = NULL" }.joined(separator: ", ")
      let sql = "UPDATE \(table.name) SET \(columns) WHERE Z_PK = ?"
      try run(database.cachedStatement(sql: sql), [.integer(key.primaryKey)], data, database)
    }
  }

  func assignKeys(_ database: Database) throws {
    var waiting: [RootNumber: [BackingData]] = [:]
    var own: [UniqueValues: BackingData] = [:]
    for data in inserted {
      let table = try table(of: data)
      if !table.uniqueness.isEmpty, let key = try rowWithSame(data, table, &own, database) {
        data.key = key
        updates.insert(ObjectIdentifier(data))
        if let model = data.model { merged.append(Merge(model: model, new: data)) }
      } else {
        waiting[table.root, default: []].append(data)
      }
    }
    for (root, list) in waiting.sorted(by: { $0.key.number < $1.key.number }) {
      let count = Int64(list.count)
      let last = try database.cachedStatement(
        sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + ? WHERE Z_ENT = ? RETURNING Z_MAX"
      ).integer(with: [.integer(count), .integer(Int64(root.number))], on: database)
      let first = (last ?? count) - count + 1
      for (offset, data) in list.enumerated() { data.key = RowKey(root: root, primaryKey: first + Int64(offset)) }
    }
    // If two new objects have the same unique values, the second updates the row of the first.
    for (second, first) in duplicates { second.key = first.key }
  }

  private struct UniqueValues: Hashable {
    /// Tells tables and columns apart.
    let query: String
    let values: [StoredValue]

    /// Leaves out the query, because most objects of a save have the same one.
    func hash(into hasher: inout Hasher) { hasher.combine(values) }
  }

  private func rowWithSame(
    _ data: BackingData, _ table: ObjectTable, _ own: inout [UniqueValues: BackingData], _ database: Database
  ) throws -> RowKey? {
    if own.isEmpty { own.reserveCapacity(inserted.count) }
    for constraint in table.uniqueness {
      let values = try constraint.fields.flatMap { try parameters(of: data, $0) }
      // > For the purposes of UNIQUE constraints, NULL values are considered distinct from all other values.
      guard !values.contains(.null) else { continue }
      var found: Int64?
      var number = 0
      try finding(constraint.query, database)
        .forEachRow(values, on: database) { (found, number) = ($0.integer(at: 0), Int($0.integer(at: 1))) }
      if let found {
        guard number == table.number else { throw notUnique(constraint.fields, data) }
        return RowKey(root: table.root, primaryKey: found)
      }
      let unique = UniqueValues(query: constraint.query, values: values)
      if let first = own.updateValue(data, forKey: unique) {
        guard first.entity === data.entity else { throw notUnique(constraint.fields, data) }
        own[unique] = first
        duplicates.append((data, first))
        return RowKey(root: table.root, primaryKey: 0)
      }
    }
    return nil
  }

  /// The error for a row of another entity with the same values. A row cannot change its entity, so the two cannot be
  /// merged.
  private func notUnique(_ constraint: [ObjectTable.Field], _ data: BackingData) -> StoreError {
    .notUnique(
      entity: data.entity.name, properties: constraint.map(\.name),
      reason: "an object of a related entity already has these values")
  }
}
