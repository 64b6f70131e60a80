import GRDB

// This file is compiled, and GRDBMigratorTests reads its text: what the reader understands must be what GRDB does.

struct Team: TableRecord {
  enum Columns: String, ColumnExpression { case id, name }
}
struct HTTPLink: TableRecord {}
struct Note: TableRecord {
  static let databaseTableName = "notes"
  enum CodingKeys: String, CodingKey {
    case text = "note_text"
    case done
  }
  typealias Keys = CodingKeys
}

private let indexPrefix = "index_"

enum SampleMigrator {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    #if DEBUG
      migrator.eraseDatabaseOnSchemaChange = true
    #endif
    migrator.registerMigration("tables") { db in
      try db.create(table: Team.databaseTableName) { t in
        t.primaryKey("id", .text).notNull()
        t.column(Team.Columns.name.name, .text).notNull().unique(onConflict: .replace).collate(.nocase)
        t.column("rank", .integer).defaults(to: -1).check(sql: "rank > -2")
        t.column("ratio", .double).defaults(to: 0.5)
        t.column("active", .boolean).notNull().defaults(to: true)
        t.column("created", .datetime).defaults(sql: "CURRENT_TIMESTAMP")
        t.column("anything")
        t.column(sql: "raw TEXT NOT NULL DEFAULT ''")
        t.column("double", .integer).generatedAs(sql: "rank * 2", .stored)
      }
      try db.create(table: HTTPLink.databaseTableName, options: [.ifNotExists, .strict]) { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("team", .text).references("team", onDelete: .cascade, onUpdate: .setNull, deferred: true).indexed()
        t.belongsTo("captain", inTable: "team", onDelete: .setNull).notNull()
        t.belongsTo("team")
      }
      try db.create(table: "pair", options: .withoutRowID) { t in
        t.column("a", .integer).notNull()
        t.column("b", .blob)
        t.primaryKey(["a", "b"], onConflict: .ignore)
        t.uniqueKey(["b"])
        t.foreignKey(["b"], references: "team", columns: ["id"], onDelete: .restrict)
        t.check(sql: "a <> b")
        t.constraint(sql: "CHECK (a > 0)")
      }
      try db.create(table: "keyed") { t in
        t.primaryKey {
          t.column("x", .integer)
          t.column("y", .integer)
        }
      }
    }
    registerLater(&migrator)
    migrator.registerMigration("search", migrate: Self.addSearch)
    return migrator
  }

  private static func addSearch(_ db: Database) throws {
    try db.create(virtualTable: "search", using: FTS5()) { t in
      t.synchronize(withTable: Note.databaseTableName)
      t.tokenizer = .porter(wrapping: .unicode61())
      t.column("note_text")
      t.column("done").notIndexed()
    }
    try db.create(view: "open_notes", as: SQLRequest<Row>(sql: "SELECT * FROM notes WHERE NOT done"))
  }
}

private func registerLater(_ migrator: inout DatabaseMigrator) {
  migrator.registerMigration("notes") { db in
    let table = Note.databaseTableName
    try db.create(table: table) { t in
      t.autoIncrementedPrimaryKey("id")
      for name in [Note.CodingKeys.text.rawValue, "title"] { t.column(name, .text) }
      t.column(Note.Keys.done.stringValue, .boolean).notNull().defaults(to: false)
    }
    try db.create(index: indexPrefix + "title", on: table, columns: ["title"], options: [.unique, .ifNotExists])
    try db.create(indexOn: table, columns: ["title", "done"])
    try db.execute(sql: "INSERT INTO \(table) (title) VALUES ('first'), ('it''s')")
    try db.execute(
      sql: """
        CREATE TRIGGER \(table)_t AFTER UPDATE ON \(table) BEGIN
          DELETE FROM pair; -- all of them
        END
        """)
  }
  migrator.registerMigration("changes") { db in
    typealias Renamed = Note
    try db.addFlag(to: Renamed.databaseTableName, named: "flag")
    try db.alter(table: "pair") { t in
      t.add(column: "c", .text).defaults(to: "x")
      t.addColumn(sql: "d INTEGER")
      t.rename(column: "a", to: "first")
    }
    try db.drop(index: "index_title")
    try db.rename(table: "keyed", to: "keys")
    if try db.tableExists("gone") { try db.drop(table: "gone") }
    try db.drop(table: "keys")
    print("changed")
  }
}

extension Database {
  fileprivate func addFlag(to table: String, named name: String, default value: Bool = true) throws {
    try alter(table: table) { t in
      t.add(column: name, .boolean).notNull().defaults(to: value)
    }
  }
}
