import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import MigrationSources
import SQLiteSandbox
import TestSupport
import Testing

@testable import LedgerKit

/// Entries that are consistent in themselves, and that `freeze` would not have made.
@Suite("Forged entries")
struct ForgedEntryTests {
  private let sandbox: Sandbox
  private let one: EntryDraft
  private let two: EntryDraft
  private let folder = "SchemaLedger/Fixtures/2.0.0"
  private let sources = usersAndNotes.merging([
    "db/1.sql": (users["db/1.sql"] ?? "") + "INSERT INTO users VALUES (1, 'Ada');\n"
  ]) {
    $1
  }

  init() throws {
    one = try draft("1.0.0", sources.filter { $0.key == "db/1.sql" })
    two = try draft("2.0.0", sources, parents: [one.entry.id])
    sandbox = try Sandbox()
    try sandbox.write("schemaledger.yml", Configuration(databases: [numbered]).yaml)
    try sandbox.freeze(one, over: sources)
  }

  /// The entry 2.0.0 with other files, listed by its `entry.json`.
  private func forged(
    _ files: [String: [UInt8]], of draft: EntryDraft? = nil, _ change: (inout JSONText) -> Void = { _ in }
  ) -> [String: [UInt8]] {
    let draft = draft ?? two
    var all = draft.files.merging(files) { $1 }
    var text = JSONText(String(decoding: draft.entry.bytes, as: UTF8.self))
    for (name, bytes) in files {
      let (before, after) = (Entry.File(draft.files[name] ?? []), Entry.File(bytes))
      text.replace(
        "\"\(name)\":{\"sha256\":\"\(before.digest)\",\"size\":\(before.size)}",
        by: "\"\(name)\":{\"sha256\":\"\(after.digest)\",\"size\":\(after.size)}")
    }
    change(&text)
    all[Entry.fileName] = Array(text.text.utf8)
    return Dictionary(uniqueKeysWithValues: all.map { (folder + "/" + $0.key, $0.value) })
  }

  private struct JSONText {
    private(set) var text: String
    init(_ text: String) { self.text = text }

    mutating func replace(_ old: String, by new: String) {
      precondition(text.contains(old), "\(old) is not in \(text)")
      text = text.replacing(old, with: new)
    }
  }

