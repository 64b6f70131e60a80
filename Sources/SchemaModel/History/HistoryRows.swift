internal import GRDB

/// Writes the rows of `ACHANGE` for one transaction, many with one statement, because starting a statement costs as much
/// as a row.
struct HistoryRows {
  /// Changes of the same kind and properties, of objects with successive keys.
  private struct Run {
    let kind: HistoryRecord.Kind
    let table: ObjectTable
    let columns: StoredValue
    /// The key of the first object.
    let key: Int64
    /// The key of the first row of `ACHANGE`.
    let start: Int64
    var count = 1

    func continues(_ kind: HistoryRecord.Kind, _ table: ObjectTable, _ key: Int64, _ columns: StoredValue) -> Bool {
      key == self.key &+ Int64(count) && kind == self.kind && table === self.table && columns == self.columns
    }
  }

  /// The length from which a run has a statement of its own.
  private static let shortestRun = 16
  /// The number of rows of a statement. SQLite before 3.32 allows 999 parameters.
  /// https://www.sqlite.org/limits.html#max_variable_number
  static let batch = 64

  private let database: Database
  private let transaction: StoredValue
  private var next: Int64
  /// The parameters of the rows that have not been written yet.
  private var parameters: [StoredValue] = []
  /// The last changes, which have not been written yet.
  private var run: Run?

  /// - Parameter next: the primary key of the first row.
  init(next: Int64, transaction: Int64, database: Database) {
    self.next = next
    self.transaction = .integer(transaction)
    self.database = database
    parameters.reserveCapacity(Self.batch * Self.width)
  }

  /// - Throws: `DatabaseError`.
  mutating func add(
    _ kind: HistoryRecord.Kind, of table: ObjectTable, key: Int64, _ columns: StoredValue
  ) throws {
    if run?.continues(kind, table, key, columns) == true {
      run?.count += 1
    } else {
      try writeRun()
      run = Run(kind: kind, table: table, columns: columns, key: key, start: next)
    }
    next += 1
  }

  private mutating func writeRun() throws {
    guard let run else { return }
    self.run = nil
    // The rows of deleted objects do not exist any more.
    if run.count >= Self.shortestRun, run.kind != .delete, try writeFromTable(run) { return }
    for offset in 0..<Int64(run.count) { try write(run, offset) }
  }

  /// Writes a run with one statement, which takes the keys from the table of the objects.
  ///
  /// - Returns: whether the table had all of them. An object without a row is one that another context has deleted, and
  ///   whose values are the same as before its changes; then nothing is written.
  private func writeFromTable(_ run: Run) throws -> Bool {
    try database.cachedStatement(
      sql: """
        INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)
        SELECT Z_PK + ?, \(HistoryRecord.change), ?, ?, Z_PK, ?, ? FROM \(run.table.name) WHERE Z_PK BETWEEN ? AND ?
        """
    ).run(
      [
        .integer(run.start - run.key), .integer(run.kind.rawValue), .integer(Int64(run.table.number)), transaction,
        run.columns, .integer(run.key), .integer(run.key + Int64(run.count) - 1),
      ], on: database)
    if database.changesCount == run.count { return true }
    try database.cachedStatement(sql: "DELETE FROM ACHANGE WHERE Z_PK BETWEEN ? AND ?")
      .run([.integer(run.start), .integer(run.start + Int64(run.count) - 1)], on: database)
    return false
  }

  private mutating func write(_ run: Run, _ offset: Int64) throws {
    parameters.append(.integer(run.start + offset))
    parameters.append(.integer(run.kind.rawValue))
    parameters.append(.integer(Int64(run.table.number)))
    parameters.append(.integer(run.key + offset))
    parameters.append(transaction)
    parameters.append(run.columns)
    if parameters.count == Self.batch * Self.width {
      try database.cachedStatement(sql: Self.batchInsertion).run(parameters, on: database)
      parameters.removeAll(keepingCapacity: true)
    }
  }

  /// Writes the rows that are left.
  ///
  /// - Throws: `DatabaseError`.
  mutating func finish() throws {
    try writeRun()
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
