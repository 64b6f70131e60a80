import Findings
import GitStore
import LedgerCore
import LedgerTestSupport
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerEntries

@Suite("Entry check")
struct EntryCheckTests {
  typealias Damage = @Sendable (inout [String: [UInt8]]) -> Void

  /// What is done to a whole entry's files, and the sentences about it.
  static let damages: [(name: String, damage: Damage, messages: [String])] = [
    ("nothing", { _ in }, []),
    ("a file removed", { $0["schema.json"] = nil }, ["schema.json of 1.0.0 is missing"]),
    ("the fixture removed", { $0["App.sqlite"] = nil }, ["App.sqlite of 1.0.0 is missing"]),
    ("a file emptied", { $0["schema.sql"] = [] }, ["schema.sql of 1.0.0 is not the file that was frozen"]),
    ("one byte changed", { $0["App.sqlite"]?[4000] ^= 1 }, ["App.sqlite of 1.0.0 is not the file that was frozen"]),
    (
      "the fixture cut short", { $0["App.sqlite"]?.removeLast(100) },
      ["App.sqlite of 1.0.0 is not the file that was frozen"]
    ),
    (
      "line ends turned",
      {
        $0["schema.sql"] = bytes(String(decoding: $0["schema.sql"] ?? [], as: UTF8.self).replacing("\n", with: "\r\n"))
      },
      ["schema.sql of 1.0.0 is not the file that was frozen"]
    ),
    ("a file more", { $0["App.sqlite-wal"] = [1] }, ["App.sqlite-wal of 1.0.0 is not listed in entry.json"]),
    (
      "a Git LFS pointer",
      { $0["App.sqlite"] = bytes("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n") },
      ["App.sqlite of 1.0.0 is a Git LFS pointer, not the file"]
    ),
    (
      "two files damaged",
      {
        $0["App.sqlite"] = nil
        $0["x"] = []
      }, ["App.sqlite of 1.0.0 is missing", "x of 1.0.0 is not listed in entry.json"]
    ),
  ]

  @Test("files are compared with entry.json", arguments: damages)
  func damage(name: String, damage: Damage, messages: [String]) throws {
    let draft = try draft("1.0.0", usersAndNotes)
    var content = draft.files
    damage(&content)
    let findings = EntryCheck(entry: draft.entry, id: draft.entry.id, folder: "F/1.0.0", files: content).findings()
    #expect(findings.map(\.message) == messages)
    for finding in findings {
      #expect(finding.code == .digestMismatch && finding.severity == .error)
      #expect(finding.version == "1.0.0" && finding.entry == draft.entry.id)
      #expect(finding.path?.hasPrefix("F/1.0.0/") == true)
      #expect(finding.help != nil)
    }
  }

  /// An entry made by other hands: every digest in it fits, and its parts contradict each other.
  private func forged(_ replace: (inout [String: [UInt8]]) throws -> Void, schema: String? = nil) throws -> [Finding] {
    let draft = try draft("1.0.0", users)
    var content = draft.files
    try replace(&content)
    content["entry.json"] = nil
    let entry = Entry(
      database: "App", version: draft.entry.version, parents: [], files: content.mapValues(Entry.File.init),
      schema: schema ?? draft.entry.schema, sourceKind: "migrations", convention: "plain",
      migrations: draft.entry.migrations, sqlite: draft.entry.sqlite, commit: nil)
    content["entry.json"] = entry.bytes
    return EntryCheck(entry: entry, id: entry.id, folder: "F/1.0.0", files: content).findings()
  }

  @Test("a forged entry is damaged although all digests match")
  func forgeries() throws {
    let other = try draft("1.0.0", usersAndNotes)
    #expect(try forged { _ in }.isEmpty)
    #expect(
      try forged { $0["schema.sql"] = other.files["schema.sql"] }.map(\.message)
        == ["schema.sql of 1.0.0 does not have the schema digest that entry.json lists"])
    #expect(
      try forged { $0["schema.sha256"] = other.files["schema.sha256"] }.map(\.message)
        == ["schema.sha256 of 1.0.0 does not contain the digest of schema.sql"])
    #expect(try forged { $0["schema.sql"] = nil }.map(\.message) == ["schema.sql of 1.0.0 is missing"])
    #expect(
      try forged { $0["App.sqlite"] = bytes("hello") }.map(\.message)
        == [
          "App.sqlite of 1.0.0 cannot be read: not a readable SQLite database: it does not begin as a SQLite file does"
        ]
    )
    let swapped = try forged { $0["App.sqlite"] = other.files["App.sqlite"] }
    #expect(swapped.map(\.message) == ["App.sqlite of 1.0.0 has a different schema than schema.sql"])
    #expect(swapped.first?.changes.map(\.kind.description).contains("table.added") == true)
  }

  @Test("the content of a known entry is not read again, and its files are always compared with their digests")
  func known() throws {
    let draft = try draft("1.0.0", users)
    var files = draft.files
    var checked = PassedChecks()
    func findings() -> [String] {
      EntryCheck(entry: draft.entry, id: draft.entry.id, folder: "F/1.0.0", files: files)
        .findings(knowing: &checked).map(\.message)
    }
    #expect(findings().isEmpty && checked.found == [draft.entry.id])
    // No file can change what the entry is known for without being reported.
    for (name, bytes) in draft.files where name != Entry.fileName {
      files[name] = bytes.dropLast()
      #expect(findings() == ["\(name) of 1.0.0 is not the file that was frozen"])
      files[name] = bytes
    }
    files["more"] = []
    #expect(findings() == ["more of 1.0.0 is not listed in entry.json"])
    #expect(checked.found == [draft.entry.id])
  }

  @Test("differences in text alone are not reported for a fixture with another schema")
  func meaningful() throws {
    let spaced = [
      "db/1.sql": "CREATE TABLE users(id INTEGER PRIMARY KEY,name TEXT);", "db/2.sql": "CREATE TABLE t (a);",
    ]
    let other = try draft("1.0.0", spaced)
    let findings = try forged { $0["App.sqlite"] = other.files["App.sqlite"] }
    #expect(findings.first?.changes.map(\.kind.description) == ["table.added"])
  }

  @Test("the whole ledger is checked, or only the given folders")
  func integrity() throws {
    let one = try draft("1.0.0", users)
    let two = try draft("2.0.0", usersAndNotes, parents: [one.entry.id])
    let three = try draft("3.0.0", usersAndNotes, parents: ["absent"])
    var all = files([one, two, three])
    all["SchemaLedger/Fixtures/2.0.0/deep/inside"] = []
    all["SchemaLedger/Fixtures/4.0.0/App.sqlite"] = []
    let snapshot = FileSnapshot(memory: all)
    let ledger = try Ledger(at: "SchemaLedger", in: snapshot)
    #expect(
      try ledger.integrity(in: snapshot).map(\.brief) == [
        "SL103 error 4.0.0 SchemaLedger/Fixtures/4.0.0",
        "SL103 error 2.0.0 SchemaLedger/Fixtures/2.0.0/deep/inside",
        "SL104 error 3.0.0",
      ])
    #expect(try ledger.integrity(in: snapshot, only: ["SchemaLedger/Fixtures/1.0.0"]).isEmpty)
    #expect(
      try ledger.integrity(in: snapshot, only: ["SchemaLedger/Fixtures/3.0.0"]).map(\.brief) == ["SL104 error 3.0.0"])
    #expect(try ledger.integrity(in: snapshot, only: ["SchemaLedger/Fixtures/3.0.0"], known: ["absent"]).isEmpty)
  }
}
