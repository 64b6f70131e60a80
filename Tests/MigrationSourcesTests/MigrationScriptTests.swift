import GitStore
import LedgerCore
import LedgerTestSupport
import MigrationSources
import Testing

/// Files that hold both directions, as goose, sql-migrate and dbmate read them.
@Suite("Migration scripts")
struct MigrationScriptTests {
  private func migration(
    _ convention: String, _ text: String, placeholders: [String: String] = [:]
  ) throws -> Migration {
    let convention = try #require(MigrationConvention.named(convention))
    let snapshot = FileSnapshot(texts: ["m/1_a.sql": text])
    return try #require(try convention.listing(in: "m", of: snapshot, placeholders: placeholders).migrations.first)
  }

  static let accepted: [(convention: String, text: String, up: String, down: String?)] = [
    ("goose", "-- +goose Up\nA;\n-- +goose Down\nB;\n", "-- +goose Up\nA;\n", "\n\n-- +goose Down\nB;\n"),
    ("goose", "-- +goose Up\nA;", "-- +goose Up\nA;", nil),
    ("goose", "\n-- about\n--+goose UP\nA;\n", "\n-- about\n--+goose UP\nA;\n", nil),
    (
      "goose", "-- +goose Up\r\nA\r\n;\r\n-- +goose down\r\nB;\r\n", "-- +goose Up\r\nA\r\n;\r\n",
      "\n\n\n-- +goose down\r\nB;\r\n"
    ),
    ("goose", "-- +goose Up\nA; -- so it is\n", "-- +goose Up\nA; -- so it is\n", nil),
    (
      "goose", "-- +goose Up\n-- +goose StatementBegin\nA;\nB\n-- +goose StatementEnd\n-- +goose Down\n",
      "-- +goose Up\n-- +goose StatementBegin\nA;\nB\n-- +goose StatementEnd\n", "\n\n\n\n\n-- +goose Down\n"
    ),
    ("goose", "-- +goose Up\nA;\n-- +goose Down\nno end", "-- +goose Up\nA;\n", "\n\n-- +goose Down\nno end"),
    (
      "sql-migrate", "X;\n-- +migrate Up\nA;\n-- note\n-- +migrate Down\nB;\n-- +migrate Up\nC\n;\n",
      "\n-- +migrate Up\nA;\n-- note\n\n\n-- +migrate Up\nC\n;\n", "\n\n\n\n-- +migrate Down\nB;\n\n\n\n"
    ),
    (
      "sql-migrate", "-- +migrate Up\n-- +migrate StatementBegin\nA;\nB;\n-- +migrate StatementEnd\n",
      "-- +migrate Up\n-- +migrate StatementBegin\nA;\nB;\n-- +migrate StatementEnd\n", "\n\n\n\n\n"
    ),
    (
      "up-down", "-- about\n-- Up\nA;\n--down\n -- DOWN it\nB;\n", "-- about\n-- Up\nA;\n--down\n",
      "\n\n\n\n -- DOWN it\nB;\n"
    ),
    ("up-down", "-- Up\nA;\n-- up to now\nB;", "-- Up\nA;\n-- up to now\nB;", nil),
    ("dbmate", "-- migrate:up\nA;\n-- migrate:down\nB;\n", "-- migrate:up\nA;\n", "\n\n-- migrate:down\nB;\n"),
    (
      "dbmate", "-- x\n--migrate:up\r\nA;\r\n--  migrate:down  \r\n", "-- x\n--migrate:up\r\nA;\r\n",
      "\n\n\n--  migrate:down  \r\n"
    ),
    (
      "dbmate", "-- migrate:up\nA;\n-- migrate:down\nB;\n-- migrate:up\nC;\n-- migrate:down\nD;\n",
      "-- migrate:up\nA;\n\n\n-- migrate:up\nC;\n", "\n\n-- migrate:down\nB;\n\n\n-- migrate:down\nD;\n"
    ),
    (
      "dbmate", "-- migrate:up\n-- migrate:upper\n-- migrate:down", "-- migrate:up\n-- migrate:upper\n",
      "\n\n-- migrate:down"
    ),
  ]

  @Test("up and down parts keep the line numbers of the file", arguments: accepted)
  func parts(convention: String, text: String, up: String, down: String?) throws {
    let migration = try migration(convention, text)
    #expect(Array(migration.up.utf8) == Array(up.utf8))
    #expect(migration.down.map { Array($0.utf8) } == down.map { Array($0.utf8) })
  }

