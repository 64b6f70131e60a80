import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Drift")
struct DriftTests {
  /// A change of the source after 1.0.0 (one migration) and 2.0.0 (two) were frozen.
  struct Story: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The files that change. `nil` removes a file.
    let change: [String: String?]
    var paths = ["db"]
    let findings: [String]
  }

  static let stories = [
    Story(testDescription: "nothing", change: [:], findings: []),
    Story(
      testDescription: "a frozen column gets another type",
      change: ["db/1.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY, name BLOB);\n"],
      findings: ["SL202 error 1.0.0 db/1.sql"]),
    Story(
      testDescription: "a frozen row gets another value",
      change: ["db/1.sql": (users["db/1.sql"] ?? "") + "INSERT INTO users VALUES (1, 'x');"],
      findings: ["SL202 error 1.0.0 db/1.sql"]),
    Story(
      testDescription: "a comment, letter case and white space only",
      change: ["db/1.sql": "-- people\ncreate table USERS\n(\n  id integer primary key,\n  name text\n);"],
      findings: ["SL203 note 1.0.0 db/1.sql"]),
    Story(
      testDescription: "line ends only", change: ["db/1.sql": users["db/1.sql"]?.replacing("\n", with: "\r\n")],
      findings: []),
    Story(
      testDescription: "columns of a frozen table in another order",
      change: ["db/1.sql": "CREATE TABLE users (name TEXT, id INTEGER PRIMARY KEY);\n"],
      findings: ["SL202 error 1.0.0 db/1.sql"]),
    Story(
      testDescription: "the last migration removed", change: ["db/2.sql": nil],
      findings: ["SL204 error 2.0.0 db/2.sql"]),
    Story(
      testDescription: "a frozen migration gets another number",
      change: ["db/2.sql": nil, "db/3.sql": usersAndNotes["db/2.sql"]],
      findings: ["SL204 error 2.0.0 db/2.sql"]),
    Story(
      testDescription: "a frozen file gets other words after its number",
      change: ["db/2.sql": nil, "db/002_notes.sql": usersAndNotes["db/2.sql"]], findings: []),
    Story(
      testDescription: "a new migration before the last frozen one", change: ["db/1.5.sql": "CREATE TABLE t (a);"],
      findings: ["SL205 error 2.0.0 db/1.5.sql"]),
    Story(
      testDescription: "a new migration after the last frozen one", change: ["db/3.sql": "CREATE TABLE t (a);"],
      findings: []),
    Story(
      testDescription: "the folder moved, and the configuration tells",
      change: [
        "db/1.sql": nil, "db/2.sql": nil, "new/1.sql": usersAndNotes["db/1.sql"],
        "new/2.sql": usersAndNotes["db/2.sql"],
      ], paths: ["new", "db"], findings: []),
    Story(
      testDescription: "a new migration that does not run", change: ["db/3.sql": "CREATE TABLE users (a);"],
      findings: ["SL301 error db/3.sql"]),
    Story(
      testDescription: "a new migration that leaves a transaction open",
      change: ["db/3.sql": "BEGIN; CREATE TABLE t (a);"],
      findings: ["SL301 error db/3.sql"]),
  ]

  @Test("a migrations folder", arguments: stories)
  func migrations(story: Story) throws {
    let one = try draft("1.0.0", users)
    let two = try draft("2.0.0", usersAndNotes, parents: [one.entry.id])
    var source = usersAndNotes
    for (path, text) in story.change { source[path] = text }
    var configuration = numbered
    configuration.source = .migrations(MigrationFolderConfiguration(paths: story.paths, convention: "plain"))
    let findings = try drift(configuration, [one, two], source)
    #expect(findings.map(\.brief) == story.findings)
    for finding in findings where finding.severity == .error && finding.code != .migrationFailed {
      #expect(finding.help != nil)
    }
  }

  private func drift(
    _ configuration: DatabaseConfiguration, _ drafts: [EntryDraft], _ source: [String: String]
  ) throws -> [Finding] {
    let snapshot = FileSnapshot(memory: files(drafts, at: configuration.ledger, over: source))
    let ledger = try Ledger(at: configuration.ledger, in: snapshot)
    let source = try configuration.schemaSource.read(from: snapshot)
    var drift = Drift(ledger: ledger, configuration: configuration) { try snapshot.read($0.folder + "/" + $1) }
    let findings = try drift.findings(for: source, in: snapshot)
    // A replay that starts at a frozen database has the same result.
    drift.fixture = { try snapshot.read($0.folder + "/" + $0.entry.fixtureName) }
    #expect(try drift.findings(for: source, in: snapshot) == findings)
    return findings
  }

  @Test("a changed migration is reported once for all its versions, with the effect on the schema")
  func effect() throws {
    let one = try draft("1.0.0", users)
    let again = try draft("1.1.0", users, parents: [one.entry.id])
    let findings = try drift(
      numbered, [one, again], ["db/1.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, age INT);"])
    #expect(findings.map(\.brief) == ["SL202 error 1.0.0 db/1.sql"])
    #expect(findings.first?.message == "db/1.sql was released in 1.0.0 and 1.1.0 and must not change")
    #expect(findings.first?.changes.map(\.place) == ["users.age"])
  }

  @Test("a renamed migration is reported with both names")
  func renamed() throws {
    let findings = try drift(
      numbered, [try draft("1.0.0", usersAndNotes)],
      ["db/1.sql": users["db/1.sql"] ?? "", "db/7.sql": usersAndNotes["db/2.sql"] ?? ""])
    #expect(findings.map(\.message) == ["db/2.sql was released in 1.0.0 and must not be renamed to db/7.sql"])
    #expect(
      findings.first?.help?.text
        == "the migration tool would run db/7.sql as a new migration. Rename it back: git mv db/7.sql db/2.sql")
  }

  @Test("a frozen migration whose number another one took is not changed, but renumbered")
  func renumbered() throws {
    let parent = "CREATE TABLE parent (id INTEGER PRIMARY KEY);"
    let (proxy, cache) = ("CREATE TABLE proxy (a);", "CREATE TABLE cache (b);")
    let frozen = try draft("1.0.0", ["db/41_parent.sql": parent, "db/42_proxy.sql": proxy])
    func findings(_ files: [String: String]) throws -> [String] {
      let files = files.merging(["db/41_parent.sql": parent]) { $1 }
      return try drift(numbered, [frozen], files).map { "\($0.brief): \($0.message). \($0.help?.text ?? "")" }
    }
    #expect(
      try findings(["db/42_cache.sql": cache, "db/43_proxy.sql": proxy]) == [
        "SL202 error 1.0.0 db/42_proxy.sql: db/42_proxy.sql was released in 1.0.0 and must not be replaced by db/42_cache.sql, and is db/43_proxy.sql now. existing databases have run it, so that they will not run db/42_cache.sql, and would run db/43_proxy.sql as a new migration. Rename both: git mv db/43_proxy.sql db/42_proxy.sql && git mv db/42_cache.sql db/43_cache.sql"
      ])
    // The other one was released, too.
    #expect(
      try findings(["db/42_cache.sql": cache]) == [
        "SL202 error 1.0.0 db/42_proxy.sql: db/42_proxy.sql was released in 1.0.0 and must not be replaced by db/42_cache.sql. existing databases have run it, so that they will not run db/42_cache.sql. Rename it, and restore the released one: git mv db/42_cache.sql db/43_cache.sql && git restore --staged --worktree --source=HEAD -- db/42_proxy.sql"
      ])
    // With the same name it was edited.
    let edited = try findings(["db/42_proxy.sql": cache])
    #expect(edited.first?.contains("must not change. existing databases will not run it again. Put") == true)
    #expect(try findings(["db/42_proxy.sql": proxy, "db/43_cache.sql": cache]).isEmpty)
  }

  @Test("frozen migrations that swap their places in a journal are reported")
  func moved() throws {
    var drizzle = numbered
    drizzle.source = .migrations(MigrationFolderConfiguration(paths: ["db"], convention: "drizzle"))
    func source(_ tags: String...) -> [String: String] {
      let entries = tags.enumerated().map { #"{"idx": \#($0), "when": \#($0), "tag": "\#($1)"}"# }
      var files = ["db/meta/_journal.json": #"{"entries": [\#(entries.joined(separator: ", "))]}"#]
      for tag in tags { files["db/\(tag).sql"] = "CREATE TABLE \(tag) (a);" }
      return files
    }
    let one = try draft("1.0.0", source("a", "b"), of: drizzle)
    let two = try draft("2.0.0", source("a", "b", "c"), parents: [one.entry.id], of: drizzle)
    #expect(try drift(drizzle, [one, two], source("a", "b", "c", "d")).isEmpty)
    let findings = try drift(drizzle, [one, two], source("b", "a", "c"))
    #expect(findings.map(\.brief) == ["SL205 error 1.0.0 db/b.sql"])
    #expect(findings.first?.message == "db/b.sql now runs before db/a.sql, but ran after it in 1.0.0")
    #expect(
      try drift(drizzle, [one, two], source("c", "a", "b")).map(\.brief) == ["SL205 error 2.0.0 db/c.sql"])
  }

  @Test("a new migration whose time in Drizzle's journal is not later than that of a released one is skipped")
  func skippedByTime() throws {
    var drizzle = numbered
    drizzle.source = .migrations(MigrationFolderConfiguration(paths: ["db"], convention: "drizzle"))
    func source(_ entries: (tag: String, when: Int)...) -> [String: String] {
      let list = entries.enumerated().map { #"{"idx": \#($0), "tag": "\#($1.tag)", "when": \#($1.when)}"# }
      let files = entries.map { ("db/\($0.tag).sql", "CREATE TABLE \($0.tag) (id INTEGER PRIMARY KEY);") }
      return Dictionary(uniqueKeysWithValues: files).merging([
        "db/meta/_journal.json": #"{"entries": [\#(list.joined(separator: ", "))]}"#
      ]) { $1 }
    }
    let one = try draft("1.0.0", source(("a", 5), ("b", 9)), of: drizzle)
    #expect(try drift(drizzle, [one], source(("a", 5), ("b", 9), ("c", 10))).isEmpty)
    #expect(
      try drift(drizzle, [one], source(("a", 5), ("b", 9), ("c", 9), ("d", 10))).map(\.brief) == [
        "SL205 error 1.0.0 db/c.sql"
      ])
    // Of two that are new, both are run.
    #expect(try drift(drizzle, [one], source(("a", 5), ("b", 9), ("c", 12), ("d", 11))).isEmpty)
  }

  /// A Flyway folder with a repeatable view, and changes to it after 1.0.0 was frozen.
  static let repeatables: [(change: [String: String?], findings: [String])] = [
    ([:], []),
    (["db/R__v.sql": "DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT a, 1 AS b FROM t;"], []),
    (["db/R__v.sql": "-- a view\nDROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT a FROM t;"], []),
    (["db/V2__u.sql": "CREATE TABLE u (a);"], []),
    (["db/V0.9__u.sql": "CREATE TABLE u (a);"], ["SL205 error 1.0.0 db/V0.9__u.sql"]),
    (["db/R__a.sql": "CREATE TABLE IF NOT EXISTS u (a);"], []),
    (["db/R__v.sql": nil], ["SL204 warning 1.0.0 db/R__v.sql"]),
    (["db/V1__t.sql": "CREATE TABLE t (a, b);"], ["SL202 error 1.0.0 db/V1__t.sql"]),
    (["db/R__v.sql": "DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT;"], ["SL301 error db/R__v.sql"]),
  ]

  private static func flyway(runsOutOfOrder: Bool = false) -> DatabaseConfiguration {
    var folder = MigrationFolderConfiguration(paths: ["db"], convention: "flyway")
    folder.runsOutOfOrder = runsOutOfOrder
    return DatabaseConfiguration(source: .migrations(folder))
  }

  static let view = [
    "db/V1__t.sql": "CREATE TABLE t (a);", "db/R__v.sql": "DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT a FROM t;",
  ]

  @Test("a repeatable migration may change", arguments: repeatables)
  func repeatable(change: [String: String?], expected: [String]) throws {
    let configuration = Self.flyway()
    let one = try draft("1.0.0", Self.view, of: configuration)
    var source = Self.view
    for (path, text) in change { source[path] = text }
    #expect(try drift(configuration, [one], source).map(\.brief) == expected)
    // A repeatable migration that is frozen twice with different texts is still one migration.
    let changed = Self.view.merging(["db/R__v.sql": "DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT a AS c FROM t;"]) {
      $1
    }
    let two = try draft("2.0.0", changed, parents: [one.entry.id], of: configuration)
    #expect(try drift(configuration, [one, two], source).map(\.brief) == expected)
  }

  /// A convention with a frozen file, its new text, and the finding. The tools compare bytes, lines, everything but white
  /// space, or nothing.
  static let reworded: [(convention: String, path: String, before: String, now: String, findings: [String])] = {
    let (table, comment) = ("CREATE TABLE t (a);\n", "-- Rows.\nCREATE TABLE t (a);\n")
    let (windows, layout) = ("CREATE TABLE t (a);\r\n", "CREATE TABLE t\n  (a);\n")
    let changeset = "--liquibase formatted sql\n--changeset ada:1\n"
    return [
      ("sqlx", "db/1_t.sql", table, comment, ["SL203 error 1.0.0 db/1_t.sql"]),
      ("sqlx", "db/1_t.sql", table, windows, ["SL203 error 1.0.0 db/1_t.sql"]),
      ("sqlx", "db/1_t.sql", windows, table, ["SL203 error 1.0.0 db/1_t.sql"]),
      ("sqlx", "db/1_t.sql", windows, windows, []),
      ("refinery", "db/V1__t.sql", table, comment, ["SL203 error 1.0.0 db/V1__t.sql"]),
      ("refinery", "db/V1__t.sql", table, windows, ["SL203 error 1.0.0 db/V1__t.sql"]),
      ("flyway", "db/V1__t.sql", table, layout, ["SL203 error 1.0.0 db/V1__t.sql"]),
      ("flyway", "db/V1__t.sql", table, windows, []),
      ("liquibase", "db/t.sql", changeset + table, changeset + comment, ["SL203 error 1.0.0 db/t.sql"]),
      ("liquibase", "db/t.sql", changeset + table, changeset + layout, ["SL203 note 1.0.0 db/t.sql"]),
      ("prisma", "db/1_t/migration.sql", table, comment, ["SL203 warning 1.0.0 db/1_t/migration.sql"]),
      ("prisma", "db/1_t/migration.sql", table, windows, []),
      ("golang-migrate", "db/1_t.up.sql", table, comment, ["SL203 note 1.0.0 db/1_t.up.sql"]),
      ("golang-migrate", "db/1_t.up.sql", table, windows, []),
    ]
  }()

  @Test("another text is as grave as its tool takes it", arguments: reworded)
  func anotherText(convention: String, path: String, before: String, now: String, expected: [String]) throws {
    let folder = MigrationFolderConfiguration(paths: ["db"], convention: convention)
    let configuration = DatabaseConfiguration(source: .migrations(folder))
    let one = try draft("1.0.0", [path: before], of: configuration)
    #expect(try drift(configuration, [one], [path: now]).map(\.brief) == expected)
    // The version that was frozen last has the new text.
    let two = try draft("2.0.0", [path: now], parents: [one.entry.id], of: configuration)
    let settled = expected.map { $0.replacing(" error ", with: " warning ") }
    #expect(try drift(configuration, [one, two], [path: now]).map(\.brief) == settled)
  }

  @Test("with out-of-order, a new migration before a frozen one is a note")
  func outOfOrder() throws {
    let configuration = Self.flyway(runsOutOfOrder: true)
    let source = Self.view.merging(["db/V0.9__u.sql": "CREATE TABLE u (a);"]) { $1 }
    let findings = try drift(configuration, [try draft("1.0.0", Self.view, of: configuration)], source)
    #expect(findings.map(\.brief) == ["SL205 note 1.0.0 db/V0.9__u.sql"])
    #expect(findings.first?.help?.text.contains("schemaledger verify") == true)
  }

  @Test("unchanged migrations that no longer produce the frozen schema are a changed schema")
  func otherSchema() throws {
    // The entry contains a table that the configuration now ignores.
    var ignoring = numbered
    ignoring.ignoredTables = ["users"]
    let findings = try drift(ignoring, [try draft("1.0.0", users)], users)
    #expect(findings.map(\.brief) == ["SL201 error 1.0.0"])
    #expect(try drift(numbered, [try draft("1.0.0", users)], users).isEmpty)
  }

  /// A schema file that contains its version, after 1 was frozen as `CREATE TABLE t (a INT, b TEXT)`.
  static let developments: [(sql: String, findings: [String])] = [
    ("CREATE TABLE t (a INT, b TEXT); PRAGMA user_version = 1;", []),
    ("create table T -- comment\n(a int, b text); PRAGMA user_version = 1;", []),
    ("CREATE TABLE t (b TEXT, a INT); PRAGMA user_version = 1;", ["SL201 warning 1"]),
    ("CREATE TABLE t (a INT, b BLOB); PRAGMA user_version = 1;", ["SL201 error 1"]),
    ("CREATE TABLE t (a INT, b BLOB); PRAGMA user_version = 2;", []),
    ("CREATE TABLE t (a INT, b BLOB", ["SL301 error schema.sql"]),
  ]

  @Test("a schema file may change until its version is frozen", arguments: developments)
  func developed(sql: String, expected: [String]) throws {
    let configuration = DatabaseConfiguration(
      source: .schema(files: ["schema.sql"], forward: nil), version: .userVersion)
    let frozen = try draft(
      "1", ["schema.sql": "CREATE TABLE t (a INT, b TEXT); PRAGMA user_version = 1;"], of: configuration)
    #expect(try drift(configuration, [frozen], ["schema.sql": sql]).map(\.brief) == expected)
  }

  @Test("a schema file without a version may always change")
  func noVersion() throws {
    let configuration = DatabaseConfiguration(source: .schema(files: ["schema.sql"], forward: nil))
    let frozen = try draft("1", ["schema.sql": "CREATE TABLE t (a);"], of: configuration)
    #expect(try drift(configuration, [frozen], ["schema.sql": "CREATE TABLE other (a);"]).isEmpty)
  }

  @Test(
    "a frozen model that cannot be read is an error, and not the same as none", arguments: ["", "{", #"{"format":9}"#])
  func unreadableModel(document: String) throws {
    let frozen = try draft("1.0.0", users)
    let ledger = try Ledger(at: "SchemaLedger", in: FileSnapshot(memory: files([frozen])))
    let item = try #require(ledger.latest)
    let absent = Drift(ledger: ledger, configuration: numbered) { _, _ in nil }
    #expect(try absent.frozenModel(of: item) == nil)
    let unreadable = Drift(ledger: ledger, configuration: numbered) { _, _ in Array(document.utf8) }
    #expect { try unreadable.frozenModel(of: item) } throws: { error in
      if case LedgerError.file(path: "SchemaLedger/Fixtures/1.0.0/model.json", _) = error { true } else { false }
    }
  }

  @Test("a missing source is an error, not a finding")
  func noSource() throws {
    #expect(throws: LedgerError.noSourceFolder(paths: ["db"], place: "")) { try drift(numbered, [], ["x": ""]) }
  }
}
