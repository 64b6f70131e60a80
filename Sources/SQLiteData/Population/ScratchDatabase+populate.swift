internal import GRDB
public import SQLiteSandbox
internal import SQLiteSchema

extension ScratchDatabase {
  /// Adds rows to the tables of the schema, as an application might have written them, to those that are there.
  ///
  /// The book-keeping tables of migration tools and SQLite's own get none, nor do views. A schema that cannot be filled
  /// is no error: what its rows do not reach is in the gaps. `Docs/Population.md` has the rules. Call it outside of a
  /// transaction.
  ///
  /// - Throws: `SchemaError.outOfMemory`, `.notADatabase`, or `.sqlite` where the schema itself cannot be read.
  public func populate(_ population: Population) throws -> Population.Coverage {
    try SchemaError.catching {
      try queue.inDatabase { db in
        let stored = try StoredSchema(reading: db)
        let enforced = try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") ?? false
        // > This pragma is a no-op within a transaction. https://www.sqlite.org/pragma.html#pragma_foreign_keys
        try db.execute(sql: "PRAGMA foreign_keys = OFF")
        defer { try? db.execute(sql: "PRAGMA foreign_keys = \(enforced)") }
        let run = try PopulationRun(db, population, seconds: timeLimit)
        do {
          try TimeLimit(seconds: timeLimit).run(on: db) { try run.run(stored) }
        } catch SchemaError.timedOut {}
        return try run.coverage()
      }
    }
  }
}
