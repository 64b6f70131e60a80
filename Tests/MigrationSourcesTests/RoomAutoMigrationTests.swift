import CanonicalJSON
import LedgerTestSupport
import Testing

@testable import GitStore
@testable import MigrationSources

@Suite("Automatic migrations of Room")
struct RoomAutoMigrationTests {
  private static func column(_ name: String, _ affinity: String = "TEXT", _ rest: String = "") -> String {
    #"{"columnName": "\#(name)", "affinity": "\#(affinity)"\#(rest)}"#
  }

  private static func table(_ name: String, _ columns: [String], _ rest: String = "") -> String {
    #"""
    {"tableName": "\#(name)", "createSql": "CREATE TABLE `${TABLE_NAME}` (\#(columns.count))",
      "fields": [\#(columns.joined(separator: ","))], "primaryKey": {"columnNames": ["id"]}\#(rest)}
    """#
  }

  private static func export(_ tables: [String], _ views: String = "") -> String {
    #"{"database": {"entities": [\#(tables.joined(separator: ","))], "views": [\#(views)]}}"#
  }

  private static let id = column("id", "INTEGER", #", "notNull": true"#)
  private static let index =
    #", "indices": [{"name": "i", "unique": false, "columnNames": ["a"], "createSql": "CREATE INDEX `i` ON `${TABLE_NAME}` (`a`)"}]"#
  private static let view = #"{"viewName": "v", "createSql": "CREATE VIEW `${VIEW_NAME}` AS SELECT 1"}"#

  private static func copy(
    _ columns: String, from old: String? = nil, of table: String = "t", as name: String? = nil, _ count: Int
  )
    -> [String]
  {
    let new = name ?? table
    return [
      "CREATE TABLE `_new_\(new)` (\(count))",
      "INSERT INTO `_new_\(new)` (\(columns)) SELECT \(old ?? columns) FROM `\(table)`",
      "DROP TABLE `\(table)`", "ALTER TABLE `_new_\(new)` RENAME TO `\(new)`",
    ]
  }

  /// Two versions, what the code declares besides, and the statements or why there are none.
  static let changes: [(old: String, new: String, spec: RoomAutoMigration.Spec, sql: [String])] = [
    (export([table("t", [id])]), export([table("t", [id])]), .init(), []),
    (
      export([table("t", [id])]),
      export([table("t", [id, column("a"), column("b", "INTEGER", #", "notNull": true, "defaultValue": "7""#)])]),
      .init(),
      ["ALTER TABLE `t` ADD COLUMN `a` TEXT DEFAULT NULL", "ALTER TABLE `t` ADD COLUMN `b` INTEGER NOT NULL DEFAULT 7"]
    ),
    (
      export([table("t", [id])]), export([table("t", [id, column("b", "INTEGER", #", "notNull": true"#)])]), .init(),
      ["! Room's compiler refuses it: the new column t.b is NOT NULL without a default"]
    ),
    (
      export([table("t", [id])]), export([table("t", [id]), table("u", [id], index)]), .init(),
      ["CREATE TABLE `u` (1)", "CREATE INDEX `i` ON `u` (`a`)"]
    ),
    (
      export([table("t", [id]), table("u", [id])]), export([table("t", [id])]), .init(),
      ["! Room's compiler refuses it: the table u has vanished"]
    ),
    (
      export([table("t", [id]), table("u", [id])]), export([table("t", [id])]), .init(deletedTables: ["u"]),
      ["DROP TABLE `u`"]
    ),
    (
      export([table("t", [id])]), export([table("u", [id])]), .init(renamedTables: ["t": "u"]),
      ["ALTER TABLE `t` RENAME TO `u`"]
    ),
    (
      export([table("t", [id, column("a")])]), export([table("t", [id])]), .init(),
      ["! Room's compiler refuses it: the column t.a has vanished"]
    ),
    (
      export([table("t", [id, column("a")])]), export([table("t", [id])]),
      .init(deletedColumns: [.init(table: "t", name: "a")]),
      copy("`id`", 1)
    ),
    (
      export([table("t", [id, column("a")])]), export([table("t", [id, column("b")])]),
      .init(renamedColumns: [.init(table: "t", name: "a"): "b"]), copy("`id`,`b`", from: "`id`,`a`", 2)
    ),
    // A table is made again for another type, an index, a foreign key or a key.
    (
      export([table("t", [id, column("a")])]), export([table("t", [id, column("a", "BLOB")])]), .init(),
      copy("`id`,`a`", 2)
    ),
    (
      export([table("t", [id, column("a")])]), export([table("t", [id, column("a"), column("b")], index)]), .init(),
      copy("`id`,`a`", 3) + ["CREATE INDEX `i` ON `t` (`a`)"]
    ),
    (
      export([table("t", [id, column("a")])]), export([table("u", [id, column("a", "BLOB")])]),
      .init(renamedTables: ["t": "u"]),
      copy("`id`,`a`", of: "t", as: "u", 2)
    ),
    // An export of a former version of Room has no orders.
    (
      export([table("t", [id], index)]),
      export([table("t", [id], index.replacing("[\"a\"]", with: "[\"a\"], \"orders\": []"))]), .init(), []
    ),
    (
      export([table("t", [id])], view), export([table("t", [id, column("a")])], view),
      .init(later: ["UPDATE t SET a = 1"]),
      [
        "DROP VIEW `v`", "ALTER TABLE `t` ADD COLUMN `a` TEXT DEFAULT NULL", "CREATE VIEW `v` AS SELECT 1",
        "UPDATE t SET a = 1",
      ]
    ),
    (
      export([table("t", [id], #", "ftsVersion": "FTS4""#)]),
      export([table("t", [id, column("a")], #", "ftsVersion": "FTS4""#)]), .init(),
      ["! the full-text table t has changed"]
    ),
    (export([#"{"fields": []}"#]), export([]), .init(), ["! an export has no 'tableName'"]),
  ]

  @Test("the statements are those of Room's compiler", arguments: changes)
  func statements(old: String, new: String, spec: RoomAutoMigration.Spec, sql: [String]) throws {
    func json(_ text: String) throws -> JSONValue {
      try #require(JSONValue(parsing: Array(text.utf8), allowsFractions: true))
    }
    let (before, after) = (try json(old), try json(new))
    do throws(RoomAutoMigration.Refusal) {
      #expect(try RoomAutoMigration(from: before, to: after, spec).statements == sql)
    } catch {
      #expect(["! " + error.reason] == sql)
    }
  }

  /// The class of a spec, and the statements from version 1 to version 2, or why there are none.
  static let specs: [(code: String, sql: String)] = [
    (
      #"@RenameTable(fromTableName = "t", toTableName = "u") class S : AutoMigrationSpec"#,
      "ALTER TABLE `t` RENAME TO `u`;"
    ),
    (#"@RenameTable("t", TO) class S : AutoMigrationSpec; const val TO = "u""#, "ALTER TABLE `t` RENAME TO `u`;"),
    (
      #"@RenameTable.Entries(RenameTable(fromTableName = "t", toTableName = "u"), RenameTable(fromTableName = "x", toTableName = "y")) class S @Inject constructor() : AutoMigrationSpec { override fun onPostMigrate(db: D) { super.onPostMigrate(db); db.execSQL("DELETE FROM u") } }"#,
      "ALTER TABLE `t` RENAME TO `u`; DELETE FROM u;"
    ),
    (
      #"@DeleteTable(tableName = "x") class Other : AutoMigrationSpec; @RenameTable("t", "u") class S : AutoMigrationSpec; @DeleteTable(tableName = "t") class Last : AutoMigrationSpec { fun onPostMigrate(db: D) { fill(db) } }"#,
      "ALTER TABLE `t` RENAME TO `u`;"
    ),
    (
      #"@RenameTable("t", "u") class S : AutoMigrationSpec { override fun onPostMigrate(db: D) { fill(db) } }"#,
      "AutoMigration(from = 1, to = 2) does something besides SQL at \(path):3: fill(db)}}"
    ),
    (
      #"@RenameTable("t", name()) class S : AutoMigrationSpec"#,
      "AutoMigration(from = 1, to = 2) at \(path):2: the annotations of S are not understood"
    ),
    (
      #"@RenameTable("t", "u") class S : OwnSpec()"#,
      "AutoMigration(from = 1, to = 2) at \(path):2: S may inherit code, which is not read"
    ),
    (
      #"@RenameTable("t", "u") class S : AutoMigrationSpec, OwnSpec()"#,
      "AutoMigration(from = 1, to = 2) at \(path):2: S may inherit code, which is not read"
    ),
    ("class T : AutoMigrationSpec", "AutoMigration(from = 1, to = 2) at \(path):2: its class S was not found"),
    (
      "class S : AutoMigrationSpec",
      "AutoMigration(from = 1, to = 2) at \(path):2: Room's compiler refuses it: the table t has vanished"
    ),
  ]

  private static let path = "app/src/main/java/com/example/Db.kt"

  @Test("what the code declares is taken from its class", arguments: specs)
  func spec(code: String, sql: String) throws {
    let folder = "app/schemas/com.example.Db"
    let head = """
      package com.example
      @Database(version = 2, autoMigrations = [AutoMigration(from = 1, to = 2, spec = S::class)]) class Db; typealias M = androidx.room.migration.Migration

      """
    let files = [
      Self.path: head + code, "\(folder)/1.json": Self.export([Self.table("t", [Self.id])]),
      "\(folder)/2.json": Self.export([Self.table("u", [Self.id])]),
    ]
    let snapshot = FileSnapshot(memory: files.mapValues { Array($0.utf8) })
    let schemas = try #require(try RoomSchemas(folder: folder, in: snapshot, readsCode: false))
    let found = try RoomMigrations(of: folder, in: snapshot).written(for: schemas)
    do throws(RoomMigrations.Obstacle) {
      #expect(try found.path(from: 1, to: 2).map(\.up) == [sql])
    } catch {
      #expect(error.reason == sql)
    }
  }
}
