import CanonicalJSON
import Digests
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import TestSupport
import Testing

@Suite("Entry draft")
struct EntryDraftTests {
  private let restless = [
    "db/1.sql": """
    CREATE TABLE settings (id INTEGER PRIMARY KEY, made TEXT, token BLOB, pick INTEGER);
    INSERT INTO settings (made, token, pick) VALUES (datetime('now'), randomblob(16), random());
    INSERT INTO settings (made, token, pick) VALUES (CURRENT_TIMESTAMP, hex(randomblob(4)), abs(random() % 100));
    INSERT INTO settings (made) VALUES (strftime('%s', 'now')), (julianday('now')), (date('now', 'localtime'));

    """
  ]

  @Test("the same source gives the same bytes at any time")
  func deterministic() async throws {
    let first = try draft("1.0.0", restless)
    try await Task.sleep(for: .milliseconds(1100))
    let second = try draft("1.0.0", restless)
    #expect(first.files == second.files)
    #expect(first.entry.id == second.entry.id)
  }

  @Test("files that a killed process left in the temporary folder are removed, and no others")
  func leftovers() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // No process has such a number, and the first always runs.
    let others = ["schemaledger-run-1-a.sqlite", "schemaledger-run-x", "other-2147483646-a"]
    for name in others + ["schemaledger-run-2147483646-a.sqlite", "schemaledger-run-2147483646-b"] {
      try Data().write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    _ = try ScratchFolder(in: folder)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == others.sorted())
  }

  @Test("two clones in different folders freeze the same entry")
  func clones() throws {
    let sandboxes = [try Sandbox(), try Sandbox()]
    let drafts = try sandboxes.map { sandbox in
      try sandbox.write(restless.mapValues(bytes))
      let built = try numbered.schemaSource.read(from: try sandbox.open().snapshot(.workTree)).build()
      return try EntryDraft(
        Version("1.0.0"), of: built, database: "App", parents: ["b", "a"], commit: nil)
    }
    #expect(drafts[0].files == drafts[1].files)
    #expect(drafts[0].entry.parents == ["a", "b"])
    #expect(drafts[0].files == (try draft("1.0.0", restless, parents: ["a", "b"]).files))
  }

  @Test("line endings that a checkout converted are not a change")
  func lineEnds() throws {
    let unix = try draft("1.0.0", usersAndNotes)
    let windows = try draft("1.0.0", usersAndNotes.mapValues { $0.replacing("\n", with: "\r\n") })
    #expect(unix.entry.migrations == windows.entry.migrations)
    #expect(unix.entry.schema == windows.entry.schema)
    let changed = try draft("1.0.0", usersAndNotes.mapValues { $0.replacing("name", with: "title") })
    #expect(unix.entry.migrations != changed.entry.migrations)
  }

  @Test("the fixture is a complete database in journal mode DELETE")
  func fixture() throws {
    let draft = try draft("1.0.0", ["db/1.sql": "PRAGMA journal_mode = WAL; CREATE TABLE t (a);"])
    let file = try #require(draft.files["App.sqlite"])
    // https://www.sqlite.org/fileformat.html: the write and read versions, 1 for the rollback journal.
    #expect(file[18] == 1 && file[19] == 1)
    let database = try ScratchDatabase(file: file, tracking: .known)
    #expect(try database.integrityFailures() == [])
    #expect(try database.schema().digests.schema == draft.entry.schema)
  }

  @Test("schema.sql creates the schema with its digest")
  func schemaText() throws {
    let draft = try draft("1.0.0", usersAndNotes)
    let sql = String(decoding: try #require(draft.files["schema.sql"]), as: UTF8.self)
    #expect(sql.hasPrefix("-- schemaledger schema 1\n"))
    let database = try ScratchDatabase(tracking: .known)
    try database.execute(sql)
    #expect(try database.schema().digests.schema == draft.entry.schema)
    #expect(sha256(sql) == draft.entry.schema)
  }

  @Test("sha256sum accepts schema.sha256")
  func sums() throws {
    let sandbox = try Sandbox()
    try sandbox.write(try draft("1.0.0", users).files)
    let output = try run(
      "/bin/sh", ["-c", "sha256sum -c schema.sha256 || shasum -a 256 -c schema.sha256"], in: sandbox.root)
    #expect(output == Output(status: 0, text: "schema.sql: OK\n"))
  }

  @Test("an entry names every other file and nothing about the machine")
  func entry() throws {
    let draft = try draft("1.0.0", users)
    #expect(Set(draft.files.keys) == ["App.sqlite", "schema.sql", "schema.json", "schema.sha256", "entry.json"])
    #expect(Set(draft.entry.files.keys) == Set(draft.files.keys).subtracting(["entry.json"]))
    for (name, file) in draft.entry.files {
      #expect(file == draft.files[name].map(Entry.File.init))
    }
    let parsed = try Entry(parsing: try #require(draft.files["entry.json"]), folder: "1.0.0")
    #expect(parsed == draft.entry)
    #expect(JSONValue(parsing: try #require(draft.files["schema.json"])) != nil)
  }

  @Test("a source with more information gives another entry")
  func different() throws {
    let ids = try [
      draft("1.0.0", users), draft("1.0.1", users), draft("1.0.0", usersAndNotes),
      draft("1.0.0", users, parents: ["a"]),
      draft("1.0.0", users, commit: ObjectID(hex: String(repeating: "a", count: 40))),
      draft("1.0.0", ["db/1.sql": "-- note\n" + (users["db/1.sql"] ?? "")]),
    ].map(\.entry.id)
    #expect(Set(ids).count == ids.count)
  }
}
