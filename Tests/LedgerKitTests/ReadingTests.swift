import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import MigrationSources
import SQLiteSchema
import SQLiteSyntax
import TestSupport
import Testing

/// Creates a repository with 1.0.0 and 2.0.0 frozen and tagged.
private func ledgerSandbox() throws -> (sandbox: Sandbox, one: EntryDraft, two: EntryDraft) {
  let sandbox = try Sandbox()
  let one = try draft("1.0.0", users)
  let two = try draft("2.0.0", usersAndNotes, parents: [one.entry.id])
  try sandbox.freeze(one, over: users)
  try sandbox.git("tag", "v1")
  try sandbox.git("tag", "-a", "-m", "x", "first")
  try sandbox.freeze(two, over: usersAndNotes)
  return (sandbox, one, two)
}

@Suite("Ledger log")
struct LedgerLogTests {
  private func log(_ sandbox: Sandbox, everywhere: Bool = false, in place: String? = nil) throws -> LedgerLog {
    let repository = try sandbox.open(place)
    let head = try repository.head.commit
    let present = try repository.snapshot(repository.isBare ? .commit(try #require(head)) : .workTree)
    return try LedgerLog(of: "SchemaLedger", in: repository, present: present, everywhere: everywhere)
  }

  private func tell(_ log: LedgerLog) -> [String] {
    log.items.map { item in
      ([item.entry.version.name, item.commit?.summary ?? "-"] + item.tags + (item.isPresent ? [] : ["gone"]))
        .joined(separator: ", ")
    }
  }

  @Test("each version with its commit and tags, newest first")
  func items() throws {
    let (sandbox, one, _) = try ledgerSandbox()
    let log = try log(sandbox)
    #expect(tell(log) == ["2.0.0, Freeze 2.0.0", "1.0.0, Freeze 1.0.0, first, v1"])
    #expect(log.items[1].id == one.entry.id)
    #expect(log.items[1].commit?.author.name == "Ada")
    #expect(log.items[1].diff == nil)
    #expect(log.items[0].diff?.changes.filter { $0.verdict > .cosmetic }.map(\.place) == ["notes"])
  }

  @Test("an entry that is not committed has no commit yet")
  func uncommitted() throws {
    let (sandbox, _, two) = try ledgerSandbox()
    try sandbox.write(files([try draft("3.0.0", usersAndNotes, parents: [two.entry.id])]))
    let log = try log(sandbox)
    #expect(tell(log).first == "3.0.0, -")
    #expect(log.items.first?.diff?.verdict == .identical)
  }

  @Test("a version read from an older commit has that commit's tags")
  func backfill() throws {
    let (sandbox, one, _) = try ledgerSandbox()
    try sandbox.git("tag", "old", "v1")
    try sandbox.freeze(try draft("1.1.0", users, parents: [one.entry.id], commit: try sandbox.id("v1")))
    #expect(tell(try log(sandbox))[1] == "1.1.0, Freeze 1.1.0, first, old, v1")
  }

  @Test("the log of all history includes other branches and deleted versions")
  func everywhere() throws {
    let (sandbox, _, two) = try ledgerSandbox()
    try sandbox.git("switch", "--quiet", "-c", "side")
    try sandbox.freeze(try draft("3.0.0", usersAndNotes, parents: [two.entry.id]))
    try sandbox.git("switch", "--quiet", "main")
    try sandbox.git("rm", "-r", "--quiet", "SchemaLedger/Fixtures/1.0.0")
    try sandbox.commitAll("Tidy up")
    #expect(tell(try log(sandbox)) == ["2.0.0, Freeze 2.0.0"])
    #expect(
      tell(try log(sandbox, everywhere: true)) == [
        "3.0.0, Freeze 3.0.0, gone", "2.0.0, Freeze 2.0.0", "1.0.0, Freeze 1.0.0, first, v1, gone",
      ])
  }

  @Test("a bare repository and one without a commit have a log")
  func places() throws {
    let (sandbox, _, _) = try ledgerSandbox()
    let place = sandbox.folder + "/bare.git"
    try sandbox.git("clone", "--quiet", "--bare", ".", place)
    #expect(tell(try log(sandbox, in: place)) == tell(try log(sandbox)))
    let fresh = try Sandbox()
    #expect(try log(fresh).items.isEmpty)
  }
}

@Suite("Ledger status")
struct LedgerStatusTests {
  @Test("the status of a ledger that is up to date")
  func clean() throws {
    let (sandbox, _, two) = try ledgerSandbox()
    let status = try LedgerStatus(of: numbered, in: try sandbox.open())
    #expect(status.database == "App")
    #expect(status.ledger.latest?.id == two.entry.id)
    #expect(status.uncommitted.isEmpty && status.newMigrations.isEmpty && status.findings.isEmpty)
    #expect(status.diff?.verdict ?? .changed <= .cosmetic)
    #expect(status.hook == .missing)
  }

