import Findings
import GitStore
import LedgerCore
import LedgerTestSupport
import PathPatterns
import SQLiteLint
import SQLiteSandbox
import SQLiteSchema
import SQLiteSyntax
import TestSupport
import Testing

@Suite("Configuration")
struct ConfigurationTests {
  private static let plain = MigrationFolderConfiguration(paths: ["db"], convention: "plain")

  static let readable: [(yaml: String, databases: [DatabaseConfiguration])] = [
    (
      "source:\n  kind: migrations\n  path: db\n  convention: plain\n",
      [DatabaseConfiguration(source: .migrations(plain))]
    ),
    ("source: {kind: migrations, path: ./db/, convention: plain}", [DatabaseConfiguration(source: .migrations(plain))]),
    (
      "{\"source\": {\"kind\": \"migrations\", \"path\": \"db\", \"convention\": \"plain\"}}",
      [DatabaseConfiguration(source: .migrations(plain))]
    ),
    (
      "source:\n  kind: room\n  path: app/schemas/com.example.ShopDatabase\n", [roomShop]
    ),
    (
      "source:\r\n  kind: migrations\r\n  paths:\r\n    - new # since May\r\n    - 'old place'\r\n  convention: diesel\r\n",
      [DatabaseConfiguration(source: .migrations(.init(paths: ["new", "old place"], convention: "diesel")))]
    ),
    (
      "ledger: Frozen\nversion: 1.2.0\nignore: cache\nsource:\n  kind: schema\n  path: schema.sql\n",
      [
        database(
          ledger: "Frozen", source: .schema(files: ["schema.sql"], forward: nil), version: .literal("1.2.0"),
          ignored: ["cache"])
      ]
    ),
    (
      "version: user_version\nignore: [a, b]\nsource:\n  kind: schema\n  files: [a.sql, b.sql]\n  migrations: {path: db, convention: plain}\n",
      [
        database(
          source: .schema(files: ["a.sql", "b.sql"], forward: .migrations(plain)), version: .userVersion,
          ignored: ["a", "b"])
      ]
    ),
    (
      "version: {file: Cargo.toml, pattern: '^version = \"(.*)\"'}\nsource: {kind: schema, path: s.sql, migrations: {path: ., convention: plain}}\n",
      [
        database(
          source: .schema(files: ["s.sql"], forward: .migrations(.init(paths: [""], convention: "plain"))),
          version: .file(path: "Cargo.toml", pattern: "^version = \"(.*)\""))
      ]
    ),
    (
      """
      source:
        kind: migrations
        path: db
        convention: goose
        out-of-order: true
        placeholders:
          REGION: eu
          flyway:user: "it's: #1"
          PORT: 010
          empty: ''
      """,
      [
        DatabaseConfiguration(
          source: .migrations(
            goose(["REGION": "eu", "flyway:user": "it's: #1", "PORT": "010", "empty": ""], runsOutOfOrder: true)))
      ]
    ),
    (
      "source: {kind: migrations, path: db, convention: goose, before: app/log.sql}",
      [database(source: .migrations(goose([:], before: ["app/log.sql"])))]
    ),
    (
      "source: {kind: schema, path: s.sql, migrations: {path: db, convention: goose, before: [a.sql, b.sql]}}",
      [database(source: .schema(files: ["s.sql"], forward: .migrations(goose([:], before: ["a.sql", "b.sql"]))))]
    ),
    (
      "source: {kind: schema, path: s.sql, migrations: {path: db, convention: goose, placeholders: {A: null}, out-of-order: false}}",
      [database(source: .schema(files: ["s.sql"], forward: .migrations(goose(["A": "null"]))))]
    ),
    (
      """
      databases:
        server:
          source: {kind: migrations, path: db, convention: plain}
        mobile:
          ledger: Mobile
          source: {kind: schema, path: m.sql}
      """,
      [
        database("server", ledger: "SchemaLedger/server", source: .migrations(plain)),
        database("mobile", ledger: "Mobile", source: .schema(files: ["m.sql"], forward: nil)),
      ]
    ),
    (
      """
      source:
        kind: command
        create: "make 'a db' PATH={db}"
        migrate: tool migrate
        directory: backend
        environment: {URL: "sqlite:///{db}", EMPTY: ""}
        inputs: [backend, tool]
        time-limit: 1.5
      """,
      [database(source: .command(command("make 'a db' PATH={db}"), forward: command("tool migrate")))]
    ),
    (
      "source: {kind: command, create: './make {db}'}",
      [database(source: .command(SourceCommand(line: "./make {db}"), forward: nil))]
    ),
    (
      "source: {kind: database, path: a.db, migrate: './move {db}'}",
      [database(source: .database(path: "a.db", forward: .command(SourceCommand(line: "./move {db}"))))]
    ),
    (
      "source: {kind: database, path: a.db, migrations: {path: db, convention: plain}}",
      [database(source: .database(path: "a.db", forward: .migrations(plain)))]
    ),
    (
      "source: {kind: database, paths: [a.db, old/a.db], migrations: {path: db, convention: plain}}",
      [database(source: .database(path: "a.db", past: ["old/a.db"], forward: .migrations(plain)))]
    ),
    (
      "source: {kind: schema, paths: [s.sql, old.sql], migrations: {path: db, convention: plain}}",
      [database(source: .schema(files: ["s.sql"], past: ["old.sql"], forward: .migrations(plain)))]
    ),
    (
      """
      source: {kind: schema, path: s.sql, migrate: "./move {db}"}
      stub:
        functions: [unaccent, is_valid: 1, score: 0.5, nothing: null, word: "1", other: x]
        collations: LOCALIZED
      """,
      [
        database(
          source: .schema(files: ["s.sql"], forward: .command(SourceCommand(line: "./move {db}"))),
          stubs: Stubs(
            functions: [
              "unaccent": .firstArgument, "is_valid": .integer(1), "score": .real(0.5), "nothing": .null,
              "word": .text("1"), "other": .text("x"),
            ], collations: ["LOCALIZED"]))
      ]
    ),
  ]

