internal import GRDB

/// Updates the rows of changed objects.
extension SaveRun {
  /// Updates rows with successive keys, and new values for the same columns, with one statement.
  func updateChanged(_ database: Database) throws {
    var waiting: UpdatedRows?
    var fields: [ObjectTable.Field] = []
    for data in changed {
      let table = try table(of: data)
      // `removeAll(keepingCapacity:)` takes longer for the few that there are.
      while fields.popLast() != nil {}
      try appendDifferentFields(of: data, table, to: &fields) { !isNew($0) }
      if fields.isEmpty { continue }
      if waiting?.append(data, table, fields) == true { continue }
      if let waiting { try update(waiting, database) }
      waiting = UpdatedRows(data, table, fields)
      if waiting == nil { try update(data, table, fields, database) }
    }
    if let waiting { try update(waiting, database) }
  }

  private func update(_ rows: UpdatedRows, _ database: Database) throws {
    guard rows.objects.count >= UpdatedRows.fewest else {
      for data in rows.objects { try update(data, rows.table, rows.fields, database) }
      return
    }
    let sql = RowValues.update(rows.fields.flatMap(\.columns), of: rows.table.name)
    do {
      try RowValues(keys: rows.keys, values: rows.values).run(database.cachedStatement(sql: sql), on: database)
    } catch let error as DatabaseError {
      throw StoreError.notUnique(error, in: [rows.table], reason: "another object has the same values") ?? error
    }
    guard database.changesCount < rows.objects.count else { return }
    for data in rows.objects { try checkRow(of: data, database) }
  }
}

/// Changed objects with successive keys, and their new values for the same columns.
private struct UpdatedRows {
  /// The number of rows from which one statement for all of them is faster than one for each.
  static let fewest = 4

  let table: ObjectTable
  let fields: [ObjectTable.Field]
  private(set) var objects: [BackingData] = []
  private(set) var keys: [Int64] = []
  /// Object by object.
  private(set) var values: [StoredValue] = []

  /// `nil` for an object whose row needs a statement of its own, because a column does not simply have the stored value of
  /// a field.
  init?(_ data: BackingData, _ table: ObjectTable, _ fields: [ObjectTable.Field]) {
    self.table = table
    self.fields = fields
    guard fields.allSatisfy(\.isPlain), append(data, table, fields) else { return nil }
  }

  /// Adds the object of the next key.
  ///
  /// - Returns: whether the object could be added.
  mutating func append(_ data: BackingData, _ table: ObjectTable, _ fields: [ObjectTable.Field]) -> Bool {
    guard let key = data.key?.primaryKey, keys.last.map({ $0 &+ 1 == key }) ?? true, table === self.table,
      fields.elementsEqual(self.fields, by: ===)
    else { return false }
    let count = values.count
    for field in fields {
      guard case .stored(let value) = data.values[field.slot] else {
        values.removeSubrange(count...)
        return false
      }
      values.append(value)
    }
    objects.append(data)
    keys.append(key)
    return true
  }
}