  @Test("the status names new migrations and problems")
  func changes() throws {
    let (sandbox, _, two) = try ledgerSandbox()
    try sandbox.write("db/3.sql", "ALTER TABLE users ADD COLUMN age INT;\n")
    try sandbox.write("db/notes.sql", "x")
    try sandbox.write(files([try draft("2.1.0", usersAndNotes, parents: [two.entry.id])]))
    try sandbox.write("SchemaLedger/Fixtures/1.0.0/schema.sql", "")
    try HookInstallation(repository: try sandbox.open()).install()
    let status = try LedgerStatus(of: numbered, in: try sandbox.open())
    #expect(status.uncommitted == ["2.1.0"])
    #expect(status.newMigrations == ["db/3.sql"])
    // It is a finding as long as it is new.
    #expect(status.notices.isEmpty)
    #expect(status.diff?.changes.filter { $0.verdict > .cosmetic }.map(\.place) == ["users.age"])
    #expect(
      status.findings.map(\.brief) == [
        "SL101 error 1.0.0 SchemaLedger/Fixtures/1.0.0/schema.sql", "SL220 warning db/notes.sql",
      ])
    #expect(status.hook == .installed)
    try sandbox.git("add", ".")
    try sandbox.git("commit", "-qnm", "Notes")
    #expect(try LedgerStatus(of: numbered, in: try sandbox.open()).notices.map(\.path) == ["db/notes.sql"])
  }

  @Test("the status before the first freeze, and with a source that fails")
  func edges() throws {
    let sandbox = try Sandbox()
    try sandbox.write(users.mapValues(bytes))
    let status = try LedgerStatus(of: numbered, in: try sandbox.open())
    #expect(status.ledger.items.isEmpty && status.diff == nil && status.newMigrations == ["db/1.sql"])
    try sandbox.write(files([try draft("1.0.0", users)]))
    try sandbox.write("db/2.sql", "nonsense")
    let broken = try LedgerStatus(of: numbered, in: try sandbox.open())
    #expect(broken.diff == nil)
    #expect(broken.findings.map(\.code) == [.migrationFailed])
  }
}

@Suite("Schema side")
struct SchemaSideTests {
  private let sandbox: Sandbox
  private let two: EntryDraft

  init() throws { (sandbox, _, two) = try ledgerSandbox() }

  private func side(_ text: String) throws -> SchemaSide {
    try SchemaSide(text, folder: sandbox.root, repository: try sandbox.open(), configuration: numbered)
  }

  @Test("a side is a version, a file of SQL, a database, or a revision")
  func kinds() throws {
    try sandbox.write("my.sql", "CREATE TABLE mine (a);")
    try sandbox.write(["app.db": try #require(two.files["App.sqlite"])])
    #expect(try side("1.0.0").title == "version 1.0.0")
    #expect(try side("1.0.0").schema.tables.map(\.name) == ["users"])
    #expect(try side("my.sql").title == "my.sql")
    #expect(try side("my.sql").schema.tables.map(\.name) == ["mine"])
    #expect(try side("app.db").schema.digests.schema == two.entry.schema)
    #expect(try side(sandbox.root + "/app.db").schema.digests.schema == two.entry.schema)
    #expect(try side("tags/v1").title == "the source at tags/v1")
    #expect(try side("tags/v1").schema.tables.map(\.name) == ["users"])
    #expect(try side("HEAD~").schema.tables.map(\.name) == ["users"])
  }

  @Test("a version precedes a file, and a file precedes a revision, of the same name")
  func precedence() throws {
    try sandbox.write("1.0.0", "CREATE TABLE mine (a);")
    #expect(try side("1.0.0").title == "version 1.0.0")
    #expect(try side("./1.0.0").schema.tables.map(\.name) == ["mine"])
    try sandbox.git("branch", "topic")
    try sandbox.write("topic", "CREATE TABLE mine (a);")
    #expect(try side("topic").title == "topic")
  }

  @Test("without a repository, a side is a file")
  func noRepository() throws {
    try sandbox.write("my.sql", "CREATE TABLE mine (a);")
    let side = try SchemaSide("my.sql", folder: sandbox.root, repository: nil, configuration: nil)
    #expect(side.schema.tables.map(\.name) == ["mine"])
    #expect(throws: LedgerError.unknownSide(text: "1.0.0")) {
      try SchemaSide("1.0.0", folder: sandbox.root, repository: nil, configuration: nil)
    }
  }

  @Test("the work tree and the latest version are sides too")
  func present() throws {
    try sandbox.write("db/3.sql", "CREATE TABLE tags (a);")
    let repository = try sandbox.open()
    let today = try SchemaSide(workTreeOf: repository, configuration: numbered)
    #expect(today.title == "today's source")
    #expect(today.schema.tables.map(\.name) == ["notes", "tags", "users"])
    #expect(try SchemaSide(latestOf: repository, configuration: numbered).title == "version 2.0.0")
    var elsewhere = numbered
    elsewhere.ledger = "Elsewhere"
    #expect(throws: LedgerError.nothingFrozen) { try SchemaSide(latestOf: repository, configuration: elsewhere) }
  }

  @Test("anything else is rejected", arguments: ["nothing", "--help", "", "db", "v1:db", "HEAD^{tree}", "3.0.0"])
  func refused(text: String) {
    #expect(throws: LedgerError.unknownSide(text: text, known: ["1.0.0", "2.0.0"])) { try side(text) }
  }

  @Test("the error for a file that is not a schema names its kind")
  func files() throws {
    try sandbox.write("broken.sql", "CREATE TABEL t (a);")
    try sandbox.write("cut.db", "SQLite format 3\0")
    try sandbox.write("pointer.db", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n")
    let sql = #expect(throws: LedgerError.self) { try side("broken.sql") }
    guard case .sqlFailed("broken.sql", _, _)? = sql else { throw Unexpected(value: "\(String(describing: sql))") }
    let cut = #expect(throws: LedgerError.self) { try side("cut.db") }
    guard case .notAStore("cut.db", _)? = cut else { throw Unexpected(value: "\(String(describing: cut))") }
    #expect(throws: LedgerError.notAStore(path: "pointer.db", reason: "it is a Git LFS pointer")) {
      try side("pointer.db")
    }
  }
}
