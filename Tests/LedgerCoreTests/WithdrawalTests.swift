import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import Testing

@Suite("Withdrawal")
struct WithdrawalTests {
  private let entry: Entry

  init() throws { entry = try draft("1.2.0", users, parents: ["0a"]).entry }

  private func withdrawal(_ reason: String = "too early") throws -> Withdrawal {
    try Withdrawal(of: entry, reason: reason, parents: ["b", "a"])
  }

  @Test("the file contains the whole entry, and its name the version and its own id")
  func file() throws {
    let withdrawal = try withdrawal()
    #expect(withdrawal.entryID == entry.id)
    #expect(withdrawal.parents == ["a", "b"])
    #expect(withdrawal.fileName == "1.2.0-\(withdrawal.id.prefix(12)).json")
    let text = String(decoding: withdrawal.bytes, as: UTF8.self)
    #expect(text.contains(String(decoding: entry.bytes, as: UTF8.self)))
    let read = try Withdrawal(parsing: withdrawal.bytes, path: "L/Withdrawn/" + withdrawal.fileName)
    #expect(read == withdrawal)
    #expect(read.entry == entry)
  }

  @Test("an id depends on the entry, the reason and the parents")
  func identity() throws {
    let other = try draft("1.2.0", usersAndNotes).entry
    let all = [
      try withdrawal(), try withdrawal("another"), try Withdrawal(of: entry, reason: "too early", parents: ["a"]),
      try Withdrawal(of: other, reason: "too early", parents: ["a", "b"]),
    ]
    #expect(Set(all.map(\.id)).count == all.count)
    #expect(try withdrawal("  too\n early ").id == all[0].id)
  }

  @Test("a reason is text", arguments: ["", " \n\t", String(repeating: "x", count: 1001), "a\u{7}b", "a\u{202e}b"])
  func reasons(_ reason: String) {
    #expect(throws: EntryError.self) { try withdrawal(reason) }
  }