  static let refused: [(convention: String, text: String, message: String)] = [
    ("sql-migrate", "CREATE TABLE t (a);\n", "m/1_a.sql:1: has no -- +migrate Up"),
    (
      "sql-migrate", "-- +migrate Up\nA;\nB\n-- +migrate Down\n",
      "m/1_a.sql:3: begins a statement that has no semicolon at the end of a line"
    ),
    (
      "sql-migrate", "-- +migrate Up\n-- +migrate StatementBegin\nA;\n",
      "m/1_a.sql:2: begins a statement that no -- +migrate StatementEnd ends"
    ),
    ("sql-migrate", "-- +migrate \nA;\n", "m/1_a.sql:1: has an incomplete annotation"),
    (
      "sql-migrate", "-- +migrate Up\nCREATE TRIGGER t AFTER INSERT ON a BEGIN\n  DELETE FROM b;\nEND;\n",
      "m/1_a.sql:3: sql-migrate ends the statement of line 2 here, within the trigger"
    ),
    ("up-down", "A;\n-- Up\nB;\n-- Down\n", "m/1_a.sql:2: has SQL before -- Up"),
    ("up-down", "-- Up\nA;\n-- Down\nB;\n-- Up\nC;\n", "m/1_a.sql:5: begins another part after -- Down"),
    ("goose", "", "m/1_a.sql:1: has no -- +goose Up"),
    ("goose", "-- just words\n", "m/1_a.sql:1: has no -- +goose Up"),
    ("goose", "\nCREATE TABLE t (a);\n-- +goose Up\n", "m/1_a.sql:2: has SQL before -- +goose Up"),
    (
      "goose", "-- +goose Down\nA;\n-- +goose Up\n",
      "m/1_a.sql:1: contains -- +goose Down without -- +goose Up before it"
    ),
    ("goose", "-- +goose Up\nA;\n-- +goose Up\n", "m/1_a.sql:3: contains -- +goose Up a second time"),
    (
      "goose", "-- +goose Up\n  -- +goose Down\n", "m/1_a.sql:2: goose does not accept white space before an annotation"
    ),
    ("goose", "-- +goose Up\n-- +goose Dwon\n", "m/1_a.sql:2: goose has no annotation 'Dwon'"),
    (
      "goose", "-- +goose Up\nA;\n\nB\n-- +goose Down\n",
      "m/1_a.sql:4: begins a statement that has no semicolon at the end of a line"
    ),
    ("goose", "-- +goose Up\nA; B", "m/1_a.sql:2: begins a statement that has no semicolon at the end of a line"),
    ("goose", "-- +goose Up\n-- +goose StatementBegin\nA;\n", "m/1_a.sql:4: ends before -- +goose StatementEnd"),
    (
      "goose", "-- +goose Up\n-- +goose StatementEnd\n", "m/1_a.sql:2: StatementBegin and StatementEnd do not pair here"
    ),
    ("goose", "-- +goose StatementBegin\n", "m/1_a.sql:1: begins a statement before -- +goose Up"),
    (
      "goose", "-- +goose Up\nCREATE TRIGGER g AFTER INSERT ON t\nBEGIN\n  DELETE FROM t;\nEND;\n",
      "m/1_a.sql:4: goose ends the statement of line 2 here, within the trigger"
    ),
    ("dbmate", "", "m/1_a.sql:1: has no -- migrate:up"),
    ("dbmate", "-- migrate:down\nB;\n", "m/1_a.sql:2: has SQL before -- migrate:up"),
    ("dbmate", "-- migrate:down\n-- migrate:up\nA;\n", "m/1_a.sql:2: has a -- migrate:up without -- migrate:down"),
    ("dbmate", "A;\n-- migrate:up\n-- migrate:down\n", "m/1_a.sql:1: has SQL before -- migrate:up"),
    ("dbmate", "-- migrate:up\nA;\n", "m/1_a.sql:1: has a -- migrate:up without -- migrate:down"),
    (
      "dbmate", "-- migrate:up\n-- migrate:up\n-- migrate:down",
      "m/1_a.sql:1: has a -- migrate:up without -- migrate:down"
    ),
    ("dbmate", "-- migrate:up\n-- migrate:down\n-- migrate:down", "m/1_a.sql:3: has a second -- migrate:down"),
    ("dbmate", "  -- migrate:up\n-- migrate:down\n", "m/1_a.sql:1: has no -- migrate:up"),
    ("dbmate", "-- Migrate:Up\n-- migrate:down\n", "m/1_a.sql:1: has no -- migrate:up"),
  ]

