import Foundation
import GitStore
import LedgerCore
import LedgerTestSupport
import MigrationSources
import SQLiteSandbox
import TestSupport
import Testing

@testable import LedgerEntries
@testable import LedgerKit

@Suite("Stored checks of entries")
struct StoredChecksTests {
  private let run: StoredRun
  /// An entry whose digests match, and whose `schema.json` describes another schema.
  private let forged: Entry

  init() throws {
    let one = try draft("1.0.0", users)
    var files = try draft("2.0.0", usersAndNotes, parents: [one.entry.id]).files
    files["schema.json"] = one.files["schema.json"]
    files["entry.json"] = nil
    let two = try draft("2.0.0", usersAndNotes).entry
    forged = Entry(
      database: "App", version: two.version, parents: [one.entry.id], files: files.mapValues(Entry.File.init),
      schema: two.schema, sourceKind: "migrations", convention: "plain", migrations: two.migrations,
      sqlite: two.sqlite, commit: nil)
    run = StoredRun(
      sandbox: try Sandbox(), name: "entries", kind: "entries 2 1 \(ScratchDatabase.sqliteSourceID)")
    try run.sandbox.freeze(one, over: usersAndNotes)
    files["entry.json"] = forged.bytes
    let folder = "SchemaLedger/Fixtures/2.0.0/"
    try run.sandbox.write(Dictionary(uniqueKeysWithValues: files.map { (folder + $0.key, $0.value) }))
    try run.sandbox.commitAll("An entry by other hands")
  }

  private func findings(
    isStored: Bool = true, program: String = "1", _ scope: Verification.Scope = .tree
  ) async throws -> [String] {
    try await run.verification(isStored: isStored, program: program).run(scope, jobs: 1) { _ in }.findings.map(\.brief)
  }

  private static let damage = "SL103 error 2.0.0 SchemaLedger/Fixtures/2.0.0/schema.json"

  @Test(
    "only an entry that is right is stored, and the other is reported in every run",
    arguments: [
      Verification.Scope.tree, .allHistory,
    ])
  func again(_ scope: Verification.Scope) async throws {
    let first = try await findings(scope)
    #expect(first.contains(Self.damage))
    #expect(try run.lines() == [try draft("1.0.0", users).entry.id])
    #expect(try await findings(scope) == first)
    #expect(try await findings(isStored: false, scope) == first)
  }

  @Test("a stored entry is believed with the code of the machine's key, from the same program only")
  func believed() async throws {
    try run.write([forged.id])
    #expect(try await !findings().contains(Self.damage))
    #expect(try await findings(program: "2").contains(Self.damage))
    #expect(try await findings(isStored: false).contains(Self.damage))
  }

  @Test("a forged file is not believed")
  func forgedFile() async throws {
    _ = try await findings()
    let code = String(repeating: "0", count: 64)
    try Data((forged.id + " 0\n\n" + code + "\n").utf8).write(to: URL(fileURLWithPath: run.file))
    #expect(try await findings().contains(Self.damage))
  }

  @Test("a file of a stored entry that has changed is reported")
  func changed() async throws {
    _ = try await findings()
    try run.sandbox.write("SchemaLedger/Fixtures/1.0.0/schema.sql", "CREATE TABLE other (a);\n")
    #expect(
      try await findings().contains("SL103 error 1.0.0 SchemaLedger/Fixtures/1.0.0/schema.sql"))
  }
}

@Suite("Stored comparisons of entries with their sources")
struct StoredOriginsTests {
  private let run: StoredRun
  private let honest: EntryDraft

  init() throws {
    run = StoredRun(
      sandbox: try Sandbox(), name: "origins", kind: "origins 1 1 \(ScratchDatabase.sqliteSourceID)")
    honest = try draft("1.0.0", users)
    try configure("")
    try run.sandbox.freeze(honest, over: users)
  }

  /// Writes the configuration, with a comment.
  private func configure(_ comment: String) throws {
    try run.sandbox.write("schemaledger.yml", Configuration(databases: [numbered]).yaml + comment)
  }

  /// Commits 2.0.0 with a row that its source does not make.
  private func forge() throws -> Entry {
    let two = try draft("2.0.0", usersAndNotes, parents: [honest.entry.id])
    let database = try ScratchDatabase(file: two.files["App.sqlite"], tracking: .known)
    try database.execute("INSERT INTO users VALUES (7, 'Eve')")
    var files = two.files
    files["App.sqlite"] = try database.file()
    files["entry.json"] = nil
    let entry = Entry(
      database: "App", version: two.entry.version, parents: two.entry.parents, files: files.mapValues(Entry.File.init),
      schema: two.entry.schema, sourceKind: "migrations", convention: "plain", migrations: two.entry.migrations,
      sqlite: two.entry.sqlite, commit: nil)
    files["entry.json"] = entry.bytes
    let folder = "SchemaLedger/Fixtures/2.0.0/"
    try run.sandbox.write(usersAndNotes.mapValues(bytes))
    try run.sandbox.write(Dictionary(uniqueKeysWithValues: files.map { (folder + $0.key, $0.value) }))
    try run.sandbox.commitAll("A forged entry")
    return entry
  }

  private func codes(isStored: Bool = true, program: String = "1") async throws -> [String] {
    try await run.verification(isStored: isStored, program: program).run(.allHistory, jobs: 1) { _ in }
      .findings.map(\.code.rawValue)
  }

  @Test func `only an entry that its source makes is stored`() async throws {
    _ = try forge()
    for _ in 0..<3 { #expect(try await codes().contains("SL114")) }
    #expect(try run.lines().count == 1)
  }

  @Test func `what is stored counts for the same entry, commit, configuration and program`() async throws {
    #expect(try await codes() == [])
    let stored = try run.lines()
    #expect(stored.count == 1)
    _ = try forge()
    #expect(try await codes().contains("SL114"))
    try run.write([])
    try configure("# A comment\n")
    #expect(try await codes().contains("SL114"))
    #expect(try run.lines().filter(stored.contains) == [])
    #expect(try await codes(program: "2").contains("SL114"))
  }
}
