internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSyntax

extension MigrationNotice {
  /// Notices about migrations that SQLite cannot parse, for migrations that are not run here because new databases do not
  /// need them. A program may replace words in them before it runs them.
  ///
  /// - Throws: `SchemaError`.
  static func unparsed(_ migrations: [Migration]) throws -> [MigrationNotice] {
    let database = try ScratchDatabase(tracking: .known)
    return migrations.filter { migration in
      let bytes = Array(migration.up.utf8)
      return Script.statements(of: migration.up).contains { statement in
        let sql = String(decoding: bytes[statement.range], as: UTF8.self)
        let failure = database.failure(ofStatement: sql, quotesStrings: true) ?? ""
        return failure.hasSuffix("syntax error") || failure.hasPrefix("unrecognized token")
      }
    }.map { MigrationNotice(path: $0.path, reason: .notSQLite) }
  }
}
