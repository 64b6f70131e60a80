internal import GRDB
public import SQLiteSandbox
internal import SQLiteSchema

extension ScratchDatabase {
  /// Adds rows to the tables of the schema, in addition to existing ones, as an application might have written them.
  ///
  /// The tracking tables of migration tools, SQLite's own tables and views get none. A schema that cannot be filled is
  /// not an error; the gaps of the coverage describe the missing cases. `Docs/Population.md` contains the rules. Do not
  /// call this in a transaction.
  ///
  /// - Throws: `SchemaError.outOfMemory`, `.notADatabase`, or `.sqlite` if the schema itself cannot be read.
  public func populate(_ population: Population) throws -> Population.Coverage {
    try SchemaError.catching {
      try queue.inDatabase { db in
        let stored = try StoredSchema(reading: db)
        let enforced = try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") ?? false
        // > This pragma is a no-op within a transaction. https://www.sqlite.org/pragma.html#pragma_foreign_keys
        try db.execute(sql: "PRAGMA foreign_keys = OFF")
        defer { try? db.execute(sql: "PRAGMA foreign_keys = \(enforced)") }
        let run = try PopulationRun(db, population, tracking: tracking, seconds: timeLimit)
        do {
          try TimeLimit(seconds: timeLimit).run(on: db) { try run.run(stored) }
        } catch SchemaError.timedOut {
          Limits.countTimeout()
        }
        return try run.coverage()
      }
    }
  }
}
