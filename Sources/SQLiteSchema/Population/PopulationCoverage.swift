internal import GRDB

/// Asks the rows of a database what they reach.
struct PopulationCoverage {
  private let db: GRDB.Database
  private let tables: [PopulatedTable]
  private let refusals: [String: String]
  private let isTimedOut: Bool

  init(_ db: GRDB.Database, tables: [PopulatedTable], refusals: [String: String], isTimedOut: Bool) {
    self.db = db
    self.tables = tables
    self.refusals = refusals
    self.isTimedOut = isTimedOut
  }

  func measure() throws -> Population.Coverage {
    var rows: [String: Int] = [:]
    var gaps: [Population.Gap] = []
    for table in tables {
      let settable = table.columns.filter(\.isSettable)
      let counts = ["count(*)"] + settable.map { "count(\(Keyword.quoteAlways($0.name)))" }
      guard
        let row = try Row.fetchOne(
          db, sql: "SELECT \(counts.joined(separator: ", ")) FROM main.\(Keyword.quoteAlways(table.name))")
      else { continue }
      let total: Int = row[0]
      rows[table.name] = total
      guard total > 0 else {
        let reason = isTimedOut ? "the time was over" : refusals[table.name.foldedASCII] ?? "none was asked for"
        gaps.append(.init(table: table.name, reason: "has no rows: \(reason)"))
        continue
      }
      for (index, column) in settable.enumerated() {
        let set: Int = row[index + 1]
        if set == 0 { gaps.append(.init(table: table.name, column: column.name, reason: "is never set")) }
        if set == total, column.isNullable {
          gaps.append(.init(table: table.name, column: column.name, reason: "is never NULL"))
        }
      }
      for reference in table.references where !reference.isImplied { gaps += try self.gaps(reference, table) }
    }
    return Population.Coverage(rows: rows, gaps: gaps)
  }

  /// Parents without, with one and with many children, as far as the keys allow them.
  private func gaps(_ reference: PopulatedTable.Reference, _ table: PopulatedTable) throws -> [Population.Gap] {
    guard tables.contains(where: { $0.name.foldedASCII == reference.parent.foldedASCII }),
      reference.parentColumns.count == reference.columns.count
    else { return [] }
    let columns = reference.columns.map { Keyword.quoteAlways(table.columns[$0].name) }
    let list = columns.joined(separator: ", ")
    let isSet = columns.map { "\($0) NOT NULL" }.joined(separator: " AND ")
    let parentColumns = reference.parentColumns.map { "\(Keyword.quoteAlways($0)) NOT NULL" }
    guard
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT (SELECT count(*) FROM main.\(Keyword.quoteAlways(reference.parent))
            WHERE \(parentColumns.joined(separator: " AND "))), count(*), count(*) FILTER (WHERE n = 1)
          FROM (SELECT count(*) AS n FROM main.\(Keyword.quoteAlways(table.name)) WHERE \(isSet) GROUP BY \(list))
          """)
    else { return [] }
    let (parents, used, ones): (Int, Int, Int) = (row[0], row[1], row[2])
    guard parents > 0, used > 0 else { return [] }
    let name = reference.columns.map { table.columns[$0].name }.joined(separator: ", ")
    var reasons: [String] = []
    if used >= parents { reasons.append("no row of \(reference.parent) is without one") }
    if ones == 0 { reasons.append("no row of \(reference.parent) has just one") }
    if ones == used, !table.isUnique(reference.columns) {
      reasons.append("no row of \(reference.parent) has several")
    }
    return reasons.map { Population.Gap(table: table.name, column: name, reason: $0) }
  }
}