  @Test("errors of the tool are reported with the line", arguments: refused)
  func refusal(convention: String, text: String, message: String) throws {
    let error = #expect(throws: MigrationFolderError.self) { try migration(convention, text) }
    #expect(error?.message == message)
    #expect(error?.hint.isEmpty == false)
  }

  @Test(
    "a file of another tool is named as such",
    arguments: [
      ("goose", "-- migrate:up\nCREATE TABLE t (a);\n-- migrate:down\n", "dbmate"),
      ("dbmate", "-- +goose Up\nCREATE TABLE t (a);\n-- +goose Down\n", "goose"),
      ("goose", "CREATE TABLE t (a);\n-- +goose Up\n", nil), ("dbmate", "A;\n-- migrate:up\n-- migrate:down\n", nil),
    ])
  func hintOfOtherTool(convention: String, text: String, other: String?) throws {
    let error = #expect(throws: MigrationFolderError.self) { try migration(convention, text) }
    #expect(error?.hint.contains("is its mark") == (other != nil))
    if let other { #expect(error?.hint.contains("if \(other) runs it") == true) }
  }

  @Test(
    "annotations that disable the transaction",
    arguments: [
      ("goose", "-- +goose Up\nA;\n-- +goose Down\n-- +goose no transaction\n", Migration.Transaction.none),
      ("goose", "-- +goose Up\nA;\n", .perMigration),
      ("dbmate", "-- migrate:up transaction:false\n-- migrate:down\n", .none),
      ("dbmate", "-- migrate:up a:b transaction:false\r\n-- migrate:down\r\n", .none),
      ("dbmate", "-- migrate:up transaction:true\n-- migrate:down transaction:false\n", .perMigration),
      ("dbmate", "-- migrate:up\n-- migrate:down\n-- migrate:up transaction:false\n-- migrate:down", .none),
    ])
  func transaction(convention: String, text: String, transaction: Migration.Transaction) throws {
    #expect(try migration(convention, text).transaction == transaction)
  }

  @Test("goose replaces environment variables between ENVSUB ON and OFF, from the configuration")
  func environment() throws {
    let text = """
      -- +goose Up
      INSERT INTO a VALUES ('$REGION');
      -- +goose ENVSUB ON
      -- ${REGION} leads a statement
      INSERT INTO b VALUES ('$REGION', '${REGION}', '${PORT:-80}', '${PORT-}', '$$5', '\\$6');
      -- +goose ENVSUB OFF
      INSERT INTO c VALUES ('${REGION}');

      """
    let up = try migration("goose", text, placeholders: ["REGION": "eu"]).up
    #expect(up.split(separator: "\n")[4] == "INSERT INTO b VALUES ('eu', 'eu', '80', '', '$5', '$6');")
    #expect(
      up.replacing(
        "'eu', 'eu', '80', '', '$5', '$6'", with: "'$REGION', '${REGION}', '${PORT:-80}', '${PORT-}', '$$5', '\\$6'")
        == text)
  }

  private func flyway(
    _ files: [String: String], placeholders: [String: String] = [:]
  ) throws -> [Migration] {
    try #require(MigrationConvention.named("flyway"))
      .listing(in: "", of: FileSnapshot(texts: files), placeholders: placeholders).migrations
  }

  @Test(
    "Flyway replaces placeholders in names, strings and comments, but not in replaced text",
    arguments: [
      ("CREATE TABLE ${t} (a);", "CREATE TABLE ${x} (a);"),
      ("-- ${T}\n'${t}' /* ${t} */", "-- ${x}\n'${x}' /* ${x} */"),
      ("${empty}$ $t {t} $${t}", "$ $t {t} $${x}"),
      ("${flyway:filename} ${flyway:table}", "V1__a.sql flyway_schema_history"),
      ("${flyway:timestamp}${flyway:user}", "2000-01-01 00:00:00"), ("${flyway:defaultSchema}\r\n", "main\r\n"),
    ])
  func placeholders(text: String, up: String) throws {
    let migrations = try flyway(["V1__a.sql": text], placeholders: ["t": "${x}", "empty": ""])
    #expect(migrations.map(\.up) == [up])
  }

