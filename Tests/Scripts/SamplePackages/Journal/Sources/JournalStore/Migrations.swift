import GRDB

/// The migrations of the journal, in the order in which they were released.
public var migrations: DatabaseMigrator {
  var migrator = DatabaseMigrator()
  migrator.registerMigration("notes") { db in
    try db.create(table: "note") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("title", .text).notNull()
      table.column("created", .datetime).notNull()
    }
  }
  return migrator
}
