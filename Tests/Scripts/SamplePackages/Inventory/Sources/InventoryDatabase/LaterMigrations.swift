import GRDB

/// The migrations after version 1.
func registerLaterMigrations(_ migrator: inout DatabaseMigrator) {
  migrator.registerMigration("index of names") { db in
    try db.create(index: "item_on_name", on: "item", columns: ["name"])
  }
}
