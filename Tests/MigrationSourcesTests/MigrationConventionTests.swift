import GitStore
import LedgerTestSupport
import MigrationSources
import SQLiteSchema
import SQLiteSyntax
import Testing

@testable import LedgerCore

@Suite("Migration conventions")
struct MigrationConventionTests {
  @Test("a sample project is read as its expected.txt states", arguments: SampleProject.all)
  func sample(project: SampleProject) throws {
    let convention = try #require(MigrationConvention.named(project.convention))
    let placeholders = try MigrationFolders.find(in: project.snapshot).first?.placeholders ?? [:]
    let listing = try convention.listing(in: project.folder, of: project.snapshot, placeholders: placeholders)
    var lines = [project.expected.split(separator: "\n")[0].description]
    for migration in listing.migrations {
      lines.append(
        [
          migration.id, migration.path, migration.title, migration.transaction.rawValue,
          migration.down == nil ? "-" : "down",
        ].joined(separator: " | "))
      let file = String(decoding: try #require(try project.snapshot.read(migration.path)), as: UTF8.self)
      // Errors have to name the file's lines.
      let rest = file.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(migration.firstLine - 1)
        .joined(separator: "\n")
      let isAlone = listing.migrations.count { $0.path == migration.path } == 1
      switch convention.script {
      case .rewritten where isAlone && migration.firstLine == 1:
        #expect(migration.up.count(where: \.isNewline) == file.count(where: \.isNewline))
      case .rewritten:
        #expect(migration.up.count(where: \.isNewline) <= rest.count(where: \.isNewline))
      case .partOfFile where migration.down != nil || !isAlone:
        #expect(rest.hasPrefix(migration.up) && file != migration.up)
      case .substituted where file.contains("${"):
        #expect(!migration.up.contains("${"))
      case .partOfFile, .substituted, .wholeFile:
        #expect(migration.up == file)
      }
    }
    lines += (listing.fresh ?? []).map { "fresh \($0.path)" }
    lines += listing.snapshots.map { "snapshot \($0.path) after \($0.migrationCount)" }
    lines += listing.notices.map { "notice \($0.path) \($0.reason.rawValue)" }
    #expect(lines.joined(separator: "\n") + "\n" == project.expected)
  }

  @Test("every convention has a sample project", arguments: MigrationConvention.all.map(\.name))
  func hasProject(name: String) {
    #expect(SampleProject.all.contains { $0.convention == name })
  }

  @Test(
    "an id contains the migration's name in its file", arguments: SampleProject.all.filter { $0.convention != "grdb" })
  func compoundIDs(project: SampleProject) throws {
    let convention = try #require(MigrationConvention.named(project.convention))
    let placeholders = try MigrationFolders.find(in: project.snapshot).first?.placeholders ?? [:]
    let listing = try convention.listing(in: project.folder, of: project.snapshot, placeholders: placeholders)
    for migration in listing.migrations {
      #expect(CompoundMigrationID(migration.id)?.name == migration.nameInFile)
    }
  }

  @Test("names are unique and case-sensitive")
  func names() {
    let names = MigrationConvention.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.map { MigrationConvention.named($0)?.name } == names)
    #expect(MigrationConvention.named("Prisma") == nil)
  }

