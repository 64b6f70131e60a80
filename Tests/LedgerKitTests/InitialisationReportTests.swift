import Foundation
import GitStore
import LedgerCore
import LedgerKit
import LedgerTestSupport
import MigrationSources
import SQLiteSandbox
import SQLiteSyntax
import TestSupport
import Testing

/// What `init` says of what it does not use, and of what it adds.
@Suite("Reports of the initialisation")
struct InitialisationReportTests {
  private func found(_ texts: [String: String], named paths: [String] = []) throws -> Initialisation.Found {
    let sandbox = try Sandbox()
    try sandbox.write(texts.mapValues(bytes))
    return try Initialisation(repository: try sandbox.open()).find(named: paths, ledger: "SchemaLedger")
  }

  /// Files, the path that is given, what is found there, and what to do.
  static let unreadPaths: [(files: [String: String], path: String, message: String, hint: String)] = [
    (
      ["db/a.sql": "x", "db/b.sql": "x", "db/run.go": "x", "db/y.go": "x", "db/README.md": "x", "db/old/1": "x"], "db",
      "db is not a folder of migrations in a known form: it contains 2 SQL files (a.sql, b.sql), 2 .go files, 1 other file and 1 folder (old)",
      "convention: names"
    ),
    (
      ["db/tables.sql": "x"], "db/",
      "db is not a folder of migrations in a known form: it contains 1 SQL file (tables.sql)",
      "if tables.sql is the whole schema: schemaledger init --source db/tables.sql"
    ),
    (
      ["db/migrate.py": "x"], "db", "db is not a folder of migrations in a known form: it contains 1 .py file",
      "kind: command in schemaledger.yml (schemaledger help recipes)"
    ),
    (
      ["db/a/1.sql": "x", "db/b/2.sql": "x"], "db",
      "it contains 2 folders (a, b)\nmigrations were found in:\n  db/a  (plain numbered, 1 migration)\n  db/b  (plain numbered, 1 migration)",
      "name one of them: schemaledger init --source db/a"
    ),
    (
      ["m/1_a/up.sql": "x", "m/2_b/up.sql": "x"], "m/2_b", "migrations were found in:\n  m  (diesel, 2 migrations)",
      "schemaledger init --source m"
    ),
    (["a/1": "x"], ".", "the top folder is not a folder of migrations in a known form", "schemaledger init"),
    ([".gitignore": "out", "out/1.sql": "x"], "out", "out is ignored by .gitignore", "git check-ignore -v out"),
    ([:], "../other", "there is nothing at ../other in the repository", "schemaledger init"),
  ]

  @Test("for a given folder that cannot be read, the error says what is in it", arguments: unreadPaths)
  func unread(files: [String: String], path: String, message: String, hint: String) throws {
    let error = #expect(throws: LedgerError.self) { try found(files, named: [path]) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.hint?.contains(hint) == true, "\(error?.hint ?? "")")
  }

