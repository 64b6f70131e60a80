import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerKit
import LedgerTestSupport
import PathPatterns
import SQLiteLint
import SQLiteSyntax
import Testing

@Suite("Migration lint")
struct MigrationLintTests {
  static func configuration(_ convention: String) -> DatabaseConfiguration {
    DatabaseConfiguration(source: .migrations(MigrationFolderConfiguration(paths: ["m"], convention: convention)))
  }

  static func lint(
    _ files: [String: String], _ convention: String = "plain", on selection: MigrationLint.Selection = .all
  ) throws -> MigrationLint.Report {
    try MigrationLint(configuration(convention)).report(on: selection, in: FileSnapshot(texts: files))
  }

  static let rebuild = """
    PRAGMA foreign_keys = OFF;
    CREATE TABLE new_p (id INTEGER PRIMARY KEY, a TEXT);
    INSERT INTO new_p (id, a) SELECT id, a FROM p;
    DROP TABLE p;
    ALTER TABLE new_p RENAME TO p;
    PRAGMA foreign_keys = ON;
    """
  static let parent = """
    CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT);
    CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER UNIQUE REFERENCES p (id) ON DELETE CASCADE);
    """

  @Test(
    "whether foreign keys are off depends on the tool's transactions",
    arguments: [
      // Within the tool's transaction, the pragma has no effect.
      ("plain", ["m/1.sql": parent, "m/2.sql": rebuild], ["SL401", "SL402"]),
      (
        "goose",
        ["m/1_a.sql": "-- +goose Up\n\(parent)", "m/2_b.sql": "-- +goose NO TRANSACTION\n-- +goose Up\n\(rebuild)"], []
      ),
      (
        "dbmate",
        [
          "m/1_a.sql": "-- migrate:up\n\(parent)\n-- migrate:down\n",
          "m/2_b.sql": "-- migrate:up transaction:false\n\(rebuild)\n-- migrate:down\n",
        ], []
      ),
      (
        "dbmate",
        [
          "m/1_a.sql": "-- migrate:up\n\(parent)\n-- migrate:down\n",
          "m/2_b.sql": "-- migrate:up\n\(rebuild)\n-- migrate:down\n",
        ],
        ["SL401", "SL402"]
      ),
    ] as [(String, [String: String], [String])])
  func foreignKeys(convention: String, files: [String: String], expected: [String]) throws {
    #expect(try Self.lint(files, convention).findings.map(\.code.rawValue) == expected)
  }

  @Test("the configured setting of foreign keys applies to each migration", arguments: [true, false])
  func configuredForeignKeys(isOn: Bool) throws {
    var database = Self.configuration("plain")
    database.foreignKeys = isOn
    let files = FileSnapshot(texts: ["m/1.sql": Self.parent, "m/2.sql": Self.rebuild])
    let codes = try MigrationLint(database).report(on: .all, in: files).findings.map(\.code.rawValue)
    #expect(codes == (isOn ? ["SL401", "SL402"] : []))
  }