  static let queryForms: [(yaml: String, files: [String], sql: String?, views: Bool)] = [
    ("queries: app/q.sql", ["app/q.sql"], nil, false),
    ("queries: [a.sql, b]", ["a.sql", "b"], nil, false),
    ("queries: {views: true}", [], nil, true),
    ("queries: {files: a.sql, sql: SELECT 1, views: false}", ["a.sql"], "SELECT 1", false),
  ]

  @Test("queries are files, SQL, and a version's own views", arguments: queryForms)
  func queries(yaml: String, files: [String], sql: String?, views: Bool) throws {
    let database = try Configuration(yaml: "source: {kind: schema, path: s.sql}\n" + yaml).database(nil)
    #expect(database.queries.files == files)
    #expect(database.queries.sql == sql)
    #expect(database.queries.views == views)
  }

  private static func command(_ line: String) -> SourceCommand {
    var command = SourceCommand(line: line)
    command.folder = "backend"
    command.environment = ["URL": "sqlite:///{db}", "EMPTY": ""]
    command.inputs = ["backend", "tool"]
    command.timeLimit = 1.5
    return command
  }

  private static func goose(
    _ placeholders: [String: String], runsOutOfOrder: Bool = false, before: [String] = []
  ) -> MigrationFolderConfiguration {
    var folder = MigrationFolderConfiguration(paths: ["db"], convention: "goose")
    folder.placeholders = placeholders
    folder.runsOutOfOrder = runsOutOfOrder
    folder.before = before
    return folder
  }

  private static func database(
    _ name: String = "App", ledger: String = "SchemaLedger", source: SourceConfiguration, version: VersionRule? = nil,
    ignored: [String] = [], stubs: Stubs = Stubs()
  ) -> DatabaseConfiguration {
    var database = DatabaseConfiguration(name: name, ledger: ledger, source: source, version: version)
    database.ignoredTables = ignored
    database.stubs = stubs
    return database
  }

  @Test("a document has the same meaning in any YAML style", arguments: readable)
  func reads(yaml: String, databases: [DatabaseConfiguration]) throws {
    #expect(try Configuration(yaml: yaml).databases == databases)
  }

  @Test("a written configuration is read back unchanged", arguments: readable)
  func readsBack(yaml: String, databases: [DatabaseConfiguration]) throws {
    let configuration = Configuration(databases: databases)
    #expect(try Configuration(yaml: configuration.yaml) == configuration, "\(configuration.yaml)")
  }

