import GRDB

/// A shop's database.
public enum Inventory {
  /// The migrations of the database.
  public static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    #if DEBUG
      migrator.eraseDatabaseOnSchemaChange = true
    #endif
    migrator.registerMigration("items") { db in
      try db.create(table: "item") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull()
        t.column("price", .integer)
      }
    }
    registerLaterMigrations(&migrator)
    return migrator
  }
}
