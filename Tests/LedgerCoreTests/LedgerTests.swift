import Digests
import GitStore
import LedgerCore
import LedgerTestSupport
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerEntries

@Suite("Ledger")
struct LedgerTests {
  @Test("entries are read in the order of their versions")
  func read() throws {
    let drafts = try ["1.10.0", "1.9.0", "1.2.0"].map { try draft($0, users) }
    var all = files(drafts)
    all["SchemaLedger/README.md"] = bytes("x")
    all["SchemaLedger/Fixtures/notes.txt"] = bytes("not a folder")
    let ledger = try Ledger(at: "SchemaLedger", in: FileSnapshot(memory: all))
    #expect(ledger.items.map(\.entry.version.name) == ["1.2.0", "1.9.0", "1.10.0"])
    #expect(ledger.items.map(\.id) == [drafts[2], drafts[1], drafts[0]].map { sha256($0.files["entry.json"] ?? []) })
    #expect(ledger.items[0].folder == "SchemaLedger/Fixtures/1.2.0")
    #expect(ledger.broken.isEmpty)
    #expect(ledger[try Version("1.9.0")]?.id == drafts[1].entry.id)
    #expect(ledger[try Version("1.9")] == nil)
  }

  @Test("a missing folder is an empty ledger, and a file in its place is an error")
  func absent() throws {
    #expect(try Ledger(at: "SchemaLedger", in: FileSnapshot(texts: users)).items.isEmpty)
    #expect(throws: LedgerError.ledgerIsNoFolder(path: "SchemaLedger", kind: .file)) {
      try Ledger(at: "SchemaLedger", in: FileSnapshot(texts: ["SchemaLedger": "x"]))
    }
  }

  /// What a folder holds, and why it is broken.
  static let brokenFolders: [(files: [String: String], reason: String)] = [
    (["App.sqlite": "x"], "it has no entry.json"),
    (["entry.json": ""], "entry.json is not JSON"),
    (["entry.json": "{}"], "entry.json has no format"),
    (["entry.json": #"{"format":9}"#], "it has format 9, and this schemaledger reads formats up to 2"),
  ]

  @Test("a folder that is not an entry is listed separately", arguments: brokenFolders)
  func broken(content: [String: String], reason: String) throws {
    var all = files([try draft("2.0.0", users)])
    for (name, text) in content { all["SchemaLedger/Fixtures/1.0.0/" + name] = bytes(text) }
    let ledger = try Ledger(at: "SchemaLedger", in: FileSnapshot(memory: all))
    #expect(ledger.items.map(\.entry.version.name) == ["2.0.0"])
    #expect(ledger.broken.map(\.folder) == ["SchemaLedger/Fixtures/1.0.0"])
    #expect(ledger.broken.map(\.reason) == [reason])
    #expect(ledger.broken.map(\.isUnfinished) == [content["entry.json"] == nil])
  }

  @Test("an entry in another version's folder is broken")
  func otherFolder() throws {
    let draft = try draft("1.0.0", users)
    let ledger = try Ledger(
      at: "L", in: FileSnapshot(memory: ["L/Fixtures/2.0.0/entry.json": draft.files["entry.json"] ?? []]))
    #expect(ledger.items.isEmpty)
    #expect(ledger.broken.map(\.reason) == ["its version is 1.0.0"])
  }

  /// 1 ← 2a, 2b (a fork) ← 3 (which merges them), and 4, whose parent is not here.
  private func forked() throws -> [String: Ledger.Item] {
    let one = try item("1", migrations: ["1"])
    let twoA = try item("2a", parents: [one.id], migrations: ["1", "2"])
    let twoB = try item("2b", parents: [one.id], migrations: ["1", "3"])
    let three = try item("3", parents: [twoA.id, twoB.id], migrations: ["1", "2", "3"])
    let four = try item("4", parents: ["gone"], migrations: ["9"])
    return Dictionary([one, twoA, twoB, three, four].map { ($0.entry.version.name, $0) }) { $1 }
  }

  @Test(
    "heads are entries without successors",
    arguments: [
      (["1"], ["1"]), (["1", "2a"], ["2a"]), (["1", "2a", "2b"], ["2a", "2b"]), (["1", "2a", "2b", "3"], ["3"]),
      (["3", "4"], ["3", "4"]), (["1", "3"], ["1", "3"]), ([], []),
    ])
  func heads(present: [String], heads: [String]) throws {
    let all = try forked()
    let ledger = Ledger(path: "L", items: present.compactMap { all[$0] })
    #expect(ledger.heads.map(\.entry.version.name) == heads)
    #expect(ledger.latest?.entry.version.name == heads.last)
  }

  @Test(
    "the parents of a new entry are its direct predecessors, not their ancestors",
    arguments: [
      (["1", "2", "3", "4"], ["3"]), (["1", "2", "4"], ["2a"]), (["1", "3"], ["2b"]), (["1"], ["1"]), (["2", "3"], []),
      (["1", "2", "9"], ["2a", "4"]),
    ])
  func parents(migrations: [String], versions: [String]) throws {
    let all = try forked()
    let ledger = Ledger(path: "L", items: Array(all.values))
    let records = migrations.map { MigrationRecord(id: $0, path: "", text: "", meaning: "") }
    #expect(Set(ledger.parents(for: records)) == Set(versions.compactMap { all[$0]?.id }))
  }

  @Test("an entry that merges several heads has all of them as parents")
  func merge() throws {
    let all = try forked()
    let ledger = Ledger(path: "L", items: ["1", "2a", "2b"].compactMap { all[$0] })
    let records = ["1", "2", "3"].map { MigrationRecord(id: $0, path: "", text: "", meaning: "") }
    #expect(Set(ledger.parents(for: records)) == Set(["2a", "2b"].compactMap { all[$0]?.id }))
  }

  @Test(
    "after a start over with the same numbers, the versions of before are no parents",
    arguments: [
      // Other files with other SQL.
      (["db/1_people.sql people", "db/2_pages.sql pages", "db/3_pins.sql pins"], []),
      // One of them is still there.
      (["db/1_users.sql users", "db/2_pages.sql pages", "db/3_pins.sql pins"], ["2"]),
      // The files keep their names: they were edited.
      (["db/1_users.sql people", "db/2_notes.sql pages"], ["2"]),
      // The folder moved, and names the dialect that the files named.
      (["sqlite/1_users.up.sql users2", "sqlite/2_notes.up.sql notes2"], ["2"]),
      // Only the first number is used again.
      (["db/1_people.sql people"], []),
    ])
  func restart(sources: [String], versions: [String]) throws {
    func records(_ sources: [String]) throws -> [MigrationRecord] {
      try sources.enumerated().map { index, source in
        let parts = source.split(separator: " ").map(String.init)
        return MigrationRecord(id: "\(index + 1)", path: try #require(parts.first), text: "", meaning: parts[1])
      }
    }
    let old =
      sources[0].contains(".up.")
      ? ["db/1_users.sqlite.up.sql users", "db/2_notes.sqlite.up.sql notes"]
      : ["db/1_users.sql users", "db/2_notes.sql notes"]
    let one = try item("1", records: records(Array(old.prefix(1))))
    let two = try item("2", parents: [one.id], records: records(old))
    let ledger = Ledger(path: "L", items: [one, two])
    let ids = ["1": one.id, "2": two.id]
    #expect(ledger.parents(for: try records(sources)) == versions.compactMap { ids[$0] })
  }

  @Test("the time to find the parents of a new entry grows with the number of entries, not with its square")
  func manyEntries() throws {
    let growth = try growth(from: 250) { count in
      let ledger = Ledger(path: "L", items: try chain(count))
      let version = try Version("1.\(count)")
      return { () throws in
        #expect(ledger.parents(for: [], below: version) == ledger.items.suffix(1).map(\.id))
        #expect(ledger.heads == ledger.items.suffix(1))
      }
    }
    #expect(growth < 8)
  }

  @Test("an entry is added at its place, and found by its version")
  func adding() throws {
    var ledger = Ledger(path: "L", items: [try item("1.9"), try item("1.10"), try item("v2")])
    for version in ["1.10-rc", "3", "0.1"] { ledger.add(try item(version)) }
    #expect(ledger.items.map(\.entry.version.name) == ["0.1", "1.9", "1.10-rc", "1.10", "v2", "3"])
    for item in ledger.items { #expect(ledger[item.entry.version] == item) }
    #expect(try ledger[Version("2")] == nil)
    #expect(try ledger[Version("4")] == nil)
  }

  @Test("a lineage continues through merges and ends at a missing ancestor")
  func lineage() throws {
    let all = try forked()
    let ledger = Ledger(path: "L", items: Array(all.values))
    let three = try #require(all["3"])
    #expect(ledger.lineage(of: three.id) == Set(["1", "2a", "2b", "3"].compactMap { all[$0]?.id }))
    let four = try #require(all["4"])
    #expect(ledger.lineage(of: four.id) == [four.id, "gone"])
  }

  @Test("the error for a missing version names the existing ones")
  func unknown() throws {
    let ledger = Ledger(path: "L", items: [try item("1"), try item("2")])
    #expect(throws: LedgerError.unknownVersion(name: "3", known: ["1", "2"])) { try ledger.require("3") }
    #expect(try ledger.require("2").entry.version.name == "2")
    #expect(throws: LedgerError.nothingFrozen) { try Ledger(path: "L", items: []).requireLatest() }
  }
}

/// Entries without migrations, each with the one before as its parent.
private func chain(_ count: Int) throws -> [Ledger.Item] {
  var items: [Ledger.Item] = []
  for number in 0..<count { items.append(try item("1.\(number)", parents: items.suffix(1).map(\.id))) }
  return items
}

/// An entry of which only what makes the chain is told.
private func item(_ version: String, parents: [String] = [], migrations: [String] = []) throws -> Ledger.Item {
  let records = migrations.map { MigrationRecord(id: $0, path: "db/\($0).sql", text: $0, meaning: $0) }
  return try item(version, parents: parents, records: records)
}

private func item(_ version: String, parents: [String] = [], records: [MigrationRecord]) throws -> Ledger.Item {
  let version = try Version(version)
  let entry = Entry(
    database: "App", version: version, parents: parents, files: ["App.sqlite": Entry.File([])], schema: "",
    sourceKind: "migrations", convention: "plain",
    migrations: records, sqlite: "3", commit: nil)
  return Ledger.Item(entry: entry, id: entry.id, folder: "SchemaLedger/Fixtures/\(version)")
}
