import Findings
import GitStore
import LedgerCore
import LedgerTestSupport
import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerEntries

@Suite("Entries whose fixture is a script")
struct ScriptEntryTests {
  /// A source whose database has two pages for each table and one for SQLite's schema, besides those of `more`.
  private func source(_ count: Int, _ more: String = "") -> [String: String] {
    let tables = (1...count).map { "CREATE TABLE t\($0) (a TEXT UNIQUE);\n" }.joined()
    return ["db/1.sql": tables + more]
  }

  private let complete: Set = ["App.sqlite", "entry.json", "schema.json", "schema.sha256", "schema.sql"]
  private let short: Set = ["entry.json", "fixture.sql", "schema.sha256", "schema.sql"]

  @Test("a fixture of more than 128 KiB is a script, and such an entry has no schema.json")
  func limit() throws {
    var sizes: [Int] = []
    for count in 12...20 {
      let draft = try draft("1.0.0", source(count))
      let fixture = try draft.entry.databaseFile(from: #require(draft.files[draft.entry.fixtureName]))
      let isLarge = fixture.count > 131_072
      #expect(Set(draft.files.keys) == (isLarge ? short : complete), "\(fixture.count)")
      #expect(draft.entry.hasScript == isLarge && draft.entry.format == (isLarge ? 2 : 1))
      #expect(EntryReader.entry(in: draft.entry.bytes) == draft.entry)
      #expect(try Entry(parsing: draft.entry.bytes, folder: "1.0.0") == draft.entry)
      sizes.append(fixture.count)
      let check = EntryCheck(entry: draft.entry, id: draft.entry.id, folder: "F", files: draft.files)
      #expect(check.findings().isEmpty)
    }
    #expect(sizes.contains { $0 <= 131_072 } && sizes.contains { $0 > 131_072 }, "\(sizes)")
  }

  @Test("the script makes the database that the entry would have had")
  func same() throws {
    let more = "INSERT INTO t1 VALUES ('seed'); PRAGMA user_version = 3; CREATE VIEW v AS SELECT * FROM t1;"
    let draft = try draft("1.0.0", source(40, more))
    let other = try LedgerTestSupport.draft("1.0.0", source(40, more), isComplete: true)
    #expect(Set(draft.files.keys) == short && Set(other.files.keys) == complete)
    #expect(draft.entry.schema == other.entry.schema && draft.entry.id != other.entry.id)
    let made = try draft.entry.databaseFile(from: #require(draft.files["fixture.sql"]))
    let own = try #require(other.files["App.sqlite"])
    let (one, two) = try (ScratchDatabase(file: made, tracking: .known), ScratchDatabase(file: own, tracking: .known))
    #expect(try one.storedText() == two.storedText())
    #expect(try one.hasSameFile(as: two))
    // A small one has the same bytes in both ways.
    let small = try LedgerTestSupport.draft("1.0.0", users, isComplete: true)
    #expect(try small.files == LedgerTestSupport.draft("1.0.0", users).files)
  }

  @Test("what no statement makes again stays a file, and so do the rows of a store")
  func kept() throws {
    #expect(try Set(draft("1.0.0", source(40, "CREATE VIRTUAL TABLE w USING fts5 (a);")).files.keys) == complete)
    #expect(try Set(draft("1.0.0", source(40, "INSERT INTO t1 VALUES (1); ANALYZE;")).files.keys) == complete)
    let built = try numbered.schemaSource.read(from: FileSnapshot(texts: source(40))).build(numbered.buildSettings())
    let store = try EntryDraft(
      Version("1.0.0"), of: built, database: "App", parents: [], commit: nil, isFromStore: true, rows: .own)
    #expect(Set(store.files.keys) == complete)
  }

  @Test("a format that does not fit the files is refused, and so are both forms of a fixture")
  func forgedFormats() throws {
    let (large, small) = try (draft("1.0.0", source(40)), draft("1.0.0", users))
    func reason(_ draft: EntryDraft, _ old: String, _ new: String) -> String? {
      let text = String(decoding: draft.entry.bytes, as: UTF8.self)
      let changed = Array(text.replacing(old, with: new).utf8)
      #expect(changed != draft.entry.bytes && EntryReader.entry(in: changed) == nil)
      do {
        _ = try Entry(parsing: changed, folder: "F")
        return nil
      } catch { return error.reason }
    }
    let (one, two) = (#""format":1"#, #""format":2"#)
    #expect(reason(large, two, one) == "entry.json has format 1, and its files are those of format 2")
    #expect(reason(small, one, two) == "entry.json has format 2, and its files are those of format 1")
    #expect(reason(large, two, #""format":3"#) == "it has format 3, and this schemaledger reads formats up to 2")
    let both = #""files":{"App.sqlite":{"sha256":"aa","size":1},"#
    #expect(reason(large, #""files":{"#, both) != nil)
    #expect(reason(small, #","schema.json":"#, #","fixture.sql":{"sha256":"aa","size":1},"schema.json":"#) != nil)
    let unknown = #""sqlite":"\#(large.entry.sqlite)","tables":"unknown""#
    #expect(reason(large, #""sqlite":"\#(large.entry.sqlite)""#, unknown) != nil)
  }

  typealias Damage = @Sendable (inout [String: [UInt8]]) -> Void

  static let damages: [(name: String, damage: Damage, messages: [String])] = [
    ("nothing", { _ in }, []),
    ("the script removed", { $0["fixture.sql"] = nil }, ["fixture.sql of 1.0.0 is missing"]),
    ("the script cut", { $0["fixture.sql"]?.removeLast() }, ["fixture.sql of 1.0.0 is not the file that was frozen"]),
    ("a database beside it", { $0["App.sqlite"] = [1] }, ["App.sqlite of 1.0.0 is not listed in entry.json"]),
    ("a description beside it", { $0["schema.json"] = [1] }, ["schema.json of 1.0.0 is not listed in entry.json"]),
  ]

  @Test("a damaged entry", arguments: damages)
  func damage(name: String, damage: Damage, messages: [String]) throws {
    let draft = try draft("1.0.0", source(40))
    var files = draft.files
    damage(&files)
    let findings = EntryCheck(entry: draft.entry, id: draft.entry.id, folder: "F/1.0.0", files: files).findings()
    #expect(findings.map(\.message) == messages)
  }

  /// The sentences about an entry by other hands, in which every digest fits.
  private func forged(_ files: [String: [UInt8]]) throws -> [String] {
    let draft = try draft("1.0.0", source(40))
    var content = draft.files.merging(files) { $1 }
    content["entry.json"] = nil
    let entry = Entry(
      database: "App", version: draft.entry.version, parents: [], files: content.mapValues(Entry.File.init),
      schema: draft.entry.schema, sourceKind: "migrations", convention: "plain",
      migrations: draft.entry.migrations, sqlite: draft.entry.sqlite, commit: nil)
    content["entry.json"] = entry.bytes
    return EntryCheck(entry: entry, id: entry.id, folder: "F/1.0.0", files: content).findings().map(\.message)
  }

  @Test("a forged script is damaged although all digests match")
  func forgeries() throws {
    let script = String(decoding: try #require(draft("1.0.0", source(40)).files["fixture.sql"]), as: UTF8.self)
    #expect(try forged([:]) == [])
    #expect(
      try forged(["fixture.sql": draft("1.0.0", source(41)).files["fixture.sql"] ?? []])
        == ["fixture.sql of 1.0.0 has a different schema than schema.sql"])
    let statements =
      "fixture.sql of 1.0.0 is not a file that freeze writes: it has other statements than the database "
      + "that it makes"
    for more in [
      "DELETE FROM t1;\n", "-- nothing\n", "INSERT INTO t1 SELECT 'a' WHERE sqlite_version() = '3';\n",
      "INSERT INTO t1 VALUES (lower('A'));\n",
    ] {
      #expect(
        try forged(["fixture.sql": bytes(script.replacing("COMMIT;\n", with: more + "COMMIT;\n"))]) == [statements])
    }
    #expect(
      try forged(["fixture.sql": bytes(script + "ATTACH 'x' AS y;\n")]).first?.hasPrefix(
        "fixture.sql of 1.0.0 cannot be read: ") == true)
    #expect(
      try forged(["fixture.sql": [0xFF, 0xFE]]) == [
        "fixture.sql of 1.0.0 cannot be read: not a readable SQLite database: fixture.sql is not UTF-8 text"
      ])
    #expect(
      try forged(["schema.json": bytes("{}")]) == [
        "schema.json of 1.0.0 is listed in entry.json, and no entry has such a file"
      ])
  }

  @Test("a script in a file of its own is read as SQL, with the ignored tables left out")
  func stored() throws {
    let draft = try draft("1.0.0", source(40))
    let script = try #require(draft.files["fixture.sql"])
    #expect(try StoredFile.schema(of: script).digest == draft.entry.schema)
    #expect(try StoredFile.schema(of: script, ignoring: ["t1"]).tables.count == 39)
    #expect(try draft.entry.schema(of: script, ignoring: ["t1"]).tables.count == 39)
  }
}
