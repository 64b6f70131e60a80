internal import CSQLite
internal import GRDB
internal import SQLiteSyntax

/// Sets references that had to wait for their parents, and removes references and rows without parents.
struct ReferenceRepair {
  let db: GRDB.Database
  let tables: [Identifier: PopulatedTable]
  let seed: String

  /// Sets a reference of existing rows to parents that were added later.
  func set(_ reference: PopulatedTable.Reference, in table: PopulatedTable, keys: [[RowValue]]) throws {
    let isNullable = reference.columns.contains { table.columns[$0].isNullable }
    let rows = try Row.fetchAll(
      db, sql: "SELECT \(table.identity.joined(separator: ", ")) FROM main.\(Keyword.quoteAlways(table.name))")
    var chooser = ReferenceChooser(
      reference, keys: keys, isUnique: table.isUnique(reference.columns), isGrowing: false, rows: rows.count,
      seed: Draw.seed(seed, table.name.text, "\(reference.columns)"))
    let assignments = reference.columns.map { Keyword.quoteAlways(table.columns[$0].name) + " = ?" }
    let condition = table.identity.map { "\($0) = ?" }.joined(separator: " AND ")
    let update = try db.makeStatement(
      sql:
        "UPDATE main.\(Keyword.quoteAlways(table.name)) SET \(assignments.joined(separator: ", ")) WHERE \(condition)")
    for (number, row) in rows.enumerated() {
      if isNullable, number % 4 == 1 { continue }
      for attempt in 0..<8 {
        guard let key = chooser.key(attempt, where: { _ in true }) else { break }
        let values = key.map(\.databaseValue) + Array(row.databaseValues)
        if try execute(update, values) {
          chooser.accept(attempt: attempt)
          break
        }
      }
    }
  }

  private func execute(_ statement: Statement, _ values: [DatabaseValue]) throws -> Bool {
    do {
      try statement.execute(arguments: StatementArguments(values))
      return true
    } catch let error as DatabaseError where error.resultCode != .SQLITE_INTERRUPT {
      return false
    }
  }

  /// The references for which some row has no parent.
  func broken(_ names: [Identifier]) throws -> [(table: Identifier, reference: PopulatedTable.Reference)] {
    try names.flatMap { name -> [(Identifier, PopulatedTable.Reference)] in
      guard let table = tables[name] else { return [] }
      return try table.references.filter { try !$0.isImplied && hasOrphans($0, table) }.map { (name, $0) }
    }.map { (table: $0.0, reference: $0.1) }
  }

  private func hasOrphans(_ reference: PopulatedTable.Reference, _ table: PopulatedTable) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 \(orphans(reference, table)))") ?? false
  }

  /// Sets the reference of rows without a parent to NULL if possible, and otherwise deletes these rows.
  func removeOrphans(_ reference: PopulatedTable.Reference, in table: PopulatedTable) {
    let name = Keyword.quoteAlways(table.name)
    let identity = table.identity.joined(separator: ", ")
    let rows = "(\(identity)) IN (SELECT \(identity) \(orphans(reference, table)))"
    let set = reference.columns.filter { table.columns[$0].isNullable }
      .map { Keyword.quoteAlways(table.columns[$0].name) + " = NULL" }
    if !set.isEmpty,
      (try? db.execute(sql: "UPDATE main.\(name) SET \(set.joined(separator: ", ")) WHERE \(rows)")) != nil
    {
      return
    }
    let delete = "DELETE FROM main.\(name) WHERE \(rows)"
    guard (try? db.execute(sql: delete)) == nil else { return }
    // A trigger prevents it, but no application could have written these rows.
    _ = schemaledger_sqlite3_db_config(db.sqliteConnection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    try? db.execute(sql: delete)
    _ = schemaledger_sqlite3_db_config(db.sqliteConnection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1)
  }

  /// The clause `FROM child WHERE …` that selects the rows without a parent.
  private func orphans(_ reference: PopulatedTable.Reference, _ table: PopulatedTable) -> String {
    let columns = reference.columns.map { "child." + Keyword.quoteAlways(table.columns[$0].name) }
    let isSet = columns.map { "\($0) NOT NULL" }.joined(separator: " AND ")
    let children = "FROM main.\(Keyword.quoteAlways(table.name)) AS child WHERE \(isSet)"
    guard reference.defect == nil else { return children }
    let pairs = zip(reference.parentColumns, columns).map { "parent.\(Keyword.quoteAlways($0)) = \($1)" }
    let parent = "main.\(Keyword.quoteAlways(reference.parent)) AS parent"
    return "\(children) AND NOT EXISTS (SELECT 1 FROM \(parent) WHERE \(pairs.joined(separator: " AND ")))"
  }
}
