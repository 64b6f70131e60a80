import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import SQLiteSandbox
import TestSupport
import Testing

@Suite("Migration lint: what the project shows about its tool")
struct MigrationLintContextTests {
  @Test("several migrations with BEGIN show that the tool opens no transaction")
  func ownTransactions() throws {
    func found(_ scripts: String...) throws -> [String] {
      let files = scripts.enumerated().map { ("m/\($0 + 1)_a.up.sql", $1) }
      return try MigrationLintTests.lint(Dictionary(uniqueKeysWithValues: files), "golang-migrate").findings.map {
        "\($0.path ?? "") \($0.code.rawValue) \($0.severity)"
      }
    }
    let own = "BEGIN; CREATE TABLE %; COMMIT;"
    func create(_ table: String) -> String { own.replacing("%", with: table + " (a)") }
    #expect(try found("CREATE TABLE t (a);", create("u")) == ["m/2_a.up.sql SL471 warning"])
    #expect(try found(create("t"), create("u")) == [])
    // The pragma has an effect then.
    #expect(
      try found(MigrationLintTests.parent, create("u"), MigrationLintTests.rebuild).contains("m/3_a.up.sql SL402 note"))
    #expect(
      try !found(MigrationLintTests.parent, create("u"), create("v"), MigrationLintTests.rebuild).contains(
        "m/4_a.up.sql SL402 note"))
  }

  @Test("a frozen migration with BEGIN shows that the tool opens no transaction")
  func frozenTransaction() throws {
    let first = ["m/1_a.up.sql": "BEGIN; CREATE TABLE t (a); COMMIT;"]
    let files = first.merging(["m/2_b.up.sql": "CREATE TABLE u (a);"]) { $1 }
    let sandbox = try Sandbox()
    let configuration = MigrationLintTests.configuration("golang-migrate")
    try sandbox.freeze(try draft("1.0.0", first, of: configuration), over: files)
    let snapshot = try sandbox.open().snapshot(.workTree)
    #expect(try MigrationLint(configuration).report(on: .all, in: snapshot).findings == [])
    #expect(try MigrationLint(configuration).report(on: .all, in: FileSnapshot(texts: files)).findings.count == 1)
  }

  @Test("users of a version have its migrations, also if they were renamed since")
  func renamed() throws {
    let create = "CREATE TABLE t (a);"
    let renamed = ["m/10.sql": create, "m/11.sql": "DELETE FROM t;"]
    let sandbox = try Sandbox()
    let configuration = MigrationLintTests.configuration("plain")
    let first = try draft("1.0.0", ["m/1.sql": create], of: configuration)
    try sandbox.freeze(
      first, try draft("2.0.0", renamed, parents: [first.entry.id], of: configuration), over: renamed)
    let report = try MigrationLint(configuration).report(on: .all, in: sandbox.open().snapshot(.workTree))
    #expect(report.findings.map { "\($0.path ?? "") \($0.code.rawValue)" } == ["m/11.sql SL453"])
  }

  @Test("a version whose migrations were replaced as a whole does not count, even if ids are used again")
  func replaced() throws {
    let files = ["m/1_base.sql": "CREATE TABLE t (a); CREATE TABLE u (a);", "m/2_move.sql": "DELETE FROM u;"]
    let sandbox = try Sandbox()
    let configuration = MigrationLintTests.configuration("plain")
    let old = ["m/1_old.sql": "CREATE TABLE t (b);", "m/2_older.sql": "CREATE TABLE v (b);"]
    try sandbox.freeze(try draft("1.0.0", old, of: configuration), over: files)
    let snapshot = try sandbox.open().snapshot(.workTree)
    for selection in [MigrationLint.Selection.unfrozen, .all] {
      let report = try MigrationLint(configuration).report(on: selection, in: snapshot)
      #expect(report.judged == ["m/1_base.sql", "m/2_move.sql"])
      #expect(report.findings.map(\.code.rawValue) == ["SL453"])
    }
  }

  @Test("migrations start from the oldest version whose migrations they are, and versions after it count")
  func oldestVersion() throws {
    let schema = "CREATE TABLE t (a, b, c); CREATE TABLE u (a);"
    let configuration = DatabaseConfiguration(
      source: .schema(
        files: ["s.sql"], forward: .migrations(MigrationFolderConfiguration(paths: ["m"], convention: "plain"))))
    let today = [
      "s.sql": schema, "m/1_a.sql": "ALTER TABLE t ADD COLUMN b;", "m/2_b.sql": "CREATE TABLE u (a);",
      "m/3_c.sql": "ALTER TABLE t ADD COLUMN c; DELETE FROM u;",
    ]
    func version(_ version: String, _ schema: String, _ migrations: [String: String]) throws -> EntryDraft {
      try draft(version, migrations.merging(["s.sql": schema]) { $1 }, of: configuration)
    }
    let sandbox = try Sandbox()
    try sandbox.freeze(
      // A branch had another migration with the id.
      try version("0.8.0", "CREATE TABLE x (a);", ["m/1_z.sql": "CREATE TABLE y (a);"]),
      // The migration was edited before 1.0.0.
      try version("0.9.0", "CREATE TABLE s (a, b);", ["m/1_a.sql": "ALTER TABLE s ADD COLUMN b;"]),
      try version("1.0.0", "CREATE TABLE t (a, b);", today.filter { $0.key == "m/1_a.sql" }),
      try version(
        "1.1.0", "CREATE TABLE t (a, b); CREATE TABLE u (a);",
        today.filter { ["m/1_a.sql", "m/2_b.sql"].contains($0.key) }),
      over: today)
    let report = try MigrationLint(configuration).report(on: .all, in: sandbox.open().snapshot(.workTree))
    #expect(report.judged == ["m/2_b.sql", "m/3_c.sql"])
    // 1.1.0 has u, so its users may have rows in it.
    #expect(report.findings.map { "\($0.path ?? "") \($0.code.rawValue)" } == ["m/3_c.sql SL453"])
  }

  @Test(
    "libSQL's driver switches foreign keys off while Drizzle migrates",
    arguments: [
      (#"{"dependencies": {"@libsql/client": "1"}}"#, true), (#"{"dependencies": {"better-sqlite3": "1"}}"#, false),
      (#"{"dependencies": {"@libsql/client": "1", "better-sqlite3": "1"}}"#, false), ("{}", false),
    ])
  func libSQL(package: String, isQuiet: Bool) throws {
    let journal = #"{"entries": [{"idx": 0, "when": 5, "tag": "0_a"}, {"idx": 1, "when": 9, "tag": "1_b"}]}"#
    let files = [
      "m/meta/_journal.json": journal,
      "m/0_a.sql": MigrationLintTests.parent.replacing(";\n", with: ";--> statement-breakpoint\n"),
      "m/1_b.sql": MigrationLintTests.rebuild.replacing(";", with: ";--> statement-breakpoint\n"),
      "package.json": package,
    ]
    #expect(
      try MigrationLintTests.lint(files, "drizzle").findings.map(\.code.rawValue)
        == (isQuiet ? [] : ["SL401", "SL402"]))
    var database = MigrationLintTests.configuration("drizzle")
    database.foreignKeys = true
    #expect(try MigrationLint(database).report(on: .all, in: FileSnapshot(texts: files)).findings.count == 2)
  }

  @Test("SL301 is a warning if a program that runs before the migration mentions what is missing")
  func madeByProgram() throws {
    let files = ["m/1_a.sql": "-- +goose Up\nCREATE TABLE t (a);", "m/3_c.sql": "-- +goose Up\nDROP TABLE u;"]
    func found(_ program: (String, String)) throws -> [String] {
      try MigrationLintTests.lint(files.merging([program]) { $1 }, "goose").findings.map {
        "\($0.code.rawValue) \($0.severity) \($0.help?.text.hasPrefix("m/2_b.go is a program") == true)"
      }
    }
    #expect(try found(("m/2_b.go", "tx.Exec(`CREATE TABLE u (a)`)")) == ["SL301 warning true"])
    #expect(try found(("m/2_b.go", "tx.Exec(`CREATE TABLE users (a)`)")) == ["SL301 error true"])
    #expect(try found(("m/4_d.go", "tx.Exec(`CREATE TABLE u (a)`)")) == ["SL301 error false"])
  }

  @Test("the first migration after a version without migrations is checked on that version")
  func firstUpgrade() throws {
    let database = DatabaseConfiguration(
      source: .migrations(MigrationFolderConfiguration(paths: ["db"], convention: "sqldelight")))
    let before = "CREATE TABLE t (a TEXT, b TEXT);\n"
    let frozen = try draft("1.0.0", ["db/App.sq": before], of: database)
    let source = [
      "db/App.sq": before + "CREATE UNIQUE INDEX i ON t (a);\n",
      "db/migrations/1.sqm": "CREATE UNIQUE INDEX i ON t (a);\n",
    ]
    let snapshot = FileSnapshot(memory: files([frozen], over: source))
    let report = try MigrationLint(database).report(on: .unfrozen, in: snapshot)
    #expect(report.judged == ["db/migrations/1.sqm"])
    #expect(report.findings.map(\.code.rawValue) == ["SL436"])
    // The schema file is another way to say what the first version was.
    let schema = DatabaseConfiguration(
      source: .schema(files: ["schema.sql"], forward: .migrations(.init(paths: ["m"], convention: "plain"))))
    let first = try draft("1.0.0", ["schema.sql": before, "m/1.sql": "CREATE INDEX j ON t (b);\n"], of: schema)
    #expect(first.entry.migrations.count == 1)
  }

  @Test("migrations that need a schema which none of them creates are not checked")
  func applicationSchema() throws {
    let files = ["m/1.sql": "DROP INDEX IF EXISTS i;", "m/2.sql": "CREATE INDEX i ON t (a);"]
    let report = try MigrationLintTests.lint(files)
    #expect(report.isWithoutStart && report.findings == [] && report.judged == [])
    var started = files
    started["m/0.sql"] = "CREATE TABLE u (a);"
    #expect(try MigrationLintTests.lint(started).findings.map(\.code.rawValue).contains("SL301"))
  }
}
