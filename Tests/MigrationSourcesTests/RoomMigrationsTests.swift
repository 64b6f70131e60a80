import GitStore
import LedgerTestSupport
import Testing

@testable import MigrationSources

@Suite("Migrations of Room")
struct RoomMigrationsTests {
  private static let schemas = "app/schemas/com.example.Db"
  private static let kotlin = "app/src/main/java/com/example/Db.kt"
  private static let head = """
    package com.example

    import androidx.room.migration.Migration

    @Database(entities = [], version = 3)
    abstract class Db : RoomDatabase()


    """

  private func migrations(_ files: [String: String]) throws -> RoomMigrations {
    try RoomMigrations(of: Self.schemas, in: FileSnapshot(memory: files.mapValues { Array($0.utf8) }))
  }

  /// The path from version 1 to the version 2, or why there is none.
  private func path(_ code: String, isKotlin: Bool = true, and others: [String: String] = [:]) throws -> String {
    let path = isKotlin ? Self.kotlin : "app/src/main/java/com/example/Db.java"
    let head = isKotlin ? Self.head : Self.head.replacing("\n\n@", with: ";\n\n@").replacing(" : ", with: " extends ")
    let found = try migrations(others.merging([path: head + code]) { $1 })
    do throws(RoomMigrations.Obstacle) {
      return try found.path(from: 1, to: 2).map { migration in
        "\(migration.id):" + migration.up.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
      }.joined(separator: "|")
    } catch {
      return error.reason
    }
  }

