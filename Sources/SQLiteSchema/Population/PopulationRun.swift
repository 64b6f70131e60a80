internal import CSQLite
internal import Foundation
internal import GRDB

/// One run over all tables of a database.
final class PopulationRun {
  private let db: GRDB.Database
  private let connection: OpaquePointer
  private let population: Population
  private let deadline: ContinuousClock.Instant
  private var tables: [String: PopulatedTable] = [:]
  private var order: [String] = []
  /// References to tables that get their rows later, set at the end.
  private var late: [(table: String, reference: PopulatedTable.Reference)] = []
  private var refusals: [String: String] = [:]
  private(set) var isTimedOut = false

  init(_ db: GRDB.Database, _ population: Population, seconds: Double) throws {
    guard let connection = db.sqliteConnection else { throw SchemaError.notADatabase("it is closed") }
    self.db = db
    self.connection = connection
    self.population = population
    deadline = .now.advanced(by: .seconds(seconds))
  }

  func run(_ stored: StoredSchema) throws {
    for object in stored.objects where object.kind == .table {
      let known = stored.tables[object.name.foldedASCII]
      guard known?.type == "table", !BookkeepingTables.contains(object.name),
        !object.name.foldedASCII.hasPrefix("sqlite_"), let sql = object.sql
      else { continue }
      tables[object.name.foldedASCII] = try PopulatedTable(object.name, sql: sql, known, in: db)
    }
    for name in tables.keys.sorted() { complete(name) }
    let names = stored.objects.map(\.name.foldedASCII).filter { tables[$0] != nil }
    order = PopulationOrder.order(names, tables)
    var done: Set<String> = []
    for name in order {
      try populate(name, done)
      done.insert(name)
    }
    try setLateReferences()
    try removeOrphans()
  }

  /// Finds the keys that references mean, and references that only names tell.
  private func complete(_ name: String) {
    guard var table = tables[name] else { return }
    table.references = table.references.map { reference in
      guard reference.parentColumns.isEmpty, let parent = tables[reference.parent.foldedASCII] else { return reference }
      return PopulatedTable.Reference(
        columns: reference.columns, parent: reference.parent, parentColumns: parent.primaryKey, isImplied: false)
    }
    for position in table.columns.indices where table.columns[position].isSettable {
      let isReference = table.references.contains { $0.columns.contains(position) }
      guard !isReference, table.columns[position].facts.words == nil, table.columns[position].keyPosition != 1,
        let reference = impliedReference(position, table)
      else { continue }
      table.references.append(reference)
    }
    // Those that share columns with others are led by the widest.
    table.references.sort { ($0.isImplied ? 0 : $0.columns.count) > ($1.isImplied ? 0 : $1.columns.count) }
    tables[name] = table
  }

  /// `user_id` means the key of `user`, `users` or the like.
  private func impliedReference(_ position: Int, _ table: PopulatedTable) -> PopulatedTable.Reference? {
    let column = table.columns[position]
    let words = NameWords(column.name).words
    guard words.count > 1, words.last == "id" else { return nil }
    let stem = words.dropLast().joined(separator: "_")
    let plurals = [stem, stem + "s", stem + "es", stem.hasSuffix("y") ? stem.dropLast() + "ies" : stem + "s"]
    let candidates =
      stem == "parent" ? [table.name.foldedASCII] : plurals.flatMap { [$0, $0.replacing("_", with: "")] }
    for candidate in candidates {
      guard let parent = tables[candidate], parent.primaryKey.count == 1,
        let key = parent.column(named: parent.primaryKey[0]), parent.columns[key].affinity == column.affinity
      else { continue }
      return PopulatedTable.Reference(
        columns: [position], parent: parent.name, parentColumns: parent.primaryKey, isImplied: true)
    }
    return nil
  }

  // MARK: A table

