import GitStore
import LedgerTestSupport
import MigrationSources
import Testing

@Suite("Migration folders")
struct MigrationFoldersTests {
  @Test(
    "the folder of a sample project is found, in its convention",
    arguments: SampleProject.all.filter { $0.convention != "grdb" })
  func sample(project: SampleProject) throws {
    let convention = try #require(MigrationConvention.named(project.convention))
    let found = try MigrationFolders.find(in: project.snapshot)
    let count = try convention.listing(
      in: project.folder, of: project.snapshot, placeholders: found.first?.placeholders ?? [:]
    ).migrations.count
    #expect(found.map(\.folder) == [project.folder])
    #expect(found.first?.convention == project.convention)
    #expect(found.first?.dialect == project.dialect)
    #expect(found.first.map { $0.migrationCount >= count && !$0.reasons.isEmpty } == true)
  }

  /// Finds folders among empty files and the given texts, and describes each as `folder convention dialect count`.
  private func find(_ paths: [String], texts: [String: String] = [:]) throws -> [String] {
    let empty = Dictionary(uniqueKeysWithValues: paths.map { ($0, "") })
    return try MigrationFolders.find(in: FileSnapshot(texts: empty.merging(texts) { $1 }))
      .map { "\($0.folder) \($0.convention) \($0.dialect?.rawValue ?? "?") \($0.migrationCount)" }
  }

