import CanonicalJSON
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import Testing

@Suite("Seal")
struct SealTests {
  private let seal: Seal

  init() throws {
    let first = try draft("1.0.0", users).entry
    let second = try draft("1.1.0", usersAndNotes, parents: [first.id]).entry
    let former = try draft("0.9.0", users).entry
    let ledger = Ledger(
      path: "Deep/Ledger",
      items: [second, first].map { Ledger.Item(entry: $0, id: $0.id, folder: "Deep/Ledger/Fixtures/\($0.version)") },
      withdrawals: [try Withdrawal(of: former, reason: "too early", parents: [])])
    let empty = Ledger(path: "Other", items: [])
    seal = Seal(
      commit: String(repeating: "a", count: 40),
      databases: [.init(name: "App", ledger: ledger), .init(name: "Cache", ledger: empty)])
  }

  @Test("a seal lists all entries and withdrawals, and the latest entries")
  func content() throws {
    let app = seal.databases[0]
    #expect(app.entries.map(\.name) == ["1.0.0", "1.1.0"])
    #expect(app.heads == [app.entries[1].id])
    #expect(app.withdrawals.count == 1)
    let subjects = try #require(seal.json["subject"]?.array)
    #expect(
      subjects.compactMap { $0["name"]?.string } == [
        "Deep/Ledger/Fixtures/1.0.0/entry.json", "Deep/Ledger/Fixtures/1.1.0/entry.json",
        "Deep/Ledger/Withdrawn/" + app.withdrawals[0].name,
      ])
  }

  @Test("what is written is read, whatever its layout")
  func reading() throws {
    #expect(Seal(parsing: Array(seal.text.utf8)) == seal)
    #expect(Seal(parsing: Array(seal.json.canonical.utf8)) == seal)
  }

  @Test(
    "a statement from which something was removed, or to which something was added, is not a seal",
    arguments: [
      ("\"_type\"", "\"type\""), ("urn:schemaledger:seal:v1", "urn:schemaledger:seal:v2"),
      ("\"commit\"", "\"comment\""), ("\"subject\"", "\"subjects\""), ("\"sha256\"", "\"sha1\""),
      // Another folder, so that the subjects belong to no database.
      ("\"ledger\":\"Deep/Ledger\"", "\"ledger\":\"Deep\""),
      ("Fixtures/1.0.0/entry.json", "Fixtures/1.1.0/entry.json"), ("Fixtures/1.0.0/", "Fixtures/../"),
      ("\"name\":\"Cache\"", "\"name\":\"App\""),
      // Another program may read the other one of two members, and a member that is not read here.
      ("\"_type\"", "\"subject\":[],\"_type\""), ("\"_type\"", "\"\\u005ftype\":\"x\",\"_type\""),
      ("\"_type\"", "\"_other\":1,\"_type\""),
    ])
  func damaged(_ text: String, _ replacement: String) throws {
    let damaged = seal.json.canonical.replacing(text, with: replacement)
    #expect(damaged != seal.json.canonical)
    #expect(Seal(parsing: Array(damaged.utf8)) == nil)
  }

  @Test("the subject of a latest entry cannot be left out")
  func missingSubject() throws {
    guard case .object(var members) = seal.json else { return }
    let subjects = try #require(seal.json["subject"]?.array)
    members["subject"] = .array(subjects.filter { $0["name"]?.string?.contains("1.1.0") != true })
    #expect(Seal(parsing: Array(JSONValue.object(members).canonical.utf8)) == nil)
  }
}
