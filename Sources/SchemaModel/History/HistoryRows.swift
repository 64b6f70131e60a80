internal import GRDB

/// Writes the rows of `ACHANGE` for one transaction, several with one statement, because starting a statement costs as much
/// as a row.
struct HistoryRows {
  /// The number of rows of a statement. SQLite before 3.32 allows 999 parameters.
  /// https://www.sqlite.org/limits.html#max_variable_number
  static let batch = 64

  private let database: Database
  private let transaction: StoredValue
  private var next: Int64
  /// The parameters of the rows that have not been written yet.
  private var parameters: [StoredValue] = []

  /// - Parameter next: the primary key of the first row.
  init(next: Int64, transaction: Int64, database: Database) {
    self.next = next
    self.transaction = .integer(transaction)
    self.database = database
    parameters.reserveCapacity(Self.batch * Self.width)
  }

  /// - Throws: `DatabaseError`.
  mutating func add(
    _ kind: HistoryRecord.Kind, entity: Int64, key: Int64, _ columns: StoredValue
  ) throws {
    parameters.append(.integer(next))
    parameters.append(.integer(kind.rawValue))
    parameters.append(.integer(entity))
    parameters.append(.integer(key))
    parameters.append(transaction)
    parameters.append(columns)
    next += 1
    if parameters.count == Self.batch * Self.width {
      try database.cachedStatement(sql: Self.batchInsertion).run(parameters, on: database)
      parameters.removeAll(keepingCapacity: true)
    }
  }

  /// Writes the rows that are left.
  ///
  /// - Throws: `DatabaseError`.
  mutating func finish() throws {
    guard !parameters.isEmpty else { return }
    let statement = try database.cachedStatement(sql: Self.insertion(of: 1))
    for start in stride(from: 0, to: parameters.count, by: Self.width) {
      try statement.run(parameters[start..<start + Self.width], on: database)
    }
    parameters = []
  }

  /// The number of parameters of a row.
  private static let width = 6

  private static let batchInsertion = insertion(of: batch)

  private static func insertion(of rows: Int) -> String {
    let row = "(?, \(HistoryRecord.change), ?, ?, ?, ?, ?)"
    return """
      INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)
      VALUES \(Array(repeating: row, count: rows).joined(separator: ", "))
      """
  }
}