  @Test("SQLite's folder comes first among folders of several dialects")
  func dialects() throws {
    let found = try find(
      ["mysql", "postgresql", "sqlite"].flatMap { database in
        (1...(database == "sqlite" ? 2 : 5)).map { "migrations/\(database)/2024-01-0\($0)-000000_x/up.sql" }
      })
    #expect(
      found == [
        "migrations/sqlite diesel sqlite 2", "migrations/mysql diesel mysql 5",
        "migrations/postgresql diesel postgres 5",
      ])
  }

  @Test("a tool's lock file determines the dialect, regardless of the path")
  func lock() throws {
    let found = try find(
      ["sqlite/prisma/migrations/1_a/migration.sql"],
      texts: ["sqlite/prisma/migrations/migration_lock.toml": "provider = \"sqlserver\"\n"])
    #expect(found == ["sqlite/prisma/migrations prisma other 1"])
  }

  @Test("several databases in one project are several candidates")
  func databases() throws {
    let sqlite = "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT);"
    let found = try find(
      [],
      texts: [
        "Cargo.toml": "[workspace.dependencies]\nsqlx = \"0.8\"\n",
        "client/Cargo.toml": "sqlx = { workspace = true }\n",
        "client/migrations/1_a.sql": sqlite, "client/migrations/2_b.sql": sqlite,
        "client/record-migrations/1_a.sql": sqlite,
        "server-postgres/Cargo.toml": "sqlx = { workspace = true, features = [\"postgres\"] }\n",
        "server-postgres/migrations/1_a.sql": "CREATE TABLE t (id SERIAL);",
        "server-sqlite/migrations/1_a.sql": "CREATE TABLE t (id);",
      ])
    #expect(
      found == [
        "server-sqlite/migrations sqlx sqlite 1", "client/migrations sqlx ? 2", "client/record-migrations sqlx ? 1",
        "server-postgres/migrations sqlx postgres 1",
      ])
  }

  @Test("without a declared dialect, the SQL affects the rank of a folder but not its dialect")
  func guess() throws {
    let found = try find(
      ["b/migrations/1.sql"],
      texts: [
        "a/migrations/1.sql": "CREATE TABLE t (id BIGSERIAL, data JSONB);",
        "c/migrations/1.sql": "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;",
      ])
    #expect(found == ["c/migrations plain ? 1", "b/migrations plain ? 1", "a/migrations plain ? 1"])
  }

  @Test("third-party folders are candidates only if there is no other")
  func ignoredFolderNames() throws {
    let vendored = ["vendor/x/migrations/1_a.up.sql", "node_modules/y/1.sql", ".git/1.sql"]
    #expect(try find(vendored) == ["vendor/x/migrations golang-migrate ? 1", "node_modules/y plain ? 1"])
    #expect(try find(vendored + ["db/1.sql"]) == ["db plain ? 1"])
  }

  @Test(
    "the build file decides between tools that share names",
    arguments: [
      ("Cargo.toml", "sqlx = \"0.8\"", "sqlx"),
      ("app/Cargo.toml", "sqlx = \"0.8\"", "sqlx"),
      ("Cargo.toml", "rusqlite = \"0.31\"", "golang-migrate"),
      ("go.mod", "require github.com/golang-migrate/migrate/v4 v4.18.1", "golang-migrate"),
      ("README.md", "sqlx", "golang-migrate"),
    ])
  func manifest(path: String, text: String, convention: String) throws {
    #expect(try find(["migrations/1_a.up.sql"], texts: [path: text]) == ["migrations \(convention) ? 1"])
  }

  @Test("Flyway's folder is the outer one if its subfolders form one sequence")
  func nested() throws {
    #expect(
      try find(["db/migration/v1/V1__a.sql", "db/migration/v2/V2__b.sql", "db/migration/v2/R__v.sql"])
        == ["db/migration flyway ? 3"])
    #expect(
      try find(["db/migration/V1__a.sql", "db/migration/views/R__v.sql"]) == ["db/migration flyway ? 2"])
    #expect(
      try find(["db/migration/sqlite/V1__a.sql", "db/migration/postgresql/V1__a.sql"])
        == ["db/migration/sqlite flyway sqlite 1", "db/migration/postgresql flyway postgres 1"])
    // A folder that is called after SQLite is the one that the tool is told to read.
    #expect(
      try find(["db/migration/V1__a.sql", "db/migration/h2/V1__a.sql", "db/migration/sqlite/V1__a.sql"])
        == ["db/migration/sqlite flyway sqlite 1", "db/migration/h2 flyway ? 1"])
    #expect(
      try find(["db/migration/V1__a.sql", "db/migration/old/V2__b.sql"]) == ["db/migration flyway ? 2"])
    #expect(try find(["a/db/V1__a.sql", "b/db/V1__a.sql"]) == ["a/db flyway ? 1", "b/db flyway ? 1"])
  }

  @Test(
    "Flyway's configuration sets the folder, the dialect, the placeholders and the order",
    arguments: [
      (
        "flyway.toml",
        "[environments.x]\nurl = 'jdbc:sqlite:a.db'\n[flyway]\nenvironment = \"x\"\noutOfOrder = true\nlocations = [\"filesystem:m\"]\n[flyway.placeholders]\nt = \"a = b\"\n"
      ),
      (
        "flyway.conf",
        "# Flyway\r\nflyway.url=jdbc:sqlite:a.db\r\nflyway.locations=filesystem:other,filesystem:./m\r\nflyway.outOfOrder=true\r\nflyway.placeholders.t=a = b\r\n"
      ),
    ])
  func flywayConfiguration(name: String, text: String) throws {
    let snapshot = FileSnapshot(texts: [name: text, "m/V1__a.sql": "", "n/V1__a.sql": ""])
    let found = try MigrationFolders.find(in: snapshot)
    #expect(found.map(\.folder) == ["m", "n"])
    #expect(found.first?.dialect == .sqlite)
    #expect(found.first?.placeholders == ["t": "a = b"])
    #expect(found.first?.runsOutOfOrder == true)
  }

  @Test(
    "Spring Boot's settings give Flyway's placeholders, if they name the folder",
    arguments: [
      (
        "application.yml",
        "spring:\n  flyway:\n    locations: classpath:db/migration/{vendor}\n    out-of-order: true\n    placeholders:\n      a: \\${app.a:true}\n      # c: 1\n      'b.c': 'x # y' # z\n      d: ${HOME}\n      e: ${X:}\n  jpa:\n    a: 2\n"
      ),
      (
        "application.properties",
        "# Flyway\nspring.flyway.locations=classpath:/db/migration/sqlite,classpath:x\nspring.flyway.out-of-order=true\nspring.flyway.placeholders.a=${app.a:true}\nspring.flyway.placeholders.b.c=x # y\nspring.flyway.placeholders.d=a${b}\nspring.flyway.placeholders.e=${X:}\n"
      ),
    ])
  func spring(name: String, text: String) throws {
    let found = try MigrationFolders.find(
      in: FileSnapshot(texts: [
        "app/src/main/resources/\(name)": text, "app/src/flyway/db/migration/sqlite/V1__a.sql": "",
        "app/src/flyway/tasks/migration/sqlite/V1__a.sql": "", "other/db/migration/sqlite/V1__a.sql": "",
      ]))
    let main = found.first { $0.folder == "app/src/flyway/db/migration/sqlite" }
    #expect(main?.placeholders == ["a": "true", "b.c": "x # y", "e": ""])
    #expect(main?.runsOutOfOrder == true)
    #expect(found.count == 3 && found.filter { !$0.placeholders.isEmpty || $0.runsOutOfOrder }.count == 1)
  }

  @Test("folders of queries and single schemas are not migrations")
  func noMigrations() throws {
    #expect(
      try find(["queries/users.sql", "schema.sql", "sql/q1.sql", "a/up.sql", "b/migration.sql", "x/init/migration.sql"])
        .isEmpty)
  }

  /// Empty files, and what they are taken for.
  @Test("of the files of Mojo, one without the name of a database counts only alone")
  func mojo() throws {
    let text = "-- 1 up\nCREATE TABLE t (a);\n-- 1 down\nDROP TABLE t;\n"
    func found(_ names: String...) throws -> [String] {
      let files = Dictionary(uniqueKeysWithValues: names.map { ("m/" + $0, text) })
      return try MigrationFolders.find(in: FileSnapshot(texts: files)).filter { $0.convention == "mojo" }.map(\.folder)
    }
    #expect(try found("migrations.sql") == ["m"])
    #expect(try found("migrations.sql", "migrations_mysql.sql") == [])
    #expect(try found("migrations.sql", "migrations_sqlite.sql") == ["m"])
  }

  static let layouts: [(files: [String], found: [String])] = [
    (["m/20240131120000_a.sql", "m/20240201120000_b.sql"], ["m timestamps ? 2"]),
    (["m/2024_01_31_120000_a.sql"], ["m timestamps ? 1"]),
    (["m/20240131_120000_a.sql", "m/20240131_120000_a.down.sql"], ["m timestamps ? 1"]),
    // Dates and long numbers are no timestamps.
    (["m/2024-01-31_a.sql"], ["m plain ? 1"]), (["m/20249931120000_a.sql"], ["m plain ? 1"]),
    (["m/1706702400_a.sql"], ["m plain ? 1"]), (["m/20240131_a.sql"], ["m plain ? 1"]),
    // One dialect of several in the names.
    (["m/1_a.sqlite3.up.sql", "m/1_a.mysql.up.sql", "m/2_b.up.sql"], ["m pop sqlite 2"]),
    (["m/1_a.postgres.sql"], ["m plain postgres 1"]),
    (["m/1_a.up.sqlite", "m/1_a.down.sqlite", "m/2_b.up.sqlite"], ["m golang-migrate ? 2"]),
    (["m/1_a.Sql", "m/2_b.Sql"], ["m plain ? 2"]),
    (["m/1_a.sqlite.sql", "m/1_a.postgres.sql"], ["m plain sqlite 1"]),
    (["m/0-mysql-a.sql", "m/0-sqlite-a.sql", "m/1-sqlite-b.sql"], ["m plain sqlite 2"]),
    (["m/1_pg_dump.sql", "m/2_mysql_import.sql"], ["m plain ? 2"]),
    // Files that golang-migrate would pass over.
    (["m/1_a.sql", "m/2_b.up.sql", "m/2_b.down.sql"], ["m plain ? 2"]),
    (["m/V0001.A.all.up.sql", "m/V0001.A.all.down.sql", "m/V0002.B.sqlite.up.sql"], ["m plain sqlite 2"]),
    (["m/v1.9.0.sql", "m/v1.10.0.sql"], ["m plain ? 2"]), (["m/V1__a.sql", "m/V1__b.sql"], ["m flyway ? 2"]),
    // One number twice: only a program that compares names can run it.
    (["m/0001_a.up.sql", "m/0001_b.up.sql", "m/0002_c.up.sql"], ["m names ? 3"]),
    (["m/2024-01-31-1-a.sql", "m/2024-01-31-2-b.sql"], ["m names ? 2"]),
    (["m/20240131120000_a.sql", "m/20240131120000_b.sql"], ["m names ? 2"]),
    (["m/2024_01_31_120000_a.sql", "m/2024_01_31_120001_b.sql"], ["m timestamps ? 2"]),
    (["m/1_a.sqlite.sql", "m/1_a.sql"], ["m plain sqlite 1"]),
    (["m/schema-9.sql", "m/schema-10.sql", "m/schema.sql"], ["m prefixed ? 2"]),
    (["q/get-1.sql", "q/list.sql"], []), (["q/find_1_a.sql", "q/find_1_b.sql"], []),
    (["m/1_a.sql", "m/schema-1.sql", "m/schema-2.sql"], []),
    // The order of the names is not that of the numbers, so that it is not known which one counts.
    (["m/9_a.sql", "m/9_b.sql", "m/10_c.sql"], ["m plain ? 2"]),
    (["m/1_a.sql", "m/1_b.sql", "m/seed.sql"], ["m plain ? 1"]),
    (["m/atlas.sum", "m/20240131120000_a.sql"], ["m atlas ? 1"]),
    (["m/atlas.sum", "m/1_a.up.sql", "m/1_a.down.sql"], ["m golang-migrate ? 1"]),
    (["m/0.9/1.sql", "m/0.10/1.sql", "m/LATEST.sql"], ["m version-folders ? 2"]),
    (["0.9/1.sql", "0.10/1.sql"], [" version-folders ? 2"]), (["m/1/1.sql"], ["m/1 plain ? 1"]),
    // DBIx::Class::DeploymentHandler: each folder has a whole schema.
    (
      ["m/1/001-auto.sql", "m/1/001-auto-__VERSION.sql", "m/2/001-auto.sql", "m/2/001-auto-__VERSION.sql"],
      ["m/1 names ? 2", "m/2 names ? 2"]
    ),
    (
      ["a/src/main/sqldelight/x/1.sqm", "b/src/commonMain/sqldelight/x/T.sq"],
      ["a/src/main/sqldelight sqldelight sqlite 1", "b/src/commonMain/sqldelight sqldelight sqlite 0"]
    ),
  ]

  @Test("a layout is assigned to the best matching convention", arguments: layouts)
  func layout(files: [String], found: [String]) throws {
    #expect(try find(files) == found)
  }

  @Test("two files with one number are not for golang-migrate, and are an error for sqlx")
  func numbersOfATool() throws {
    let files = ["db/1_a.up.sql", "db/1_b.up.sql"]
    let libraries = "require (\ngithub.com/golang-migrate/migrate/v4 v4.17.0\ngithub.com/maragudk/migrate v0.4.3\n)"
    #expect(try find(files, texts: ["go.mod": libraries]) == ["db names ? 2"])
    #expect(try find(files, texts: ["Cargo.toml": "sqlx = { features = [\"sqlite\"] }"]) == ["db sqlx sqlite 2"])
  }

  @Test("build files name the dialect of Atlas and SQLDelight")
  func buildFiles() throws {
    #expect(
      try find(["db/1_a.sql"], texts: ["atlas.hcl": "dev = \"docker://mysql/8/dev\"\ndir = \"file://db\""]) == [
        "db atlas mysql 1"
      ])
    #expect(
      try find(["db/1_a.sql"], texts: ["atlas.hcl": "env \"x\" {\n  dir = \"file://other\"\n}"]) == ["db plain ? 1"])
    #expect(
      try find(
        ["src/main/sqldelight/1.sqm"],
        texts: ["build.gradle": "sqldelight { dialect('app.cash.sqldelight:mysql-dialect:2') }"])
        == ["src/main/sqldelight sqldelight mysql 1"])
  }

  @Test(
    "each folder that a build file names for SQLDelight is a database",
    arguments: [
      (
        "sqldelight { databases { create(\"A\") { srcDirs.from(\"src/commonMain/a\") }\n create(\"B\") { srcDirs.setFrom(\"src/main/sqldelight/b\") } } }",
        ["m/src/commonMain/a 1", "m/src/main/sqldelight 1", "m/src/main/sqldelight/b 1"]
      ),
      (
        "sqldelight { A { sourceFolders = ['a'] }\n B { sourceFolders = listOf(\"sqldelight/b\", \"x\") } }",
        ["m/src/commonMain/a 1", "m/src/main/sqldelight 1", "m/src/main/sqldelight/b 1"]
      ),
      ("sqldelight { A { srcDirs = [\"$buildDir/a\"] } }", ["m/src/main/sqldelight 2"]),
      ("android { sourceSets { srcDirs 'src/commonMain/a' } }", ["m/src/main/sqldelight 2"]),
    ])
  func sqlDelightFolders(build: String, found: [String]) throws {
    let files = ["m/src/commonMain/a/x/1.sqm", "m/src/main/sqldelight/b/1.sqm", "m/src/main/sqldelight/c/2.sqm"]
    let folders = try find(files, texts: ["m/build.gradle.kts": build])
    #expect(folders.map { $0.replacing(" sqldelight sqlite", with: "") }.sorted() == found)
  }

  @Test("a project of 20,000 paths is searched quickly")
  func large() throws {
    let paths = (0..<20_000).map { "src/module\($0 % 400)/file\($0).swift" }
    var found: [String] = []
    let time = try ContinuousClock().measure { found = try find(paths + ["db/migrations/1.sql"]) }
    #expect(found == ["db/migrations plain ? 1"])
    // Far above what it takes, far below what asking every folder would.
    #expect(time < .seconds(10))
  }
}

