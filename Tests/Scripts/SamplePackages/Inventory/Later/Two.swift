import GRDB

/// The migrations after version 1.
func registerLaterMigrations(_ migrator: inout DatabaseMigrator) {
  migrator.registerMigration("index of names") { db in
    try db.create(index: "item_on_name", on: "item", columns: ["name"])
  }
  migrator.registerMigration("slugs") { db in
    try db.alter(table: "item") { t in t.add(column: "slug", .text) }
    for row in try Row.fetchAll(db, sql: "SELECT id, name FROM item") {
      let name: String = row["name"]
      try db.execute(sql: "UPDATE item SET slug = ? WHERE id = ?", arguments: [name.lowercased(), row["id"] as Int64])
    }
  }
}
