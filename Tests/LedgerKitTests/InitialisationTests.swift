import GitStore
import LedgerCore
import LedgerKit
import LedgerTestSupport
import MigrationSources
import SQLiteSchema
import TestSupport
import Testing

@Suite("Initialisation")
struct InitialisationTests {
  private func found(
    _ texts: [String: String], named paths: [String] = [], ledger: String = "SchemaLedger"
  ) throws -> Initialisation.Found {
    let sandbox = try Sandbox()
    try sandbox.write(texts.mapValues(bytes))
    return try Initialisation(repository: try sandbox.open()).find(named: paths, ledger: ledger)
  }

  @Test("the sources of a migrator include the files whose functions its migrations call")
  func migratorWithHelpers() throws {
    let files = [
      "App/Store/Database.swift": """
      import GRDB
      func migrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { db in try Setup.notes(db) }
        return migrator
      }
      """,
      "App/Setup/Setup.swift": """
      import GRDB
      enum Setup {
        static func notes(_ db: Database) throws {
          try db.execute(sql: "CREATE TABLE notes (id INTEGER PRIMARY KEY)")
          Cache.shared.reset(db)
          Cache.shared.fill(db)
        }
      }
      """,
    ]
    let found = try found(files)
    guard case .migrations(let folder) = found.configuration.databases[0].source else {
      Issue.record("\(found.configuration)")
      return
    }
    #expect(folder.paths == ["App"])
  }

  @Test("a project in each convention gets the expected configuration", arguments: SampleProject.all)
  func convention(project: SampleProject) throws {
    let sandbox = try Sandbox()
    try sandbox.write(project.contents)
    let found = try Initialisation(repository: try sandbox.open()).find(named: [project.folder], ledger: "SchemaLedger")
    let folder = found.configuration.databases.first?.source.migrations
    #expect(found.configuration.databases.count == 1)
    #expect(folder?.paths == [project.folder])
    #expect(folder?.convention == project.convention)
    #expect(found.failures.isEmpty)
    // The configuration that `init` writes is valid and names the source that it found.
    let configuration = try Configuration(yaml: found.configuration.yaml)
    #expect(configuration == found.configuration)
    let source = try #require(configuration.databases.first?.schemaSource)
    #expect(try source.read(from: try sandbox.open().snapshot(.workTree)).migrations?.isEmpty == false)
  }

  /// The candidates among which the user must choose, or those that cannot be used.
  private func candidates(_ texts: [String: String], named paths: [String] = []) throws -> [String] {
    do {
      return ["found"] + (try found(texts, named: paths).candidates.map(\.path))
    } catch let error as LedgerError {
      switch error {
      case .severalSourcesFound(let candidates): return ["several"] + candidates.map(\.path)
      case .noSourceFound(let candidates): return ["none"] + candidates.map(\.path)
      default: return [error.message]
      }
    }
  }

