import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import SQLiteSchema
import TestSupport
import Testing

@Suite("Gate")
struct GateTests {
  private let one: EntryDraft
  private let two: EntryDraft
  private let sandbox: Sandbox

  /// A repository where 1.0.0 and 2.0.0 are frozen and committed.
  init() throws {
    one = try draft("1.0.0", users)
    two = try draft("2.0.0", usersAndNotes, parents: [one.entry.id])
    sandbox = try Sandbox()
    try sandbox.freeze(one, two, over: usersAndNotes)
  }

  private func findings(_ place: FileSnapshot.Place, in folder: String? = nil) throws -> [String] {
    let repository = try sandbox.open(folder)
    let base = try repository.head.commit.map { try repository.snapshot(.commit($0)) }
    let gate = Gate(repository: repository, configuration: numbered)
    return try gate.findings(in: try repository.snapshot(place), after: base).map(\.brief)
  }

  private let folder = "SchemaLedger/Fixtures/1.0.0"

  @Test("without changes there are no findings")
  func quiet() throws {
    #expect(try findings(.index) == [])
    #expect(try findings(.workTree) == [])
    #expect(try findings(.commit(sandbox.id("HEAD"))) == [])
  }

  @Test("the index is checked, regardless of the work tree")
  func index() throws {
    try sandbox.write("db/1.sql", "CREATE TABLE users (id INTEGER PRIMARY KEY);\n")
    #expect(try findings(.index) == [])
    #expect(try findings(.workTree) == ["SL202 error 1.0.0 db/1.sql"])
    try sandbox.git("add", "db/1.sql")
    try sandbox.write("db/1.sql", users["db/1.sql"] ?? "")
    #expect(try findings(.index) == ["SL202 error 1.0.0 db/1.sql"])
    #expect(try findings(.workTree) == [])
  }

  @Test("a commit is checked regardless of the index")
  func commit() throws {
    let base = try sandbox.id("HEAD")
    try sandbox.git("rm", "-r", "--quiet", folder)
    let bad = try sandbox.commitAll()
    let repository = try sandbox.open()
    let gate = Gate(repository: repository, configuration: numbered)
    let findings = try gate.findings(
      in: try repository.snapshot(.commit(bad)), after: try repository.snapshot(.commit(base)))
    #expect(findings.map(\.brief) == ["SL102 error 1.0.0"])
    #expect(findings.first?.help?.text == "restore it: git restore --staged --worktree --source=HEAD -- \(folder)")
  }

  @Test("an executable bit matters if Git tracks file modes", arguments: [true, false])
  func mode(isHeeded: Bool) throws {
    try sandbox.git("config", "core.fileMode", "\(isHeeded)")
    let path = "\(folder)/schema.sql"
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(sandbox.root)/\(path)")
    #expect(try findings(.workTree) == (isHeeded ? ["SL101 error 1.0.0 \(path)"] : []))
    try sandbox.git("add", "--all")
    #expect(try findings(.index) == (isHeeded ? ["SL101 error 1.0.0 \(path)"] : []))
  }

