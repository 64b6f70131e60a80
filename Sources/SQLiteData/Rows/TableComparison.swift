internal import GRDB
public import SQLiteSandbox
public import SQLiteSyntax

/// The difference between the rows of a table in two databases.
public struct TableComparison: Sendable {
  /// The result of comparing the rows.
  public enum Outcome: Sendable, Hashable {
    /// The numbers of rows in only one database, and of rows with different values. `key` contains the columns that
    /// identify a row; it is empty if the rowid does.
    case compared(onlyBefore: Int, onlyAfter: Int, changed: Int, key: [Identifier])
    /// The rows were not compared. The reason is a clause for a message.
    case notCompared(reason: String)
  }

  /// The table's name, as the first database declares it.
  public let name: Identifier
  /// The number of rows in the first database; `nil` if they could not be counted, because of the time limit or an
  /// error.
  public let rowsBefore: Int?
  /// The number of rows in the second database; `nil` if they could not be counted.
  public let rowsAfter: Int?
  /// The result of the comparison row by row.
  public let outcome: Outcome

  /// Whether the rows are known to be equal.
  public var isEqual: Bool {
    if case .compared(0, 0, 0, _) = outcome { true } else { false }
  }
}

extension DatabaseFile {
  /// Compares the rows of the tables that two databases have in common, by their primary keys. Both databases are read
  /// as `read` does.
  ///
  /// Values are compared bit by bit, regardless of collations. Columns that only one database has, and generated
  /// columns, are ignored. Virtual tables and their shadow tables are left out.
  ///
  /// - Parameters:
  ///   - translated: columns that are compared by what their values stand for.
  ///   - seconds: the time limit for all tables together.
  /// - Throws: the errors of ``read(_:stubs:timeLimit:_:)``.
  public static func compareRows(
    _ before: String, _ after: String, translating translated: TranslatedColumns? = nil,
    within seconds: Double = Limits.seconds
  ) throws -> [TableComparison] {
    // Tracking tables are compared like any other.
    try read(before, tracking: .none) { database in
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
                """
            ).map(\.identifier)
            translated?.add(to: db)
            return try names.map { try RowComparison(of: $0, in: db, translated, until: deadline).run() }
          }
        }
      }
    }
  }
}

/// Compares one table of `main` with that of `other`.
private struct RowComparison {
  let table: Identifier
  let db: GRDB.Database
  let translated: TranslatedColumns?
  let deadline: ContinuousClock.Instant
  private let name: String

  init(
    of table: Identifier, in db: GRDB.Database, _ translated: TranslatedColumns?,
    until deadline: ContinuousClock.Instant
  ) {
    self.table = table
    self.db = db
    self.translated = translated
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
        name: table, rowsBefore: before, rowsAfter: after, outcome: .notCompared(reason: "the time limit was reached"))
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // For example, a collation of the application is missing.
      return TableComparison(
        name: table, rowsBefore: before, rowsAfter: after,
        outcome: .notCompared(reason: error.message ?? "SQLite gives no reason"))
    }
  }

  private func compare() throws -> TableComparison.Outcome {
    let left = try TableSide(table, in: "main", of: db)
    let right = try TableSide(table, in: "other", of: db)
    let others = Set(right.columns).subtracting(left.generated).subtracting(right.generated)
    let common = left.columns.filter { others.contains($0) }
    guard left.key == right.key else {
      return .notCompared(reason: "its primary key is different")
    }
    guard !left.key.isEmpty || left.rowid != nil && right.rowid != nil else {
      return .notCompared(reason: "its rows have no key")
    }
    let match = RowMatch(left: left, right: right, key: left.key.map { ($0, $0) })
    let keys = Set(left.key)
    let differs = common.filter { !keys.contains($0) }.map {
      translated?.differs($0, in: table) ?? RowMatch.differs($0, $0)
    }
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