  /// Paths below `m`, in any order, and the names in the order they run.
  static let orders: [(convention: String, files: [String], ids: [String])] = [
    ("plain", ["10.sql", "9.sql", "2.sql"], ["2", "9", "10"]),
    ("plain", ["010_a.sql", "9_b.sql", "0.sql"], ["0", "9", "10"]),
    (
      "plain", ["99999999999999999999998.sql", "100000000000000000000001.sql", "7.sql"],
      ["7", "99999999999999999999998", "100000000000000000000001"]
    ),
    ("plain", ["1.10-x.sql", "1.9-x.sql", "1.sql"], ["1", "1.9", "1.10"]),
    ("plain", ["2024-02-01_b.sql", "2024-01-31.sql"], ["2024-01-31", "2024-02-01"]),
    ("plain", ["1-down-a.sql", "1-up-a.sql", "2-down-b.sql", "2-up-b.sql"], ["1", "2"]),
    ("plain", ["1_ÿ–naïve.sql", "2_日本.sql"], ["1", "2"]),
    ("sqlx", ["10_a.sql", "2_b.sql"], ["2", "10"]),
    ("sqlx", ["9223372036854775807_a.sql", "1_b.sql"], ["1", "9223372036854775807"]),
    ("golang-migrate", ["10_a.up.sql", "2_b.up.sql", "003_c.up.txt"], ["2", "3", "10"]),
    ("golang-migrate", ["18446744073709551615_a.up.sql", "5_.up.sql"], ["5", "18446744073709551615"]),
    ("diesel", ["2_a/up.sql", "10_b/up.sql", "2024-03-13_c/up.sql"], ["10", "2", "20240313"]),
    ("rusqlite-migration", ["2-a/up.sql", "01-b/up.sql", "3-c/up.sql"], ["1", "2", "3"]),
    ("plain", ["0_to_1.sql", "v1_to_2_users.sql", "2-to-3.sql"], ["1", "2", "3"]),
    ("plain", ["1_to_10_users.sql", "2_more.sql"], ["1", "2"]),
    ("prefixed", ["upgrade_1_to_2.sql", "upgrade_2_to_3.sql"], ["2", "3"]),
    ("goose", ["20240102030405_c.sql", "00010_b.sql", "2_a.sql"], ["2", "10", "20240102030405"]),
    (
      "sql-migrate", ["b.sql", "10_a.sql", "2_b.sql", "02_a.sql", "a.sql"],
      ["02_a.sql", "2_b.sql", "10_a.sql", "a.sql", "b.sql"]
    ),
    ("up-down", ["10-c.sql", "002_b.sql", "1.sql"], ["1", "2", "10"]),
    ("dbmate", ["2_b.sql", "10_a.sql", "20240102030405.sql"], ["10", "20240102030405", "2"]),
    ("refinery", ["V10__c.sql", "below/U2__b.sql", "V1__a.sql"], ["1", "2", "10"]),
    (
      "flyway",
      [
        "V2024.01.02__e.sql", "V1_10__d.sql", "x/V1.9__c.sql", "V001__b.sql", "R__b a.sql", "R__B.sql", "y/z/R__b.sql",
        "V0.5__a.SQL",
      ], ["0.5", "1", "1.9", "1.10", "2024.1.2", "R__B", "R__b", "R__b a"]
    ),
    ("prisma", ["0_init/migration.sql", "20240101000000_b/migration.sql"], ["0_init", "20240101000000_b"]),
    ("prisma", ["10_b/migration.sql", "1_a/migration.sql", "2_c/migration.sql"], ["1_a", "10_b", "2_c"]),
    // Odd but real: a double dot, a number alone before a direction, a dialect in the name.
    ("plain", ["001_x..sql", "2.up.sql", "3..sql"], ["1", "2", "3"]),
    ("plain", ["1_a.sqlite.sql", "1_a.mysql.sql", "2_b.all.sql"], ["1", "2"]),
    ("plain", ["002.do.users.sql", "001.do.sql", "001.undo.sql", "002.undo.users.sql"], ["1", "2"]),
    ("plain", ["001.dog.sql", "002.undone.sql"], ["1", "2"]),
    ("plain", ["v2.10.0.sql", "v2.9.100.sql", "v2.9.6.sql", "v0.0.0.sql"], ["0.0.0", "2.9.6", "2.9.100", "2.10.0"]),
    ("plain", ["V0002.Web.up.sql", "V0001.Initial_Schema.all.up.sql", "V0001.Initial_Schema.down.sql"], ["1", "2"]),
    ("plain", ["V0001.Users.sqlite.up.sql", "V0001.Users.mysql.up.sql", "V0002.X.postgres.up.sql"], ["1"]),
    (
      "names", ["0001_b.up.sql", "0001_a.up.sql", "0001_a.down.sql", "0002-x.up.sql", "0002.up.sql"],
      ["0001_a", "0001_b", "0002-x", "0002"]
    ),
    ("prefixed", ["schema-10.sql", "schema-9.sql", "schema.sql", "device-1.sql"], ["9", "10"]),
    (
      "prefixed", ["upgrade_001_a.sql", "upgrade_000_b.sql", "Upgrade_2.sql", "upgrade_2_downgrade.sql"],
      ["0", "1", "2"]
    ),
    ("prefixed", ["schema18_upgrade.sql", "schema14_upgrade.sql", "schema18_downgrade.sql"], ["14", "18"]),
    ("names", ["1_a.up.sql", "1_b.up.sql", "1_a_down.sql", "seed.sql"], ["1_a", "1_b"]),
    ("names", ["10_a.sql", "9_b.sql", "10_a.sqlite.sql", "9_b.mysql.sql"], ["10_a", "9_b"]),
    ("timestamps", ["20240201000000_b.sql", "20240131235959_a..sql"], ["20240131235959", "20240201000000"]),
    ("timestamps", ["20240131_120000_b.sql", "20240131_115959_a.sql"], ["20240131115959", "20240131120000"]),
    ("timestamps", ["2024_01_31_120000_b.sql", "2024_01_31_12_00_01_c.sql"], ["20240131120000", "20240131120001"]),
    ("timestamps", ["2024_02_01_b.sql", "2024_01_31_a.sql"], ["20240131", "20240201"]),
    ("timestamps", ["2024-01-31-120000_a.sql", "202401311201_2fa.sql"], ["202401311201", "20240131120000"]),
    ("timestamps", ["20200101000000_b.sql", "002_a.sql", "001_a.sql"], ["1", "2", "20200101000000"]),
    ("atlas", ["2_b.sql", "10_a.sql", "3.sql"], ["10", "2", "3"]),
    ("pop", ["20_b.up.sql", "100_a.up.sql", "3_c.sqlite.up.sql"], ["100", "20", "3"]),
    (
      "version-folders", ["0.10/00__c.sql", "0.9/10__b.sql", "0.9/9.sql", "v1/1.sql"],
      ["0.9/9", "0.9/10", "0.10/0", "v1/1"]
    ),
    ("sqldelight", ["migrations/10.sqm", "9.sqm", "x/V11__a.sqm"], ["9", "10", "11"]),
    ("drizzle", ["2_B/migration.sql", "2_a/migration.sql", "2_A/migration.sql"], ["2_a", "2_A", "2_B"]),
  ]