  struct Damage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let reason: String
    var name: String?
    let change: @Sendable (String) -> String
  }

  static let damages = [
    Damage(testDescription: "other bytes", reason: "it is not JSON") { _ in "x" },
    Damage(testDescription: "white space", reason: "it is not in canonical form") { $0 + "\n" },
    Damage(testDescription: "no format", reason: "it has no format") {
      $0.replacing(#""format":1,"parents":["a"#, with: #""parents":["a"#)
    },
    Damage(testDescription: "a newer format", reason: "it has format 2") {
      $0.replacing(#""format":1,"parents":["a"#, with: #""format":2,"parents":["a"#)
    },
    Damage(testDescription: "no reason", reason: "it lacks a key") {
      $0.replacing(#","reason":"too early""#, with: "")
    },
    Damage(testDescription: "an empty reason", reason: "its reason is not valid") {
      $0.replacing("too early", with: "")
    },
    Damage(testDescription: "a reason with two spaces", reason: "its reason or its parents") {
      $0.replacing("too early", with: "too  early")
    },
    Damage(testDescription: "a parent of another type", reason: "it lacks a key") {
      $0.replacing(#"["a","b"]"#, with: #"["a",1]"#)
    },
    Damage(testDescription: "unsorted parents", reason: "its reason or its parents") {
      $0.replacing(#"["a","b"]"#, with: #"["b","a"]"#)
    },
    Damage(testDescription: "an unknown key", reason: "its reason or its parents") {
      $0.replacing(#""too early"}"#, with: #""too early","z":1}"#)
    },
    Damage(testDescription: "an entry with an unknown key", reason: "entry.json has a key") {
      $0.replacing(#""version":"1.2.0"}"#, with: #""version":"1.2.0","zzz":1}"#)
    },
    Damage(testDescription: "another reason under the same name", reason: "its content belongs into") {
      $0.replacing("too early", with: "too late")
    },
    Damage(testDescription: "another name", reason: "its content belongs into", name: "1.2.0.json") { $0 },
  ]

  @Test("a file that this program would not write is rejected", arguments: damages)
  func damaged(_ damage: Damage) throws {
    let withdrawal = try withdrawal()
    let text = String(decoding: withdrawal.bytes, as: UTF8.self)
    let path = "SchemaLedger/Withdrawn/" + (damage.name ?? withdrawal.fileName)
    let snapshot = FileSnapshot(texts: [path: damage.change(text)])
    let ledger = try Ledger(at: "SchemaLedger", in: snapshot)
    #expect(ledger.withdrawals.isEmpty)
    try #require(ledger.broken.count == 1)
    #expect(ledger.broken[0].folder == path)
    #expect(ledger.broken[0].reason.hasPrefix(damage.reason), "\(ledger.broken[0].reason)")
    #expect(try ledger.integrity(in: snapshot).map(\.brief) == ["SL103 error \(path)"])
  }

  @Test("a ledger reads its withdrawals, and ignores files that are none")
  func reading() throws {
    let withdrawal = try withdrawal()
    let files = [
      "L/Withdrawn/" + withdrawal.fileName: withdrawal.bytes, "L/Withdrawn/.DS_Store": [1], "L/Withdrawn/a.txt": [1],
    ]
    let ledger = try Ledger(at: "L", in: FileSnapshot(memory: files))
    #expect(ledger.withdrawals == [withdrawal])
    #expect(ledger.broken.isEmpty)
    #expect(ledger.withdrawnIDs == [entry.id])
    #expect(throws: LedgerError.withdrawal(.isWithdrawn(version: "1.2.0", reason: "too early"))) {
      try ledger.require("v1.2.0")
    }
    // Parents that do not exist.
    let findings = try ledger.integrity(in: FileSnapshot(memory: files)).map(\.brief)
    let path = "L/Withdrawn/" + withdrawal.fileName
    #expect(findings == ["SL104 error 1.2.0 \(path)", "SL104 error 1.2.0 \(path)"])
  }

  private func item(_ version: String, _ migrations: [String], after parents: [String] = []) throws -> Ledger.Item {
    let records = migrations.map { MigrationRecord(id: $0, path: $0, text: $0, meaning: $0) }
    let model = try draft(version, users, parents: parents)
    let draft = EntryDraft(
      try Version(version), schema: model.schema, of: "App", fixture: [],
      from: .init(kind: "migrations", convention: "plain", migrations: records),
      parents: parents)
    return Ledger.Item(entry: draft.entry, id: draft.entry.id, folder: "L/Fixtures/" + version)
  }

  @Test("a withdrawn entry connects its successors with its parents")
  func middle() throws {
    let one = try item("1", ["1"])
    let two = try item("2", ["1", "2"], after: [one.id])
    let three = try item("3", ["1", "2", "3"], after: [two.id])
    let withdrawal = try Withdrawal(of: two.entry, reason: "so", parents: [three.id])
    let ledger = Ledger(path: "L", items: [one, three], withdrawals: [withdrawal])
    #expect(ledger.heads == [three])
    #expect(ledger.lineage(of: three.id) == [one.id, two.id, three.id])
    let records = ["1", "2", "3", "4"].map { MigrationRecord(id: $0, path: $0, text: $0, meaning: $0) }
    // The next entry names the withdrawal, and an entry after that does not have to.
    #expect(Set(ledger.parents(for: records)) == [three.id, withdrawal.id])
    let four = try item("4", ["1", "2", "3", "4"], after: [three.id, withdrawal.id])
    let next = ledger.with([one, three, four])
    #expect(next.parents(for: records) == [four.id])
    #expect(next.heads == [four])
    #expect(ledger.parentsOfWithdrawal.sorted() == [three.id, withdrawal.id].sorted())
    #expect(next.parentsOfWithdrawal == [four.id])
  }

  @Test("after the latest version was withdrawn, the one before is the latest, and a new entry has a new id")
  func latest() throws {
    let one = try item("1", ["1"])
    let two = try item("2", ["1", "2"], after: [one.id])
    let before = Ledger(path: "L", items: [one, two])
    let withdrawal = try Withdrawal(of: two.entry, reason: "so", parents: before.parentsOfWithdrawal)
    #expect(withdrawal.parents == [two.id])
    let ledger = Ledger(path: "L", items: [one], withdrawals: [withdrawal])
    #expect(ledger.latest == one)
    let again = try item("2", ["1", "2"], after: ledger.parents(for: two.entry.migrations))
    #expect(again.id != two.id)
    #expect(Set(again.entry.parents) == [one.id, withdrawal.id])
    // The withdrawal of a later version does not make that one an ancestor.
    #expect(ledger.with([one, again]).heads == [again])
  }
}
