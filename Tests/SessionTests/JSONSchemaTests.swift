import Foundation
import TestSupport
import Testing

/// The JSON output conforms to the schemas in `Docs/json`.
@Suite("JSON output")
struct JSONSchemaTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs/json")

  /// The schemas for editors, which `ConfigurationSchemaTests` compares with what the program reads.
  private static let writtenByPeople: Set<String> = ["configuration.schema.json", "waivers.schema.json"]

  /// A command, its exit status, and the schema of its output.
  private static let story: [(command: String, status: Int32, schema: String?)] = [
    ("git init -q && mkdir m && echo 'CREATE TABLE t (a INT);' > m/1_t.sql && git add . && git commit -qm One", 0, nil),
    ("schemaledger init", 0, nil),
    ("schemaledger status --format json", 0, "status"),
    ("schemaledger freeze 1.0 --format json && git tag v1", 0, "freeze"),
    ("schemaledger freeze 1.0 --format json", 0, "freeze"),
    ("cat SchemaLedger/Fixtures/1.0/entry.json", 0, "entry"),
    // An edited migration.
    ("echo 'CREATE TABLE t (a TEXT);' > m/1_t.sql", 0, nil),
    ("schemaledger freeze 1.0 --format json", 1, "freeze"),
    ("schemaledger check --format json", 1, "check"),
    ("schemaledger status --format json", 1, "status"),
    // A waiver that does not say what it is about, and a file that is not run.
    (
      "echo '- {finding: SL202, reason: so}' > SchemaLedger/waivers.yml && echo 'SELECT 1;' > m/x.sql && git add m/x.sql && git commit -qnm X -- m/x.sql && schemaledger status --format json",
      1, "status"
    ),
    ("git rm -q m/x.sql && git commit -qnm 'Not X' -- m/x.sql", 0, nil),
    // The migration is waived. Another waiver has expired.
    (
      "printf -- '- {finding: SL202, path: m/1_t.sql, reason: so, until: 2999-12-31}\\n- {finding: SL203, version: 1.0, object: t, column: a, reason: so, until: 2001-01-01}\\n' > SchemaLedger/waivers.yml",
      0, nil
    ),
    ("schemaledger check --format json", 0, "check"),
    ("schemaledger verify --format json", 1, "verify"),
    ("schemaledger verify --all-history --shard 1/1 --format json", 1, "verify"),
    ("echo '- {finding: SL303, version: 1.0, reason: so}' >> SchemaLedger/waivers.yml", 0, nil),
    ("schemaledger verify --all-history --shard 1/1 --format json", 1, "verify"),
    ("rm SchemaLedger/waivers.yml", 0, nil),
    ("git restore m", 0, nil),
    ("schemaledger check --staged --format json", 0, "check"),
    // Two more versions, one of them read from a past commit.
    ("echo 'ALTER TABLE t ADD COLUMN b; CREATE INDEX i ON t (b);' > m/2_b.sql && git add m", 0, nil),
    ("schemaledger freeze 1.1 --no-commit --format json", 0, "freeze"),
    ("schemaledger status --format json", 0, "status"),
    ("git commit -qm Two", 0, nil),
    // An unmerged branch uses the same number.
    (
      "git checkout -qb other v1 && echo 'CREATE TABLE o (a);' > m/2_o.sql && git add m && git commit -qnm Other", 0,
      nil
    ),
    ("git checkout -q main && schemaledger check --format json && git branch -qD other", 0, "check"),
    ("schemaledger freeze 0.9 --at v1 --format json", 0, "freeze"),
    ("schemaledger show 0.9 --format json", 0, "show"),
    ("schemaledger diff 1.0 1.1 --format json", 1, "diff"),
    ("schemaledger diff 1.1 --format json", 0, "diff"),
    ("echo 'UPDATE t SET a = 1;' > m/9_u.sql && schemaledger lint --format json && rm m/9_u.sql", 0, "lint"),
    ("schemaledger lint --all --format json", 0, "lint"),
    ("schemaledger verify --format json", 0, "verify"),
    ("schemaledger verify --shard 1/2 --format json", 0, "verify"),
    ("schemaledger verify --shard 1/1 --write-durations ../all.durations", 0, nil),
    ("schemaledger verify --shard 1/2 --durations ../all.durations --format json", 0, "verify"),
    (
      "schemaledger verify --shard 1/2 --format json > ../half.json; schemaledger verify --merge ../half.json --allow-missing --format json",
      2, "verify"
    ),
    ("schemaledger verify --down --twice --interrupt --timings --no-cache --format json", 0, "verify"),
    // One entry is deleted, another is rewritten.
    ("git rm -rq SchemaLedger/Fixtures/0.9 && git commit -qnm Away", 0, nil),
    ("echo >> SchemaLedger/Fixtures/1.0/schema.json && git commit -qanm Touched", 0, nil),
    ("schemaledger log --format json", 0, "log"),
    ("schemaledger log --all --format json", 0, "log"),
    ("schemaledger verify --all-history --format json", 1, "verify"),
    ("schemaledger history 0.9 --format json", 0, "history"),
    ("schemaledger history 1.0 --format json", 0, "history"),
    // Changes to migrations: inserted before frozen ones, with a different meaning, and unreadable.
    ("echo 'SELECT 1;' > m/0_s.sql && git add m && git commit -qnm Before", 0, nil),
    ("echo 'SELECT 2;' > m/0_s.sql && git commit -qnam Two", 0, nil),
    ("printf '\\377' > m/0_s.sql && git commit -qnam No", 0, nil),
    ("schemaledger history --format json", 0, "history"),
    ("schemaledger history m/0_s.sql --format json", 0, "history"),
    ("git rm -q m/0_s.sql && git commit -qnm Gone", 0, nil),
    // A table that is not part of the schema.
    ("echo 'ignore: s' >> schemaledger.yml && echo 'CREATE TABLE s (a);' > m/3_s.sql", 0, nil),
    ("schemaledger freeze 1.2 --format json", 0, "freeze"),
    ("cat SchemaLedger/Fixtures/1.2/entry.json", 0, "entry"),
    // A user's store with one of the existing migrations, another one, and a table of its own.
    (
      "sqlite3 store.db 'CREATE TABLE t (a); CREATE TABLE own (a); CREATE TABLE _sqlx_migrations (version, success); INSERT INTO _sqlx_migrations VALUES (1, 1), (7, 1)'; sed -i.bak s/plain/sqlx/ schemaledger.yml",
      0, nil
    ),
    ("schemaledger freeze 0.1 --from store.db --format json", 0, "freeze"),
    ("cat SchemaLedger/Fixtures/0.1/entry.json", 0, "entry"),
    ("schemaledger freeze 0.1.1 --from store.db --scrub --no-commit --format json", 0, "freeze"),
    ("cat SchemaLedger/Fixtures/0.1.1/entry.json", 0, "entry"),
    ("git reset -q --hard && git clean -qfd SchemaLedger", 0, nil),
    // Stores: their versions, their differences, their content.
    ("schemaledger identify SchemaLedger/Fixtures/1.0/App.sqlite --all-history --format json", 0, "identify"),
    ("schemaledger drift store.db --format json", 0, "drift"),
    ("schemaledger drift store.db --against HEAD --format json", 1, "drift"),
    (
      "sqlite3 other.db '.read m/2_b.sql' 2> other.log; sqlite3 other.db 'PRAGMA user_version = 3; CREATE TABLE t (a COLLATE NOCASE); CREATE TABLE own (a PRIMARY KEY, b); CREATE VIEW v AS SELECT c FROM t; CREATE TRIGGER r AFTER DELETE ON t BEGIN SELECT 1; END; CREATE INDEX i ON t (a)'; sqlite3 utf16.db 'PRAGMA encoding = \"UTF-16\"; CREATE TABLE t (a)'",
      0, nil
    ),
    (
      "schemaledger identify store.db other.db absent.db SchemaLedger/Fixtures/1.1/App.sqlite --format json", 2,
      "identify"
    ),
    ("schemaledger rehearse store.db other.db absent.db --format json", 2, "rehearse"),
    ("sqlite3 foreign.db 'CREATE TABLE elsewhere (a)'; schemaledger rehearse foreign.db --format json", 1, "rehearse"),
    ("schemaledger inspect store.db --format json", 0, "inspect"),
    // A line about one file is its report.
    ("schemaledger drift store.db --format ndjson", 0, "drift"),
    ("schemaledger inspect store.db --format ndjson", 0, "inspect"),
    ("schemaledger inspect other.db --format json", 0, "inspect"),
    (
      "sqlite3 model.db \"CREATE TABLE ZUSER (Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR); CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB); CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB); INSERT INTO Z_MODELCACHE VALUES (x'0100000000')\"",
      0, nil
    ),
    ("schemaledger inspect model.db --format json", 0, "inspect"),
    // The metadata of a model with `Photo.image`, which has external storage.
    (
      "sqlite3 album.db \"CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, ZIMAGE BLOB); CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB); CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB); INSERT INTO Z_METADATA VALUES (1, 'id', x'62706c6973743030d2010203055f101e4e5353746f72654d6f64656c56657273696f6e4964656e746966696572735f1013536368656d614d6f64656c446f63756d656e74a10455312e302e304f109a7b22656e746974696573223a5b7b2261747472696275746573223a5b7b226e616d65223a22696d616765222c226f7074696f6e616c223a747275652c226f7074696f6e73223a5b2265787465726e616c53746f72616765225d2c2274797065223a2262696e617279227d5d2c226e616d65223a2250686f746f227d5d2c22666f726d6174223a312c2276657273696f6e223a22312e302e30227d080d2e44464c00000000000001010000000000000006000000000000000000000000000000e9')\"",
      0, nil
    ),
    ("schemaledger inspect album.db --format json", 0, "inspect"),
    ("schemaledger profile store.db other.db --format json", 0, "profile"),
    (
      "sqlite3 many.db 'CREATE TABLE t (a, b); WITH n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59) INSERT INTO t SELECT i / 10, i % 10 FROM n'; cp schemaledger.yml keep.yml; echo 'assume: {t: a > 1, u: a > 1}' >> schemaledger.yml",
      0, nil
    ),
    ("schemaledger profile many.db --write --format json", 1, "profile"),
    ("mv keep.yml schemaledger.yml && rm SchemaLedger/profile.json", 0, nil),
    ("schemaledger store-diff store.db other.db --format json", 1, "store-diff"),
    ("schemaledger store-diff store.db other.db --schema-only --format json", 1, "store-diff"),
    ("schemaledger store-diff store.db utf16.db --format json", 1, "store-diff"),
    // A repeatable migration.
    (
      "mkdir f && echo 'CREATE TABLE t (a);' > f/V1__t.sql && echo 'SELECT 1;' > f/R__s.sql && echo 'source: {kind: migrations, path: f, convention: flyway}' > schemaledger.yml",
      0, nil
    ),
    ("schemaledger freeze 2.0 --no-verify --format json", 0, "freeze"),
    ("cat SchemaLedger/Fixtures/2.0/entry.json", 0, "entry"),
    // A tool that compares bytes, and a text with CR.
    (
      "git init -q bytes && cd bytes && mkdir m && printf '[dependencies]\\nsqlx = \"0.8\"\\n' > Cargo.toml && printf 'CREATE TABLE t (a);\\r\\n' > m/1_t.sql && git add . && git commit -qm t && schemaledger init && git add . && git commit -qm ledger && schemaledger freeze 1.0",
      0, nil
    ),
    ("cat bytes/SchemaLedger/Fixtures/1.0/entry.json", 0, "entry"),
    // A step between two versions that fails.
    (
      "git init -q p && cd p && mkdir m && echo 'CREATE TABLE p (id INTEGER PRIMARY KEY);' > m/1_p.sql && git add . && git commit -qm P && schemaledger init && git add . && git commit -qm L && schemaledger freeze 1 && echo 'CREATE TABLE c (p REFERENCES p); INSERT INTO c VALUES (1);' > m/2_c.sql && git add . && git commit -qm C && schemaledger freeze 2 --no-verify",
      0, nil
    ),
    ("cd p && schemaledger verify --pairs all --format json", 1, "verify"),
    // The effects of migrations on rows.
    (
      "git init -q rows && cd rows && mkdir m && echo 'CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT); CREATE TABLE u (a); CREATE TABLE v (a); CREATE TABLE one (a CHECK (a > 5 AND a < 5), b);' > m/1_t.sql && git add . && git commit -qm t && schemaledger init && git add . && git commit -qm ledger && schemaledger freeze 1.0 && echo \"CREATE TABLE w (a); INSERT INTO w SELECT a FROM u; INSERT INTO w SELECT a FROM v; DROP TABLE u; DROP TABLE v; UPDATE t SET a = upper(a); UPDATE t SET b = a || 'x' WHERE (SELECT foreign_keys FROM pragma_foreign_keys); UPDATE t SET c = 'same';\" > m/2_w.sql",
      0, nil
    ),
    ("cd rows && schemaledger verify --format json", 1, "verify"),
    // One cause in two versions and two tables, and an assumption that rules a failure out.
    (
      "git init -q causes && cd causes && mkdir m && echo 'CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p INTEGER NOT NULL REFERENCES p ON DELETE CASCADE); CREATE TABLE d (p INTEGER NOT NULL REFERENCES p ON DELETE CASCADE); CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);' > m/1_t.sql && git add . && git commit -qm t && schemaledger init && git add . && git commit -qm ledger && schemaledger freeze 1.0 && echo 'CREATE TABLE u (a);' > m/2_u.sql && git add . && git commit -qm u && schemaledger freeze 1.1 && echo 'CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT NOT NULL); INSERT INTO n SELECT id, a FROM t; DROP TABLE t; CREATE TABLE q (id INTEGER PRIMARY KEY, x); INSERT INTO q (id) SELECT id FROM p; DROP TABLE p; ALTER TABLE q RENAME TO p;' > m/3_n.sql",
      0, nil
    ),
    ("cd causes && schemaledger verify --format json", 1, "verify"),
    // A command of the repository that fails.
    ("printf 'source: {kind: command, create: \"echo no {db}; exit 1\"}' > schemaledger.yml", 0, nil),
    ("schemaledger check --trust --format json", 1, "check"),
    // The models of a Swift package that CloudKit synchronises.
    (
      #"git init -q cloud && cd cloud && touch Package.swift && printf '#!/bin/sh\ncase $1 in versions) echo "{\"schemamodel\":1,\"versions\":[{\"version\":\"1\",\"schema\":\"S\"}]}" ;; create) sqlite3 "$2" "CREATE TABLE ZA (Z_PK)" ;; describe) echo "{\"entities\":[{\"name\":\"A\"}],\"format\":1,\"version\":\"1\"}" ;; esac\n' > tool && chmod +x tool && printf 'source: {kind: swift, product: tool, tool: tool, build: "true"}\ncloudkit: true\n' > schemaledger.yml"#,
      0, nil
    ),
    ("cd cloud && schemaledger lint --trust --format json", 0, "lint"),
    // Releases of a folder that moved, one that fails, one without a schema, and a tag that is not a release.
    (
      "git init -q tags && cd tags && tag() { git add . && git commit -qm $1 --allow-empty && git tag $1; } && tag v0 && git tag weekly && mkdir -p old/migrations && echo 'CREATE TABLE t (a);' > old/migrations/1_t.sql && tag v1 && git mv old/migrations migrations && tag v2 && tag 2 && echo 'CREATE TABLE t (a);' > migrations/2_u.sql && tag v3 && echo 'CREATE TABLE u (a);' > migrations/2_u.sql && tag v4 && schemaledger init",
      0, nil
    ),
    ("cd tags && schemaledger freeze --from-tags '*' --dry-run --format json", 1, "freeze-from-tags"),
    ("cd tags && schemaledger freeze --from-tags '*' --format json", 1, "freeze-from-tags"),
    ("cat tags/SchemaLedger/Fixtures/1/entry.json", 0, "entry"),
    ("cd tags && git tag -d v3 > removed && schemaledger freeze --from-tags '*' --format json", 0, "freeze-from-tags"),
    // Several databases: both are new, one has changed, one differs, one does not exist yet.
    (
      "git init -q several && cd several && mkdir a b && echo 'CREATE TABLE a (x);' | tee a/1_a.sql > b/1_b.sql && git add . && git commit -qm A && schemaledger init --source a --source b",
      0, nil
    ),
    ("cd several && schemaledger freeze --all 1.0 --format json", 0, "freeze-all"),
    ("cd several && schemaledger freeze --all 1.0 --format json", 0, "freeze-all"),
    ("cd several && schemaledger identify SchemaLedger/a/Fixtures/1.0/a.sqlite --format json", 0, "identify"),
    (
      "cd several && echo 'CREATE TABLE b (x);' > b/2_b.sql && schemaledger freeze --all 1.1 --no-verify --format json",
      0,
      "freeze-all"
    ),
    (
      "cd several && echo 'CREATE TABLE c (x);' | tee a/2_c.sql > b/2_b.sql && schemaledger freeze --all 1.1 --format json",
      1, "freeze-all"
    ),
    (
      "cd several && git checkout -q . && git rm -qr b && git commit -qnm B && git tag v0 && git reset -q --hard HEAD~ && schemaledger freeze --all 1.2 --at v0 --format json",
      0, "freeze-all"
    ),
    // A release whose atlas.sum does not match, with a script before the migrations; then a source that cannot upgrade it.
    (
      "git init -q atlas && cd atlas && mkdir m && echo 'CREATE TABLE a (x);' > m/1.sql && echo 'h1:no' > m/atlas.sum && echo 'CREATE TABLE b (x);' > b.sql && echo 'source: {kind: migrations, path: m, convention: atlas, before: b.sql}' > schemaledger.yml && git add . && git commit -qm A && git tag v1 && git rm -q m/atlas.sum && git commit -qm B",
      0, nil
    ),
    ("cd atlas && schemaledger freeze --from-tags '*' --format json", 0, "freeze-from-tags"),
    ("cat atlas/SchemaLedger/Fixtures/1/entry.json", 0, "entry"),
    // A version that is withdrawn.
    (
      "git init -q w && cd w && mkdir m && echo 'CREATE TABLE t (a);' > m/1_t.sql && git add . && git commit -qm A && git tag v1 && schemaledger init && git add . && git commit -qm L && schemaledger freeze 1",
      0, nil
    ),
    ("cd w && schemaledger withdraw 1 --reason 'too early' --format json", 0, "withdraw"),
    ("cat w/SchemaLedger/Withdrawn/*.json", 0, "withdrawal"),
    ("cd w && schemaledger check --format json", 0, "check"),
    ("cd w && schemaledger log --format json", 0, "log"),
    ("cd w && schemaledger show 1 --format json", 0, "show"),
    ("cd w && schemaledger history 1 --format json", 0, "history"),
    ("cd w && schemaledger freeze --from-tags '*' --format json", 0, "freeze-from-tags"),
    // Its ledger is moved, and then mistyped.
    (
      "cd w && schemaledger freeze 2 && git mv SchemaLedger L && sed -i.bak 's/^ledger:.*/ledger: L/' schemaledger.yml && git commit -qam M",
      0, nil
    ),
    ("cd w && schemaledger history 2 --format json", 0, "history"),
    ("cd w && schemaledger verify --all-history --format json", 0, "verify"),
    ("cd w && sed -i.bak 's/^ledger:.*/ledger: K/' schemaledger.yml && schemaledger check --format json", 1, "check"),
    ("cd atlas && echo 'source: {kind: schema, path: b.sql}' > schemaledger.yml", 0, nil),
    ("cd atlas && schemaledger verify --format json", 0, "verify"),
    // An app whose models are in Swift sources.
    (
      #"git init -q app && cd app && mkdir App && v() { printf 'import SwiftData\nenum V%s: VersionedSchema {\n  static let versionIdentifier = Schema.Version(%s, 0, 0)\n  static var models: [any PersistentModel.Type] { [Note.self] }\n  @Model final class Note {\n    var title = ""%s\n  }\n}\n' $1 $1 "$2" > App/V$1.swift; } && p() { printf 'import SwiftData\nenum Plan: SchemaMigrationPlan {\n  static var schemas: [any VersionedSchema.Type] { [%s] }\n  static var stages: [MigrationStage] { [] }\n}\nlet container = try! ModelContainer(for: Schema(versionedSchema: V%s.self), migrationPlan: Plan.self)\n' "$1" $2 > App/Plan.swift; } && v 1 && p V1.self 1 && git add . && git commit -qm A && v 2 '; var text = ""' && p 'V1.self, V2.self' 2 && git add . && git commit -qm B && schemaledger init && schemaledger freeze 1.0.0"#,
      0, nil
    ),
    ("cd app && schemaledger history Note.text --format json", 0, "model-history"),
    (
      "cd app && schemaledger drift SchemaLedger/Fixtures/1.0.0/App.sqlite --source --format json", 1, "source-drift"
    ),
  ]

  @Test("each command's output conforms to its schema, and every key of the schemas occurs")
  func commands() throws {
    var schemas = try JSONSchemas(in: Self.folder)
    let world = try SessionWorld(programFolder: try ProgramFolder.ofTests())
    defer { try? world.remove() }
    for (command, status, schema) in Self.story {
      let output = try world.run(command, timeLimit: .seconds(60))
      try #require(output.status == status, "\(command)\n\(output.picture.joined(separator: "\n"))")
      guard let schema else { continue }
      // The world replaces durations with `<time>`.
      let text = output.stdout.joined(separator: "\n").replacing("<time>", with: "0.5")
      let problems = schemas.problems(of: try JSON(text), by: schema + ".schema.json")
      #expect(problems == [], "\(command)\n\(text)")
    }
    let used = Set(Self.story.compactMap(\.schema).map { $0 + ".schema.json" })
    #expect(schemas.names.subtracting(Self.writtenByPeople) == used.union(["definitions.schema.json"]))
    // A finding has a page only if the site has an address. `SiteAddressTests` tests both.
    let page = "definitions.schema.json#/$defs/finding/properties/page"
    // An entry has `tables` only if those of a Core Data model are not known: `models-without-tables.session`.
    let tables = "entry.schema.json#/properties/tables"
    let printed = schemas.properties.filter { !Self.writtenByPeople.contains(String($0.prefix { $0 != "#" })) }
    #expect(printed.subtracting(schemas.met).subtracting([page, tables]).sorted() == [], "never printed")
  }

  @Test(
    "a value that violates the schema has a problem",
    arguments: [
      #"{}"#, #"[]"#, #"{"n": 1.5}"#, #"{"n": "1"}"#, #"{"n": 1, "x": 2}"#, #"{"n": 1, "w": "c"}"#,
      #"{"n": 1, "p": "xay"}"#, #"{"n": 1, "l": [1, "2"]}"#, #"{"n": 1, "m": {"k": 0}}"#, #"{"n": 1, "c": 2}"#,
      #"{"n": 1, "l": []}"#, #"{"n": 1, "l": [1, 1]}"#, #"{"n": 1, "r": 3}"#, #"{"n": 1, "r": 7}"#,
      #"{"n": 1, "u": "a b"}"#,
      #"{"n": 1, "u": "a:b c"}"#, #"{"n": 1, "o": "c"}"#, #"{"n": 1, "never": 1}"#,
    ])
  func bad(text: String) throws {
    var schemas = try Self.small()
    #expect(try schemas.problems(of: JSON(text), by: "small.schema.json").count == 1)
  }

  @Test("a value that conforms to the schema has no problem")
  func good() throws {
    var schemas = try Self.small()
    let value = try JSON(
      #"{"n": 1, "w": "a", "p": "a", "l": [1, 2], "m": {"k": true}, "c": 3, "r": 4, "u": "a/b%20c", "o": "a", "any": {"x": 1}}"#
    )
    #expect(schemas.problems(of: value, by: "small.schema.json") == [])
    #expect(schemas.properties.subtracting(schemas.met).sorted() == ["small.schema.json#/properties/never"])
  }

  @Test("an unknown keyword is a problem")
  func unknownKeyword() throws {
    var schemas = try Self.schemas(#"{"type": "integer", "multipleOf": 7}"#)
    #expect(try schemas.problems(of: JSON("7"), by: "small.schema.json").count == 1)
  }

  private static func small() throws -> JSONSchemas {
    try schemas(
      """
      {"type": "object", "required": ["n"],
       "properties": {
         "n": {"$ref": "#/$defs/number"}, "w": {"enum": ["a", "b"]}, "p": {"type": "string", "pattern": "^a$"},
         "l": {"type": "array", "items": {"type": "integer"}, "minItems": 1, "uniqueItems": true}, "c": {"const": 3},
         "r": {"minimum": 4, "maximum": 6}, "u": {"format": "uri-reference"}, "never": false, "any": true,
         "o": {"anyOf": [{"const": "a"}, {"const": "b"}]},
         "m": {"type": "object", "additionalProperties": {"type": "boolean"}}},
       "$defs": {"number": {"type": "integer"}}}
      """)
  }

  private static func schemas(_ text: String) throws -> JSONSchemas {
    let folder = URL.temporaryFolder.appending(path: "schemas-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: "small.schema.json"))
    return try JSONSchemas(in: folder)
  }
}