  @Test("frozen files must not be changed, removed or added to")
  func rewriting() throws {
    try sandbox.write("\(folder)/schema.sql", "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, age INT);\n")
    try sandbox.write("\(folder)/note.txt", "hello")
    try sandbox.remove("\(folder)/schema.json")
    let expected = [
      "SL101 error 1.0.0 \(folder)/schema.json", "SL101 error 1.0.0 \(folder)/schema.sql",
      "SL101 error 1.0.0 \(folder)/note.txt",
    ]
    #expect(try findings(.workTree) == expected)
    #expect(try findings(.index) == [])
    try sandbox.git("add", "--all")
    #expect(try findings(.index) == expected)
    let repository = try sandbox.open()
    let base = try repository.snapshot(.commit(try #require(try repository.head.commit)))
    let all = try Gate(repository: repository, configuration: numbered).findings(
      in: try repository.snapshot(.index), after: base)
    #expect(all.first { $0.path?.hasSuffix("schema.sql") == true }?.changes.map(\.place) == ["users.age"])
  }

  @Test("a damaged tree of an earlier commit is an error: what it had cannot be compared")
  func damagedHistory() throws {
    let tree = sandbox.file(of: try sandbox.id("HEAD^{tree}"))
    try sandbox.commit("schemaledger.yml", Configuration(databases: [numbered]).yaml)
    try FileManager.default.removeItem(atPath: tree)
    try Data("damaged".utf8).write(to: URL(fileURLWithPath: tree))
    #expect(throws: GitError.self) { try findings(.workTree) }
    #expect(try findings(.index) == [])
  }

  @Test("a deleted entry is one finding; a renamed one is deleted and damaged")
  func deleted() throws {
    try sandbox.git("mv", folder, "SchemaLedger/Fixtures/1.0.1")
    let expected = ["SL102 error 1.0.0", "SL103 error 1.0.1 SchemaLedger/Fixtures/1.0.1"]
    #expect(try findings(.index) == expected)
    #expect(try findings(.workTree) == expected)
  }

  @Test("an entry that was replaced by a link is deleted")
  func link() throws {
    try sandbox.git("mv", folder, "elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.root + "/" + folder, withDestinationPath: "../../elsewhere")
    try sandbox.git("add", "--all")
    #expect(try findings(.index) == ["SL102 error 1.0.0"])
    #expect(try findings(.workTree) == ["SL102 error 1.0.0"])
  }

  @Test("a new entry must be complete")
  func newEntry() throws {
    let three = try draft("3.0.0", usersAndNotes, parents: [two.entry.id])
    var all = files([three])
    all["SchemaLedger/Fixtures/3.0.0/App.sqlite"] = bytes("SQLite format 3\0")
    try sandbox.write(all)
    #expect(try findings(.index) == [])
    try sandbox.git("add", "SchemaLedger")
    #expect(try findings(.index) == ["SL103 error 3.0.0 SchemaLedger/Fixtures/3.0.0/App.sqlite"])
    try sandbox.write(files([three]))
    #expect(try findings(.index) == ["SL103 error 3.0.0 SchemaLedger/Fixtures/3.0.0/App.sqlite"])
    try sandbox.git("add", "SchemaLedger")
    #expect(try findings(.index) == [])
    try sandbox.git("rm", "--cached", "--quiet", "SchemaLedger/Fixtures/3.0.0/entry.json")
    #expect(try findings(.index) == ["SL103 error 3.0.0 SchemaLedger/Fixtures/3.0.0"])
  }

  @Test("a new entry must have its parents")
  func chain() throws {
    try sandbox.write(files([try draft("3.0.0", usersAndNotes, parents: ["0123456789abcdef"])]))
    try sandbox.git("add", "SchemaLedger")
    #expect(try findings(.index) == ["SL104 error 3.0.0"])
  }

  @Test("a commit cannot adapt the ledger to a changed source")
  func bent() throws {
    let changed = ["db/1.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY);\n"]
    try sandbox.write(files([try draft("1.0.0", changed)], over: changed))
    try sandbox.git("add", "--all")
    let found = try findings(.index)
    #expect(found.contains("SL101 error 1.0.0 \(folder)/entry.json"))
    #expect(found.contains("SL202 error 1.0.0 db/1.sql"))
  }

  @Test("a note is reported for the commit that it is about, and not again")
  func note() throws {
    try sandbox.write("db/1.sql", "-- people\n" + (users["db/1.sql"] ?? ""))
    try sandbox.git("add", "--all")
    #expect(try findings(.index) == ["SL203 note 1.0.0 db/1.sql"])
    try sandbox.commitAll()
    #expect(try findings(.index) == [])
    #expect(try findings(.workTree) == [])
  }

  @Test("the first commit is checked, too")
  func unborn() throws {
    let fresh = try Sandbox()
    try fresh.write(files([one], over: users))
    try fresh.git("add", "--all")
    let repository = try fresh.open()
    let gate = Gate(repository: repository, configuration: numbered)
    #expect(try gate.findings(in: try repository.snapshot(.index), after: nil).isEmpty)
    try fresh.write("\(folder)/schema.sql", "")
    try fresh.write("db/1.sql", "CREATE TABLE users (id);")
    try fresh.git("add", "--all")
    #expect(
      try gate.findings(in: try repository.snapshot(.index), after: nil).map(\.brief) == [
        "SL103 error 1.0.0 \(folder)/schema.sql", "SL202 error 1.0.0 db/1.sql",
      ])
  }

  @Test("entries from a merge are new and must be complete")
  func merge() throws {
    try sandbox.git("switch", "--quiet", "-c", "side")
    let more = usersAndNotes.merging(["db/3.sql": "CREATE TABLE tags (id INTEGER PRIMARY KEY);\n"]) { $1 }
    try sandbox.freeze(try draft("3.0.0", more, parents: [two.entry.id]), over: more)
    try sandbox.git("switch", "--quiet", "main")
    try sandbox.commit("unrelated", "x")
    try sandbox.git("merge", "--quiet", "--no-commit", "--no-ff", "side")
    #expect(try findings(.index) == [])
    #expect(try findings(.workTree) == [])
  }

  @Test("a ledger at another path is checked there")
  func otherPath() throws {
    let elsewhere = try Sandbox()
    var configuration = numbered
    configuration.ledger = "a b/Ledger"
    try elsewhere.write(files([one], at: configuration.ledger, over: users))
    try elsewhere.commitAll()
    try elsewhere.git("rm", "-r", "--quiet", "a b/Ledger")
    let repository = try elsewhere.open()
    let gate = Gate(repository: repository, configuration: configuration)
    let base = try repository.snapshot(.commit(try elsewhere.id("HEAD")))
    #expect(try gate.findings(in: try repository.snapshot(.index), after: base).map(\.brief) == ["SL102 error 1.0.0"])
  }
}