  @Test("the rules, severities and paths of lint are read, and read back unchanged")
  func lint() throws {
    let yaml = """
      source: {kind: migrations, path: m, convention: plain}
      lint:
        disable: [SL407, SL440]
        severity:
          SL418: error
        exclude: [m/old, 'm/**/*.draft.sql']
        disable-in:
          m/0*: SL412
      """
    let configuration = try Configuration(yaml: yaml)
    let lint = configuration.databases[0].lint
    #expect(lint.disabled == ["SL407", "SL440"])
    #expect(lint.severities == ["SL418": .error])
    #expect(lint.excludes("m/old/1.sql") && lint.excludes("m/a/b/2.draft.sql") && lint.excludes("m/2.draft.sql"))
    #expect(!lint.excludes("m/older.sql") && !lint.excludes("n/m/old/1.sql"))
    #expect(lint.disabledIn == [.init(PathPattern("m/0*"), ["SL412"])])
    #expect(try Configuration(yaml: configuration.yaml) == configuration, "\(configuration.yaml)")
  }

  @Test("the keys of models are read, and read back unchanged")
  func models() throws {
    let yaml = """
      source:
        kind: swiftdata
        path: App
        schema: SchemaV2
        names: chosen
        stages: run
        time-limit: 30
        types: {Mood: [calm, angry], Place: encoded, Status: Int, Money: {amount: Decimal, currency: String?}}
      """
    let configuration = try Configuration(yaml: yaml)
    let models = try #require(configuration.databases[0].source.models)
    #expect((models.path, models.schema) == ("App", "SchemaV2"))
    #expect(!models.usesDeclaredNames && models.types.count == 4)
    #expect(models.runsStages && models.stageTimeLimit == 30)
    #expect(configuration.databases[0].source.repositoryCommands.count == 1)
    #expect(try Configuration(yaml: configuration.yaml) == configuration, "\(configuration.yaml)")
    let declared = try Configuration(yaml: yaml.replacing("chosen", with: "declared"))
    #expect(declared.databases[0].source.models?.usesDeclaredNames == true)
    let named = try Configuration(yaml: yaml.replacing("run\n  time-limit: 30", with: "name"))
    #expect(named.databases[0].source.repositoryCommands.isEmpty)
    #expect(throws: LedgerError.self) { try Configuration(yaml: yaml.replacing("  stages: run\n", with: "")) }
  }

  @Test(
    "a pattern matches a path, or a folder above it",
    arguments: [
      ("m", "m/1.sql", true), ("m/1.sql", "m/1.sql", true), ("m/1", "m/1.sql", false), ("m/*.sql", "m/1.sql", true),
      ("*.sql", "m/1.sql", false), ("**/*.sql", "m/1.sql", true), ("**/*.sql", "1.sql", true),
      ("m/**/x", "m/x/1.sql", true), ("m/**/x", "m/a/b/x", true), ("m/**/x", "m/a/b", false),
      ("m/?_*", "m/1_a/up.sql", true), ("m/?_*", "m/11_a/up.sql", false), ("m/*a*b*", "m/xaybz", true),
      ("m/*a*b", "m/ab_c", false), ("", "m/1.sql", true), ("m/**", "m/1.sql", true), ("*", "m/1.sql", true),
    ])
  func patterns(pattern: String, path: String, isMatch: Bool) {
    #expect(PathPattern(pattern).matches(path) == isMatch)
  }

  @Test(
    "any path can be written",
    arguments: [
      "a b", "it's", "a: b", "a #b", "# a", "a - b", "[a]", "{a}", "&a", "*a", "!a", "%a", "@a", "`a`", "a\"b", "true",
      "null", "1.0",
      "~", "Ünïcode/日本", "a\nb", "a\tb", " a", "a ", "a\\b", "\u{7}", "a:b", "yes", "no", "...", "a---", "a,b", "?",
    ])
  func anyPath(path: String) throws {
    let configuration = Configuration(databases: [
      Self.database(
        "x", ledger: "L/" + path,
        source: .schema(files: [path, "b"], forward: .migrations(.init(paths: [path], convention: "plain"))),
        version: .file(path: path, pattern: "(.*)"), ignored: [path])
    ])
    #expect(try Configuration(yaml: configuration.yaml) == configuration, "\(configuration.yaml)")
  }

