import GitStore
import LedgerTestSupport
import SQLiteSandbox
import SQLiteSchema
import SQLiteSyntax
import Testing

@testable import MigrationSources

@Suite("Schemas that Room exports")
struct RoomExportTests {
  /// A full-text table whose content is in another table that follows it, an index, a view, and Room's own table.
  private static let full = #"""
    {
      "formatVersion": 1,
      "database": {
        "version": 7,
        "identityHash": "ab",
        "entities": [
          {
            "ftsVersion": "FTS4",
            "ftsOptions": {"tokenizer": "unicode61", "contentTable": "notes"},
            "contentSyncTriggers": [
              "CREATE TRIGGER IF NOT EXISTS room_fts_content_sync_search_BEFORE_DELETE BEFORE DELETE ON `notes` BEGIN DELETE FROM `search` WHERE `docid`=OLD.`rowid`; END"
            ],
            "tableName": "search",
            "createSql": "CREATE VIRTUAL TABLE IF NOT EXISTS `${TABLE_NAME}` USING FTS4(`body` TEXT NOT NULL, tokenize=unicode61, content=`notes`)",
            "fields": []
          },
          {
            "tableName": "notes",
            "createSql": "CREATE TABLE IF NOT EXISTS `${TABLE_NAME}` (`id` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, `body` TEXT NOT NULL DEFAULT 'a \"b\"')",
            "indices": [
              {
                "name": "index_notes_body",
                "unique": false,
                "createSql": "CREATE INDEX IF NOT EXISTS `index_notes_body` ON `${TABLE_NAME}` (`body`)"
              }
            ]
          }
        ],
        "views": [
          {
            "viewName": "short",
            "createSql": "CREATE VIEW `${VIEW_NAME}` AS SELECT id\n  FROM notes"
          }
        ],
        "setupQueries": [
          "CREATE TABLE IF NOT EXISTS room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT)",
          "INSERT OR REPLACE INTO room_master_table (id,identity_hash) VALUES(42, 'ab')"
        ]
      }
    }
    """#

  private func export(_ text: String, path: String = "s/7.json") throws -> RoomExport {
    try RoomExport(path: path, parsing: Array(text.utf8))
  }

  @Test("tables come before the full-text tables that refer to them, and placeholders are replaced")
  func statements() throws {
    let export = try export(Self.full)
    #expect(export.version == 7)
    #expect(export.identityHash == "ab")
    #expect(
      export.statements.map { $0.sql.split(separator: "`").prefix(2).joined(separator: "|") } == [
        "CREATE TABLE IF NOT EXISTS |notes", "CREATE INDEX IF NOT EXISTS |index_notes_body",
        "CREATE VIRTUAL TABLE IF NOT EXISTS |search",
        "CREATE TRIGGER IF NOT EXISTS room_fts_content_sync_search_BEFORE_DELETE BEFORE DELETE ON |notes",
        "CREATE VIEW |short",
        "CREATE TABLE IF NOT EXISTS room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT)",
        "INSERT OR REPLACE INTO room_master_table (id,identity_hash) VALUES(42, 'ab')", "PRAGMA user_version = 7",
      ])
    #expect(!export.statements.contains { $0.sql.contains("${") })
  }

  @Test("each statement has its line in the file")
  func lines() throws {
    #expect(try export(Self.full).statements.map(\.line) == [19, 24, 14, 11, 32, 36, 37, nil])
  }

  @Test("the statements make the schema, and Room's own table is a tracking table")
  func schema() throws {
    let database = try ScratchDatabase(tracking: .known)
    for statement in try export(Self.full).statements { try database.execute(statement.sql) }
    let schema = try database.schema()
    #expect(schema.tables.map(\.name) == ["notes"])
    for name in ["search", "index_notes_body", "room_fts_content_sync_search_BEFORE_DELETE", "short"] {
      #expect(schema.sql.contains(name))
    }
    #expect(!schema.sql.contains("room_master_table"))
    #expect(schema.properties.userVersion == 7)
    #expect(try database.rows("SELECT identity_hash FROM room_master_table") == [["ab"]])
  }

  @Test("older files have no views and no queries for Room's own table")
  func older() throws {
    let text = #"{"formatVersion":1,"database":{"version":1,"identityHash":"x","entities":[]}}"#
    #expect(try export(text, path: "1.json").statements.map(\.sql) == ["PRAGMA user_version = 1"])
  }

  /// What is replaced in the file, by what, and the message of the error.
  static let broken: [(old: String, new: String, message: String)] = [
    ("\"formatVersion\": 1", "\"formatVersion\": 2", "s/7.json has the format version 2, and only 1 is known"),
    (
      "\"formatVersion\": 1,", "",
      "s/7.json is not a schema that Room has exported: it has no 'formatVersion'"
    ),
    ("\"version\": 7", "\"version\": 8", "s/7.json has the schema of version 8"),
    ("\"version\": 7,", "", "s/7.json: 'database.version' is missing"),
    ("\"version\": 7", "\"version\": \"7\"", "s/7.json: 'database.version' must be a number from 1 to 2147483647"),
    ("\"version\": 7", "\"version\": 0", "s/7.json: 'database.version' must be a number from 1 to 2147483647"),
    ("\"identityHash\": \"ab\",", "", "s/7.json: 'database.identityHash' is missing"),
    ("\"entities\"", "\"tables\"", "s/7.json: 'database.entities' is missing"),
    ("\"database\"", "\"data\"", "s/7.json: 'database' is missing"),
    ("\"tableName\": \"notes\",", "", "s/7.json: 'database.entities[1].tableName' is missing"),
    (
      "\"tableName\": \"notes\"", "\"tableName\": 3", "s/7.json: 'database.entities[1].tableName' must be a text"
    ),
    ("\"viewName\": \"short\",", "", "s/7.json: 'database.views[0].viewName' is missing"),
    ("\"unique\": false,", "\"unique\"", "s/7.json is not JSON"),
    ("`${VIEW_NAME}`", "`\\u0000`", "s/7.json contains a NUL character"),
  ]

  @Test("a file that cannot be used is named with what is wrong", arguments: broken)
  func errors(old: String, new: String, message: String) {
    #expect(Self.full.contains(old))
    let error = #expect(throws: RoomExportError.self) { try export(Self.full.replacing(old, with: new)) }
    #expect(error?.message == message)
    #expect(error?.path == "s/7.json")
  }

  @Test("bytes that are not text are no schema")
  func bytes() {
    #expect(throws: RoomExportError.notText(path: "1.json")) { try RoomExport(path: "1.json", parsing: [0x7B, 0xFF]) }
    #expect(throws: RoomExportError.nul(path: "1.json")) { try RoomExport(path: "1.json", parsing: [0x7B, 0, 0x7D]) }
    #expect(throws: RoomExportError.notJSON(path: "1.json")) { try RoomExport(path: "1.json", parsing: [0x5B, 0x5D]) }
  }

  @Test("only the names that Room writes are versions")
  func names() {
    let names = ["1.json", "12.json", "0.json", "01.json", "-1.json", "+1.json", "1.JSON", "a.json", "2147483648.json"]
    #expect(names.compactMap { RoomExport.version(ofFileNamed: $0) } == [1, 12])
  }

  @Test("the versions of a folder are in numeric order, and other files are left out")
  func folder() throws {
    var texts: [String: String] = ["s/readme.md": "", "s/9/1.json": ""]
    for number in [2, 10, 1] { texts["s/\(number).json"] = roomFile(number) }
    let schemas = try #require(try RoomSchemas(folder: "s", in: FileSnapshot(texts: texts), readsCode: true))
    #expect(schemas.versions.map(\.number) == [1, 2, 10])
    #expect(schemas.current.path == "s/10.json")
    #expect(try RoomSchemas(folder: "t", in: FileSnapshot(texts: texts), readsCode: true) == nil)
    #expect(throws: RoomExportError.noExports(folder: "s")) {
      try RoomSchemas(folder: "s", in: FileSnapshot(texts: ["s/a.json": ""]), readsCode: true)
    }
  }

  @Test("folders are found by their content, without those of tests")
  func folders() throws {
    let snapshot = FileSnapshot(texts: [
      "app/schemas/com.example.A/1.json": roomFile(1), "app/schemas/com.example.A/2.json": roomFile(2),
      "feature/room/com.example.B/3.json": roomFile(3), "data/schemas/com.example.C/1.json": "{}",
      "app/src/androidTest/assets/com.example.D/1.json": roomFile(1),
    ])
    #expect(
      try RoomSchemas.folders(in: snapshot) == ["app/schemas/com.example.A", "feature/room/com.example.B"])
  }

  /// A Kotlin or Java file of `com.example.Db`, and the version that it says.
  static let sources: [(text: String, version: Int?)] = [
    ("@Database(entities = [A::class, B::class], version = 6)\nabstract class Db : RoomDatabase()", 6),
    ("@Database(version=6,entities=[A::class],\n views = [V::class])\n@TypeConverters(C::class)\nabstract class Db", 6),
    ("@Database(entities = {A.class}, version = 6)\npublic abstract class Db extends RoomDatabase {}", 6),
    (
      "@Database(entities = [A::class], version = Db.VERSION)\nclass Db { companion object { const val VERSION = 6 } }",
      6
    ),
    ("private const val V: Int = 6\n@Database(entities = [A::class], version = V) class Db", 6),
    ("@Database(version = V, entities = {}) class Db { static final int V = 6; }", 6),
    ("@Database(entities = [A::class], version = 6 /* was 5, version = 9 */)\nclass Db", 6),
    ("// @Database(version = 9)\n@Database(entities = [], version = 6) internal abstract class Db", 6),
    (
      "@Database(entities = [], autoMigrations = [AutoMigration(from = 1, to = 2, version = 9)], version = 6) class Db",
      6
    ),
    ("@Database(entities = [], version = 5) class Other\n@Database(entities = [], version = 6) class Db", 6),
    ("@Database(entities = [], version = 5) class Other", nil),
    ("@Database(entities = [], version = VERSION) class Db", nil),
    ("const val V = 6 + MORE\n@Database(entities = [], version = V) class Db", nil),
    ("@Database(entities = [], version = 5 + 1) class Db", nil),
    ("@DatabaseView(\"SELECT 1 AS version = 6\") class Db", nil),
    ("val text = \"@Database(version = 6) class Db\"", nil),
    ("/* /* nested */ @Database(version = 6) class Db */ class Db", nil),
  ]

  @Test("the version is read from the annotation of the class", arguments: sources)
  func annotation(text: String, version: Int?) {
    #expect(RoomAnnotation.version(of: "com.example.Db", in: "package com.example\n\n" + text) == version)
    #expect(RoomAnnotation.version(of: "com.example.Db", in: "package com.example;\r\n" + text) == version)
    #expect(RoomAnnotation.version(of: "com.other.Db", in: "package com.example\n" + text) == nil)
    #expect(RoomAnnotation.version(of: "com.example.Db", in: text) == nil)
  }

  @Test("code with a version that is not exported is noted")
  func notice() throws {
    func notices(_ version: Int) throws -> [String] {
      let text = "package com.example\n@Database(entities = [], version = \(version))\nabstract class ShopDatabase"
      let snapshot = FileSnapshot(
        texts: roomFiles.merging(["app/src/main/java/com/example/ShopDatabase.kt": text]) { $1 })
      let folder = "app/schemas/com.example.ShopDatabase"
      return try #require(try RoomSchemas(folder: folder, in: snapshot, readsCode: true)).notices.map(\.message)
    }
    #expect(try notices(3).isEmpty)
    #expect(try notices(2).isEmpty)
    #expect(
      try notices(4) == [
        "app/src/main/java/com/example/ShopDatabase.kt says version 4, which Room has not exported: build it once, so that it writes 4.json"
      ])
  }
}