  @Test("a given folder that is a symbolic link exists, and is not followed")
  func link() throws {
    let sandbox = try Sandbox()
    try sandbox.write(["db/1.sql": bytes("CREATE TABLE t (a);")])
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.root + "/link", withDestinationPath: "db")
    let error = #expect(throws: LedgerError.unreadSource(path: "link", .symbolicLink)) {
      try Initialisation(repository: try sandbox.open()).find(named: ["link"], ledger: "SchemaLedger")
    }
    #expect(error?.hint == "name the folder or the file that it leads to")
  }

  @Test("a folder that needs stubs is found, with the stubs, and a single numbered file is not chosen beside it")
  func stubs() throws {
    let found = try found([
      "gateway/migrations/001_usage.sql": "CREATE TABLE usage (a);",
      "app/migrations/1_a.sql": "CREATE TABLE t (a BLOB, b TEXT COLLATE natural_sort, CHECK (vec_length(a) = 3));",
      "app/migrations/2_b.sql": "CREATE INDEX i ON t (unaccent(b), vec_length(a));",
    ])
    #expect(found.candidates.map(\.path) == ["app/migrations"])
    #expect(found.candidates.first?.summary.hasSuffix("with stubs for unaccent, vec_length, natural_sort") == true)
    #expect(found.leftOut.map(\.summary) == ["plain numbered, 1 migration, a single numbered file"])
    #expect(found.failures.isEmpty)
    let stubs = Stubs(
      functions: ["vec_length": .firstArgument, "unaccent": .firstArgument], collations: ["natural_sort"])
    #expect(try Configuration(yaml: found.configuration.yaml).databases.first?.stubs == stubs)
  }

  @Test(
    "functions of other databases and of a newer SQLite get no stubs",
    arguments: ["now()", "gen_random_uuid()", "json_pretty(x)", "json_array_insert_none(x) + nothing"])
  func noStubs(expression: String) throws {
    let found = try found(
      [
        "m/1.sql": "CREATE TABLE t (x);",
        "m/2.sql": "CREATE VIEW v AS SELECT 1; INSERT INTO t SELECT \(expression) FROM t;",
      ],
      named: ["m"])
    #expect(found.configuration.databases.first?.stubs.isEmpty == true)
    #expect(found.failures.count == 1)
  }

  private func build(_ texts: [String: String]) throws {
    let source = SourceConfiguration.migrations(MigrationFolderConfiguration(paths: ["m"], convention: "plain"))
    let snapshot = FileSnapshot(texts: texts)
    _ = try DatabaseConfiguration(source: source).schemaSource.read(from: snapshot).build()
  }

  @Test("all functions and collations that are missing are named in one message")
  func missingStubs() throws {
    let error = #expect(throws: LedgerError.self) {
      try build([
        "m/1.sql": "CREATE TABLE t (a TEXT COLLATE localized);\nCREATE INDEX i ON t (f(a));",
        "m/2.sql": "CREATE INDEX j ON t (g(a));\nCREATE TABEL;",
      ])
    }
    #expect(
      error?.message == "m/1.sql:1: no such collation sequence: localized; missing as well: function f, function g")
    #expect(
      error?.hint
        == "if the application registers them, add stubs to schemaledger.yml:\n  stub:\n    functions: [f, g]\n    collations: [localized]"
    )
  }

  @Test("a program that switches foreign keys on is named, if the schema has some and the tool tells no setting")
  func foreignKeys() throws {
    var files = [
      "db/migrations/1_users.sql": "CREATE TABLE u (a PRIMARY KEY, b REFERENCES u (a));",
      "db/open.go": "open(path)\nexec(`PRAGMA foreign_keys = ON`)",
    ]
    #expect(try found(files).foreignKeys.map { $0.map { "\($0.path):\($0.line) \($0.isOn)" } } == ["db/open.go:2 true"])
    files["db/migrate.go"] = "exec(`PRAGMA foreign_keys = OFF`)"
    #expect(try found(files).foreignKeys == [nil])
    files["db/migrate.go"] = nil
    files["db/migrations/1_users.sql"] = "CREATE TABLE u (a);"
    #expect(try found(files).foreignKeys == [nil])
  }

  @Test("SQL of another database that cannot be read is not the source, nor are files in its folder")
  func otherDatabase() throws {
    var files = [
      "db/scripts/1_a.sql": "CREATE TABLE [dbo].[u] (id UNIQUEIDENTIFIER, n NVARCHAR(20));\nGO\n",
      "db/scripts/2_b.sql": "\u{0}",
    ]
    var error = #expect(throws: LedgerError.self) { try found(files) }
    #expect(error?.message.contains("db/scripts  (plain numbered, 2 migrations") == true, "\(error?.message ?? "")")
    files = ["a/mysql/up.sql": "CREATE TABLE u (a);", "a/sqlite/up.sql": "CREATE TABLE u (a);"]
    error = #expect(throws: LedgerError.self) { try found(files) }
    #expect(error?.hint?.contains("--source a/sqlite/up.sql") == true, "\(error?.hint ?? "")")
    #expect(error?.message.contains("mysql") == false)
  }

  @Test("files beside a schema file that was named are listed, for they may be parts of the same database")
  func scriptsBeside() throws {
    let found = try found(
      [
        "db/base.sql": "CREATE TABLE a (b);", "db/more.sql": "CREATE TABLE c (d);",
        "db/upgrades/14.sql": "CREATE TABLE f (g);",
        "db/query.sql": "SELECT 1;", "web/x.sql": "CREATE TABLE x (y);",
      ], named: ["db/base.sql"])
    #expect(found.leftOut.map(\.path) == ["db/more.sql", "db/upgrades/14.sql"])
    #expect(found.leftOut.map(\.summary).first?.hasSuffix("--source db/base.sql,db/more.sql") == true)
  }

  @Test("a name in prose is no evidence that a program lists the files")
  func prose() throws {
    let found = try found([
      "db/migrations/1_up.sql": "CREATE TABLE u (a);", "db/migrations/2_more.sql": "CREATE TABLE p (a);",
      "db/migrations/3_down.sql": "CREATE TABLE d (a);", "db/a.go": "// what goes 1_up, 2_more and 3_down",
    ])
    #expect(!found.notices.contains { $0.reason == .listsFiles })
  }

  @Test("a program that lists the files is named, and so are files that it does not list")
  func listed() throws {
    let found = try found([
      "db/migrations/sqlite/0001_users.sql": "CREATE TABLE u (a);",
      "db/migrations/sqlite/0002_posts.sql": "CREATE TABLE p (a);",
      "db/migrations/sqlite/0003_draft.sql": "CREATE TABLE d (a);",
      "db/sqlite.go": "var all = []step{file(\"sqlite/0001_users\"), code(fill), file(\"sqlite/0002_posts\")}",
      "db/upgrade.go": "exec(`CREATE TABLE IF NOT EXISTS x (a)`); exec(`alter table x ADD b`)",
      "db/sqlite_test.go": "exec(`CREATE TABLE a (a)`); exec(`CREATE TABLE b (a)`)",
      "web/report.go": "exec(`CREATE TABLE a (a)`); exec(`CREATE TABLE b (a)`)",
    ])
    #expect(
      found.notices == [
        MigrationNotice(path: "db/sqlite.go", reason: .listsFiles),
        MigrationNotice(path: "db/migrations/sqlite/0003_draft.sql", reason: .notListed),
        MigrationNotice(path: "db/upgrade.go", reason: .changesTables),
      ])
    #expect(found.notices.messages.allSatisfy { !$0.isEmpty })
  }

  @Test("without a source, the programs that create tables are named, those with the most first")
  func tablesInPrograms() throws {
    let error = #expect(throws: LedgerError.self) {
      try found([
        "src/db.py": "c.execute('CREATE TABLE a (a)'); c.execute('CREATE VIRTUAL TABLE b USING fts5(a)')",
        "src/upgrade.c": "CREATE TABLE a; CREATE TEMP TABLE b; ALTER TABLE c", "src/one.py": "CREATE TABLE a",
        "tests/test_db.py": "CREATE TABLE a; CREATE TABLE b", "create.md": "CREATE TABLE a; CREATE TABLE b",
      ])
    }
    guard case .noSourceFound(let leftOut)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(leftOut.map(\.path) == ["src/upgrade.c", "src/db.py"])
    #expect(leftOut.first?.summary.hasPrefix("a program with 3 CREATE TABLE or ALTER TABLE") == true)
  }

  /// Files, and what the user is told: the sources that are found or offered, and those that are left out.
  static let scripts: [(files: [String: String], found: [String], leftOut: [String])] = [
    // A schema file by its name, which is that of a smaller database.
    (
      ["media/schema.sql": "CREATE TABLE a (a);", "storage/schema11.sql": "CREATE TABLE a (a); CREATE TABLE b (a);"],
      ["storage/schema11.sql", "media/schema.sql"], []
    ),
    (
      ["schema.sql": "CREATE TABLE a (a); CREATE TABLE b (a);", "x/more.sql": "CREATE TABLE c (a);"],
      ["schema.sql"], ["x/more.sql"]
    ),
    (
      ["schema.sql": "CREATE TABLE a (a);", "x/a.sql": "ALTER TABLE c ADD d;", "x/b.sql": "ALTER TABLE d ADD e;"],
      ["schema.sql"], ["x"]
    ),
    // Queries, and files of tests.
    (
      ["schema.sql": "CREATE TABLE a (a);", "q/get.sql": "SELECT 1", "tests/a.sql": "CREATE TABLE b (a);"],
      ["schema.sql"], []
    ),
    (["x/all.sql": "CREATE TABLE c (a);"], [], ["x/all.sql"]),
  ]

  @Test("SQL files that change tables are named, and a file with more tables is offered", arguments: scripts)
  func otherScripts(files: [String: String], found: [String], leftOut: [String]) throws {
    do {
      let result = try self.found(files)
      #expect(result.candidates.map(\.path) == found)
      #expect(result.leftOut.map(\.path) == leftOut)
    } catch LedgerError.severalSourcesFound(let candidates) {
      #expect(candidates.map(\.path) == found)
    } catch LedgerError.noSourceFound(let candidates) {
      #expect(found.isEmpty && candidates.map(\.path) == leftOut)
    }
  }

  @Test("for a Rails application with schema.rb, the setting that makes an SQL file is named")
  func railsSchema() throws {
    let error = #expect(throws: LedgerError.self) {
      try found(["db/migrate/20240101000000_a.rb": "x", "db/schema.rb": "x"])
    }
    #expect(error?.message.contains("schema_format = :sql, Rails writes db/structure.sql") == true)
    let other = #expect(throws: LedgerError.self) { try found(["db/migrate/20240101000000_a.rb": "x"]) }
    #expect(other?.message.contains("structure.sql") == false)
  }

  @Test("migrations for older databases that SQLite cannot parse are named")
  func replacedWords() throws {
    let found = try found([
      "data/schema.sql": "CREATE TABLE songs (a, b, c);", "data/schema-1.sql": "ALTER TABLE songs ADD b;",
      "data/schema-2.sql": "ALTER TABLE %songs ADD c;", "data/schema-3.sql": "CREATE INDEX i ON missing (a);",
    ])
    #expect(found.configuration.databases.first?.source.kind == "schema")
    #expect(found.notices == [MigrationNotice(path: "data/schema-2.sql", reason: .notSQLite)])
  }

  @Test("a larger folder that lacks a table or a collation is offered beside a smaller one that runs")
  func incomplete() throws {
    let small = ["media/schema_v1.sql": "CREATE TABLE m (a);", "media/schema_v2.sql": "ALTER TABLE m ADD b;"]
    let large = Dictionary(
      uniqueKeysWithValues: (1...3).map { ("storage/schema\($0)_upgrade.sql", "ALTER TABLE notes ADD c\($0);") })
    let error = #expect(throws: LedgerError.self) { try found(small.merging(large) { $1 }) }
    #expect(error?.message.contains("storage  (numbered after a word, 3 migrations, fails in SQLite: ") == true)
    // Alone, it is not a source.
    let alone = #expect(throws: LedgerError.self) { try found(large) }
    guard case .noSourceFound? = alone else {
      Issue.record("\(String(describing: alone))")
      return
    }
  }

  @Test("programs in a folder of the same name are named beside a given folder")
  func programsBeside() throws {
    let found = try found(
      [
        "src/resources/db/migration/V1__a.sql": "CREATE TABLE t (a);", "src/kotlin/db/migration/V2__b.kt": "x",
        "src/kotlin/other/migration/V2__b.kt": "x",
      ], named: ["src/resources/db/migration"])
    #expect(found.leftOut.map(\.path) == ["src/kotlin/db/migration"])
  }
}
