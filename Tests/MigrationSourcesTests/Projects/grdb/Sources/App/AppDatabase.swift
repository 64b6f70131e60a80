import GRDB

struct AppDatabase {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    #if DEBUG
      migrator.eraseDatabaseOnSchemaChange = true
    #endif
    migrator.registerMigration("create players") { db in
      try db.create(table: Player.databaseTableName) { t in
        t.autoIncrementedPrimaryKey("id")
        t.column(Player.Columns.name.name, .text).notNull()
      }
    }
    migrator.registerMigration("v2") { db in
      try db.execute(
        sql: """
          ALTER TABLE \(Player.databaseTableName)
            ADD COLUMN score INTEGER;
          """)
    }
    return migrator
  }
}