  static let unreadable: [(yaml: String, line: Int?, reason: String)] = [
    ("", nil, "it is empty"),
    ("# nothing\n", nil, "it is empty"),
    ("- a\n", 1, "the file must have keys: databases, ledger, source, version, ignore"),
    ("plain", 1, "the file must have keys"),
    ("source: [\n", 2, "did not find expected node content"),
    ("source:\n\tkind: schema\n", 2, "found character that cannot start any token"),
    ("ledger: A\nsource: {kind: schema, path: a}\nledger: B\n", nil, "stands there twice"),
    ("ledger: A\n", 1, "'source' is missing"),
    ("ledger: A\nsauce: x\n", 2, "unknown key 'sauce' in the file; did you mean 'source'?"),
    ("source: {kind: schema, path: s.sql}\nsilence: [SL601,\n SL60]\n", 3, "did you mean SL460, SL601"),
    ("source: {kind: schema, path: s.sql}\nsilence: SL101\n", 2, "SL101 is never a note"),
    ("source: {kind: schema, path: s.sql}\nother-branches: maybe\n", 2, "must be true, false, or have keys"),
    ("source: {kind: schema, path: s.sql}\nother-branches: {max-age: 0}\n", 2, "at least 1"),
    ("source: {kind: schema, path: s.sql}\nother-branches: {exlude: a}\n", 2, "did you mean 'exclude'?"),
    ("source: {kind: schema, path: s.sql}\nlint: {disable: SL42}\n", 2, "did you mean SL402"),
    ("zebra: x\n", 1, "unknown key 'zebra' in the file; expected databases"),
    ("source: {kind: schema, path: s.sql}\ncache: {url: \"https://a.b\"}\n", 2, "'cache' no longer exists; remove it"),
    ("? [a]\n: b\n", 1, "unknown key ''"),
    ("source: x\n", 1, "source must have keys: kind, path"),
    ("source: {}\n", 1, "'kind' is missing"),
    (
      "source:\n  kind: magic\n", 2,
      "unknown kind of source 'magic'; expected migrations, schema, command, database, swift, swiftdata, coredata, room"
    ),
    ("source: {kind: command}\n", 1, "'create' is missing"),
    ("source: {kind: swiftdata, names: tags}\n", 1, "unknown value 'tags' of 'names'; expected declared or chosen"),
    ("source: {kind: coredata, os: iOS}\n", 1, "'os' is not allowed in a source of kind coredata"),
    ("source: {kind: schema, path: s.sql}\nqueries: {views: maybe}\n", 2, "'views' must be true or false"),
    ("source: {kind: schema, path: s.sql}\nqueries: ../q.sql\n", 2, "'queries' must be a path inside the repository"),
    ("source: {kind: schema, path: s.sql}\nqueries: {file: q.sql}\n", 2, "did you mean 'files'?"),
    ("source:\n  kind: command\n  create: make\n", 3, "'create' must say where the database is"),
    ("source:\n  kind: command\n  create: a {db}\n  migrate: b\n", 4, "'migrate' must say where the database is"),
    ("source:\n  kind: command\n  create: a {db}\n  path: b\n", 4, "'path' is not allowed in a source of kind command"),
    ("source:\n  kind: command\n  create: a {db}\n  time-limit: 0\n", 4, "'time-limit' must be a number of seconds"),
    ("source:\n  kind: command\n  create: a {db}\n  directory: ../x\n", 4, "must be a path inside the repository"),
    (
      "source:\n  kind: command\n  create: a {db}\n  environment: [A]\n", 4,
      "'environment' must be a mapping of names to values"
    ),
    ("source:\n  kind: schema\n  path: a\n  inputs: b\n", 4, "'inputs' is not allowed in a source without 'migrate'"),
    (
      "source:\n  kind: schema\n  path: a\n  migrate: m {db}\n  migrations: {path: b, convention: plain}\n", 4,
      "'migrate' is not allowed in a source with 'migrations'"
    ),
    ("source:\n  kind: database\n  migrate: m {db}\n", 2, "a source of kind database needs either 'path' or 'paths'"),
    ("source: {kind: schema, path: a}\nstub: {functions: [{f: [1]}]}\n", 2, "the result of 'f' must be a number"),
    ("source: {kind: schema, path: a}\nstub: [f]\n", 2, "stub must have keys: functions, collations"),
    ("source:\n  kind: [schema]\n", 2, "'kind' must be a word"),
    ("source:\n  kind: schema\n", 2, "needs either 'path', 'paths' or 'files'"),
    ("source:\n  kind: schema\n  path: a\n  paths: [b]\n", 2, "needs either 'path', 'paths' or 'files'"),
    ("source:\n  kind: schema\n  paths: [a]\n  files: [b]\n", 2, "needs either 'path', 'paths' or 'files'"),
    ("source:\n  kind: database\n  path: a\n  paths: [b]\n", 2, "needs either 'path' or 'paths'"),
    ("source:\n  kind: schema\n  path: a\n  files: [b]\n", 2, "needs either 'path', 'paths' or 'files'"),
    (
      "source: {kind: migrations, path: a, convention: plain,\n  out-of-order: yes}", 2,
      "'out-of-order' must be true or false"
    ),
    ("source: {kind: migrations, path: a, convention: plain,\n  before: []}", 2, "'before' must name SQL files"),
    ("source: {kind: migrations, path: a, convention: plain,\n  before: .}", 2, "'before' must name SQL files"),
    (
      "source: {kind: migrations, path: a, convention: plain,\n  before: ../a.sql}", 2,
      "'before' must be a path inside the repository"
    ),
    ("source:\n  kind: schema\n  path: a\n  before: b\n", 4, "'before' is not allowed in a source of kind schema"),
    (
      "source: {kind: migrations, path: a, convention: plain,\n  placeholders: [a]}", 2,
      "'placeholders' must be a mapping of names to values"
    ),
    (
      "source: {kind: migrations, path: a, convention: plain,\n  placeholders: {a: [b]}}", 2,
      "the value of the placeholder 'a' must be a text"
    ),
    (
      "source:\n  kind: schema\n  path: a\n  out-of-order: true\n", 4,
      "'out-of-order' is not allowed in a source of kind schema"
    ),
    ("source:\n  kind: schema\n  files: []\n", 2, "needs either 'path', 'paths' or 'files'"),
    (
      "source:\n  kind: schema\n  path: a\n  convention: plain\n", 4,
      "'convention' is not allowed in a source of kind schema"
    ),
    ("source:\n  kind: schema\n  path: a\n  migrations: b\n", 4, "migrations must have keys: path, paths, convention"),
    ("source:\n  kind: migrations\n  path: a\n", 2, "'convention' is missing"),
    ("source:\n  kind: migrations\n  convention: plain\n", 2, "migrations need either 'path' or 'paths'"),
    ("source:\n  kind: migrations\n  path: a\n  paths: [b]\n  convention: plain\n", 2, "migrations need either"),
    ("source:\n  kind: migrations\n  path: a\n  files: [b]\n  convention: plain\n", 4, "'files' is not allowed"),
    (
      "source:\n  kind: migrations\n  path: a\n  convention: rails7\n", 4,
      "unknown convention 'rails7'; expected prisma"
    ),
    ("source:\n  kind: schema\n  path: /etc/passwd\n", 3, "must be a path inside the repository, not '/etc/passwd'"),
    ("source:\n  kind: schema\n  path: a/../../b\n", 3, "must be a path inside the repository"),
    ("source:\n  kind: schema\n  path: a//b\n", 3, "must be a path inside the repository"),
    ("source:\n  kind: schema\n  path: a/./b\n", 3, "must be a path inside the repository"),
    ("source:\n  kind: schema\n  path: --help\n", 3, "must be a path inside the repository"),
    ("source:\n  kind: schema\n  path: ''\n", 3, "'path' must be a word"),
    ("source:\n  kind: schema\n  path:\n", 3, "'path' must be a word"),
    ("ledger: .\nsource: {kind: schema, path: a}\n", 1, "'ledger' must be a separate folder"),
    ("version: {file: a}\nsource: {kind: schema, path: a}\n", 1, "'pattern' is missing"),
    ("version:\n  file: a\n  pattern: '('\nsource: {kind: schema, path: a}\n", 3, "'(' is not a regular expression"),
    ("version: [1]\nsource: {kind: schema, path: a}\n", 1, "'version' must be a word"),
    ("ignore: {a: b}\nsource: {kind: schema, path: a}\n", 1, "'ignore' must be a word"),
    (
      "lint: SL401\nsource: {kind: schema, path: a}\n", 1, "lint must have keys: disable, severity, exclude, disable-in"
    ),
    ("lint:\n  disable: [SL999]\nsource: {kind: schema, path: a}\n", 2, "no rule has the code 'SL999'"),
    (
      "lint:\n  disable:\n    - SL407\n    - SL301\nsource: {kind: schema, path: a}\n", 4, "SL301 is not a rule of lint"
    ),
    ("lint:\n  severity:\n    SL407: fatal\nsource: {kind: schema, path: a}\n", 3, "must be note, warning or error"),
    ("lint:\n  severity:\n    SL501: note\nsource: {kind: schema, path: a}\n", 3, "SL501 is not a rule of lint"),
    ("lint:\n  severity: note\nsource: {kind: schema, path: a}\n", 2, "'severity' must be a mapping of rules"),
    ("lint:\n  disable-in: [m]\nsource: {kind: schema, path: a}\n", 2, "'disable-in' must be a mapping of paths"),
    ("lint:\n  disable-in:\n    m/1.sql: SL4\nsource: {kind: schema, path: a}\n", 3, "no rule has the code 'SL4'"),
    ("lint:\n  exclude: ../m\nsource: {kind: schema, path: a}\n", 2, "'exclude' must be a path inside the repository"),
    ("databases: {}\n", 1, "'databases' must name at least one database"),
    ("databases: [a]\n", 1, "'databases' must name at least one database"),
    (
      "databases:\n  a: {source: {kind: schema, path: a}}\nledger: x\n", 3,
      "'ledger' belongs under one of the databases"
    ),
    (
      "databases:\n  a/b: {source: {kind: schema, path: a}}\n", 2,
      "may contain only letters, digits, '-' and '_', not 'a/b'"
    ),
    ("databases:\n  a: {source: {kind: schema, path: a}, name: x}\n", 2, "unknown key 'name' in database 'a'"),
    (
      "databases:\n  a: {source: {kind: schema, path: a}}\n  A: {source: {kind: schema, path: a}}\n", 2,
      "two databases have the same ledger folder"
    ),
  ]

