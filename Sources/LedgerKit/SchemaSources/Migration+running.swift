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

/// What an entry records of one migration.
public struct MigrationRecord: Sendable, Hashable {
  /// ``Migration/id``.
  public let id: String
  /// Where the file was when it was frozen, from the top of the repository.
  public let path: String
  /// SHA-256 of the text with line ends as LF.
  public let text: String
  /// SHA-256 of what the text says: see ``Script/meaning(of:)``.
  public let meaning: String

  init(_ migration: Migration) {
    id = migration.id
    path = migration.path
    // A checkout may turn line ends (`core.autocrlf`); that is no change.
    text = sha256(migration.up.replacing("\r\n", with: "\n"))
    meaning = sha256(Script.meaning(of: migration.up))
  }

  init(id: String, path: String, text: String, meaning: String) {
    self.id = id
    self.path = path
    self.text = text
    self.meaning = meaning
  }
}
