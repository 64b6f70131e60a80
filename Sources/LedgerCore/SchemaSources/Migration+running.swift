package import MigrationSources
package import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

extension Migration {
  /// Runs the part that goes forward, in a transaction where the tool opens one.
  ///
  /// A script that has BEGIN or VACUUM of its own is run as it is: in a transaction of ours they would fail.
  ///
  /// - Returns: how many rows each DELETE of it took away, in order.
  /// - Throws: `LedgerError.sqlFailed`, `.transactionLeftOpen`. What the script did until then stays in the database.
  @discardableResult
  package func run(on database: ScratchDatabase) throws(LedgerError) -> [Int] {
    let deleted: [Int]
    do {
      if isWrapped { try database.execute("BEGIN") }
      deleted = try database.executeCounting(up)
      if isWrapped, database.isInTransaction { try database.execute("COMMIT") }
    } catch let error as SchemaError {
      throw .sqlFailed(path: path, line: Script.line(of: error, in: up), error: error)
    } catch {
      throw .sqlFailed(path: path, line: nil, error: .sqlite(code: 1, message: "\(error)", sql: nil))
    }
    if database.isInTransaction { throw .transactionLeftOpen(path: path) }
    return deleted
  }

  /// Whether the tool's own transaction is around the part that goes forward.
  package var isWrapped: Bool { transaction == .perMigration && Script.runsInTransaction(up) }

  /// The way back, as a migration of its own; nil without one, and where nothing but comments is said of it.
  package var back: Migration? {
    guard let down, !isRepeatable, !Script.isEmpty(down) else { return nil }
    var back = self
    back.up = down
    return back
  }
}