  @Test("an invalid configuration is rejected with the line", arguments: unreadable)
  func refuses(yaml: String, line: Int?, reason: String) {
    let error = #expect(throws: LedgerError.self) { try Configuration(yaml: yaml) }
    guard case .invalidConfiguration("schemaledger.yml", let told, let sentence)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(sentence.contains(reason), "\(sentence)")
    if line != nil { #expect(told == line) }
  }

  @Test("a repository without the file has no configuration")
  func missing() {
    #expect(throws: LedgerError.noConfiguration(path: "schemaledger.yml")) {
      try Configuration(from: FileSnapshot(texts: [:]))
    }
  }

  @Test("a database is selected by name, or because there is only one")
  func choice() throws {
    let one = Configuration(databases: [Self.database(source: .migrations(Self.plain))])
    #expect(try one.database(nil).name == "App")
    #expect(throws: LedgerError.unknownDatabase(name: "app", known: ["App"])) { try one.database("app") }
    let two = Configuration(databases: ["a", "b"].map { Self.database($0, source: .migrations(Self.plain)) })
    #expect(try two.database("b").name == "b")
    #expect(throws: LedgerError.severalDatabases(known: ["a", "b"])) { try two.database(nil) }
  }

  @Test(
    "a version rule reads the source",
    arguments: [
      (VersionRule.literal("7"), "7"), (.userVersion, "42"),
      (.file(path: "Cargo.toml", pattern: "^version = \"(.*)\"$"), "1.4.0"),
    ])
  func versionRule(rule: VersionRule, version: String) throws {
    let snapshot = FileSnapshot(texts: [
      "s.sql": "PRAGMA user_version = 42; CREATE TABLE t (a);",
      "Cargo.toml": "[package]\nname = \"x\"\nversion = \"1.4.0\"\n",
    ])
    let database = Self.database(source: .schema(files: ["s.sql"], forward: nil), version: rule)
    let built = try database.schemaSource.read(from: snapshot).build()
    #expect(try rule.current(of: built, in: snapshot) == version)
  }

  @Test("a pattern that would take too long is an error")
  func catastrophicPattern() throws {
    let text = String(repeating: "a", count: 64)
    let pattern = try #require(VersionPattern("^(a+)+b$"))
    #expect(pattern.search(text, timeLimit: .milliseconds(50)) == .timedOut)
    #expect(pattern.search("x\naab\r\n") == .found("aa"))
  }

  @Test("a missing version is an error")
  func versionNotFound() throws {
    let snapshot = FileSnapshot(texts: ["s.sql": "CREATE TABLE t (a);", "VERSION": "next"])
    let database = Self.database(source: .schema(files: ["s.sql"], forward: nil))
    let built = try database.schemaSource.read(from: snapshot).build()
    #expect(throws: LedgerError.versionNotFound(file: "VERSION", pattern: "([0-9]+)")) {
      try VersionRule.file(path: "VERSION", pattern: "([0-9]+)").current(of: built, in: snapshot)
    }
    #expect(throws: LedgerError.noVersionFile(path: "V")) {
      try VersionRule.file(path: "V", pattern: "([0-9]+)").current(of: built, in: snapshot)
    }
  }
}