  @Test(
    "a placeholder without a value is an error with the line",
    arguments: [
      (
        "-- x\r\n\nSELECT '${name}';", "V1__a.sql:3: the configuration has no value for ${name}",
        "placeholders: {name: VALUE}"
      ),
      ("${a${b}}", "V1__a.sql:1: the configuration has no value for ${a${b}", "{'a${b': VALUE}"),
      (
        "${flyway:workingDirectory}", "V1__a.sql:1: the configuration has no value for ${flyway:workingDirectory}",
        "{'flyway:workingDirectory': VALUE}"
      ),
      ("\n${b", "V1__a.sql:2: begins a placeholder with ${ and does not end it with }", "V1__a.sql.conf"),
    ])
  func noPlaceholder(text: String, message: String, hint: String) throws {
    let error = #expect(throws: MigrationFolderError.self) { try flyway(["V1__a.sql": text], placeholders: ["b": ""]) }
    #expect(error?.message == message)
    #expect(error?.hint.hasSuffix(hint) == true)
  }

  @Test("all placeholders without a value are named, each once")
  func severalPlaceholders() throws {
    let error = #expect(throws: MigrationFolderError.self) {
      try flyway(["V1__a.sql": "SELECT '${a}', '${b}';\nSELECT '${a}';", "V2__b.sql": "SELECT '${b}', '${c d}';"])
    }
    #expect(
      error?.message
        == "V1__a.sql:1: the configuration has no value for ${a}, nor for ${b} (V1__a.sql:1), ${c d} (V2__b.sql:1)")
    #expect(error?.hint.hasSuffix("placeholders: {a: VALUE, b: VALUE, 'c d': VALUE}") == true)
  }

  @Test(
    "Flyway's script configuration",
    arguments: [
      ("executeInTransaction=false", "SELECT 1", Migration.Transaction.none), ("# none", "SELECT 1", .perMigration),
      (" executeInTransaction = true\r\n", "PRAGMA foreign_keys=OFF", .perMigration),
      ("placeholderReplacement=false\n", "SELECT '${x}'", .perMigration),
      ("encoding=UTF-8", "-- PRAGMA foreign_keys\npragma \"foreign_keys\"", .perMigration),
      ("shouldExecute=true", "pragma FOREIGN_KEYS;", .none),
    ])
  func scriptSettings(conf: String, text: String, transaction: Migration.Transaction) throws {
    let migrations = try flyway(["V1__a.sql": text, "V1__a.sql.conf": conf])
    #expect(migrations.map(\.transaction) == [transaction])
    #expect(migrations.map(\.up) == [text])
  }

  @Test("an expression that decides whether a migration runs is an error")
  func expression() throws {
    let error = #expect(throws: MigrationFolderError.self) {
      try flyway(["V1__a.sql": "", "V1__a.sql.conf": "\nshouldExecute=${env}==prod"])
    }
    #expect(error?.message == "V1__a.sql.conf:2: uses an expression to decide whether the migration runs")
  }

  @Test("a baseline runs if the migrations that it replaces were removed, and has its version as id")
  func baseline() throws {
    let migrations = try flyway(["B1__a.sql": "", "B3__b.sql": "", "V4__c.sql": ""])
    #expect(migrations.map(\.path) == ["B3__b.sql", "V4__c.sql"])
    #expect(migrations.map(\.id) == ["3", "4"])
  }

  @Test("repeatable migrations are marked, and an undo script is the down migration of its version")
  func kinds() throws {
    let migrations = try flyway(["V1__a.sql": "x", "U1.0__a.sql": "${t}", "R__b.sql": "y"], placeholders: ["T": "z"])
    #expect(migrations.map(\.isRepeatable) == [false, true])
    #expect(migrations.map(\.down) == ["z", nil])
  }

  @Test(
    "the forms of a variable",
    arguments: [
      ("$SET $SET.x ${SET}", "v v.x v"), ("${EMPTY:-a}${EMPTY-b}${NONE-c}${NONE:-d e}", "acd e"),
      ("$$SET \\$SET \\\\$SET $(SET) $", "$SET $SET \\\\v $(SET) $"), ("$EMPTY|", "|"),
    ])
  func forms(form: String, text: String) throws {
    let up = try migration(
      "goose", "-- +goose Up\n-- +goose ENVSUB ON\n-- +goose StatementBegin\nSELECT \(form)\n-- +goose StatementEnd\n",
      placeholders: ["SET": "v", "EMPTY": ""]
    ).up
    #expect(up.split(separator: "\n")[3] == "SELECT \(text)")
  }

  @Test(
    "a variable without a value and an unsupported form are errors",
    arguments: [
      ("'$REGION'", "m/1_a.sql:3: the configuration has no value for $REGION"),
      ("'${REGION}'", "m/1_a.sql:3: the configuration has no value for $REGION"),
      ("'${REGION:0:2}'", "m/1_a.sql:3: uses an environment variable in an unsupported form"),
      ("'${REGION:-$OTHER}'", "m/1_a.sql:3: uses an environment variable in an unsupported form"),
      ("'$1'", "m/1_a.sql:3: uses an environment variable in an unsupported form"),
      ("'${REGION'", "m/1_a.sql:3: uses an environment variable in an unsupported form"),
    ])
  func noValue(form: String, message: String) throws {
    let text = "-- +goose Up\n-- +goose ENVSUB ON\nSELECT \(form);\n"
    let error = #expect(throws: MigrationFolderError.self) { try migration("goose", text) }
    #expect(error?.message == message)
    #expect(error?.hint.isEmpty == false)
  }

  @Test("all variables without a value are named, also those of the down part")
  func severalVariables() throws {
    let text = """
      -- +goose Up
      -- +goose ENVSUB ON
      SELECT '$ONE', '${TWO}', '${THREE:-x}';
      -- +goose Down
      SELECT '$ONE', '$FOUR';
      """
    let error = #expect(throws: MigrationFolderError.self) { try migration("goose", text) }
    #expect(
      error?.message
        == "m/1_a.sql:3: the configuration has no value for $ONE, nor for $TWO (m/1_a.sql:3), $FOUR (m/1_a.sql:5)")
    #expect(error?.hint.hasSuffix("placeholders: {ONE: VALUE, TWO: VALUE, FOUR: VALUE}") == true)
  }

  static let undoing = [
    "-- +migrate Down", "-- +goose Down", "--migrate:down", "-- Down", "  -- down migration", "-- //@UNDO", "-- 1 down",
    "-- rambler down", "/* Down */",
    "---- DOWN ----", "-- Rollback SQL",
  ]

  @Test("a part that undoes the file is not run by a convention without such parts", arguments: undoing)
  func undoPart(heading: String) throws {
    for convention in ["plain", "sqlx"] {
      let error = #expect(throws: MigrationFolderError.self) {
        try migration(convention, "CREATE TABLE t (a);\n\(heading)\nDROP TABLE t;\n")
      }
      #expect(
        error?.message.hasPrefix("m/1_a.sql:2: '\(heading.drop { $0 == " " }.prefix(2))") == true,
        "\(error?.message ?? "")")
    }
  }

  @Test("a part that undoes the file is also found before the part that makes it")
  func undoPartFirst() throws {
    let text = "-- migrate:down\nDROP TABLE t;\n-- migrate:up\nCREATE TABLE t (a);\n"
    let error = #expect(throws: MigrationFolderError.self) { try migration("plain", text) }
    #expect(error?.hint.hasPrefix("set convention: dbmate") == true, "\(error?.hint ?? "")")
  }

  static let marks: [(text: String, message: String)] = [
    (
      "-- liquibase formatted sql\n-- changeset a:1 dbms:postgresql\nCREATE TABLE t (a);\n",
      "m/1_a.sql:1: '-- liquibase formatted sql' begins a changelog of Liquibase"
    ),
    (
      "CREATE TABLE t (a);\n-- name: Clear :exec\nDELETE FROM t;\n", "m/1_a.sql:2: '-- name: Clear :exec' names a query"
    ),
    (
      "--name: make-t\nCREATE TABLE t (a);\n-- name: drop-t!\nDROP TABLE t;\n",
      "m/1_a.sql:1: '--name: make-t' names a query"
    ),
    (
      "CREATE TABLE t (a);\n  --;;\nCREATE TABLE u (a);\n-- more\nCREATE TABLE v (a);\n",
      "m/1_a.sql:5: follows another statement without the line --;;, so Migratus does not run it"
    ),
    ("{{ if .Wal }}\nCREATE TABLE t (a);\n", "m/1_a.sql:1: '{{ if .Wal }}' is code of a template"),
    ("CREATE TABLE t (a);\nCREATE TABLE \"{{.p}}u\" (a);\n", "m/1_a.sql:2: the configuration has no value for {{.p}}"),
    ("CREATE TABLE `{prefix}users` (a);\n", "m/1_a.sql:1: the configuration has no value for {prefix}"),
    ("CREATE TABLE {p}t (a DEFAULT '{p}');\n", "m/1_a.sql:1: the configuration has no value for {p}"),
    ("CREATE TABLE IF NOT EXISTS '${p}u' (a);\n", "m/1_a.sql:1: the configuration has no value for ${p}"),
  ]

  @Test("marks of a tool, of named queries and of templates are not run as SQL", arguments: marks)
  func foreignMarks(text: String, message: String) throws {
    let error = #expect(throws: MigrationFolderError.self) { try migration("plain", text) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  static let unmarked = [
    "--   { name: 'a', id: 1 },\n-- name: 'a',\n-- name: 'b',\nCREATE TABLE t (a);\n",
    "-- name: users\nCREATE TABLE users (name);\n",
    "-- Name: t; Type: TABLE\n-- Name: u; Type: TABLE\nCREATE TABLE t (a);\n",
    "INSERT INTO mail VALUES ('Dear {{name}}, ${sum}');\n", "INSERT INTO mail VALUES (\"Hi {{name}}, it's me\");\n",
    "-- {{ comment }}\nCREATE TABLE t (a DEFAULT '<% x %>');\n",
    "CREATE TABLE t (a);\n--;;\nCREATE TRIGGER u AFTER INSERT ON t BEGIN SELECT 1; SELECT 2; END;\n--;;\n",
    "-- the name: of the table\nCREATE TABLE t (a);\n-- name: the second thing\nCREATE TABLE u (a);\n",
    "CREATE TABLE t (a DEFAULT '{}', b DEFAULT '{{');\n",
    "CREATE TABLE t (a DEFAULT '{x}', b DEFAULT \"{}\"); -- {y}\n",
  ]

  @Test("other comments, and templates that are data, are left alone", arguments: unmarked)
  func leftAlone(text: String) throws { #expect(try migration("plain", text).up == text) }

  @Test("lines of the sqlite3 shell that show something are left out, and others are refused")
  func shellLines() throws {
    let text = ".bail on\r\nCREATE TABLE t (a DEFAULT '\n.mode x\n');\n.mode column\nSELECT 1;\n"
    #expect(try migration("plain", text).up == "\r\nCREATE TABLE t (a DEFAULT '\n.mode x\n');\n\nSELECT 1;\n")
    let error = #expect(throws: MigrationFolderError.self) {
      try migration("plain", "CREATE TABLE t (a);\n.import t.csv t\n")
    }
    #expect(error?.message == "m/1_a.sql:2: '.import t.csv t' is a command of the sqlite3 shell")
  }

  @Test("placeholders of a template have the values of the configuration, also in strings then")
  func template() throws {
    let text = "CREATE TABLE {{.prefix}}t (a DEFAULT '{{ .prefix }}', b); -- {{.prefix}}\nDROP TABLE \"<%= old %>\";\n"
    let made = try migration("plain", text, placeholders: ["prefix": "x_", "old": "u"])
    #expect(made.up == "CREATE TABLE x_t (a DEFAULT 'x_', b); -- {{.prefix}}\nDROP TABLE \"u\";\n")
    #expect(made.placeholders == ["prefix": "x_", "old": "u"])
  }

  static let notUndoing = [
    "CREATE TABLE t (a);\n-- Down\n-- DROP TABLE t;\n", "-- +goose Down\nCREATE TABLE t (a);\n",
    "CREATE TABLE t (a);\n-- undo migration 12\nDROP TABLE u;\n",
    "CREATE TABLE t (a);\n-- the way down\nDROP TABLE u;\n",
    "CREATE TABLE t (a);\n--rollback DROP TABLE t;\nDROP TABLE u;\n",
    "CREATE TABLE t (a);\n-- up or down\nDROP TABLE u;\n",
  ]

  @Test("other comments are no such headings", arguments: notUndoing)
  func noUndoPart(text: String) throws { #expect(try migration("plain", text).up == text) }
}