  /// The findings of the hook before the entry is committed, and of `verify --all-history` afterwards.
  private func findings(_ entry: [String: [UInt8]]) async throws -> (hook: [String], history: [String]) {
    try sandbox.write(entry)
    try sandbox.git("add", "--all")
    let repository = try sandbox.open()
    let head = try repository.snapshot(.commit(#require(try repository.head.commit)))
    let hook = try await RepositoryGate(repository: repository)
      .findings(in: repository.snapshot(.index), after: head).findings
    try sandbox.commitAll()
    return (hook.map(\.short), try await history())
  }

  private func history() async throws -> [String] {
    let repository = try sandbox.open()
    let verification = Verification(
      repository: repository, configuration: numbered, present: try repository.present(),
      environment: sandbox.commandEnvironment)
    let report = try await verification.run(.allHistory, jobs: 1) { _ in }
    return report.findings.map(\.short)
  }

  private func database(_ sql: String) throws -> [UInt8] {
    let database = try ScratchDatabase(file: two.files["App.sqlite"], tracking: .known)
    try database.execute(sql)
    return try database.file()
  }

  @Test("an entry that freeze makes has no findings")
  func control() async throws {
    let found = try await findings(forged([:]))
    #expect(found == ([], []))
  }

  @Test(
    "a row is added, changed or removed",
    arguments: [
      "INSERT INTO users VALUES (2, 'Eve')", "UPDATE users SET name = 'Eve'", "DELETE FROM users",
    ])
  func rows(sql: String) async throws {
    let found = try await findings(forged(["App.sqlite": database(sql)]))
    #expect(found.hook == ["SL114 error 2.0.0 rows of users differ"])
    #expect(found.history == ["SL114 error 2.0.0 rows of users differ"])
  }

  @Test("the rows have other rowids, in a table whose key is not the rowid")
  func rowids() async throws {
    let files = sources.merging(["db/2.sql": "CREATE TABLE tags (name TEXT); INSERT INTO tags VALUES ('a'), ('b');"]) {
      $1
    }
    let made = try draft("2.0.0", files, parents: [one.entry.id])
    let other = try ScratchDatabase(file: made.files["App.sqlite"], tracking: .known)
    try other.execute("UPDATE tags SET rowid = rowid + 7")
    try sandbox.write(files.mapValues(bytes))
    // VACUUM INTO would number the rows from 1.
    let found = try await findings(forged(["App.sqlite": #require(other.image())], of: made))
    let difference = "SL114 error 2.0.0 the database file has the same rows with other rowids or in another order"
    #expect(found == ([difference], [difference]))
  }

  @Test("user_version is another number")
  func userVersion() async throws {
    let found = try await findings(forged(["App.sqlite": database("PRAGMA user_version = 7")]))
    // The number is a property of the schema, so the entry's own files disagree.
    #expect(found.hook == ["SL103 error 2.0.0"])
    #expect(found.history == ["SL103 error 2.0.0"])
  }

  @Test("schema.json describes another schema")
  func document() async throws {
    let text = String(decoding: two.files["schema.json"] ?? [], as: UTF8.self).replacing("\"body\"", with: "\"text\"")
    let found = try await findings(forged(["schema.json": Array(text.utf8)]))
    #expect(found == (["SL103 error 2.0.0"], ["SL103 error 2.0.0"]))
  }

  @Test("another version of SQLite is named")
  func sqlite() async throws {
    let found = try await findings(
      forged([:]) { $0.replace("\"sqlite\":\"\(ScratchDatabase.sqliteVersion)\"", by: "\"sqlite\":\"3.51.0\"") })
    #expect(found == (["SL103 error 2.0.0"], ["SL103 error 2.0.0"]))
  }

  @Test("another version of SQLite is named, and written into the database")
  func sqliteInHeader() async throws {
    var bytes = try database("INSERT INTO users VALUES (2, 'Eve')")
    // 3.51.0: https://www.sqlite.org/fileformat.html#write_library_version_number_and_version_valid_for_number
    bytes.replaceSubrange(96..<100, with: [0x00, 0x2E, 0x8D, 0xF8])
    #expect(StoredFile.sqliteVersion(of: bytes) == "3.51.0")
    let found = try await findings(
      forged(["App.sqlite": bytes]) {
        $0.replace("\"sqlite\":\"\(ScratchDatabase.sqliteVersion)\"", by: "\"sqlite\":\"3.51.0\"")
      })
    // The difference may be SQLite's. That nothing was compared is reported.
    #expect(found == (["SL116 error 2.0.0"], ["SL116 error 2.0.0"]))
  }

  @Test("the records of the migrations are others")
  func records() async throws {
    let found = try await findings(
      forged([:]) { $0.replace(two.entry.migrations[1].meaning, by: String(repeating: "0", count: 64)) })
    #expect(found.hook.contains("SL114 error 2.0.0 the records of the migrations differ"))
    #expect(found.history.contains("SL114 error 2.0.0 the records of the migrations differ"))
  }

  @Test("no parents are named")
  func parents() async throws {
    let found = try await findings(forged([:]) { $0.replace("[\"\(one.entry.id)\"]", by: "[]") })
    #expect(found == (["SL115 error 2.0.0"], ["SL115 warning 2.0.0"]))
  }

  @Test("an entry that was frozen on another branch, and rebased, is a warning")
  func rebased() async throws {
    // 1.5.0 has the migrations of 1.0.0, and was frozen where 2.0.0 did not see it.
    let other = try draft("1.5.0", sources.filter { $0.key == "db/1.sql" }, parents: [one.entry.id])
    try sandbox.freeze(other)
    let found = try await findings(forged([:]))
    #expect(found.history == ["SL115 warning 2.0.0"])
  }

  @Test("an older version that is frozen afterwards is no ancestor of a newer one")
  func afterwards() async throws {
    try sandbox.write(forged([:]))
    let commit = try sandbox.commitAll()
    let old = try draft("0.9.0", sources.filter { $0.key == "db/1.sql" }, parents: [one.entry.id], commit: commit)
    try sandbox.freeze(old)
    #expect(try await history() == [])
  }

  @Test("an entry that names a commit with another source is an error")
  func otherSource() async throws {
    let commit = try sandbox.commitAll()
    try sandbox.write(["db/1.sql": bytes("CREATE TABLE other (a);")])
    let built = try draft("2.0.0", ["db/1.sql": "CREATE TABLE other (a);"], commit: commit)
    try sandbox.write(sources.mapValues(bytes))
    try sandbox.freeze(built)
    #expect(try await history().contains("SL116 error 2.0.0"))
  }

  @Test("an entry that was deleted, and is brought back, is compared with the source that had made it")
  func broughtBack() async throws {
    try sandbox.write(forged([:]))
    let commit = try sandbox.commitAll()
    try sandbox.remove(folder)
    try sandbox.write(["db/3.sql": bytes("CREATE TABLE t (a);")])
    try sandbox.commitAll()
    try sandbox.git("checkout", commit.hex, "--", folder)
    let repository = try sandbox.open()
    let head = try repository.snapshot(.commit(#require(try repository.head.commit)))
    for place in [FileSnapshot.Place.index, .workTree] {
      let found = try await RepositoryGate(repository: repository)
        .findings(in: repository.snapshot(place), after: head).findings
      #expect(found.map(\.short) == [])
    }
  }

  @Test("a version that is frozen before its source is committed is compared with the present source")
  func sourceLater() async throws {
    try sandbox.remove("db/2.sql")
    try sandbox.commitAll()
    try sandbox.write(forged(["App.sqlite": database("DELETE FROM users")]))
    try sandbox.commitAll()
    try sandbox.write(sources.mapValues(bytes))
    try sandbox.commitAll()
    #expect(try await history().contains("SL114 error 2.0.0 rows of users differ"))
  }

  @Test("freeze of a forged version reports what is forged")
  func freeze() async throws {
    for (entry, expected) in [
      (try forged(["App.sqlite": database("DELETE FROM users")]), "SL114 error 2.0.0 rows of users differ"),
      (forged([:]) { $0.replace("[\"\(one.entry.id)\"]", by: "[]") }, "SL115 error 2.0.0"),
    ] {
      try sandbox.write(entry)
      let repository = try sandbox.open()
      let freeze = Freeze(
        repository: repository, configuration: numbered,
        processContext: .init(
          environment: Environment([:]), now: GitTime(seconds: 1_700_000_000, offsetMinutes: 0),
          temporaryFolder: URL(fileURLWithPath: sandbox.folder)))
      guard case .differs(_, let findings) = try await freeze.run(Version("2.0.0"), at: nil, commits: true) else {
        throw Unexpected(value: "the freeze accepts it")
      }
      #expect(findings.map(\.short) == [expected])
    }
  }

  @Test("an entry that a merge brings is compared with the commit that added it")
  func merged() async throws {
    try sandbox.git("checkout", "--quiet", "-b", "side")
    try sandbox.write(forged(["App.sqlite": database("DELETE FROM users")]))
    try sandbox.commitAll()
    try sandbox.git("checkout", "--quiet", "-")
    try sandbox.write(["db/3.sql": bytes("CREATE TABLE t (a);")])
    try sandbox.commitAll()
    let before = try sandbox.id("HEAD")
    try sandbox.git("merge", "--quiet", "--no-edit", "side")
    let gate = RangeGate(RepositoryGate(repository: try sandbox.open()))
    let found = try await gate.findings(of: sandbox.id("HEAD"), after: [before]).findings.map(\.short)
    #expect(found == ["SL114 error 2.0.0 rows of users differ"])
    #expect(try await history() == ["SL114 error 2.0.0 rows of users differ"])
  }
}

extension Finding {
  /// The code, the severity, the version, and what differs.
  fileprivate var short: String {
    let difference = code == .entryNotReproduced && severity == .error ? message.split(separator: ": ").last : nil
    return ([code.rawValue, severity.rawValue, version] + [difference.map(String.init)]).compactMap(\.self)
      .joined(separator: " ")
  }
}
