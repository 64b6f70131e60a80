import GitStore
import LedgerCore
import LedgerKit
import LedgerTestSupport
import MigrationSources
import TestSupport
import Testing

@Suite("Initialisation: what is beside a source")
struct InitialisationBesideTests {
  private func found(_ texts: [String: String], named paths: [String] = []) throws -> Initialisation.Found {
    let sandbox = try Sandbox()
    try sandbox.write(texts.mapValues(bytes))
    return try Initialisation(repository: try sandbox.open()).find(named: paths, ledger: "SchemaLedger")
  }

  @Test("a schema file that contradicts the migrations is left out with the first difference")
  func contradiction() throws {
    let found = try found([
      "db/migrations/1_a.sql": "CREATE TABLE t (a);", "db/schema.sql": "CREATE TABLE t (a, b); CREATE TABLE u (c);",
    ])
    #expect(
      found.leftOut.map(\.summary) == [
        "schema file, its schema differs from that of the migrations: column.added t.b and 1 more"
      ])
    let dump = try self.found([
      "db/migrations/1_a.sql": "-- migrate:up\nCREATE TABLE t (a);\n-- migrate:down\nDROP TABLE t;\n",
      "db/schema.sql":
        "CREATE TABLE IF NOT EXISTS \"schema_migrations\" (version varchar(128) primary key);\nCREATE TABLE t (a, b);\n-- Dbmate schema migrations\nINSERT INTO \"schema_migrations\" (version) VALUES\n  ('1');\n",
    ])
    #expect(dump.leftOut.map(\.summary).first?.hasSuffix("from which it differs: column.added t.b") == true)
  }

  @Test("several files of single tables are no schema file, and if no folder runs, none is proposed")
  func noSchemaFile() throws {
    let error = #expect(throws: LedgerError.self) {
      try found([
        "SQLite/setup_users.sql": "CREATE TABLE users (a)", "SQLite/setup_pages.sql": "CREATE TABLE pages (a)",
        "SQLite/version/2/upgrade_010.sql": "ALTER TABLE users ADD b",
        "SQLite/version/2/upgrade_020.sql": "ALTER TABLE pages ADD b",
        "SQLite/version/3/upgrade_010.sql": "ALTER TABLE pages ADD c",
        "SQLite/version/3/upgrade_020.sql": "ALTER TABLE users ADD c",
      ])
    }
    guard case .noSourceFound(let leftOut)? = error else {
      Issue.record("unexpected error \(String(describing: error))")
      return
    }
    #expect(Set(leftOut.map(\.path)).isSuperset(of: ["SQLite/version/2", "SQLite/version/3"]))
  }

  @Test("migrations that need the tables of files beside them run after all of these, in the only order that runs")
  func startedByFolder() throws {
    let files = [
      "db/create/a.sql": "CREATE TABLE a (x);", "db/create/b.sql": "CREATE TABLE b (x);",
      // By number, the second would be the first.
      "db/alter/20200101_1200_y.sql": "ALTER TABLE a ADD y;",
      "db/alter/20200102_z.sql": "ALTER TABLE b ADD z; CREATE INDEX i ON a (y);",
      "db/view/v.sql": "CREATE VIEW v AS SELECT x, y FROM a;",
    ]
    let found = try found(files)
    let folder = try #require(found.configuration.databases.first?.source.migrations)
    #expect(folder.paths == ["db/alter"])
    #expect(folder.convention == "names")
    #expect(folder.before == ["db/create/a.sql", "db/create/b.sql"])
    #expect(found.leftOut.map(\.path) == ["db/view/v.sql"])
    // Who names the files themselves is told what changes their tables.
    let named = try self.found(files, named: ["db/create/*.sql"])
    #expect(named.leftOut.contains { $0.path == "db/alter" && $0.summary.contains("change a of this schema") })
  }

  @Test("a schema file that the migrations beside it go on to change is not the schema of new databases")
  func firstSchemaFile() throws {
    let files = [
      "db/schema.sql": "CREATE TABLE a (x); CREATE TABLE b (x); CREATE TABLE c (x);",
      "db/migration/1_a.sql": "ALTER TABLE a ADD y;", "db/migration/2_b.sql": "ALTER TABLE gone ADD y;",
    ]
    let found = try found(files, named: ["db/migration"])
    #expect(
      found.leftOut.contains { $0.summary.contains("not the schema of new databases: db/migration/1_a.sql changes a") })
    #expect(found.failures.count == 1)
    // Those of an older version fail, because the schema file has their columns.
    let today = files.merging(["db/schema.sql": "CREATE TABLE a (x, y); CREATE TABLE b (x); CREATE TABLE c (x);"]) {
      $1
    }
    let pair = try self.found(today, named: ["db/migration"])
    #expect(pair.failures.isEmpty)
    #expect(pair.configuration.databases.first?.source.kind == "schema")
  }

  @Test("a folder that is called old is not taken beside migrations of a program")
  func formerFolder() throws {
    let files = [
      "migration/old_migrations/1_t.sql": "CREATE TABLE t (a);",
      "migration/src/m20250101_000001_base.rs": "impl MigrationTrait for M {}",
      "migration/src/m20250102_000002_more.rs": "impl MigrationTrait for M {}",
      "migration/Cargo.toml": "[dependencies]\nsea-orm-migration = \"1\"\nsqlx = \"0.8\"\n",
    ]
    let error = #expect(throws: LedgerError.self) { try found(files) }
    guard case .noSourceFound(let leftOut)? = error else {
      Issue.record("unexpected error \(String(describing: error))")
      return
    }
    #expect(leftOut.contains { $0.path == "migration/old_migrations" && $0.summary.contains("former folder") })
    #expect(try found(files.filter { $0.key.hasSuffix(".sql") }).candidates.map(\.path) == ["migration/old_migrations"])
  }

  @Test("a column that the migrations lack and a program adds, anywhere in the project, is an error")
  func columnOfProgram() throws {
    let files = [
      "server/sql/1.sql": "CREATE TABLE feeds (a);", "server/sql/2.sql": "CREATE INDEX i ON feeds (a, top);",
    ]
    let program = "const a = 1;\nrun(\"ALTER TABLE feeds ADD COLUMN top INTEGER\");"
    #expect(
      throws: LedgerError.columnOfProgram("server/sql/2.sql:1: no such column: top", place: "cli/src/migrate.ts:2")
    ) {
      try found(files.merging(["cli/src/migrate.ts": program]) { $1 }, named: ["server/sql"])
    }
    // A program that adds another column explains nothing.
    let other = try found(
      files.merging(["cli/src/migrate.ts": program.replacing(" top", with: " topic")]) { $1 }, named: ["server/sql"])
    #expect(other.failures.count == 1)
  }

  @Test("programs named with a word and a number are among the migrations; other names with numbers are not")
  func numberedPrograms() throws {
    func sources(_ program: String) throws -> Initialisation.Found {
      try found(["m/1.sql": "CREATE TABLE t (a);", "m/\(program)": "db.Execute(\"ALTER TABLE t ADD b\");"])
    }
    for program in ["Migration_27_Hash.cs", "migrate2.go", "V3__Fill.java", "4_fill.ts", "update-005.php"] {
      #expect(try sources(program).failures.count == 1, "\(program)")
    }
    for program in ["sqlite3.go", "utf8.ts", "runner.cs", "update.php"] {
      #expect(try sources(program).failures.isEmpty, "\(program)")
    }
  }

  @Test("numbered folders with parts of one history are not proposed one by one")
  func numberedFolders() throws {
    let files = (12...15).flatMap { folder in
      [1, 2].map { ("schema/delta/\(folder)/upgrade_\($0).sql", "CREATE TABLE t\(folder)_\($0) (a);") }
    }
    let error = #expect(throws: LedgerError.self) { try found(Dictionary(uniqueKeysWithValues: files)) }
    guard case .noSourceFound(let leftOut)? = error else {
      Issue.record("unexpected error \(String(describing: error))")
      return
    }
    #expect(
      leftOut.first?.summary == "4 numbered folders of SQL files, which no convention reads together: 12, 13, 14, …")
    #expect(leftOut.first?.path == "schema/delta")
    #expect(leftOut.count { $0.kind == .migrations } == 0)
  }

  @Test("if a program among the migrations changes the schema, a schema file beside them is the source")
  func schemaFileBesidePrograms() throws {
    let files = [
      "db/upgrade/v0.sql": "CREATE TABLE t (a);", "db/upgrade/v0_to_v1.rs": "tx.execute(\"ALTER TABLE t ADD b\")",
    ]
    let found = try found(files.merging(["db/schema.sql": "CREATE TABLE t (a, b); CREATE TABLE u (a);"]) { $1 })
    #expect(found.configuration.databases.map(\.source) == [.schema(files: ["db/schema.sql"], forward: nil)])
    #expect(found.leftOut.map(\.path) == ["db/upgrade"])
    #expect(found.failures.isEmpty)
    // Without it, or with one that does not run, the folder is the source, and fails.
    for text in [nil, "CREATE TABLE t ("] {
      let found = try self.found(text.map { files.merging(["db/schema.sql": $0]) { $1 } } ?? files)
      #expect(found.configuration.databases.map(\.source.kind) == ["migrations"])
      #expect(found.failures.count == 1)
    }
  }

  @Test(
    "a migration without SQL that a program with statements names is an error",
    arguments: [
      ("drizzle/0001_b.sql", "if (name === '0001') db.exec('ALTER TABLE t ADD b')", true),
      ("drizzle/0001_b.sql", "run('drizzle/0001_b.sql'); db.exec('CREATE TABLE u (a)')", true),
      // A program that names no migration, one without statements, and a migration that has SQL.
      ("drizzle/0001_b.sql", "db.exec('CREATE TABLE migrations (a)')", false),
      ("drizzle/0001_b.sql", "if (name === '0001') await fill(t)", false),
      ("drizzle/0000_a.sql", "if (name === '0000') db.exec('ALTER TABLE t ADD b')", false),
    ])
  func namedByProgram(path: String, program: String, isRefused: Bool) throws {
    let files = [
      "drizzle/0000_a.sql": "CREATE TABLE t (a);", "drizzle/0001_b.sql": "/* do nothing */",
      "src/db/migrate.ts": program,
    ]
    if isRefused {
      #expect(throws: LedgerError.folder(.namedByProgram(path, program: "src/db/migrate.ts"))) { try found(files) }
    } else {
      #expect(try found(files).failures.isEmpty)
    }
  }

  // MARK: Migrations after a schema file

  private static let upgrades = [
    "db/migrations/1_age.up.sql": "ALTER TABLE users ADD age;",
    "db/migrations/2_tags.up.sql": "CREATE TABLE tags (a);",
  ]

  @Test(
    "an SQL file that makes the missing table runs before the migrations if they then run and add to it",
    arguments: [
      // In an enclosing folder, and in that of the migrations.
      ("db/main.sql", "CREATE TABLE users (a); CREATE TABLE orders (a); CREATE TABLE items (a);", true),
      ("db/migrations/create.sql", "CREATE TABLE users (a);", true),
      // The migrations fail after it, so that new databases are made from it alone.
      ("db/main.sql", "CREATE TABLE users (a, age); CREATE TABLE tags (a);", false),
      // It makes other tables.
      ("db/main.sql", "CREATE TABLE people (a);", false),
    ])
  func before(path: String, text: String, isBefore: Bool) throws {
    let found = try found(Self.upgrades.merging([path: text]) { $1 }, named: ["db/migrations"])
    #expect(found.configuration.databases.first?.source.migrations?.before == (isBefore ? [path] : []))
    #expect(found.failures.isEmpty == (isBefore || text.contains("age")))
    if isBefore {
      #expect(
        found.candidates.first?.summary == "golang-migrate, 2 migrations, after \(path), which makes the table users")
      #expect(try Configuration(yaml: found.configuration.yaml) == found.configuration)
    }
  }

  @Test("two files that make the missing table are no choice")
  func severalBefore() throws {
    let files = ["db/one.sql": "CREATE TABLE users (a);", "db/two.sql": "CREATE TABLE users (a, b);"]
    let found = try found(Self.upgrades.merging(files) { $1 }, named: ["db/migrations"])
    #expect(found.configuration.databases.first?.source.migrations?.before == [])
    #expect(found.failures.count == 1)
  }

  @Test("if a program among the migrations changes the schema, a file with another name may be its schema file")
  func unnamedSchemaFileBesidePrograms() throws {
    let found = try found([
      "schema/migration/sqlite/20180101.sql": "CREATE TABLE t (a); CREATE TABLE u (a);",
      "schema/migration/sqlite/20180317.py": "c.execute('ALTER TABLE t ADD b')",
      "schema/sqlite.sql": "CREATE TABLE t (a, b); CREATE TABLE u (a);",
    ])
    #expect(found.configuration.databases.map(\.source) == [.schema(files: ["schema/sqlite.sql"], forward: nil)])
    #expect(found.leftOut.map(\.path) == ["schema/migration/sqlite"])
  }

  @Test("the place in a program that makes the missing table is named")
  func tableOfProgram() throws {
    let files = ["db/1_fix.sql": "INSERT INTO migrations SELECT 1;", "src/run.rs": "\nCREATE TABLE migrations (id)\n"]
    let found = try found(files, named: ["db"])
    #expect(found.failures.first?.remedy == .readProgram(path: "src/run.rs", line: 2))
    #expect(try self.found(files.filter { $0.key != "src/run.rs" }, named: ["db"]).failures.first?.remedy == nil)
  }

  // MARK: Files that are not run

  @Test("an SQL file anywhere that only adds indexes, views or triggers to the tables is named")
  func indexesElsewhere() throws {
    let schema = ["res/schema.sql": "CREATE TABLE t (a, b);"]
    func leftOut(_ text: String, at path: String = "index.sql") throws -> [String] {
      try found(schema.merging([path: text]) { $1 }).leftOut.map { "\($0.path): \($0.summary)" }
    }
    #expect(
      try leftOut("CREATE INDEX t_a ON t (a);") == [
        "index.sql: an SQL file with indexes, views or triggers for these tables, not run; "
          + "if the same database has it: --source res/schema.sql,index.sql"
      ])
    #expect(try leftOut("CREATE VIEW v AS SELECT a FROM t;", at: "res/views.sql").count == 1)
    // Other tables, no statement, another database, a column that is not there, and a test.
    #expect(try leftOut("CREATE INDEX u_a ON u (a);") == [])
    #expect(try leftOut("SELECT a FROM t;") == [])
    #expect(try leftOut("CREATE INDEX t_a ON t USING gin (a);") == [])
    #expect(try leftOut("CREATE INDEX t_c ON t (c);") == [])
    #expect(try leftOut("CREATE INDEX t_a ON t (a);", at: "tests/index.sql") == [])
    #expect(try leftOut("CREATE INDEX t_a ON t (a);", at: "revert/index.sql") == [])
    let migrations = try found(["db/1_a.sql": "CREATE TABLE t (a);", "views.sql": "CREATE VIEW v AS SELECT a FROM t;"])
    #expect(migrations.leftOut.map(\.path) == ["views.sql"])
  }

  @Test("files whose names begin alike are proposed as a pattern, and a pattern is a source")
  func pattern() throws {
    let files = [
      "sql/setup_users.sql": "CREATE TABLE users (a);", "sql/setup_users_index.sql": "CREATE INDEX i ON users (a);",
      "sql/insert_user.sql": "INSERT INTO users VALUES (:a);", "sql/postgres/setup_users.sql": "x",
    ]
    let error = #expect(throws: LedgerError.self) { try self.found(files) }
    #expect(error?.hint?.contains("schemaledger init --source 'sql/setup_*.sql'") == true)
    let found = try found(files, named: ["sql/setup_*.sql"])
    #expect(found.failures.isEmpty)
    #expect(found.configuration.databases.map(\.source) == [.schema(files: ["sql/setup_*.sql"], forward: nil)])
    #expect(found.configuration.databases.first?.source.paths == ["sql"])
    #expect(try Configuration(yaml: found.configuration.yaml) == found.configuration)
    let definition = try found.configuration.databases[0].schemaSource.read(
      from: FileSnapshot(memory: files.map { ($0.key, bytes($0.value)) }))
    #expect(definition.paths == ["sql/setup_users.sql", "sql/setup_users_index.sql"])
    #expect(throws: LedgerError.noSuchSource(path: "nowhere/a_*.sql")) {
      try self.found(files, named: ["nowhere/a_*.sql"])
    }
    #expect(try self.found(files, named: ["sql/none_*.sql"]).failures.count == 1)
  }

  @Test("all SQL files of a folder are proposed if they run together, and not if a table is in two of them")
  func wholeFolder() throws {
    let files = ["sql/a.tables.sql": "CREATE TABLE a (x);", "sql/b.tables.sql": "CREATE TABLE b (x);"]
    func hint(_ more: [String: String]) -> String {
      let error = #expect(throws: LedgerError.self) { try self.found(files.merging(more) { $1 }) }
      return error?.hint ?? ""
    }
    #expect(hint([:]).hasSuffix("--source 'sql/*.sql'"))
    #expect(hint(["sql/all.sql": "CREATE TABLE a (x); CREATE TABLE b (x);"]).hasSuffix("--source sql/all.sql"))
    #expect(hint(["sql/queries.sql": "SELECT 1;"]).hasSuffix("--source sql/a.tables.sql"))
    let found = try found(files, named: ["sql/*.sql"])
    #expect(found.failures.isEmpty)
  }

  @Test("a schema file whose path names another database is none, although SQLite runs it")
  func foreignSchemaFile() throws {
    let found = try found([
      "sql/postgresql/schema.sql": "CREATE TABLE t (a BIGSERIAL);", "sql/sqlite/schema.sql": "CREATE TABLE t (a);",
    ])
    #expect(found.configuration.databases.map(\.source) == [.schema(files: ["sql/sqlite/schema.sql"], forward: nil)])
  }

  @Test("a program anywhere with a copy of the schema is named, and one for another database is not")
  func copyInProgram() throws {
    let schema = "CREATE TABLE a (x);\nCREATE TABLE b (x);\nCREATE TABLE c (x);\n"
    let copy = "const schema = `CREATE TABLE IF NOT EXISTS a (x, y); create table \"b\" (x); `"
    let found = try found([
      "sql/sqlite/schema.sql": schema, "internal/store/lite/db.go": copy, "internal/store/postgres/db.go": copy,
      "internal/store/one.go": "CREATE TABLE a (x)", "internal/store/lite/db_test.go": copy,
    ])
    #expect(found.notices == [MigrationNotice(path: "internal/store/lite/db.go", reason: .changesTables)])
  }

  @Test("a program anywhere that makes triggers for a table of the schema is named")
  func triggersInProgram() throws {
    let schema = "CREATE TABLE a (x);\nCREATE TABLE b (x);\n"
    let trigger = #"exec("CREATE TRIGGER t AFTER UPDATE ON a BEGIN SELECT 1; END")"#
    let found = try found([
      "res/sql/schema.sql": schema, "core/Migration.cpp": trigger,
      "core/Storage.cpp": trigger.replacing("ON a", with: "ON other"),
    ])
    #expect(found.notices == [MigrationNotice(path: "core/Migration.cpp", reason: .changesTables)])
  }

  @Test("a program that alters or drops a table of the schema is named")
  func tableChangedInProgram() throws {
    let tables = "CREATE TABLE a (x);\nCREATE TABLE b (x);\n"
    let beside = try found([
      "data/db/1_a.sql": tables, "data/db/2_b.sql": "CREATE TABLE c (x);",
      "data/db/Drop.cs": #"return @"DROP TABLE IF EXISTS b;";"#, "data/db/Clean.cs": #"return @"DROP TABLE d;";"#,
    ])
    #expect(beside.notices == [MigrationNotice(path: "data/db/Drop.cs", reason: .changesTables)])
    let elsewhere = try found([
      "resources/sql/schema.sql": tables, "src/app/migrate.clj": #"exec("alter table a add y")"#,
      "src/app/migrate/log.clj": #"exec("alter table log add y")"#,
    ])
    #expect(elsewhere.notices == [MigrationNotice(path: "src/app/migrate.clj", reason: .changesTables)])
  }

  @Test("a program that makes a virtual table besides those of the schema is named")
  func virtualTableInProgram() throws {
    func program(_ table: String) -> String {
      "@SqlUpdate(\"CREATE VIRTUAL TABLE IF NOT EXISTS \(table) USING fts5(x)\")"
    }
    let found = try found([
      "app/resources/db/schema.sql":
        "CREATE TABLE a (x);\nCREATE TABLE b (x);\nCREATE VIRTUAL TABLE known USING fts5(x);\n",
      "server/src/db/SearchDao.kt": program("searched"), "server/src/db/KnownDao.kt": program("known"),
    ])
    #expect(found.notices == [MigrationNotice(path: "server/src/db/SearchDao.kt", reason: .changesTables)])
  }

  @Test("a program elsewhere that lists the files of a folder near the top is named")
  func programElsewhere() throws {
    let files = [
      "migrations/sqlite/1_a.sql": "CREATE TABLE t (a, b);", "migrations/sqlite/2_b.sql": "CREATE TABLE u (a);",
    ]
    let program = "run(include_str!(\"../migrations/sqlite/1_a.sql\")); run(\"ALTER TABLE t DROP COLUMN b\");\n"
    let found = try found(
      files.merging(["src/db.rs": program + "run(include_str!(\"../migrations/sqlite/2_b.sql\"));"]) { $1 })
    #expect(found.notices == [MigrationNotice(path: "src/db.rs", reason: .listsFiles)])
  }

  @Test(
    "a program that lets an object-relational mapper make tables is named",
    arguments: [
      ("src/Context.cs", "Database.EnsureCreated();", true),
      ("src/models.py", "Base.metadata.create_all(engine)", true),
      ("src/store.go", "db.AutoMigrate(&User{})", true), ("src/store.go", "db.Migrate(ctx)", false),
      ("src/tests/store.go", "db.AutoMigrate(&User{})", false),
    ])
  func mapper(path: String, program: String, isNamed: Bool) throws {
    let found = try found([
      "src/sql/1_a.sql": "CREATE TABLE t (a);", "src/sql/2_b.sql": "CREATE TABLE u (a);", path: program,
    ])
    #expect(found.notices == (isNamed ? [MigrationNotice(path: path, reason: .mapperMakesTables)] : []))
  }

  @Test(
    "a folder in a place for tests is not taken by itself, and files without a common name are proposed by the largest")
  func aside() throws {
    let tests = ["tests/migrations/1_a.sql": "CREATE TABLE t (a);"]
    let error = #expect(throws: LedgerError.self) { try found(tests) }
    #expect(error?.hint == "to use one anyway, and see what fails: schemaledger init --source tests/migrations")
    #expect(try found(tests, named: ["tests/migrations"]).failures.isEmpty)
    let beside = [
      "sql/sqlite-tables.sql": "CREATE TABLE t (a, b); CREATE TABLE u (a);",
      "sql/upgrade-2.sql": "ALTER TABLE t ADD b;",
      "sql/MySQLi.sql": "CREATE TABLE a (x); CREATE TABLE b (x); CREATE TABLE c (x);",
    ]
    let other = #expect(throws: LedgerError.self) { try found(tests.merging(beside) { $1 }) }
    guard case .noSourceFound(let leftOut)? = other else {
      Issue.record("\(String(describing: other))")
      return
    }
    #expect(leftOut.first?.summary == "an SQL file that creates or changes tables, beside 1 more")
    #expect(leftOut.map(\.path) == ["sql/sqlite-tables.sql", "tests/migrations"])
  }

  @Test("migrations for another database are not proposed")
  func foreign() throws {
    let error = #expect(throws: LedgerError.self) {
      try found(["db/postgres/1.sql": "CREATE TABLE t (a serial);", "db/postgres/2.sql": "CREATE TABLE u (a serial);"])
    }
    #expect(error?.hint?.contains("--source db") == false)
  }

  @Test("a snapshot of Drizzle that says otherwise than the migrations is named with the first difference")
  func drizzleSnapshot() throws {
    func leftOut(_ snapshot: String) throws -> [String] {
      try found([
        "drizzle/0000_a.sql": "CREATE TABLE t (a integer, b text);\nCREATE VIRTUAL TABLE search USING fts5 (a);",
        "drizzle/meta/_journal.json":
          "{\"dialect\": \"sqlite\", \"entries\": [{\"idx\": 0, \"when\": 1, \"tag\": \"0000_a\"}]}",
        "drizzle/meta/0000_snapshot.json": snapshot,
      ]).leftOut.map { "\($0.path): \($0.summary)" }
    }
    func table(_ columns: String...) -> String {
      let columns = columns.map { "\"\($0)\": {\"name\": \"\($0)\"}" }.joined(separator: ", ")
      return
        "{\"dialect\": \"sqlite\", \"tables\": {\"t\": {\"name\": \"t\", \"columns\": {\(columns)}, \"indexes\": {}}}}"
    }
    #expect(try leftOut(table("a", "b")) == [])
    #expect(
      try leftOut(table("a", "c")) == [
        "drizzle/meta/0000_snapshot.json: the migration tool's snapshot of the schema, from which the migrations differ: "
          + "no column t.c and 1 more"
      ])
    #expect(try leftOut("not JSON") == [])
  }
}