  /// The dependencies of a package, the SQL of a migration in two lines, and the line that Drizzle's driver refuses.
  static let parts: [(dependencies: String, sql: String, refused: Int?)] = [
    (#""better-sqlite3": "11""#, "CREATE TABLE t (a);\nCREATE INDEX i ON t (a);\n", 2),
    (
      #""better-sqlite3": "11""#, "CREATE TABLE t (a);--> statement-breakpoint\nCREATE INDEX i ON t (a);\n-- end\n", nil
    ),
    (#""better-sqlite3": "11", "wrangler": "4""#, "CREATE TABLE t (a);\nCREATE INDEX i ON t (a);\n", nil),
    (#""@libsql/client": "0.14""#, "CREATE TABLE t (a);\nCREATE INDEX i ON t (a);\n", nil),
    // "bundle" is not Bun.
    (#""better-sqlite3": "11", "esbuild-bundle": "1""#, "CREATE TABLE t (a);\nCREATE INDEX i ON t (a);\n", 2),
    (#""better-sqlite3": "11", "@types/bun": "1""#, "CREATE TABLE t (a);\nCREATE INDEX i ON t (a);\n", nil),
  ]

  @Test("Drizzle gives better-sqlite3 a single statement at once", arguments: parts)
  func drizzleParts(dependencies: String, sql: String, refused: Int?) throws {
    let snapshot = FileSnapshot(texts: [
      "package.json": "{\"dependencies\": {\(dependencies)}}", "m/0000_a.sql": sql,
      "m/meta/_journal.json": #"{"entries": [{"idx": 0, "tag": "0000_a"}]}"#,
    ])
    let drizzle = try #require(MigrationConvention.named("drizzle"))
    guard let refused else {
      #expect(try drizzle.listing(in: "m", of: snapshot).migrations.count == 1)
      return
    }
    let error = #expect(throws: MigrationFolderError.self) { try drizzle.listing(in: "m", of: snapshot) }
    #expect(error?.message.hasPrefix("m/0000_a.sql:\(refused): follows another statement") == true)
  }

  @Test(
    "a statement that bun:sqlite would not run is named",
    arguments: [
      (#""@types/bun": "1""#, "CREATE TABLE t (a);\nUPDATE t SET a = 1;\n", 2),
      ("", "CREATE TABLE t (a);\nUPDATE t SET a = 1;\n", 2),
      (#""@types/bun": "1""#, "CREATE TABLE t (a);--> statement-breakpoint\nUPDATE t SET a = 1;\n-- end\n", nil),
      (#""@types/bun": "1", "wrangler": "4""#, "CREATE TABLE t (a);\nUPDATE t SET a = 1;\n", nil),
    ] as [(String, String, Int?)])
  func secondStatement(dependencies: String, sql: String, line: Int?) throws {
    let snapshot = FileSnapshot(texts: [
      "package.json": "{\"dependencies\": {\(dependencies)}}", "m/0000_a.sql": sql,
      "m/meta/_journal.json": #"{"entries": [{"idx": 0, "tag": "0000_a"}]}"#,
    ])
    let listing = try #require(MigrationConvention.named("drizzle")).listing(in: "m", of: snapshot)
    let notices = listing.notices.filter { $0.reason == .secondStatement }
    #expect(notices.map(\.number) == [line].filter { $0 != nil })
    #expect(notices.first?.message.hasPrefix("m/0000_a.sql:2 follows another statement") != false)
  }

  @Test("a folder beside the migrations that has a later number is named")
  func laterFolder() throws {
    let files = ["db/9/1_a.sql", "db/10/1_a.sql", "db/v11/1_a.sql", "db/8/1_a.sql", "db/12/README", "db/other/1_a.sql"]
    let snapshot = FileSnapshot(texts: Dictionary(uniqueKeysWithValues: files.map { ($0, "SELECT 1;") }))
    let plain = try #require(MigrationConvention.named("plain"))
    let paths = try plain.listing(in: "db/9", of: snapshot).notices.map(\.path)
    #expect(paths == ["db/10", "db/v11"])
    #expect(try plain.listing(in: "db/other", of: snapshot).notices.isEmpty)
  }

  @Test("migrations are in the tool's order", arguments: orders)
  func order(convention: String, files: [String], ids: [String]) throws {
    let text = "-- +goose Up\n-- migrate:up\n-- +migrate Up\nSELECT 1;\n-- migrate:down\n"
    let snapshot = FileSnapshot(texts: Dictionary(uniqueKeysWithValues: files.map { ("m/" + $0, text) }))
    let migrations = try #require(MigrationConvention.named(convention)).listing(in: "m", of: snapshot).migrations
    #expect(migrations.map(\.id) == ids)
  }

  static let laterFolders: [(ids: [String], version: String, runs: [String])] = [
    (["0.23/0", "0.24/0", "0.24/1"], "0.23.1", ["0.23/0"]),
    (["0.23/0", "0.24/0"], "v0.23.0-rc.2", ["0.23/0", "0.24/0"]),
    (["0.23/0", "0.24/0"], "0.23.0-rc.2", ["0.23/0"]),
    (["0.9/0", "0.10/0"], "0.10.0", ["0.9/0", "0.10/0"]),
    (["0.9/0", "0.10/0"], "0.9.5", ["0.9/0"]),
    (["v1.2.3/0", "v1.2.4/0"], "1.2.3", ["v1.2.3/0"]),
    // Several later folders, or numbers without a dot, are not versions of the program.
    (["1.0/0", "1.1/0", "1.2/0"], "1.0.4", ["1.0/0", "1.1/0", "1.2/0"]),
    (["1/0", "2/0"], "1.5", ["1/0", "2/0"]),
    (["0.1/0", "0.2/0"], "nightly", ["0.1/0", "0.2/0"]),
    (["0.1/0", "0.2/0"], "0", ["0.1/0", "0.2/0"]),
  ]

  @Test("a program does not run the folder of the next version", arguments: laterFolders)
  func laterFolder(ids: [String], version: String, runs: [String]) throws {
    let snapshot = FileSnapshot(texts: Dictionary(uniqueKeysWithValues: ids.map { ("m/\($0).sql", "SELECT 1;") }))
    let whole = try #require(MigrationConvention.named("version-folders")).listing(in: "m", of: snapshot)
    let listing = whole.running(in: version, convention: "version-folders")
    #expect(listing.migrations.map(\.id) == runs)
    let left = ids.filter { !runs.contains($0) }
    #expect(listing.notices == left.map { MigrationNotice(path: "m/\($0).sql", reason: .laterVersion) })
    #expect(whole.running(in: version, convention: "plain") == whole)
  }

  private static func dbutil(_ line: Int, _ reason: String) -> MigrationFolderError {
    let hint =
      reason.hasPrefix("upgrades")
      ? "correct the versions in its first line" : "see https://pkg.go.dev/go.mau.fi/util/dbutil"
    return .refusedText("m/1.sql", line: line, reason: reason, hint: hint)
  }

  static let refusals: [(convention: String, files: [String: String], error: MigrationFolderError)] = [
    (
      "plain", ["1.sql": "CREATE TABLE PREFIXES (a);\nCREATE TABLE IF NOT EXISTS TABLE_PREFIXusers (a);"],
      .refusedText(
        "m/1.sql", line: 2,
        reason: "'TABLE_PREFIX' stands for a text that a program puts into the names of the tables",
        hint: "use a source of kind: command")
    ),
    (
      "plain", ["1.sql": "INSERT INTO a VALUES ('x%y%');\nCREATE TABLE `%positions_table%` (a DEFAULT '%z%');"],
      .refusedText(
        "m/1.sql", line: 2,
        reason: "'%positions_table%' stands for a text that a program puts into the names of the tables",
        hint: "use a source of kind: command")
    ),
    (
      "plain", ["1.sql": "create table if not exists `[prefix]users` (a);"],
      .refusedText(
        "m/1.sql", line: 1,
        reason: "'[prefix]' stands for a text that a program puts into the names of the tables",
        hint: "use a source of kind: command")
    ),
    (
      "plain", ["1.sql": "CREATE TABLE <Prefix>"],
      .refusedText(
        "m/1.sql", line: 1,
        reason: "'<Prefix>' stands for a text that a program puts into the names of the tables",
        hint: "use a source of kind: command")
    ),
    ("plain", ["1_a.sql": "", "001_b.sql": ""], .sameNumber("1", paths: ["m/001_b.sql", "m/1_a.sql"])),
    ("sqlx", ["1_a.sql": "", "1_a.up.sql": ""], .sameNumber("1", paths: ["m/1_a.sql", "m/1_a.up.sql"])),
    (
      "sqlx", ["1_a.sql": "", "seed_data.sql": ""],
      .refusedName("m/seed_data.sql", expected: "<version>_<description>.sql with a 64-bit version")
    ),
    (
      "sqlx", ["9223372036854775808_a.sql": ""],
      .refusedName("m/9223372036854775808_a.sql", expected: "<version>_<description>.sql with a 64-bit version")
    ),
    (
      "golang-migrate", ["1_a.up.sql": "", "01_b.up.sql": ""],
      .sameNumber("1", paths: ["m/01_b.up.sql", "m/1_a.up.sql"])
    ),
    (
      "golang-migrate", ["1_a.up.sql": "", "1_a.down.sql": "", "1_b.down.sql": ""],
      .sameNumber("1", paths: ["m/1_a.down.sql", "m/1_b.down.sql"])
    ),
    (
      "goose", ["1_a.sql": "-- +goose Up\n", "00001_b.go": ""],
      .sameNumber("1", paths: ["m/00001_b.go", "m/1_a.sql"])
    ),
    (
      "dbmate", ["1_a.sql": "-- migrate:up\n-- migrate:down\n", "1_b.sql": ""],
      .sameNumber("1", paths: ["m/1_a.sql", "m/1_b.sql"])
    ),
    (
      "flyway", ["V1_0__a.sql": "", "x/V01.0.0__b.sql": ""],
      .sameNumber("1", paths: ["m/V1_0__a.sql", "m/x/V01.0.0__b.sql"])
    ),
    (
      "flyway", ["x/R__a_b.sql": "", "y/R__a b.sql": ""],
      .sameNumber("a b", paths: ["m/x/R__a_b.sql", "m/y/R__a b.sql"])
    ),
    (
      "flyway", ["1_a.sql": "", "v1__a.sql": "", "V1a__b.sql": "", "V__c.sql": "", "R1__d.sql": "", "Views.sql": ""],
      .noMigrations(
        folder: "m", convention: "Flyway",
        leftOut: ["1_a.sql", "R1__d.sql", "V1a__b.sql", "V__c.sql", "Views.sql", "v1__a.sql"].map {
          MigrationNotice(path: "m/" + $0, reason: .unrecognised)
        })
    ),
    ("diesel", ["1_a/up.sql": "", "2_b/down.sql": ""], .missingFile("m/2_b/up.sql", namedBy: "m/2_b")),
    (
      "diesel", ["2024-01-01_a/up.sql": "", "20240101_b/up.sql": ""],
      .sameNumber("20240101", paths: ["m/2024-01-01_a", "m/20240101_b"])
    ),
    (
      "rusqlite-migration", ["1-a/up.sql": "", "3-b/up.sql": ""],
      .refusedName("m/3-b", expected: "2-<name>, the number after the one before it")
    ),
    (
      "rusqlite-migration", ["1-a/up.sql": "", "01-b/up.sql": ""],
      .sameNumber("1", paths: ["m/01-b", "m/1-a"])
    ),
    ("prisma", ["1_a/migration.sql": "", "2_b/README.md": ""], .missingFile("m/2_b/migration.sql", namedBy: "m/2_b")),
    ("drizzle", ["1_a/snapshot.json": "{}"], .missingFile("m/1_a/migration.sql", namedBy: "m/1_a")),
    (
      "drizzle", ["meta/_journal.json": #"{"entries": [{"idx": 0, "tag": "0000_a"}]}"#],
      .missingFile("m/0000_a.sql", namedBy: "m/meta/_journal.json")
    ),
    (
      "drizzle",
      ["0_a.sql": "", "meta/_journal.json": #"{"entries": [{"idx": 0, "tag": "0_a"}, {"idx": 1, "tag": "0_a"}]}"#],
      .sameNumber("0_a", paths: ["m/0_a.sql", "m/0_a.sql"])
    ),
    (
      "timestamps", ["20240131_120000_a.sql": "", "20240131120000_b.sql": ""],
      .sameNumber("20240131120000", paths: ["m/20240131120000_b.sql", "m/20240131_120000_a.sql"])
    ),
    (
      "plain", ["1_a.sqlite.sql": "", "1_b.sqlite3.sql": "", "1_a.sql": ""],
      .sameNumber("1", paths: ["m/1_a.sqlite.sql", "m/1_b.sqlite3.sql"])
    ),
    ("pop", ["1_a.up.sql": "", "1_b.up.sql": ""], .sameNumber("1", paths: ["m/1_a.up.sql", "m/1_b.up.sql"])),
    ("atlas", ["1_a.sql": "", "1_b.sql": ""], .sameNumber("1", paths: ["m/1_a.sql", "m/1_b.sql"])),
    ("version-folders", ["0.1/1.sql": "", "v0.1/2.sql": ""], .sameNumber("0.1", paths: ["m/0.1", "m/v0.1"])),
    (
      "version-folders", ["0.1/1_a.sql": "", "0.1/01_b.sql": ""],
      .sameNumber("1", paths: ["m/0.1/01_b.sql", "m/0.1/1_a.sql"])
    ),
    ("sqldelight", ["1.sqm": "", "a/1.sqm": ""], .sameNumber("1", paths: ["m/1.sqm", "m/a/1.sqm"])),
    (
      "prefixed", ["up-1.sql": "", "up-01_b.sql": ""],
      .sameNumber("1", paths: ["m/up-01_b.sql", "m/up-1.sql"])
    ),
    (
      "dbutil", ["1.sql": "-- v1: a\n", "2.sql": "-- v0 -> v1: b\n"], .sameNumber("v0", paths: ["m/1.sql", "m/2.sql"])
    ),
    ("dbutil", ["1.sql": "-- v3 -> v3: a\n"], dbutil(1, "upgrades to a version that is not later")),
    ("dbutil", ["1.sql": "-- Version 1\n"], dbutil(1, "does not begin with a line such as -- v1 -> v2: words")),
    ("dbutil", ["1.sql": "-- v1: a\n-- transaction: maybe\n"], dbutil(2, "has an unknown mode of transaction, maybe")),
    (
      "dbutil", ["1.sql": "-- v1: a\n-- only: sqlite until \"end only\"\nSELECT 1;\n"],
      dbutil(2, "begins lines for one database that have no end")
    ),
    (
      "dbutil", ["1.sql": "-- v1: a\n-- only: sqlite until \"end only\"\n-- end only postgres\n"],
      dbutil(3, "ends lines for postgres, and line 2 begins lines for sqlite")
    ),
    ("sqldelight", ["1.sqm": "", "nope.sqm": ""], .refusedName("m/nope.sqm", expected: "<number>.sqm")),
    ("plain", ["README.md": ""], .noMigrations(folder: "m", convention: "plain numbered", leftOut: [])),
    (
      "golang-migrate", ["1_a.sql": ""],
      .noMigrations(
        folder: "m", convention: "golang-migrate",
        leftOut: [MigrationNotice(path: "m/1_a.sql", reason: .unrecognised)])
    ),
    (
      "drizzle", ["meta/_journal.json": #"{"entries": []}"#],
      .noMigrations(folder: "m", convention: "Drizzle", leftOut: [])
    ),
  ]

  @Test("an ambiguous or invalid folder is an error", arguments: refusals)
  func refusal(convention: String, files: [String: String], error: MigrationFolderError) throws {
    let snapshot = FileSnapshot(texts: Dictionary(uniqueKeysWithValues: files.map { ("m/" + $0, $1) }))
    let convention = try #require(MigrationConvention.named(convention))
    #expect(throws: error) { try convention.listing(in: "m", of: snapshot) }
    #expect(!error.message.isEmpty && !error.hint.isEmpty)
  }

  @Test("a missing folder is reported", arguments: MigrationConvention.all.map(\.name))
  func missingFolder(name: String) throws {
    let convention = try #require(MigrationConvention.named(name))
    #expect(throws: MigrationFolderError.noSuchFolder("db")) {
      try convention.listing(in: "db", of: FileSnapshot(texts: ["a.sql": ""]))
    }
  }

  @Test(
    "a journal that is not JSON is named in the error", arguments: ["", "{", "<<<<<<< HEAD", #"{"entries": [{}]}"#])
  func unreadableJournal(journal: String) throws {
    let snapshot = FileSnapshot(texts: ["m/meta/_journal.json": journal, "m/0000_a.sql": ""])
    let drizzle = try #require(MigrationConvention.named("drizzle"))
    let error = #expect(throws: MigrationFolderError.self) { try drizzle.listing(in: "m", of: snapshot) }
    guard case .unreadable("m/meta/_journal.json", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test(
    "text that is not UTF-8 is an error",
    arguments: [[0xFF, 0xFE, 0x53, 0x00], [0x53, 0x00, 0x45, 0x00], [0x2D, 0x2D, 0xE9], [0xC0, 0x80]] as [[UInt8]])
  func notText(bytes: [UInt8]) throws {
    let plain = try #require(MigrationConvention.named("plain"))
    #expect(throws: MigrationFolderError.notText("1.sql")) {
      try plain.listing(in: "", of: FileSnapshot(memory: ["1.sql": bytes]))
    }
  }

  static let notices: [(convention: String, files: [String: String], notices: [MigrationNotice])] = [
    (
      "plain", ["1.sql": "x", "V2__b.sql": "x", "NOTES.SQL": "x", "readme.md": ""],
      [.init(path: "m/NOTES.SQL", reason: .unrecognised), .init(path: "m/V2__b.sql", reason: .unrecognised)]
    ),
    ("plain", ["1.sql": "x", "2.down.sql": "x"], [.init(path: "m/2.down.sql", reason: .downOnly)]),
    ("plain", ["1.sql": "x", "2_fill.go": "x", "run.go": "x"], [.init(path: "m/2_fill.go", reason: .codeStep)]),
    ("plain", ["1.sql": " \n"], [.init(path: "m/1.sql", reason: .emptyFile)]),
    ("sqlx", ["1_a.sql": "x", "schema.sql": "x"], [.init(path: "m/schema.sql", reason: .unrecognised)]),
    ("sqlx", ["1_a.sql": "x", "old/0_b.sql": "x", "docs/a.md": ""], [.init(path: "m/old", reason: .folderNotRead)]),
    (
      "golang-migrate", ["1_a.up.sql": "x", "18446744073709551616_b.up.sql": "x"],
      [.init(path: "m/18446744073709551616_b.up.sql", reason: .numberTooLarge)]
    ),
    (
      "plain", ["1_a.sqlite.sql": "x", "1_a.sql": "x", "1_a.postgres.down.sql": "x", "2_b.mysql.sql": "x"],
      [
        .init(path: "m/1_a.postgres.down.sql", reason: .otherDialect), .init(path: "m/1_a.sql", reason: .otherDialect),
        .init(path: "m/2_b.mysql.sql", reason: .otherDialect),
      ]
    ),
    (
      "timestamps", ["20240101000000_a.sql": "x", "20240102000000_b.kt": "x", "20240102000000_b_test.go": "x"],
      [.init(path: "m/20240102000000_b.kt", reason: .codeStep)]
    ),
    ("prisma", ["1_a/migration.sql": "x", "1_a/fill.ts": "x"], [.init(path: "m/1_a/fill.ts", reason: .codeStep)]),
    ("plain", ["1.sql": "x", "V3__Fill.java": "x", "9.sql": "x"], [.init(path: "m/V3__Fill.java", reason: .codeStep)]),
    (
      "names", ["10_a.sql": "x", "9_b.sql": "x", "c.down.sql": "x", "d.mysql.sql": "x", "e/1.sql": "x"],
      [
        .init(path: "m/9_b.sql", reason: .orderedAsText), .init(path: "m/c.down.sql", reason: .downOnly),
        .init(path: "m/d.mysql.sql", reason: .otherDialect), .init(path: "m/e", reason: .folderNotRead),
      ]
    ),
    ("sqldelight", ["1.sqm": "x", "3.sqm": "x"], [.init(path: "m/3.sqm", reason: .gap)]),
    (
      "version-folders", ["0.1/1.sql": "x", "0.1/seed.sql": "x", "demo/1.sql": "x", "LATEST.sql": "x"],
      [
        .init(path: "m/0.1/seed.sql", reason: .unrecognised), .init(path: "m/LATEST.sql", reason: .unrecognised),
        .init(path: "m/demo", reason: .folderNotRead),
      ]
    ),
    (
      "goose",
      [
        "1_a.sql": "-- +goose Up\n", "seed.sql": "x", "0_b.sql": "x", "2_c.go": "x", "3_c_test.go": "x",
        "old/1_a.sql": "x",
      ],
      [
        .init(path: "m/0_b.sql", reason: .unrecognised), .init(path: "m/2_c.go", reason: .codeStep),
        .init(path: "m/old", reason: .folderNotRead), .init(path: "m/seed.sql", reason: .unrecognised),
      ]
    ),
    (
      "dbmate",
      [
        "10_b.sql": "-- migrate:up\n-- migrate:down", "9_a.sql": "-- migrate:up\n-- migrate:down", "a.sql": "x",
        "old/8.sql": "x",
      ],
      [
        .init(path: "m/9_a.sql", reason: .orderedAsText), .init(path: "m/a.sql", reason: .unrecognised),
        .init(path: "m/old", reason: .folderNotRead),
      ]
    ),
    (
      "flyway",
      [
        "V1__a.sql": "x", "U2__b.sql": "x", "afterEachMigrate__c.sql": "x", "V3__d.py": "x", "V4__e.java": "x",
        ".old/V1__a.sql": "x", "deep/er/note.sql": "x", "deep/run.py": "x", "V5__f.sql": "x",
        "V5__f.sql.conf": "shouldExecute = false", "V6__g.sql": "PRAGMA foreign_keys = 0; SELECT 1;",
      ],
      [
        .init(path: "m/U2__b.sql", reason: .downOnly), .init(path: "m/V3__d.py", reason: .codeStep),
        .init(path: "m/V4__e.java", reason: .codeStep), .init(path: "m/V5__f.sql", reason: .switchedOff),
        .init(path: "m/V6__g.sql", reason: .mixedTransaction),
        .init(path: "m/afterEachMigrate__c.sql", reason: .callback),
        .init(path: "m/deep/er/note.sql", reason: .unrecognised),
      ]
    ),
    (
      "flyway", ["V1__a.sql": "x", "V2__b.sql": "x", "B1__c.sql": "x", "B2__d.sql": "x", "V3__e.sql": "x"],
      [.init(path: "m/B1__c.sql", reason: .baseline), .init(path: "m/B2__d.sql", reason: .baseline)]
    ),
    (
      "plain",
      [
        "1_a_postgres.up.sql": "x", "1_a_sqlite.up.sql": "x", "2_b_sqlite.up.sql": "x", "3_c-mysql.sql": "x",
        "4_d.up.postgres": "x", "4_d.up.sqlite": "x",
      ],
      [
        .init(path: "m/1_a_postgres.up.sql", reason: .otherDialect),
        .init(path: "m/3_c-mysql.sql", reason: .otherDialect),
        .init(path: "m/4_d.up.postgres", reason: .otherDialect),
      ]
    ),
    (
      "plain",
      ["1_a.sql": "x", "1_a_rollback.sql": "x", "2_b-up.sql": "x", "2_b-down.sql": "x", "3_slow_down.sql": "x"],
      [.init(path: "m/3_slow_down.sql", reason: .downOnly)]
    ),
    (
      "names", ["1_a.up.sql": "x", "1_b.up.sql": "x", "2_c_up.sql": "x", "2_c_down.sql": "x"],
      [.init(path: "m/2_c_down.sql", reason: .unrecognised), .init(path: "m/2_c_up.sql", reason: .unrecognised)]
    ),
    ("plain", ["1_a.sql": "x", "2_slow_down.sql": "x"], []),
    ("plain", ["1_a.sql": "x", "1_a_mysql.sql": "x"], [.init(path: "m/1_a_mysql.sql", reason: .otherDialect)]),
    ("plain", ["1_a.sql": "x", "2_leave_mysql.sql": "x"], []),
    (
      "diesel", ["1_a/up.sql": "x", "1_a/seed.sql": "x", "all.sql": "x"],
      [.init(path: "m/1_a/seed.sql", reason: .unrecognised), .init(path: "m/all.sql", reason: .unrecognised)]
    ),
    (
      "prisma", ["1_a/migration.sql": "x", "1_a/extra.sql": "x"],
      [.init(path: "m/1_a/extra.sql", reason: .unrecognised)]
    ),
    (
      "drizzle",
      [
        "0_a.sql": "x", "1_b.sql": "x", "1_c.sql": "x",
        "meta/_journal.json": #"""
        {"entries": [{"idx": 0, "when": 5, "tag": "0_a"}, {"idx": 1, "when": 9, "tag": "1_c"},
          {"idx": 1, "when": 7, "tag": "1_b"}]}
        """#,
      ],
      [.init(path: "m/1_b.sql", reason: .journalIndex), .init(path: "m/1_b.sql", reason: .journalTime)]
    ),
  ]

  @Test("skipped files and surprising orders have notices", arguments: notices)
  func notice(convention: String, files: [String: String], notices: [MigrationNotice]) throws {
    let snapshot = FileSnapshot(texts: Dictionary(uniqueKeysWithValues: files.map { ("m/" + $0, $1) }))
    let listing = try #require(MigrationConvention.named(convention)).listing(in: "m", of: snapshot)
    #expect(listing.notices == notices)
    #expect(listing.notices.allSatisfy { $0.message.contains($0.path) })
  }

  @Test("a byte order mark is removed; line endings and other characters are kept")
  func text() throws {
    let plain = try #require(MigrationConvention.named("plain"))
    let listing = try plain.listing(
      in: "", of: FileSnapshot(texts: ["1.sql": "\u{FEFF}SELECT 1;\r\n-- café \u{FEFF}\r\n", "2.sql": "a\rb\n"]))
    #expect(
      listing.migrations.map { Array($0.up.utf8) }
        == ["SELECT 1;\r\n-- café \u{FEFF}\r\n", "a\rb\n"].map { Array($0.utf8) })
  }

  @Test(
    "sqlx reads its no-transaction comment only at the start of the file",
    arguments: [
      ("-- no-transaction\n", Migration.Transaction.none), ("-- no-transaction, please\r\n", .none),
      ("\u{FEFF}-- no-transaction\n", .perMigration), ("\n-- no-transaction\n", .perMigration),
      ("--no-transaction\n", .perMigration),
    ])
  func sqlxMark(text: String, transaction: Migration.Transaction) throws {
    let sqlx = try #require(MigrationConvention.named("sqlx"))
    #expect(
      try sqlx.listing(in: "", of: FileSnapshot(texts: ["1_a.sql": text])).migrations.map(\.transaction) == [
        transaction
      ])
  }

  @Test(
    "diesel's metadata.toml sets the transaction as serde reads it",
    arguments: [
      ("run_in_transaction = false\n", Migration.Transaction.none),
      ("run_in_transaction=true # yes\r\n", .perMigration),
      ("# nothing\n", .none), ("[other]\nrun_in_transaction = true\n", .none),
      ("run_in_transaction = \"no\"\n", .perMigration),
    ])
  func dieselMetadata(text: String, transaction: Migration.Transaction) throws {
    let diesel = try #require(MigrationConvention.named("diesel"))
    let snapshot = FileSnapshot(texts: ["1_a/up.sql": "x", "1_a/metadata.toml": text])
    #expect(try diesel.listing(in: "", of: snapshot).migrations.map(\.transaction) == [transaction])
  }

  /// Layouts of two migrations, the second of which has transactions of its own.
  static let layouts: [(convention: String, first: String, second: String)] = [
    ("plain", "1.sql", "2.sql"), ("timestamps", "20240101000000_a.sql", "20240102000000_b.sql"),
    ("sqlx", "1_a.sql", "2_b.sql"), ("diesel", "1_a/up.sql", "2_b/up.sql"),
    ("golang-migrate", "1_a.up.sql", "2_b.up.sql"), ("prisma", "1_a/migration.sql", "2_b/migration.sql"),
    ("atlas", "1_a.sql", "2_b.sql"), ("pop", "1_a.up.sql", "2_b.up.sql"),
    ("version-folders", "0.1/1.sql", "0.2/1.sql"), ("sqldelight", "1.sqm", "2.sqm"),
    ("names", "1_a.sql", "1_b.sql"), ("prefixed", "s-1.sql", "s-2.sql"),
  ]

  @Test("a script that begins with BEGIN or COMMIT runs in each convention", arguments: layouts)
  func ownTransactions(convention: String, first: String, second: String) throws {
    let scripts = [
      "BEGIN; ALTER TABLE t ADD b; COMMIT;", "begin transaction; ALTER TABLE t ADD b; end;",
      "COMMIT; PRAGMA foreign_keys = OFF; BEGIN; ALTER TABLE t ADD b; COMMIT; PRAGMA foreign_keys = ON; BEGIN;",
    ]
    for script in scripts {
      // Where the tool opens no transaction there is none to commit.
      if script.hasPrefix("COMMIT"), convention == "prisma" { continue }
      let snapshot = FileSnapshot(texts: ["m/" + first: "CREATE TABLE t (a);", "m/" + second: script])
      let source = MigrationsSource(folder: MigrationFolderConfiguration(paths: ["m"], convention: convention))
      let schema = try source.read(from: snapshot).build().schema
      #expect(schema.tables.first?.columns.map(\.name) == ["a", "b"])
    }
  }
}
