internal import GRDB
public import SQLiteSandbox
internal import SQLiteSyntax

/// How the rows of a table that two databases have differ.
public struct TableComparison: Sendable {
  /// What became of the rows.
  public enum Outcome: Sendable, Hashable {
    /// Rows that only one side has, and rows that both have with other values. `key` are the columns that say which rows
    /// are the same; empty where they are told apart by rowid.
    case compared(onlyBefore: Int, onlyAfter: Int, changed: Int, key: [String])
    /// They were not, for a reason: a clause for people.
    case notCompared(reason: String)
  }

  /// As the one side declares it.
  public let name: String
  /// Of the one side; nil where they were not counted in time.
  public let rowsBefore: Int?
  /// Of the other side.
  public let rowsAfter: Int?
  /// What a row by row comparison has shown.
  public let outcome: Outcome

  /// Whether the rows are known to be the same.
  public var isEqual: Bool {
    if case .compared(0, 0, 0, _) = outcome { true } else { false }
  }
}

extension DatabaseFile {
  /// Compares the rows of the tables that two databases have, by their primary keys; both are read as `read` does.
  ///
  /// Values are compared bit by bit, whatever their columns' collations; columns that only one side has, and generated
  /// ones, do not count. Virtual tables and the shadow tables behind them are left out.
  ///
  /// - Parameter seconds: that all tables together may take.
  /// - Throws: as ``read(_:stubs:timeLimit:_:)``.
  public static func compareRows(
    _ before: String, _ after: String, within seconds: Double = Limits.seconds
  ) throws -> [TableComparison] {
    try read(before) { database in
      try readAttached(after, to: database, as: "other") {
        let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
        return try SchemaError.catching {
          try database.queue.inDatabase { db in
            let names = try String.fetchAll(
              db,
              sql: """
                SELECT one.name FROM pragma_table_list AS one JOIN pragma_table_list AS two
                ON one.name = two.name COLLATE NOCASE
                WHERE one.schema = 'main' AND two.schema = 'other' AND one.type = 'table' AND two.type = 'table'
                AND one.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY one.name
                """)
            return try names.map { try RowComparison(of: $0, in: db, until: deadline).run() }
          }
        }
      }
    }
  }
}

/// Of one table, as `main` has it and as `other` has it.
private struct RowComparison {
  let table: String
  let db: GRDB.Database
  let deadline: ContinuousClock.Instant
  private let name: String

  init(of table: String, in db: GRDB.Database, until deadline: ContinuousClock.Instant) {
    self.table = table
    self.db = db
    self.deadline = deadline
    name = Keyword.quoteAlways(table)
  }

  func run() throws -> TableComparison {
    var before: Int?
    var after: Int?
    do {
      before = try count("SELECT count(*) FROM main.\(name)")
      after = try count("SELECT count(*) FROM other.\(name)")
      return TableComparison(name: table, rowsBefore: before, rowsAfter: after, outcome: try compare())
    } catch SchemaError.timedOut {
      return TableComparison(
        name: table, rowsBefore: before, rowsAfter: after, outcome: .notCompared(reason: "it took too long"))
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // A collation of the application's, for instance.
      return TableComparison(
        name: table, rowsBefore: before, rowsAfter: after,
        outcome: .notCompared(reason: error.message ?? "SQLite does not say why"))
    }
  }

  private func compare() throws -> TableComparison.Outcome {
    let left = try TableSide(table, in: "main", of: db)
    let right = try TableSide(table, in: "other", of: db)
    let others = Set(right.columns.map(\.foldedASCII)).subtracting(left.generated).subtracting(right.generated)
    let common = left.columns.filter { others.contains($0.foldedASCII) }
    guard left.key.map(\.foldedASCII) == right.key.map(\.foldedASCII) else {
      return .notCompared(reason: "its primary key is another")
    }
    guard !left.key.isEmpty || left.rowid != nil && right.rowid != nil else {
      return .notCompared(reason: "its rows have no key")
    }
    let match = RowMatch(left: left, right: right, key: left.key.map { ($0, $0) })
    let keys = Set(left.key.map(\.foldedASCII))
    let differs = common.filter { !keys.contains($0.foldedASCII) }.map { RowMatch.differs($0, $0) }
    return .compared(
      onlyBefore: try count("SELECT count(*) " + match.only(left)),
      onlyAfter: try count("SELECT count(*) " + match.only(right)),
      changed: differs.isEmpty
        ? 0
        : try count(
          "SELECT count(*) FROM \(left.sql) AS a JOIN \(right.sql) AS b ON \(match.condition) WHERE \(differs.joined(separator: " OR "))"
        ),
      key: left.key)
  }

  private func count(_ query: String) throws -> Int {
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { throw SchemaError.timedOut(seconds: 0) }
    var count = 0
    try TimeLimit(seconds: left / .seconds(1)).run(on: db) { count = try Int.fetchOne(db, sql: query) ?? 0 }
    return count
  }
}
