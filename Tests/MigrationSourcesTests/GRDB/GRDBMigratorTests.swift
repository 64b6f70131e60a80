import Foundation
import GRDB
import GitStore
import LedgerEntries
import LedgerTestSupport
import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import Testing

@testable import LedgerCore

@Suite("Migrators of GRDB")
struct GRDBMigratorTests {
  private func listing(
    _ files: [String: String], in folder: String = "App", migrator: String? = nil
  ) throws -> MigrationListing {
    try MigrationConvention.grdb.listing(in: folder, of: FileSnapshot(texts: files), migrator: migrator)
  }

  /// A migrator in `App/Database.swift` with these statements in its function.
  private func migrator(_ statements: String, _ others: [String: String] = [:]) throws -> MigrationListing {
    let text = """
      import GRDB
      func makeMigrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
      \(statements)
        return migrator
      }
      """
    return try listing(others.merging(["App/Database.swift": text]) { $1 })
  }

  @Test("what is read makes the tables that GRDB makes")
  func sameSchema() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "SampleMigrator.swift")
    let listing = try listing(["App/SampleMigrator.swift": String(contentsOf: file, encoding: .utf8)])
    #expect(listing.notices == [])
    #expect(listing.migrations.map(\.id) == SampleMigrator.migrator.migrations)
    #expect(listing.migrations.allSatisfy { !$0.isPartial })

    let queue = try DatabaseQueue()
    var migrator = SampleMigrator.migrator
    migrator.eraseDatabaseOnSchemaChange = false
    try migrator.migrate(queue)
    let database = try ScratchDatabase(tracking: .known)
    for migration in listing.migrations { try migration.run(on: database) }
    let query =
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE '%grdb_migrations%' ORDER BY name"
    let expected = try queue.read { db in
      try Row.fetchAll(db, sql: query).map { row in (0..<4).map { row[$0] as String? } }
    }
    #expect(try database.rows(query) == expected)
    #expect(try database.rows("SELECT title FROM notes") == [["first"], ["it's"]])
  }

  @Test("statements are in the lines of the file")
  func lines() throws {
    let listing = try migrator(
      """
        migrator.registerMigration("a") { db in
          try db.create(table: "t") { t in
            t.column("x", .text)
          }
          try db.execute(sql: "SELECT 1 -- one")
          try db.execute(sql: \"""
            SELECT
              nothing
            \""")
        }
      """)
    let migration = try #require(listing.migrations.first)
    let database = try ScratchDatabase(tracking: .known)
    let error = #expect(throws: LedgerError.self) { try migration.run(on: database) }
    guard case .sqlFailed(let path, let line, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == "App/Database.swift")
    // The line of SELECT: SQLite says which statement fails.
    #expect(line == 10)
  }

  /// The statements that are not SQL.
  static let code: [(String, String)] = [
    ("let rows = try Row.fetchAll(db, sql: \"SELECT 1\")", "let rows = try Row.fetchAll(db, sql: \"SELECT 1\")"),
    (
      "if try !db.tableExists(\"t\") { try db.create(table: \"t\") { $0.column(\"x\") } }",
      "if try !db.tableExists(\"t\") { try db.create(table: \"t\") { $…"
    ),
    ("try db.create(table: unknown()) { $0.column(\"x\") }", "db.create(table: unknown()) { $0.column(\"x\") }"),
    ("try db.create(table: \"t\") { $0.column(\"x\", .decimal) }", "db.create(…)"),
    (
      "try db.create(table: \"t\") { $0.column(\"x\").references(\"nowhere\") }", "db.create(…): no such table: nowhere"
    ),
    ("try db.execute(sql: \"DELETE FROM \\(name)\")", "db.execute(sql: \"DELETE FROM \\(name)\")"),
    ("try helper(db)", "helper(db)"),
    ("do { try db.execute(sql: \"SELECT 1\") } catch {}", "do { try db.execute(sql: \"SELECT 1\") } catch {}"),
    ("do { return }", "return"),
    ("for x in [\"a\"] { return try db.execute(sql: \"SELECT 1\") }", "return try db.execute(sql: \"SELECT 1\")"),
    ("logger.measure { run() }", "logger.measure { run() }"),
    ("print(\"n\", try add(db))", "print(\"n\", try add(db))"),
    ("try db.execute(literal: \"DROP TABLE \\(Names.table)\")", "db.execute(literal: \"DROP TABLE \\(Names.table)\")"),
    ("try db.execute(sql: \"DROP TABLE \\(Names.changed)\")", "db.execute(sql: \"DROP TABLE \\(Names.changed)\")"),
    (
      "try db.execute(sql: \"DROP TABLE \\(Version.one.rawValue)\")",
      "db.execute(sql: \"DROP TABLE \\(Version.one.rawValue)\")"
    ),
    ("try db.drop(table: Sub.databaseTableName)", "db.drop(table: Sub.databaseTableName)"),
    ("try db.drop(table: Own.databaseTableName)", "db.drop(table: Own.databaseTableName)"),
    ("try again(db)", "again(db)"),
    ("try? db.execute(sql: \"SELECT 1\")", "try? db.execute(sql: \"SELECT 1\")"),
  ]

  @Test("a statement that is not understood is named", arguments: code)
  func unknown(statement: String, name: String) throws {
    let names = """
      enum Names { static let table = "t"; static var changed = "t" }
      enum Version: Int { case zero, one }
      class Sub: Base {}
      struct Own: TableRecord { static var databaseTableName: String { let name = "a"; return name + "b" } }
      func again(_ db: Database) throws { try again(db) }
      """
    let listing = try migrator(
      "migrator.registerMigration(\"a\") { db in\n\(statement)\n}", ["App/Names.swift": names])
    #expect(listing.migrations.map(\.isPartial) == [true])
    #expect(listing.notices.map(\.reason) == [.statement])
    #expect(listing.notices.map(\.words) == [name])
    #expect(listing.notices.map(\.number) == [5])
    #expect(listing.programStep == .codeStep("App/Database.swift", line: 5, statement: name))
  }

  /// Migrators whose order or identifiers are not determined, and the reason.
  static let unclear: [(String, String)] = [
    ("for name in names { migrator.registerMigration(name) { _ in } }", "a migration is registered in a loop"),
    ("if isNew { migrator.registerMigration(\"a\") { _ in } }", "a migration is registered under a condition"),
    ("migrator.registerMigration(step.name) { _ in }", "the identifier step.name is not a constant"),
    (
      "migrator.registerMigration(\"a\") { _ in }\nmigrator.registerMigration(\"a\") { _ in }",
      "the migration a is registered twice"
    ),
    (
      "#if BETA\nmigrator.registerMigration(\"a\") { _ in }\n#endif", "a migration is registered only if BETA"
    ),
    (
      "migrator.eraseDatabaseOnSchemaChange = true\nmigrator.registerMigration(\"a\") { _ in }",
      "eraseDatabaseOnSchemaChange deletes the database of a user when a migration has changed"
    ),
    ("registerOthers(&migrator)", "the migrator is given to registerOthers, which is not among the files"),
    ("migrator.registerMore()", "the migrator is given to registerMore, which is not among the files"),
    (
      "migrator.registerMigration(\"a\") { _ in }\nmigrator = DatabaseMigrator()",
      "another migrator takes the place of migrator"
    ),
    (
      "var other = Core.migrator()\nother.registerMigration(\"a\") { _ in }",
      "the migrator other does not begin as DatabaseMigrator()"
    ),
    (
      "var cache = DatabaseMigrator()\nmigrator.registerMigration(\"a\") { _ in }\ncache.registerMigration(\"b\") { _ in }",
      "one function registers migrations of several migrators"
    ),
    (
      "func old() { migrator.registerMigration(\"old\") { _ in } }\nold()",
      "a migration is registered in a local declaration"
    ),
    (
      "let later = { migrator.registerMigration(\"a\") { _ in } }\nlater()",
      "a migration is registered in a closure that is called elsewhere"
    ),
    ("defer { migrator.registerMigration(\"a\") { _ in } }", "a migration is registered in a defer statement"),
    (
      "guard isBeta else { return migrator }\nmigrator.registerMigration(\"a\") { _ in }",
      "a migration is registered only if the function has not ended before"
    ),
    ("repeat { migrator.registerMigration(\"a\") { _ in } } while false", "a migration is registered in a loop"),
    (
      "(1...3).forEach { _ in migrator.registerMigration(\"a\") { _ in } }", "a migration is registered in a loop"
    ),
    ("migrator.registerMigration(version: 1) { _ in }", "registerMigration is a function of the project"),
    (
      "migrator.eraseDatabaseOnSchemaChange = isTest\nmigrator.registerMigration(\"a\") { _ in }",
      "eraseDatabaseOnSchemaChange deletes the database of a user when a migration has changed"
    ),
  ]

  @Test("a migrator that is not determined is refused", arguments: unclear)
  func refused(statements: String, reason: String) {
    let error = #expect(throws: MigrationFolderError.self) { try migrator(statements) }
    guard case .refusedText("App/Database.swift", _, let found, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == reason)
  }

  @Test("of several migrators, one is named")
  func several() throws {
    func file(_ name: String) -> String {
      "import GRDB\nenum \(name) { static let migrator = { var m = DatabaseMigrator()\nm.registerMigration(\"\(name)\") { _ in }\nreturn m }() }"
    }
    let files = ["App/A.swift": file("A"), "App/B.swift": file("B"), "App/Tests/C.swift": file("C")]
    let candidates = ["A", "B"].map { MigratorCandidate(name: "\($0).migrator", place: "App/\($0).swift:2") }
    #expect(throws: MigrationFolderError.severalMigrators("App", candidates)) { try listing(files) }
    #expect(try listing(files, migrator: "B.swift").migrations.map(\.id) == ["B"])
    #expect(try listing(files, migrator: "A.migrator").migrations.map(\.id) == ["A"])
    #expect(try listing(files, in: "App/A.swift").migrations.map(\.id) == ["A"])
    #expect(throws: MigrationFolderError.self) { try listing(files, migrator: "D.swift") }
  }

  @Test("a name means what it means in its place")
  func shadowing() throws {
    let listing = try migrator(
      """
        let table = "inner"
        migrator.registerMigration(table) { db in
          try db.drop(table: table)
          try drop(db, table: "given")
          try drop(db)
        }
      """,
      [
        "App/Names.swift": """
        let table = "outer"
        func drop(_ db: Database, table: String = "standard") throws { try db.drop(table: table) }
        """,
        "App/Other.swift": "private let table = \"other\"",
      ])
    let migration = try #require(listing.migrations.first)
    #expect(migration.id == "inner")
    #expect(
      migration.up.split(separator: "\n")
        == ["DROP TABLE \"inner\";", "DROP TABLE \"given\";", "DROP TABLE \"standard\";"])
  }

  @Test("statements outside of functions register in their order")
  func topLevel() throws {
    let text = """
      var migrator = DatabaseMigrator()
      migrator.registerMigration("1") { _ in }
      """
    #expect(try listing(["App/main.swift": text]).migrations.map(\.id) == ["1"])
  }

  @Test("a function of the same name in another type is another one")
  func sameNames() throws {
    func file(_ type: String) -> String {
      """
      enum \(type) {
        static var migrator: DatabaseMigrator { var migrator = DatabaseMigrator(); register(&migrator); return migrator }
        static func register(_ migrator: inout DatabaseMigrator) { migrator.registerMigration("\(type)") { _ in } }
      }
      """
    }
    let files = ["App/A.swift": file("A"), "App/B.swift": file("B")]
    #expect(try listing(files, migrator: "A.migrator").migrations.map(\.id) == ["A"])
    #expect(throws: MigrationFolderError.self) { try listing(files) }
  }

  @Test("the checks of foreign keys are part of a migration's meaning")
  func frozenChecks() throws {
    func meaning(_ argument: String) throws -> String? {
      try migrator("migrator.registerMigration(\"a\"\(argument)) { _ in }").migrations.first.map {
        MigrationRecord($0).meaning
      }
    }
    #expect(try meaning("") == meaning(", foreignKeyChecks: .deferred"))
    #expect(try meaning("") != meaning(", foreignKeyChecks: .immediate"))
  }

  @Test("what a branch of #if declares is not taken from elsewhere")
  func conditionalNames() throws {
    let listing = try migrator(
      """
        migrator.registerMigration("a") { db in
          #if !DEBUG
            let sql = "DROP TABLE inner"
          #endif
        }
      """, ["App/Names.swift": "let sql = \"DROP TABLE outer\""])
    #expect(listing.notices.map(\.words) == ["#if !DEBUG"])
  }

  @Test("a comment at the end of SQL hides nothing")
  func comments() throws {
    let listing = try migrator(
      "migrator.registerMigration(\"a\") { db in try make(db) }",
      [
        "App/Names.swift":
          "func make(_ db: Database) throws { try db.execute(sql: \"CREATE TABLE a(x); -- first;\"); try db.execute(sql: \"CREATE TABLE b(x)\") }"
      ])
    let database = try ScratchDatabase(tracking: .known)
    try #require(listing.migrations.first).run(on: database)
    #expect(try database.schema().tables.map(\.name.text) == ["a", "b"])
  }

  @Test("what SQLite refuses fails, and is not left out")
  func refusedCalls() throws {
    let listing = try migrator(
      """
        migrator.registerMigration("a") { db in
          try db.alter(table: "nowhere") { t in t.add(column: "x") }
        }
      """)
    #expect(listing.notices == [])
    let error = #expect(throws: LedgerError.self) {
      try #require(listing.migrations.first).run(on: ScratchDatabase(tracking: .known))
    }
    #expect(error?.message.contains("no such table: nowhere") == true)
  }

  @Test("logs, inactive code and arguments of SQL are understood")
  func idioms() throws {
    let listing = try migrator(
      """
        migrator.registerMigration("a") { db in
          logger.info("a begins")
          try db.create(table: "player") { t in t.column(Player.Columns.score.name, .integer) }
          try db.execute(sql: "INSERT INTO player VALUES (?), (?)", arguments: [1, nil])
          #if DEBUG
            try fill(db)
          #endif
          return
        }
      """,
      [
        "App/Player.swift":
          "struct Player: Codable { var score: Int; enum Columns { static let score = Column(CodingKeys.score) } }",
        "App/Own.swift": "struct Wrapper { func execute(sql: String) {} }",
      ])
    #expect(listing.notices == [])
    let database = try ScratchDatabase(tracking: .known)
    try #require(listing.migrations.first).run(on: database)
    #expect(try database.rows("SELECT score FROM player ORDER BY 1") == [[nil], ["1"]])
  }

  @Test("different checks of foreign keys are named")
  func foreignKeyChecks() throws {
    let listing = try migrator(
      """
        migrator.registerMigration("a") { _ in }
        migrator.registerMigration("b", foreignKeyChecks: .immediate) { _ in }
      """)
    #expect(listing.notices.compactMap(\.words) == ["foreignKeyChecks: .immediate"])
    #expect(listing.foreignKeys == nil)
  }

  @Test("what has no end is refused")
  func endless() throws {
    let names = (1...8).map { "let a\($0) = " + Array(repeating: "a\($0 - 1)", count: 10).joined(separator: " + ") }
    #expect(throws: MigrationFolderError.self) {
      try migrator(
        "migrator.registerMigration(\"a\") { db in typealias T = T; try db.drop(table: T.name + a8) }",
        ["App/Names.swift": "let a0 = \"x\"\n" + names.joined(separator: "\n")])
    }
  }

  /// Changes of a migration: whether its text changes, and whether its meaning does.
  static let changes: [(before: String, after: String, text: Bool, meaning: Bool)] = [
    (#"try db.drop(table: "t")"#, "// a comment\n  try db.drop(table: \"t\")", true, false),
    (#"try db.drop(table: "t")"#, #"try db.drop(table: Names.table)"#, true, false),
    (#"try db.drop(table: "t")"#, #"try db.drop(table: "u")"#, true, true),
    (#"try db.execute(sql: "DROP TABLE t")"#, #"try db.execute(sql: "drop  table t;")"#, true, false),
    (#"try db.execute(sql: "DROP TABLE t")"#, #"try db.execute(sql: "DROP TABLE IF EXISTS t")"#, true, true),
    (#"try work(db, 1)"#, "try work(\n    db,\n    1,\n  )", true, false),
    (#"try work(db, 1)"#, #"try work(db, 2)"#, true, true),
    (#"try fill(db)"#, #"try fill(db)"#, true, true),
    (#"if isNew { try fill(db) }"#, #"if isNew { try fill(db) }"#, true, true),
    (
      #"try db.create(table: "a", ifNotExists: true) { $0.column("x") }"#,
      #"try db.create(table: "a", options: .ifNotExists) { $0.column("x") }"#, true, false
    ),
    (
      #"for row in try Row.fetchAll(db, sql: sql) { use(row) }"#,
      #"for row in try Row.fetchAll(db, sql: sql) { use(row) }"#, true, true
    ),
    (
      #"let q = "SELECT 1"; try use(Row.fetchAll(db, sql: q))"#,
      #"let q = "SELECT 2"; try use(Row.fetchAll(db, sql: q))"#, true, true
    ),
    (
      #"db.alter(table: unknown) { (t) in t.add(column: Names.table) }"#,
      #"db.alter(table: unknown) { t in t.add(column: "t") }"#, true, false
    ),
  ]

  @Test("a change of a migration", arguments: changes)
  func change(before: String, after: String, text: Bool, meaning: Bool) throws {
    func record(_ statement: String, _ filling: String) throws -> [String] {
      let names =
        "enum Names { static let table = \"t\" }\nfunc fill(_ db: Database) throws { try db.execute(sql: \"\(filling)\") }\nlet sql = \"\(filling)\""
      let listing = try migrator(
        "migrator.registerMigration(\"a\") { db in\n\(statement)\n}", ["App/Names.swift": names])
      let record = MigrationRecord(try #require(listing.migrations.first))
      return [record.text, record.meaning]
    }
    let (old, new) = (
      try record(before, "DELETE FROM t"), try record(after, before == after ? "DELETE FROM u" : "DELETE FROM t")
    )
    #expect((old[0] != new[0]) == text)
    #expect((old[1] != new[1]) == meaning)
  }
}
