internal import GRDB
internal import SQLiteSchema
internal import SQLiteSyntax

/// Queries a database for the cases that its rows cover.
struct PopulationCoverage {
  let db: GRDB.Database
  let tables: [PopulatedTable]
  let virtualTables: [Identifier]
  let findings: PopulationFindings

  func measure() throws -> Population.Coverage {
    var rows: [Identifier: Int] = [:]
    var gaps: [Population.Gap] = []
    for table in tables { gaps += try measure(table, &rows) }
    for name in virtualTables {
      let count = try? Int.fetchOne(db, sql: "SELECT count(*) FROM main.\(Keyword.quoteAlways(name))")
      rows[name] = count ?? 0
      if let refusal = findings.refusals[name] {
        gaps.append(.init(table: name, reason: "got no generated rows: \(refusal)"))
      }
    }
    return Population.Coverage(rows: rows, gaps: gaps, appliedAssumptions: findings.appliedAssumptions)
  }

  private func measure(_ table: PopulatedTable, _ rows: inout [Identifier: Int]) throws -> [Population.Gap] {
    let settable = table.columns.filter(\.isSettable)
    let counts = ["count(*)"] + settable.map { "count(\(Keyword.quoteAlways($0.name)))" }
    let sql = "SELECT \(counts.joined(separator: ", ")) FROM main.\(Keyword.quoteAlways(table.name))"
    guard let row = try Row.fetchOne(db, sql: sql) else { return [] }
    let total: Int = row[0]
    rows[table.name] = total
    let isUnfinished = findings.unfinished.contains(table.name)
    guard total > 0 else {
      return [
        .init(table: table.name, reason: "has no rows: \(isUnfinished ? "the time limit was reached" : refusal(table))")
      ]
    }
    var gaps: [Population.Gap] = []
    if isUnfinished {
      gaps.append(.init(table: table.name, reason: "does not have all of its rows: the time limit was reached"))
    }
    for (index, column) in settable.enumerated() {
      let set: Int = row[index + 1]
      if set == 0 { gaps.append(missingParent(table, column) ?? gap(table, column, .set, "is never set")) }
      if set == total, column.isNullable { gaps.append(gap(table, column, .null, "is never NULL")) }
    }
    gaps += try missedWords(table)
    for reference in table.references where !reference.isImplied { gaps += try self.gaps(reference, table) }
    return gaps
  }

  private func refusal(_ table: PopulatedTable) -> String {
    let name = table.name
    if let refusal = findings.refusals[name] { return refusal }
    return findings.orphans[name].map { "no row can have a parent in \($0)" } ?? "none was requested"
  }

  private func gap(
    _ table: PopulatedTable, _ column: PopulatedTable.Column, _ mode: TablePopulation.Mode, _ reason: String
  ) -> Population.Gap {
    let missed = findings.missed[table.name]?.first { $0.column == column.name && $0.mode == mode }
    let message = missed.map { $0.message.isEmpty ? "" : ": \($0.message)" } ?? ""
    return Population.Gap(table: table.name, column: column.name, reason: reason + message)
  }

  private func missingParent(_ table: PopulatedTable, _ column: PopulatedTable.Column) -> Population.Gap? {
    let references = table.references.filter { $0.columns.contains { table.columns[$0].name == column.name } }
    return references.lazy.compactMap(\.defect).first.map {
      .init(table: table.name, column: column.name, reason: "is never set: \($0)")
    }
  }

  /// The words of a CHECK or a default that no row has.
  private func missedWords(_ table: PopulatedTable) throws -> [Population.Gap] {
    try (findings.missed[table.name] ?? []).compactMap { missed in
      guard case .exactly(let word) = missed.mode else { return nil }
      let name = (Keyword.quoteAlways(table.name), Keyword.quoteAlways(missed.column))
      let isThere = try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM main.\(name.0) WHERE \(name.1) IS ?)", arguments: [word.databaseValue])
      if isThere ?? false { return nil }
      return Population.Gap(
        table: table.name, column: missed.column, reason: "is never \(word.sql): \(missed.message)")
    }
  }

  /// The numbers of children, among none, one and many, that no parent has, as far as the keys allow them.
  private func gaps(_ reference: PopulatedTable.Reference, _ table: PopulatedTable) throws -> [Population.Gap] {
    guard reference.defect == nil else { return [] }
    let columns = reference.columns.map { Keyword.quoteAlways(table.columns[$0].name) }
    let isSet = columns.map { "\($0) NOT NULL" }.joined(separator: " AND ")
    let isKey = reference.parentColumns.map { "\(Keyword.quoteAlways($0)) NOT NULL" }.joined(separator: " AND ")
    let parent = Keyword.quoteAlways(reference.parent)
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT (SELECT count(*) FROM main.\(parent) WHERE \(isKey)), count(*), count(*) FILTER (WHERE children = 1)
        FROM (SELECT count(*) AS children FROM main.\(Keyword.quoteAlways(table.name)) WHERE \(isSet)
          GROUP BY \(columns.joined(separator: ", ")))
        """)
    guard let row else { return [] }
    let (parents, used, single): (Int, Int, Int) = (row[0], row[1], row[2])
    guard parents > 0, used > 0 else { return [] }
    var reasons: [String] = []
    if used >= parents { reasons.append("no row of \(reference.parent) is unreferenced") }
    if single == 0 { reasons.append("no row of \(reference.parent) is referenced just once") }
    if single == used, !table.isUnique(reference.columns) {
      reasons.append("no row of \(reference.parent) is referenced several times")
    }
    let name = Identifier(reference.columns.map { table.columns[$0].name.text }.joined(separator: ", "))
    return reasons.map { Population.Gap(table: table.name, column: name, reason: $0) }
  }
}

extension RowValue {
  /// The value as SQL text.
  fileprivate var sql: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): CanonicalPrinter.string(value)
    case .blob(let bytes): "x'" + bytes.map { TextShapes.hexadecimal(UInt64($0), 2) }.joined() + "'"
    }
  }
}