  private func populate(_ name: String, _ done: Set<String>) throws {
    guard let table = tables[name], !isTimedOut else { return }
    var choosers: [ReferenceChooser] = []
    var ownKeys: [Int: [Int]] = [:]
    var shown = table
    for reference in table.references {
      let parent = reference.parent.foldedASCII
      let seed = Draw.seed(population.seed, table.name, "\(reference.columns)")
      let isUnique = table.isUnique(reference.columns) && !reference.isImplied
      if parent == name {
        let columns = reference.parentColumns.compactMap { table.column(named: $0) }
        guard columns.count == reference.columns.count else { continue }
        ownKeys[choosers.count] = columns
        choosers.append(
          ReferenceChooser(
            reference, keys: try keys(of: reference), isUnique: isUnique, isGrowing: true, rows: population.rows,
            seed: seed))
      } else if done.contains(parent) || tables[parent] == nil {
        let keys = try keys(of: reference)
        if keys.isEmpty, tables[parent] == nil, !reference.columns.contains(where: { table.columns[$0].isNullable }) {
          refusals[name] = "\(reference.parent), to which it refers, is not there"
          return
        }
        let taken = isUnique ? Set(try self.keys(reference.columns.map { table.columns[$0].name }, in: table.name)) : []
        choosers.append(
          ReferenceChooser(
            reference, keys: keys.filter { !taken.contains($0) }, isUnique: isUnique, isGrowing: false,
            rows: population.rows, seed: seed))
      } else if !reference.isImplied {
        late.append((name, reference))
        // Until then: nothing where that can be, else any value.
        for column in reference.columns where table.columns[column].isNullable {
          shown.columns[column].facts.words = [.null]
        }
      }
    }
    let rowid = table.isWithoutRowid || !table.columns.contains(where: \.isRowid) ? nil : "max(rowid)"
    let first = try rowid.map { try Int64.fetchOne(db, sql: "SELECT \($0) FROM main.\(quoted(table))") ?? 0 } ?? 0
    var work = TablePopulation(
      shown, rows: population.rows, seed: Draw.seed(population.seed, table.name), choosers: choosers, ownKeys: ownKeys,
      firstRowid: max(first, 0) + 1, writer: RowWriter(connection, table))
    try transaction {
      let outcome = try work.run { .now >= self.deadline }
      if outcome.added == 0 { refusals[name] = outcome.refusal }
    }
  }

  private func quoted(_ table: PopulatedTable) -> String { Keyword.quoteAlways(table.name) }

  private func keys(of reference: PopulatedTable.Reference) throws -> [[RowValue]] {
    guard reference.parentColumns.count == reference.columns.count else { return [] }
    return (try? keys(reference.parentColumns, in: reference.parent)) ?? []
  }

  private func keys(_ columns: [String], in table: String) throws -> [[RowValue]] {
    let names = columns.map(Keyword.quoteAlways)
    let sql =
      "SELECT DISTINCT \(names.joined(separator: ", ")) FROM main.\(Keyword.quoteAlways(table))"
      + " WHERE \(names.map { "\($0) NOT NULL" }.joined(separator: " AND "))"
    return try Row.fetchAll(db, sql: sql).map { $0.databaseValues.map { RowValue($0) } }
  }

  private func transaction(_ work: () throws -> Void) throws {
    try db.execute(sql: "SAVEPOINT schemaledger_rows")
    do {
      try work()
    } catch SchemaError.timedOut {
      isTimedOut = true
    }
    if sqlite3_get_autocommit(connection) == 0 { try db.execute(sql: "RELEASE schemaledger_rows") }
  }

  // MARK: What comes later

  private func setLateReferences() throws {
    for (name, reference) in late where !isTimedOut {
      guard let table = tables[name] else { continue }
      try transaction { try set(reference, in: table) }
    }
  }