@Suite("Dialect")
struct DialectTests {
  static let samples: [(sql: String, dialect: Dialect?)] = [
    ("CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT);", .sqlite),
    ("create table t (a text) strict, without rowid", .sqlite),
    ("pragma foreign_keys = off;", .sqlite),
    ("CREATE TABLE t (id INT AUTO_INCREMENT) ENGINE = InnoDB;", .mysql),
    ("CREATE TABLE car (engine TEXT);", nil),
    ("CREATE TABLE t (id SERIAL, doc JSONB);", .postgres),
    ("CREATE EXTENSION citext;", .postgres),
    ("SELECT '1'::integer;", .postgres),
    ("\\connect app", .postgres),
    ("CREATE TABLE [dbo].[t] (name NVARCHAR(20));", .other),
    ("-- SERIAL\n/* JSONB */ SELECT 'AUTO_INCREMENT', \"BYTEA\", '::';", nil),
    ("CREATE TABLE `t` (`id` integer);", nil),
    ("CREATE TABLE t (id SERIAL); PRAGMA user_version = 1;", nil),
    ("CREATE TABLE device (id INTEGER, serial TEXT); ALTER TABLE device ADD COLUMN gin TEXT;", nil),
    ("SELECT jsonb(doc) FROM t;", nil), ("CREATE TABLE t (at TEXT DEFAULT (now()));", .postgres),
    ("CREATE TABLE t (now TEXT);", nil),
    ("INSERT INTO t VALUES (strftime('%s'));", .sqlite),
    ("/* never closed", nil), ("'never closed", nil), ("", nil),
  ]

  @Test("words of one dialect identify it, outside comments and strings", arguments: samples)
  func guess(sql: String, dialect: Dialect?) {
    #expect(Dialect.guess(sql: sql) == dialect)
  }
}