  @Test("files with a word after the number are sources of their own")
  func groups() throws {
    var files = [
      "m/1.core.init.sql": "CREATE TABLE a (x);", "m/2.cache.init.sql": "CREATE TABLE b (x);",
      "m/3.core.y.sql": "ALTER TABLE a ADD COLUMN y;", "m/4.cache.y.sql": "ALTER TABLE b ADD COLUMN y;",
    ]
    #expect(try candidates(files) == ["several", "m/*.cache.*.sql", "m/*.core.*.sql"])
    #expect(try candidates(files, named: ["m/*.core.*.sql"]) == ["found", "m/*.core.*.sql"])
    let failure = try found(files, named: ["m"]).failures.first?.message
    #expect(failure?.hasSuffix("a program may run the files of one word only: cache (2), core (2)") == true)
    // A word that occurs once is a part of the name.
    files["m/5.users.more.sql"] = "CREATE TABLE c (x);"
    #expect(try candidates(files) == ["found", "m"])
    #expect(
      try candidates(["m/1.init.up.sql": "CREATE TABLE a (x);", "m/2.init.up.sql": "CREATE TABLE b (x);"]) == [
        "found", "m",
      ])
  }

  @Test("of files that each have the whole schema of a version, the last is the source")
  func wholeSchemas() throws {
    func schema(_ version: Int) -> String {
      ["a", "b", "c", "d"].map { "CREATE TABLE \($0)_v\(version) (x);" }.joined()
    }
    #expect(
      try candidates(["db/schema_v9.sql": schema(9), "db/schema_v10.sql": schema(10)]) == [
        "found", "db/schema_v10.sql",
      ])
    // These are migrations.
    let more = "CREATE TABLE e (x); CREATE TABLE f (x); CREATE TABLE g (x);"
    #expect(try candidates(["db/schema_v9.sql": schema(9), "db/schema_v10.sql": more]) == ["found", "db"])
    let made = "CREATE TABLE a (x); CREATE TABLE b (x); CREATE TABLE c (x);"
    let again = "DROP TABLE a; DROP TABLE b; DROP TABLE c;"
    #expect(try candidates(["db/1.sql": made, "db/2.sql": again + made]) == ["found", "db"])
    #expect(try candidates(["db/v_1.sql": made, "db/v_2.sql": made]) == ["found", "db/v_2.sql"])
  }

  @Test("beside files that only upgrade a database, the one that makes it is named")
  func upgradesOnly() throws {
    let files = [
      "raw/tables.sql": "CREATE TABLE a (x, y, z);", "raw/upgrade_2.sql": "ALTER TABLE a ADD COLUMN y;",
      "raw/upgrade_3.sql": "ALTER TABLE a ADD COLUMN z;",
    ]
    #expect(try candidates(files) == ["none", "raw", "raw/tables.sql"])
    let upgrades = [
      "etc/schema.sqlite": "CREATE TABLE a (x, y);", "etc/upgrade/2/schema.sqlite": "CREATE TABLE b (x);",
    ]
    #expect(try candidates(upgrades) == ["found", "etc/schema.sqlite"])
  }

  @Test("an interrupted init is continued by the same command, from when the configuration is written until it ends")
  func continued() throws {
    let sandbox = try Sandbox()
    try sandbox.write("migrations/1_a.sql", "CREATE TABLE t (a INTEGER PRIMARY KEY);")
    let repository = try sandbox.open()
    func begun(_ arguments: String...) -> BegunInitialisation {
      BegunInitialisation(repository, arguments: arguments)
    }
    #expect(try begun("new", "v*").continued()?.configuration == nil)
    let initialisation = try Initialisation(repository: repository)
    let found = try initialisation.find(named: [])
    begun("new", "v*").begin(found.configuration)
    #expect(try begun("new", "v*").continued()?.configuration == nil)
    let written = try initialisation.write(found.configuration)
    #expect(try begun("new", "").continued()?.configuration == nil)
    let continued = try #require(try begun("new", "v*").continued())
    #expect(continued.configuration == found.configuration)
    #expect(Set(continued.configuration.initialFiles) == Set(written))
    begun("new", "v*").end()
    #expect(try begun("new", "v*").continued()?.configuration == nil)
  }

  private static let parts = [
    "db/common/10_a.sql": "CREATE TABLE a (x);", "db/common/70_b.sql": "CREATE TABLE b (x);",
    "db/main/20_c.sql": "CREATE TABLE c (x);", "db/one.sql": "CREATE TABLE d (x);",
  ]

  @Test(
    "several files and folders of one database are separated by commas",
    arguments: [
      ("db/common,db/main", ["a", "b", "c"]), ("./db/one.sql,db/common/", ["a", "b", "d"]),
      ("db/one.sql,db/main/20_c.sql", ["c", "d"]),
    ])
  func severalFiles(path: String, tables: [String]) throws {
    let sandbox = try Sandbox()
    try sandbox.write(Self.parts.mapValues(bytes))
    let found = try Initialisation(repository: try sandbox.open()).find(named: [path])
    let configuration = try Configuration(yaml: found.configuration.yaml)
    let source = try #require(configuration.databases.first?.schemaSource)
    let schema = try source.read(from: try sandbox.open().snapshot(.workTree)).build().schema
    #expect(schema.tables.map(\.name.text) == tables)
    #expect(found.failures.isEmpty)
  }

  @Test("one of several files that does not exist is named; a comma in a name is none")
  func missingFile() throws {
    #expect(throws: LedgerError.noSuchSource(path: "db/two.sql")) {
      try found(Self.parts, named: ["db/one.sql,db/two.sql"])
    }
    let one = try found(["a,b.sql": "CREATE TABLE t (a);"], named: ["a,b.sql"])
    #expect(one.configuration.databases.map(\.source) == [.schema(files: ["a,b.sql"], forward: nil)])
  }

  @Test(
    "a folder whose files have no clear order, or are not all for new databases, is refused",
    arguments: [
      (["2_a.sql", "10_b.sql"], "2_a.sql comes before 10_b.sql by number, and after it as text"),
      (["1_a.postgres.sql"], "1_a.postgres.sql is for another database"),
      (["1_a.sql", "1_a.down.sql"], "1_a.down.sql undoes another file"),
    ])
  func unclearFolder(names: [String], reason: String) throws {
    let texts = Dictionary(uniqueKeysWithValues: (names + ["x.sql"]).map { ("db/parts/\($0)", "SELECT 1;") })
    let found = try found(texts.merging(Self.parts) { $1 }, named: ["db/one.sql,db/parts"])
    #expect(found.failures.map(\.message) == ["db/parts: \(reason)"])
  }

  private static let cards = "CREATE TABLE cards (id INTEGER PRIMARY KEY, name TEXT, due INT);"

  @Test(
    "a schema file whose tables other files change is refused, and not one that has the changes",
    arguments: [
      (["upgrades/2.sql": "ALTER TABLE cards ADD COLUMN tag TEXT;"], "db/upgrades/2.sql"),
      (["upgrades/2.sql": "CREATE INDEX cards_due ON cards (due);"], "db/upgrades/2.sql"),
      (
        [
          "upgrades/2.sql":
            "ALTER TABLE cards RENAME TO old; CREATE TABLE cards (id INTEGER PRIMARY KEY, name TEXT, due INT UNIQUE);"
        ], "db/upgrades/2.sql"
      ),
      // The second needs what the first makes.
      (
        [
          "upgrades/2.sql": "CREATE TABLE t (a);",
          "upgrades/3.sql": "ALTER TABLE cards ADD COLUMN t REFERENCES t (a); INSERT INTO t VALUES (1);",
        ],
        "db/upgrades/3.sql"
      ),
      (["upgrades/2.sql": "ALTER TABLE cards ADD COLUMN due INT;"], nil),
      // An old migration that made a smaller table anew.
      (
        [
          "old/2.sql":
            "CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT); DROP TABLE cards; ALTER TABLE n RENAME TO cards;"
        ], nil
      ),
      (["upgrades/2_downgrade.sql": "ALTER TABLE cards ADD COLUMN old TEXT;"], nil),
      (["queries/add.sql": "CREATE TABLE extra (a);"], nil),
      // The migrations make the same schema, the first with an index that the second drops.
      (
        [
          "migrations/1.sql":
            "CREATE TABLE cards (id INTEGER PRIMARY KEY, name TEXT, due INT); CREATE INDEX i ON cards (due);",
          "migrations/2.sql": "ALTER TABLE cards ADD COLUMN t; ALTER TABLE cards DROP COLUMN t; DROP INDEX i;",
        ], nil
      ),
    ] as [([String: String], String?)])
  func upgrades(files: [String: String], path: String?) throws {
    var texts = Dictionary(uniqueKeysWithValues: files.map { ("db/" + $0.key, $0.value) })
    texts["db/start.sql"] = Self.cards
    guard let path else {
      #expect(try found(texts, named: ["db/start.sql"]).failures.isEmpty)
      return
    }
    let error = #expect(throws: LedgerError.self) { _ = try self.found(texts, named: ["db/start.sql"]) }
    guard case .schemaFileIncomplete(let schema, let found, let table, let all)? = error else {
      Issue.record("unexpected error \(String(describing: error))")
      return
    }
    #expect(schema == ["db/start.sql"])
    #expect(found == path)
    #expect(table == "cards")
    #expect(all.last == path)
  }

  @Test("the only folder for SQLite is selected, and the others are named")
  func dialects() throws {
    let found = try found([
      "migrations/sqlite/0001_a.up.sql": "CREATE TABLE t (a INTEGER PRIMARY KEY AUTOINCREMENT);",
      "migrations/sqlite/0001_a.down.sql": "DROP TABLE t;",
      "migrations/postgres/0001_a.up.sql": "CREATE TABLE t (a BIGSERIAL);",
      "migrations/postgres/0001_a.down.sql": "DROP TABLE t;",
    ])
    #expect(found.candidates.map(\.path) == ["migrations/sqlite"])
    #expect(found.leftOut.map(\.path) == ["migrations/postgres"])
    #expect(found.failures.isEmpty)
    #expect(found.configuration.databases.map(\.name) == ["App"])
  }

  @Test("without migrations, a schema file is found with its version")
  func schemaFile() throws {
    let found = try found([
      "app/schema.sql": "CREATE TABLE t (a); PRAGMA user_version = 3;", "vendor/schema.sql": "CREATE TABLE x (a);",
    ])
    #expect(
      found.configuration.databases == [
        DatabaseConfiguration(source: .schema(files: ["app/schema.sql"], forward: nil), version: .userVersion)
      ])
    #expect(try self.found(["schema.sql": "CREATE TABLE t (a);"]).configuration.databases.first?.version == nil)
  }

  @Test("migrations at the top of the repository can be configured")
  func top() throws {
    let found = try found(["1.sql": "CREATE TABLE t (a);", "2.sql": "CREATE TABLE u (a);"], named: ["."])
    #expect(found.configuration.databases.map(\.source.paths) == [[""]])
    #expect(try Configuration(yaml: found.configuration.yaml) == found.configuration)
  }

  @Test("a source can be given with ./ and a trailing slash", arguments: ["db", "db/", "./db", "./db/"])
  func spelling(path: String) throws {
    #expect(try found(users, named: [path]).configuration.databases == [numbered])
  }

  @Test("a missing source is an error, whether it was given or not")
  func none() throws {
    #expect(throws: LedgerError.noSourceFound(leftOut: [])) { try found(["README.md": "x"]) }
    #expect(throws: LedgerError.noSourceFound(leftOut: [])) { try found([:]) }
    #expect(throws: LedgerError.noSuchSource(path: "nowhere")) { try found(users, named: ["nowhere"]) }
    #expect(throws: LedgerError.noSuchSource(path: "--all")) { try found(users, named: ["--all"]) }
  }

  @Test("a schema file that fails is left out, with the reason")
  func brokenSchemaFile() throws {
    let error = #expect(throws: LedgerError.self) { try found(["schema.sql": "not SQL"]) }
    guard case .noSourceFound(let leftOut)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(leftOut.map(\.path) == ["schema.sql"])
    #expect(leftOut.first?.summary.hasPrefix("schema file, fails in SQLite: schema.sql:1: ") == true)
  }

  @Test("if a larger source fails and a smaller one runs, the user must choose")
  func doubt() throws {
    let small = ["tasks/sqlite/V1__a.sql": "CREATE TABLE task (a);"]
    let large = [
      "db/sqlite/V1__a.sql": "CREATE TABLE t (a);", "db/sqlite/V2__b.sql": "ALTER TABLE t ADD b DEFAULT ${b};",
    ]
    let error = #expect(throws: LedgerError.self) { try found(small.merging(large) { $1 }) }
    guard case .severalSourcesFound(let candidates)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(candidates.map(\.path) == ["tasks/sqlite", "db/sqlite"])
    #expect(
      candidates.last?.summary == "Flyway, 2 migrations, db/sqlite/V2__b.sql:1: the configuration has no value for ${b}"
    )
  }

  @Test("if SQL fails between migrations that are programs, the programs are named as the reason")
  func programsAmong() throws {
    let error = #expect(throws: LedgerError.self) {
      try found([
        "migrations/20240101000000_schema.go": "package migrations",
        "migrations/20240102000000_index.sql": "-- +goose Up\nCREATE INDEX i ON t (a);\n-- +goose Down\n",
      ])
    }
    guard case .noSourceFound(let leftOut)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      leftOut.map(\.summary) == [
        "goose, 1 migration, and 1 more is a program, which only a source of kind 'command' can run"
      ])
    #expect(error?.hint?.hasPrefix("write schemaledger.yml with kind: command") == true)
  }

  @Test("a given folder that contains only programs is rejected as such")
  func programsNamed() throws {
    let error = #expect(throws: LedgerError.self) {
      try found(["migrations/001_a.go": "package migrations", "1.sql": "CREATE TABLE t (a);"], named: ["migrations"])
    }
    #expect(error?.message.contains("1 migration in Go; a source of kind 'command' can run it") == true)
  }

  @Test("dbmate's dump is left out, since new databases run the migrations")
  func dbmateDump() throws {
    let found = try found([
      "db/migrations/20240101000000_a.sql": "-- migrate:up\nCREATE TABLE t (a);\n-- migrate:down\n",
      "db/schema.sql": "CREATE TABLE t (a);\n-- Dbmate schema migrations\n",
    ])
    #expect(found.configuration.databases.map(\.source.kind) == ["migrations"])
    #expect(found.leftOut.map(\.path) == ["db/schema.sql"])
  }

  @Test(
    "SQL that reads like another database's is taken if the project has drivers of SQLite alone",
    arguments: [
      (#"{"dependencies": {"sqlite3": "6"}}"#, true), (#"{"dependencies": {"sqlite3": "6", "mysql2": "3"}}"#, false),
      (#"{"dependencies": {"express": "4"}}"#, false), (nil, false),
    ])
  func foreignWordsOfSQLite(package: String?, isTaken: Bool) throws {
    var files = [
      "db/1_a.sql": "CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY);", "db/2_b.sql": "ALTER TABLE t ADD b;",
    ]
    files["package.json"] = package
    let found = try? found(files)
    #expect(found?.configuration.databases.map(\.source.paths) == (isTaken ? [["db"]] : nil))
  }

  @Test("the schema file of a plugin of Roundcube makes new databases, and the numbered files upgrade them")
  func roundcube() throws {
    let found = try found([
      "SQL/sqlite.initial.sql": "CREATE TABLE t (a, b);", "SQL/sqlite/2018121800.sql": "ALTER TABLE t ADD COLUMN b;",
      "SQL/mysql.initial.sql": "CREATE TABLE t (a INT AUTO_INCREMENT);",
      "SQL/mysql/2018121800.sql": "ALTER TABLE t ADD b INT;",
    ])
    #expect(found.configuration.databases.map(\.source.paths) == [["SQL/sqlite.initial.sql", "SQL/sqlite"]])
  }

  @Test("migrations whose SQL is for another database are named as such")
  func guessed() throws {
    let error = #expect(throws: LedgerError.self) {
      try found(["migrations/1.sql": "CREATE TABLE t (a BIGSERIAL, b JSONB, c TIMESTAMPTZ DEFAULT now());"])
    }
    #expect(error?.message.contains("its SQL reads like PostgreSQL") == true)
  }

  @Test("the file named after SQLite is the schema, and those named after other databases are not")
  func fileOfDialect() throws {
    let found = try found([
      "docs/sql/sqlite3.sql": "CREATE TABLE t (a);", "docs/sql/mysql.sql": "CREATE TABLE t (a INT AUTO_INCREMENT);",
      "docs/sql/update2.sql": "ALTER TABLE `t` ADD (b INT);", "docs/sql/update3.sql": "ALTER TABLE `t` ADD (c INT);",
    ])
    #expect(found.configuration.databases.map(\.source.paths) == [["docs/sql/sqlite3.sql"]])
  }

  @Test("files in numbered folders are the migrations of a program, and none of them is offered as a schema")
  func numberedFolders() throws {
    let error = #expect(throws: LedgerError.self) {
      try found([
        "db/20240101_a/sqlite3.sql": "CREATE TABLE t (a);", "db/20240101_a/postgres.sql": "CREATE TABLE t (a serial);",
        "db/20240102_b/sqlite3.sql": "CREATE TABLE u (a);", "db/20240102_b/postgres.sql": "CREATE TABLE u (a serial);",
      ])
    }
    guard case .noSourceFound(let leftOut) = error else { return #expect(Bool(false)) }
    #expect(leftOut.map(\.path) == ["db"])
    #expect(leftOut.first?.summary.contains("2 SQL files in numbered folders") == true)
  }

  @Test("a migration of a tool that uses another database is not offered as a schema")
  func migrationOfOtherDatabase() throws {
    let files = [
      "prisma/migrations/20240101000000_a/migration.sql": "CREATE TABLE a (x);",
      "prisma/migrations/20240102000000_b/migration.sql": "CREATE TABLE b (x);",
    ]
    func error(provider: String) -> LedgerError? {
      let lock = ["prisma/migrations/migration_lock.toml": "provider = \"\(provider)\"\n"]
      return #expect(throws: LedgerError.self) { try found(files.merging(lock) { $1 }) }
    }
    guard case .noSourceFound(let leftOut) = error(provider: "postgresql") else { return #expect(Bool(false)) }
    #expect(leftOut.map(\.path) == ["prisma/migrations"])
    let ofSQLite = try found(files.merging(["prisma/migrations/migration_lock.toml": "provider = \"sqlite\"\n"]) { $1 })
    #expect(ofSQLite.configuration.databases.map(\.source.kind) == ["migrations"])
  }

  @Test("many notices of one kind are shortened to the first")
  func notices() {
    let many = (1...9).map { MigrationNotice(path: "\($0).go", reason: .codeStep) }
    let few = [
      MigrationNotice(path: "a.sql", reason: .unrecognised), MigrationNotice(path: "b.sql", reason: .unrecognised),
    ]
    let messages = (many + few).messages
    #expect(messages.map { $0.prefix(5) } == ["1.go ", "a.sql", "b.sql"])
    #expect(messages.first?.hasSuffix(" (and 8 more like this)") == true)
  }

  @Test("a folder among tests is used if it is given")
  func aside() throws {
    let texts = ["tests/migrations/1.sql": "CREATE TABLE t (a);", "db/1.sql": "CREATE TABLE t (a);"]
    #expect(try found(texts).candidates.map(\.path) == ["db"])
    #expect(try found(texts, named: ["tests/migrations"]).candidates.map(\.path) == ["tests/migrations"])
  }

  @Test("folders nested by version are one source with the schema file next to them")
  func nested() throws {
    let nested = [
      "store/sqlite/0.9/00__a.sql": "ALTER TABLE t ADD a;", "store/sqlite/0.10/00__b.sql": "ALTER TABLE t ADD b;",
      "store/sqlite/LATEST.sql": "CREATE TABLE t (id, a, b);",
      "store/seed/sqlite/01__dump.sql": "INSERT INTO t VALUES (1);",
    ]
    let found = try found(nested)
    #expect(
      found.configuration.databases == [
        DatabaseConfiguration(
          source: .schema(
            files: ["store/sqlite/LATEST.sql"],
            forward: .migrations(
              MigrationFolderConfiguration(paths: ["store/sqlite"], convention: "version-folders"))))
      ])
    // A dump is not a source, although its path contains `sqlite`: it needs the tables of the other folders.
    #expect(found.leftOut.map(\.path) == ["store/seed/sqlite"])
    #expect(found.notices.isEmpty)
    // A single folder is not a set of folders by version.
    #expect(try self.found(["db/1/1.sql": "CREATE TABLE t (a);"]).candidates.map(\.path) == ["db/1"])
  }

  /// A folder of migrations, a schema file, and whether the two are one source.
  static let pairs: [(files: [String: String], schema: String?, leftOut: [String])] = [
    // The same schema.
    (["migrations/1.sql": "CREATE TABLE t (a);", "schema.sql": "create table t(a);"], "schema.sql", []),
    (["db/migrations/1.sql": "CREATE TABLE t (a);", "db/schema.sql": "create table t(a);"], "db/schema.sql", []),
    // Migrations that need a table that only the schema file creates.
    (["m/2.sql": "ALTER TABLE t ADD b;", "m/schema.sql": "CREATE TABLE t (a, b);"], "m/schema.sql", []),
    (
      [
        "m/3.4.0_to_4.0.0_schema.sqlite3.sql": "ALTER TABLE t ADD b;", "m/schema.sqlite3.sql": "CREATE TABLE t (a, b);",
      ],
      "m/schema.sqlite3.sql", []
    ),
    // Migrations that succeed, but create only a small part of the schema.
    (
      ["m/2.sql": "CREATE TABLE u (a);", "schema.sql": "CREATE TABLE s (a); CREATE TABLE t (a); CREATE TABLE u (a);"],
      "schema.sql", []
    ),
    // The only other file, with a name that says nothing, if it makes most of the tables that the migrations name.
    (
      [
        "SQL/sqlite/2.sql": "ALTER TABLE old RENAME TO users; CREATE INDEX i ON pages (a);",
        "SQL/sqlite.initial.sql": "CREATE TABLE users (a); CREATE TABLE pages (a);",
        "SQL/mysql.initial.sql": "CREATE TABLE users (a); CREATE TABLE pages (a);",
      ], "SQL/sqlite.initial.sql", []
    ),
    // Of several, the one whose tables the migrations name.
    (
      [
        "db/Migrations/1.sql": "ALTER TABLE old RENAME TO users; CREATE INDEX i ON pages (a);",
        "db/InitUsers.sql": "CREATE TABLE users (a); CREATE TABLE pages (a);",
        "db/InitScores.sql": "CREATE TABLE scores (a); CREATE TABLE games (a);",
      ], "db/InitUsers.sql", []
    ),
    // A schema file that is outdated, one that fails, and one in a different folder.
    (
      ["m/1.sql": "CREATE TABLE t (a);", "m/2.sql": "ALTER TABLE t ADD b;", "schema.sql": "CREATE TABLE t (a);"], nil,
      ["schema.sql"]
    ),
    (["m/1.sql": "CREATE TABLE t (a);", "schema.sql": "CREATE TABLE t (id SERIAL"], nil, ["schema.sql"]),
    (["a/m/1.sql": "CREATE TABLE t (a);", "b/schema.sql": "CREATE TABLE t (a);"], nil, []),
  ]

  @Test(
    "a schema file next to migrations is used with them if both produce the same schema, or if they need it",
    arguments: pairs)
  func pair(files: [String: String], schema: String?, leftOut: [String]) throws {
    let found = try found(files)
    let source = try #require(found.configuration.databases.first?.source)
    #expect(source.kind == (schema == nil ? "migrations" : "schema"))
    #expect(source.paths.first == schema ?? source.migrations?.paths.first)
    #expect(source.migrations != nil)
    #expect(found.leftOut.map(\.path) == leftOut)
    #expect(try Configuration(yaml: found.configuration.yaml) == found.configuration)
  }

  @Test("in Rails, structure.sql is the source, and the Ruby migrations are named")
  func rails() throws {
    let found = try found([
      "db/migrate/20240131120000_create_users.rb": "class CreateUsers",
      "db/migrate/20240201120000_more.rb": "class More",
      "db/structure.sql": """
      CREATE TABLE IF NOT EXISTS "schema_migrations" ("version" varchar NOT NULL PRIMARY KEY);
      CREATE TABLE IF NOT EXISTS "users" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "name" varchar);
      CREATE TABLE sqlite_sequence(name,seq);
      INSERT INTO "schema_migrations" (version) VALUES
      ('20240201120000'),
      ('20240131120000');
      """,
    ])
    #expect(found.failures.isEmpty)
    #expect(found.configuration.databases.map(\.source) == [.schema(files: ["db/structure.sql"], forward: nil)])
    #expect(
      found.leftOut == [
        SourceCandidate(
          path: "db/migrate", kind: .programs, convention: nil,
          summary: "2 migrations in Ruby; a source of kind 'command' can run them: schemaledger help recipes")
      ])
  }

  static let tools: [(manifest: String, text: String, named: String)] = [
    ("server/package.json", "{\"dependencies\": {\"knex\": \"3\"}}", ", of Knex by server/package.json"),
    ("package.json", "{\"dependencies\": {\"typeorm\": \"1\"}}", ", of TypeORM by package.json"),
    (
      "server/Server.csproj", "<PackageReference Include=\"Microsoft.EntityFrameworkCore.Sqlite\" />",
      ", of EF Core by server/Server.csproj"
    ),
    ("other/package.json", "{\"dependencies\": {\"knex\": \"3\"}}", ""),
    ("package.json", "{\"name\": \"knex-like\"}", ""),
  ]

  @Test("a manifest at the top names the tool if nothing else is found")
  func toolAlone() throws {
    let error = #expect(throws: LedgerError.self) { try found(["pubspec.yaml": "dependencies:\n  drift: ^2.23.0\n"]) }
    guard case .noSourceFound(let leftOut)? = error else {
      Issue.record("\(error.map { "\($0)" } ?? "no error")")
      return
    }
    #expect(leftOut.map(\.path) == ["pubspec.yaml"])
    #expect(leftOut.first?.summary.contains("it names Drift,") == true)
  }

  @Test("a manifest around migrations that are programs names their tool", arguments: tools)
  func tool(manifest: String, text: String, named: String) throws {
    let files = [manifest: text, "server/migrations/1_a.js": "", "server/migrations/2_b.js": ""]
    let error = #expect(throws: LedgerError.self) { try found(files) }
    guard case .noSourceFound(let leftOut)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      leftOut.map(\.summary) == [
        "2 migrations in JavaScript\(named); a source of kind 'command' can run them: schemaledger help recipes"
      ])
  }

  @Test("a repository whose migrations are all programs gets instructions")
  func programs() throws {
    let error = #expect(throws: LedgerError.self) {
      try found([
        "app/migrations/0001_initial.py": "", "app/migrations/__init__.py": "", "node_modules/m/migrations/1.js": "",
      ])
    }
    guard case .noSourceFound(let leftOut)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      leftOut.map(\.summary) == [
        "1 migration in Python; a source of kind 'command' can run it: schemaledger help recipes"
      ])
    #expect(error?.hint?.contains("command") == true)
  }

  @Test("the user must choose between two sources")
  func several() throws {
    let texts = ["a/migrations/1.sql": "CREATE TABLE t (a);", "b/migrations/1.sql": "CREATE TABLE t (a);"]
    let error = #expect(throws: LedgerError.self) { try found(texts) }
    guard case .severalSourcesFound(let candidates)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(candidates.map(\.path) == ["a/migrations", "b/migrations"])
    #expect(candidates.map(\.summary) == ["plain numbered, 1 migration", "plain numbered, 1 migration"])
  }

  /// Paths of sources, and the names of their databases.
  static let names: [(paths: [String], names: [String])] = [
    (
      ["crates/client/migrations", "crates/client/record-migrations", "crates/client/meta_migrations"],
      ["client", "record", "meta"]
    ),
    (["db/migrations"], ["App"]),
    (["server/db/migrations", "mobile/migrations"], ["server", "mobile"]),
    (["a/x/migrations", "b/x/migrations"], ["a", "b"]),
    (["packages/api/prisma/migrations", "packages/web/prisma/migrations"], ["api", "web"]),
    (["services/auth/db/migrations", "services/auth/cache/migrations"], ["auth", "cache"]),
    (["migrations", "db/migrations"], ["migrations", "migrations-2"]),
    (["my app/migrations", "données/migrations"], ["my-app", "donn-es"]),
  ]

  @Test("several databases get different names", arguments: names)
  func naming(paths: [String], names: [String]) throws {
    let texts = Dictionary(uniqueKeysWithValues: paths.map { ($0 + "/1.sql", "CREATE TABLE t (a);") })
    let found = try found(texts, named: paths, ledger: "Frozen")
    #expect(found.configuration.databases.map(\.name) == names)
    #expect(
      found.configuration.databases.map(\.ledger) == (names.count == 1 ? ["Frozen"] : names.map { "Frozen/" + $0 }))
    #expect(try Configuration(yaml: found.configuration.yaml) == found.configuration)
  }

  @Test("a given source that fails is configured, and the failure is reported")
  func failure() throws {
    let found = try found(["db/1.sql": "CREATE TABLE t (a);\nCREATE TABEL u (a);"], named: ["db"])
    #expect(found.configuration.databases == [numbered])
    #expect(found.failures.map(\.brief) == ["SL301 error db/1.sql"])
    #expect(found.failures.first?.message.hasPrefix("db/1.sql:2 ") == true)
  }

  @Test("written files are listed, and existing files are not overwritten")
  func write() throws {
    let sandbox = try Sandbox()
    try sandbox.write("SchemaLedger/README.md", "ours")
    let initialisation = try Initialisation(repository: try sandbox.open())
    #expect(
      try initialisation.write(Configuration(databases: [numbered])) == [
        "schemaledger.yml", "SchemaLedger/.gitattributes",
      ])
    #expect(sandbox.read("SchemaLedger/README.md") == "ours")
    #expect(try Configuration(yaml: try #require(sandbox.read("schemaledger.yml"))).databases == [numbered])
    #expect(throws: LedgerError.configurationExists(path: "schemaledger.yml")) {
      try Initialisation(repository: try sandbox.open())
    }
  }

  @Test("an invalid ledger folder is rejected, and nothing is written")
  func refusals() throws {
    let sandbox = try Sandbox()
    let initialisation = try Initialisation(repository: try sandbox.open())
    let configuration = Configuration(databases: [numbered])
    try sandbox.write("SchemaLedger", "a file")
    #expect(throws: LedgerError.ledgerIsNoFolder(path: "SchemaLedger", kind: .file)) {
      try initialisation.write(configuration)
    }
    try sandbox.remove("SchemaLedger")
    try sandbox.write(".gitignore", "/SchemaLedger/\n")
    #expect(throws: LedgerError.ledgerIgnored(path: "SchemaLedger")) { try initialisation.write(configuration) }
    #expect(!sandbox.exists("schemaledger.yml") && !sandbox.exists("SchemaLedger"))
    try sandbox.write(".gitignore", "*.sqlite\n")
    #expect(try initialisation.write(configuration).count == 3)
  }

  @Test("a bare repository is rejected")
  func bare() throws {
    let sandbox = try Sandbox()
    try sandbox.git("init", "--quiet", "--bare", sandbox.folder + "/bare.git")
    #expect(throws: LedgerError.self) { try Initialisation(repository: try sandbox.open(sandbox.folder + "/bare.git")) }
  }
}