  private func set(_ reference: PopulatedTable.Reference, in table: PopulatedTable) throws {
    let keys = try keys(of: reference)
    let isNullable = reference.columns.contains { table.columns[$0].isNullable }
    let identity = table.isWithoutRowid ? table.primaryKey.map(Keyword.quoteAlways) : [table.rowidName]
    let rows = try Row.fetchAll(
      db, sql: "SELECT \(identity.joined(separator: ", ")) FROM main.\(quoted(table))")
    var chooser = ReferenceChooser(
      reference, keys: keys, isUnique: table.isUnique(reference.columns), isGrowing: false, rows: rows.count,
      seed: Draw.seed(population.seed, table.name, "\(reference.columns)"))
    let columns = reference.columns.map { Keyword.quoteAlways(table.columns[$0].name) }
    let assignments = columns.map { "\($0) = ?" }.joined(separator: ", ")
    let condition = identity.map { "\($0) = ?" }.joined(separator: " AND ")
    let update = try db.makeStatement(sql: "UPDATE main.\(quoted(table)) SET \(assignments) WHERE \(condition)")
    for (number, row) in rows.enumerated() {
      if isNullable, number % 4 == 1 { continue }
      for attempt in 0..<8 {
        guard let key = chooser.key(attempt, where: { _ in true }) else { break }
        let arguments = key.map(\.databaseValue) + Array(row.databaseValues)
        do {
          try update.execute(arguments: StatementArguments(arguments))
          chooser.accept(attempt: attempt)
          break
        } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
          throw SchemaError.timedOut(seconds: Limits.seconds)
        } catch { continue }
      }
    }
  }

  /// Takes away what refers to nothing after all: the reference where it can be NULL, else the row.
  private func removeOrphans() throws {
    guard !isTimedOut else { return }
    for _ in 0..<8 {
      var isClean = true
      for name in order {
        guard let table = tables[name] else { continue }
        for reference in table.references where !reference.isImplied {
          guard let orphans = orphans(reference, table),
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 \(orphans))") ?? false
          else { continue }
          isClean = false
          let nullable = reference.columns.filter { table.columns[$0].isNullable }
          let set = nullable.map { Keyword.quoteAlways(table.columns[$0].name) + " = NULL" }.joined(separator: ", ")
          let rows = "\(table.rowidName) IN (SELECT \(table.rowidName) \(orphans))"
          guard !table.isWithoutRowid else { continue }
          let isSet =
            !set.isEmpty && (try? db.execute(sql: "UPDATE main.\(quoted(table)) SET \(set) WHERE \(rows)")) != nil
          if !isSet { try? db.execute(sql: "DELETE FROM main.\(quoted(table)) WHERE \(rows)") }
        }
      }
      if isClean { return }
    }
  }

  /// `FROM child WHERE …`
  private func orphans(_ reference: PopulatedTable.Reference, _ table: PopulatedTable) -> String? {
    guard reference.parentColumns.count == reference.columns.count else { return nil }
    let columns = reference.columns.map { "c." + Keyword.quoteAlways(table.columns[$0].name) }
    let pairs = zip(reference.parentColumns, columns).map { "p.\(Keyword.quoteAlways($0)) = \($1)" }
    let parent =
      tables[reference.parent.foldedASCII] == nil
      ? ""
      : " AND NOT EXISTS (SELECT 1 FROM main.\(Keyword.quoteAlways(reference.parent)) AS p WHERE \(pairs.joined(separator: " AND ")))"
    return
      "FROM main.\(quoted(table)) AS c WHERE \(columns.map { "\($0) NOT NULL" }.joined(separator: " AND "))\(parent)"
  }

  /// What was reached, asked of the rows themselves.
  func coverage() throws -> Population.Coverage {
    try PopulationCoverage(db, tables: order.compactMap { tables[$0] }, refusals: refusals, isTimedOut: isTimedOut)
      .measure()
  }
}

extension PopulatedTable {
  var primaryKey: [String] {
    columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
  }

  /// A name of the rowid that no column has taken.
  var rowidName: String { ["rowid", "_rowid_", "oid"].first { column(named: $0) == nil } ?? "rowid" }
}

extension RowValue {
  var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let value): value.databaseValue
    case .real(let value): value.databaseValue
    case .text(let value): value.databaseValue
    case .blob(let bytes): Data(bytes).databaseValue
    }
  }
}
