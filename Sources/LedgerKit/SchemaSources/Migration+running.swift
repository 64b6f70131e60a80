internal import SQLiteSchema

extension Migration {
  /// Runs the part that goes forward, in a transaction where the tool opens one.
  ///
  /// A script that has BEGIN or VACUUM of its own is run as it is: in a transaction of ours they would fail.
  ///
  /// - Throws: `LedgerError.sqlFailed`, `.transactionLeftOpen`. What the script did until then stays in the database.
  func run(on database: ScratchDatabase) throws(LedgerError) {
    let wraps = transaction == .perMigration && Script.runsInTransaction(up)
    do {
      if wraps { try database.execute("BEGIN") }
      try database.execute(up)
      if wraps, database.isInTransaction { try database.execute("COMMIT") }
    } catch let error as SchemaError {
      throw .sqlFailed(path: path, line: Script.line(of: error, in: up), error: error)
    } catch {
      throw .sqlFailed(path: path, line: nil, error: .sqlite(code: 1, message: "\(error)", sql: nil))
    }
    if database.isInTransaction { throw .transactionLeftOpen(path: path) }
  }
}