  @Test("disabled rules, severities and excluded migrations are obeyed")
  func configured() throws {
    let files = FileSnapshot(texts: [
      "m/1.sql": "CREATE TABLE t (a, b);", "m/2.sql": "DELETE FROM t;", "m/3.sql": "UPDATE t SET a = 1;",
      "m/4.sql": "-- schemaledger:allow SL453 they are rebuilt\nDELETE FROM t;",
    ])
    func found(
      _ change: (inout LintConfiguration) -> Void, on selection: MigrationLint.Selection = .all
    ) throws -> [String] {
      var database = Self.configuration("plain")
      change(&database.lint)
      let report = try MigrationLint(database).report(on: selection, in: files)
      return report.findings.map { "\($0.path ?? "") \($0.code.rawValue) \($0.severity)" }
    }
    #expect(try found { _ in } == ["m/2.sql SL453 warning", "m/3.sql SL453 warning"])
    // The comment in 4.sql allows a finding of a disabled rule, so it is not reported as unused.
    #expect(try found { $0.disabled = ["SL453"] } == [])
    #expect(try found { $0.severities = ["SL453": .error] } == ["m/2.sql SL453 error", "m/3.sql SL453 error"])
    #expect(try found { $0.excluded = [PathPattern("m/[2-9].sql"), PathPattern("m/2*")] } == ["m/3.sql SL453 warning"])
    #expect(try found { $0.excluded = [PathPattern("m")] } == [])
    // Migrations that are named are checked all the same.
    #expect(try found({ $0.excluded = [PathPattern("m")] }, on: .paths(["m/2.sql"])) == ["m/2.sql SL453 warning"])
    #expect(
      try found { $0.disabledIn = [.init(PathPattern("**/3.sql"), ["SL453", "SL451"])] }
        == ["m/2.sql SL453 warning"])
  }

  @Test("a waiver for a disabled rule is not reported as unused")
  func waived() throws {
    var database = Self.configuration("plain")
    let files = FileSnapshot(texts: [
      "m/1.sql": "CREATE TABLE t (a);", "m/2.sql": "DELETE FROM t;",
      "SchemaLedger/waivers.yml": "- {finding: SL453, path: m/2.sql, object: t, reason: it is a cache}\n",
    ])
    #expect(try MigrationLint(database).report(on: .all, in: files).findings.map(\.waiver?.reason) == ["it is a cache"])
    database.lint.disabled = ["SL453"]
    #expect(try MigrationLint(database).report(on: .all, in: files).findings == [])
    database.lint.disabled = []
    database.lint.excluded = [PathPattern("m/2.sql")]
    #expect(try MigrationLint(database).report(on: .all, in: files).findings == [])
  }

  @Test(
    "a tool's setting of foreign keys counts if none is configured",
    arguments: [("sqlx", "error"), ("golang-migrate", "note"), ("plain", "note")])
  func toolForeignKeys(convention: String, severity: String) throws {
    let name = convention == "golang-migrate" ? ".up.sql" : ".sql"
    let files = ["m/1_a\(name)": Self.parent, "m/2_b\(name)": Self.rebuild]
    let report = try Self.lint(files, convention)
    #expect(report.findings.filter { $0.code.rawValue == "SL402" }.map { "\($0.severity)" } == [severity])
    let help = report.findings.first { $0.code.rawValue == "SL402" }?.help?.text ?? ""
    #expect(help.hasPrefix("set foreign-keys: on or off in schemaledger.yml") == (severity == "note"))
  }

  @Test("only the selected migrations are linted, on the schema before them")
  func selection() throws {
    let files = ["m/1.sql": "CREATE TABLE t (a);", "m/2.sql": "DELETE FROM t;", "m/3.sql": "UPDATE t SET a = 1;"]
    #expect(
      try Self.lint(files).findings.map { "\($0.path ?? ""):\($0.line ?? 0) \($0.code.rawValue)" } == [
        "m/2.sql:1 SL453", "m/3.sql:1 SL453",
      ])
    #expect(try Self.lint(files, on: .unfrozen).judged == ["m/1.sql", "m/2.sql", "m/3.sql"])
    #expect(try Self.lint(files, on: .paths(["m/2.sql"])).findings.map(\.path) == ["m/2.sql"])
    #expect(try Self.lint(files, on: .paths(["m"])).judged.count == 3)
    #expect(try Self.lint(files, on: .paths(["m/2"])).judged == [])
  }

  @Test("a migration that fails is SL301, and earlier findings are kept")
  func failure() throws {
    let files = [
      "m/1.sql": "CREATE TABLE t (a);", "m/2.sql": "DELETE FROM t;", "m/3.sql": "\nDROP TABLE u;",
      "m/4.sql": "DELETE FROM t;",
    ]
    let report = try Self.lint(files)
    #expect(report.findings.map { "\($0.path ?? "") \($0.code.rawValue)" } == ["m/2.sql SL453", "m/3.sql SL301"])
    // If a rule explains the failure, only the rule's finding is reported.
    let attached = try Self.lint(["m/1.sql": "ATTACH 'x' AS y;"])
    #expect(attached.findings.map(\.code.rawValue) == ["SL478"])
  }

  @Test("migrations with one timestamp are new to users together")
  func batches() throws {
    let statements = ["CREATE TABLE t (a);", "CREATE UNIQUE INDEX t_a ON t (a);"]
    let apart = ["m/20240101000000_a.up.sql": statements[0], "m/20240102000000_b.up.sql": statements[1]]
    #expect(try Self.lint(apart, "pop").findings.map(\.code.rawValue) == ["SL436"])
    let together = ["m/20240101000000000001_a.up.sql": statements[0], "m/20240101000000000002_a.up.sql": statements[1]]
    #expect(try Self.lint(together, "pop").findings == [])
  }

  @Test("a source without SQL migrations is not linted, and a revision without a source is reported")
  func nothing() throws {
    let schema = DatabaseConfiguration(source: .schema(files: ["s.sql"], forward: nil))
    let report = try MigrationLint(schema).report(on: .all, in: FileSnapshot(texts: ["s.sql": "CREATE TABLE t (a);"]))
    #expect(report.total == nil && report.judged == [] && report.findings == [])
    let both = DatabaseConfiguration(
      source: .schema(
        files: ["s.sql"], forward: .migrations(MigrationFolderConfiguration(paths: ["m"], convention: "plain"))))
    let files = ["s.sql": "CREATE TABLE t (a, b);", "m/2.sql": "ALTER TABLE t ADD COLUMN b;"]
    #expect(try MigrationLint(both).report(on: .all, in: FileSnapshot(texts: files)).isWithoutStart)
  }
}