  /// The body of `migrate`, and the statements.
  static let bodies: [(body: String, sql: String)] = [
    (#"db.execSQL("DROP TABLE a")"#, "DROP TABLE a;"),
    (#"db.execSQL("DROP TABLE a;"); db.execSQL("DROP TABLE b")"#, "DROP TABLE a; DROP TABLE b;"),
    (#"db.execSQL("DROP " + "TABLE " + "a")"#, "DROP TABLE a;"),
    ("db.execSQL(\"\"\"\n      |DROP TABLE\n      |  a\n    \"\"\".trimMargin())", "DROP TABLE a;"),
    ("db.execSQL(\"\"\"\n      DROP TABLE\n        a\n    \"\"\".trimIndent(),)", "DROP TABLE a;"),
    (#"db.execSQL("INSERT INTO a VALUES ('it''s \"$\u0041\"')")"#, "INSERT INTO a VALUES ('it''s \"$A\"');"),
    // Android runs the first statement of a text only.
    (#"db.execSQL("DROP TABLE a; DROP TABLE b")"#, "DROP TABLE a;"),
    (#"with(db) { execSQL("DROP TABLE a"); this.execSQL("DROP TABLE b") }"#, "DROP TABLE a; DROP TABLE b;"),
    (#"db.run { execSQL("DROP TABLE a") }"#, "DROP TABLE a;"),
    (
      #"db.let { it.execSQL("DROP TABLE a") }; db.also { x -> x.execSQL("DROP TABLE b") }"#,
      "DROP TABLE a; DROP TABLE b;"
    ),
    ("val name = \"a\"\n db.execSQL(\"DROP TABLE $name\")", "DROP TABLE a;"),
    (#"db.execSQL("DROP TABLE ${TABLE}_${Names.SECOND}")"#, "DROP TABLE a_b;"),
    (#"listOf("a", "b").forEach { db.execSQL("DROP TABLE $it") }"#, "DROP TABLE a; DROP TABLE b;"),
    (#"arrayOf("a").forEach { t -> db.execSQL("DROP TABLE $t") }"#, "DROP TABLE a;"),
    (#"Log.d("tag", "text"); super.migrate(db); db.execSQL("DROP TABLE a") // DROP TABLE b"#, "DROP TABLE a;"),
    (
      #"db.beginTransaction(); try { db.execSQL("DROP TABLE a"); db.setTransactionSuccessful() } finally { db.endTransaction() }"#,
      "DROP TABLE a;"
    ),
    (#"dropAll(db)"#, "DROP TABLE helped;"),
  ]

  private static func object(_ body: String) -> String {
    """
    const val TABLE = "a"
    val M = object : Migration(1, 2) {
      override fun migrate(db: SupportSQLiteDatabase) {
        \(body)
      }
    }
    private fun dropAll(x: SupportSQLiteDatabase) { x.execSQL("DROP TABLE helped") }
    val all = arrayOf(M)
    """
  }

  private static let names = ["app/src/main/java/com/example/Names.kt": "object Names { const val SECOND = \"b\" }"]

  @Test("statements in Kotlin are read", arguments: bodies)
  func read(body: String, sql: String) throws {
    #expect(try path(Self.object(body), and: Self.names) == "Migration(1, 2):" + sql)
  }

  /// Bodies with something besides SQL, and the words of it.
  static let codes: [(body: String, words: String)] = [
    (#"val cursor = db.query("SELECT a FROM b")"#, #"val cursor=db.query("SELECT a FROM b")"#),
    (#"db.execSQL("DROP TABLE " + name(1))"#, #"execSQL("DROP TABLE "+name(1))"#),
    (#"db.execSQL("INSERT INTO a VALUES (?)", arrayOf(1))"#, #"execSQL("INSERT INTO a VALUES (?)",arrayOf(1))"#),
    (#"if (isOld) db.execSQL("DROP TABLE a")"#, #"if(isOld)db.execSQL("DROP TABLE a")"#),
    (#"db.execSQL("DROP TABLE $unknown")"#, #"execSQL("DROP TABLE $unknown")"#),
    (#"other.execSQL("DROP TABLE a")"#, #"other.execSQL("DROP TABLE a")"#),
    (
      #"try { db.execSQL("DROP TABLE a") } catch (e: Exception) {}"#,
      #"try{db.execSQL("DROP TABLE a")}catch(e:Exception){}"#
    ),
    (#"db.insert("a", 0, values)"#, #"db.insert("a",0,values)"#),
    (#"missing(db)"#, "missing(db)"),
    (#"Log.d("tag", "${1}" + db.delete("a", null, null))"#, #"Log.d("tag","${1}"+db.delete("a",null,null))"#),
  ]

  @Test("what is not SQL is named with its line", arguments: codes)
  func code(body: String, words: String) throws {
    #expect(try path(Self.object(body)) == "Migration(1, 2) does something besides SQL at \(Self.kotlin):11: \(words)")
  }

  /// Declarations in Kotlin.
  static let declarations = [
    #"class M : Migration(1, 2) { override fun migrate(db: SupportSQLiteDatabase): Unit { db.execSQL("DROP TABLE a") } }; val m = M()"#,
    #"object M : Migration(startVersion = 1, endVersion = 2) { override fun migrate(db: SQLiteConnection) = db.execSQL("DROP TABLE a") }; val m = M"#,
    #"val M = Migration(1, 2) { db -> db.execSQL("DROP TABLE a") }; val m = M"#,
    #"val M: Migration = Migration(1, 2) { it.execSQL("DROP TABLE a") }; val m = M"#,
    #"class M(val x: X) : Migration(1, 2), Y, Z(1) { override fun migrate(db: D) { db.execSQL("DROP TABLE a") } }; val m = M(x)"#,
    #"const val OLD = 1; val all = arrayOf(object : androidx.room.migration.Migration(OLD, 2) { override fun migrate(db: D) { db.execSQL("DROP TABLE a") } })"#,
  ]

  @Test("each form of a declaration is found", arguments: declarations)
  func declaration(code: String) throws {
    #expect(try path(code) == "Migration(1, 2):DROP TABLE a;")
  }

  static let java = [
    #"static final Migration M = new Migration(1, 2) { @Override public void migrate(@NonNull SupportSQLiteDatabase db) { db.execSQL("DROP TABLE a"); } }; Migration[] all = {M};"#,
    #"class M extends Migration { M() { super(1, 2); } public void migrate(final SupportSQLiteDatabase db) { final String sql = "DROP " + "TABLE a"; db.execSQL(sql); } } Migration m = new M();"#,
    #"static final String T = "a"; static final Migration M = new Migration(1, 2) { public void migrate(D db) { drop(db); } }; void drop(D x) { x.execSQL("DROP TABLE " + T); } Object m = M;"#,
  ]

  @Test("Java is read, too", arguments: java)
  func readsJava(code: String) throws {
    #expect(try path(code, isKotlin: false) == "Migration(1, 2):DROP TABLE a;")
  }

  /// Parts that contain each other more deeply than the stack could bear.
  static let deep = [
    "db.execSQL(" + String(repeating: "(", count: 5_000) + "\"DROP TABLE a\"" + String(repeating: ")", count: 5_001),
    "db.execSQL(" + String(repeating: "\"${", count: 5_000) + "a" + String(repeating: "}\"", count: 5_000) + ")",
    String(repeating: "db.run { ", count: 5_000) + "execSQL(\"DROP TABLE a\")"
      + String(repeating: " }", count: 5_000),
    String(repeating: "/*", count: 5_000),
  ]

  @Test("code that is too deep is named like other code", arguments: deep)
  func tooDeep(body: String) throws {
    #expect(try !path(Self.object(body)).hasPrefix("Migration(1, 2):"))
  }

  @Test("a migration may be given to Room in another module")
  func otherModule() throws {
    let code = Self.head + "val M = Migration(1, 2) { it.execSQL(\"DROP TABLE a\") }"
    let uses = ["main/src/main/java/com/example/App.kt": "builder.addMigrations(M)"]
    #expect(
      try migrations(uses.merging([Self.kotlin: code]) { $1 }).path(from: 1, to: 2).map(\.id) == ["Migration(1, 2)"])
  }

  @Test("statements are at their lines")
  func lines() throws {
    let code = Self.object("db.execSQL(\"DROP TABLE a\")\n    db.execSQL(\n      \"DROP TABLE b\")")
    let migration = try #require(try migrations([Self.kotlin: Self.head + code]).path(from: 1, to: 2).first)
    let lines = migration.up.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(migration.path == Self.kotlin)
    let last = try #require(lines.firstIndex { $0.contains("TABLE b") })
    let text = (Self.head + code).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(text[migration.firstLine + last - 1].contains("DROP TABLE b"))
  }

  private func migration(_ start: Int, _ end: Int) -> String {
    "val M\(start)_\(end) = Migration(\(start), \(end)) { it.execSQL(\"-- \(start) to \(end)\\nDROP TABLE a\") }\n"
  }

  @Test("Room takes the migration that leads furthest, and needs one from each version on its way")
  func furthest() throws {
    let code = migration(1, 2) + migration(2, 3) + migration(1, 3) + migration(3, 5) + migration(3, 4)
    let uses = "val all = arrayOf(M1_2, M2_3, M1_3, M3_5, M3_4)"
    let found = try migrations([Self.kotlin: Self.head + code + uses])
    #expect(try found.path(from: 1, to: 3).map(\.id) == ["Migration(1, 3)"])
    #expect(try found.path(from: 1, to: 4).map(\.id) == ["Migration(1, 3)", "Migration(3, 4)"])
    #expect(try found.path(from: 2, to: 5).map(\.id) == ["Migration(2, 3)", "Migration(3, 5)"])
    #expect(try found.path(from: 5, to: 5).isEmpty)
    #expect(throws: RoomMigrations.Obstacle(reason: "no migration from version 4 was found below app")) {
      _ = try found.path(from: 4, to: 5)
    }
  }

  @Test("a migration of the application comes before an automatic one")
  func ownBeforeAutomatic() throws {
    let head = Self.head.replacing(
      "version = 3", with: "version = 3, autoMigrations = [AutoMigration(from = 1, to = 2)]")
    let code = head + "val all = listOf(Migration(1, 2) { it.execSQL(\"DROP TABLE a\") })"
    #expect(try migrations([Self.kotlin: code]).path(from: 1, to: 2).map(\.id) == ["Migration(1, 2)"])
  }

  /// Code from which the path is not known, and the reason.
  static let obstacles: [(files: [String: String], reason: String)] = [
    ([:], "no file that is named by the class declares the database com.example.Db"),
    (
      [kotlin: "package com.other\n@Database(version = 2) class Db"],
      "no file that is named by the class declares the database com.example.Db"
    ),
    ([kotlin: head], "no migration from version 1 was found below app"),
    (
      ["core/src/main/java/com/example/Db.kt": head, kotlin: "package com.example\nval x = 1"],
      "no migration from version 1 was found below core"
    ),
    (
      [kotlin: head, "app/src/debug/java/com/example/Db.kt": head],
      "the database com.example.Db is declared more than once: app/src/debug/java/com/example/Db.kt, \(kotlin)"
    ),
    (
      [
        kotlin: head,
        "app/src/main/java/com/example/Other.kt": "package com.example\n@Database(version = 1) class Other",
      ],
      "the code does not say which database its migrations are of: Db, Other"
    ),
    (
      [kotlin: head.replacing("version = 3", with: "version = 3, autoMigrations = [AutoMigration(from = 1, to = 2)]")],
      "AutoMigration(from = 1, to = 2) at \(kotlin):5 has not been written yet"
    ),
    (
      [kotlin: head + "val M = Migration(1, 2) { it.execSQL(\"DROP TABLE a\") }"],
      "Migration(1, 2) is declared as M at \(kotlin):8, and nothing uses it"
    ),
    (
      [kotlin: head + "fun m(v: Int) = object : Migration(v, v + 1) { override fun migrate(db: D) {} }"],
      "no migration from version 1 was found below app, and the versions of Migration(v , v + 1) at \(kotlin):8 are not constants"
    ),
    (
      [kotlin: head + "val all = arrayOf(Migration(1, 2) { }, Migration(1, 2) { })"],
      "Migration(1, 2) is declared more than once: \(kotlin):8 and \(kotlin):8"
    ),
    // Another class of this name.
    (
      [
        kotlin: head.replacing("import androidx.room.migration.Migration", with: "")
          + "val all = listOf(Migration(1, 2) { })"
      ],
      "no migration from version 1 was found below app"
    ),
    // Another value of the name, in a function, is not the constant's.
    (
      [
        kotlin: head
          + "fun f() { val t = \"a\" }\nfun all(t: T) = listOf(Migration(1, 2) { it.execSQL(\"DROP TABLE $t\") })"
      ],
      "Migration(1, 2) does something besides SQL at \(kotlin):9: execSQL(\"DROP TABLE $t\")})"
    ),
    // What is not understood is not taken for absent.
    (
      [kotlin: head + "val all = listOf(Migration(1, 2, ::run))"],
      "no migration from version 1 was found below app, and the versions of Migration(1 , 2 , : : run) at \(kotlin):8 are not constants"
    ),
    (
      [kotlin: head + "val all = listOf(Migration(1, 2) by lazy)"],
      "Migration(1, 2) does something besides SQL at \(kotlin):8: Migration(1,2)by lazy)"
    ),
    // Tests are not the application.
    (
      [kotlin: head, "app/src/androidTest/java/M.kt": head + "val all = listOf(Migration(1, 2) { })"],
      "no migration from version 1 was found below app"
    ),
  ]

  @Test("what is not known is named", arguments: obstacles)
  func obstacle(files: [String: String], reason: String) throws {
    let found = try migrations(files)
    #expect(throws: RoomMigrations.Obstacle(reason: reason)) { _ = try found.path(from: 1, to: 2) }
  }
}
