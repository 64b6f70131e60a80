package import MigrationSources
package import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

extension Migration {
  /// Runs the up part, in a transaction if the tool opens one.
  ///
  /// A script that contains BEGIN or VACUUM is run without a transaction, in which these statements would fail.
  ///
  /// - Returns: the number of rows that each DELETE removed, in order.
  /// - Throws: `LedgerError.sqlFailed`, `.transactionLeftOpen`. The effects of the script up to the error remain in the
  ///   database.
  @discardableResult
  package func run(on database: ScratchDatabase) throws(LedgerError) -> [Int] {
    let deleted: [Int]
    database.varyRandomValues(by: id)
    do {
      if isWrapped { try database.execute("BEGIN") }
      deleted = try database.executeCounting(up)
      if isWrapped, database.isInTransaction { try database.execute("COMMIT") }
    } catch let error as SchemaError {
      switch error {
      case .outOfMemory, .tooLarge: ScriptWithoutMemory.note(path, line: fileLine(of: error))
      default: break
      }
      throw .sqlFailed(path: path, line: fileLine(of: error), error: error)
    } catch {
      throw .sqlFailed(path: path, line: nil, error: .sqlite(code: 1, message: "\(error)", sql: nil))
    }
    if database.isInTransaction { throw .transactionLeftOpen(path: path) }
    return deleted
  }

  /// The line of the file at which a statement failed.
  package func fileLine(of error: SchemaError) -> Int? {
    Script.line(of: error, in: up).map { $0 + firstLine - 1 }
  }

  /// The line of the file at which the up part's statement with this index begins; `nil` if it has fewer.
  package func fileLine(ofStatement index: Int) -> Int? {
    let statements = Script.statements(of: up)
    guard statements.indices.contains(index) else { return nil }
    return up.utf8.prefix(statements[index].range.lowerBound).count { $0 == UInt8(ascii: "\n") } + firstLine
  }

  /// Whether the tool runs the up part in a transaction of its own.
  package var isWrapped: Bool { transaction != .none && Script.runsInTransaction(up) }

  /// The down migration as a separate migration. `nil` if there is none, or if it contains only comments.
  package var back: Migration? {
    guard let down, !isRepeatable, !Script.isEmpty(down) else { return nil }
    var back = self
    back.up = down
    back.firstLine = 1
    return back
  }
}
