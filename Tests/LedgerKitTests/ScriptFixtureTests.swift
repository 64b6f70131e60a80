import Findings
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

@testable import LedgerKit

/// What commands find out about a ledger does not depend on whether fixtures are databases or scripts.
@Suite("Fixtures that are scripts")
struct ScriptFixtureTests {
  private static let first = [
    "db/1.sql": (1...40).map { "CREATE TABLE t\($0) (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT UNIQUE); -- \($0)\n" }
      .joined() + "INSERT INTO t1 (a) VALUES ('seed');\n"
  ]
  private static let second = first.merging([
    "db/2.sql": """
    CREATE TABLE words (word TEXT PRIMARY KEY, of INTEGER REFERENCES t1) WITHOUT ROWID;
    CREATE VIEW seeds AS SELECT a FROM t1;
    CREATE TRIGGER later AFTER INSERT ON t2 BEGIN DELETE FROM words; END;
    CREATE TRIGGER early AFTER INSERT ON t2 BEGIN INSERT INTO words VALUES (new.a, 1); END;
    PRAGMA user_version = 2;

    """
  ]) { $1 }
  /// The pending migration reads the text of the schema, and fails for some rows.
  private static let pending = second.merging([
    "db/3.sql": """
    CREATE TABLE texts AS SELECT name, sql FROM sqlite_schema WHERE type = 'table';
    CREATE UNIQUE INDEX words_of ON words (of);

    """
  ]) { $1 }

  private func sandbox(isComplete: Bool) throws -> Sandbox {
    let sandbox = try Sandbox()
    let one = try draft("1.0.0", Self.first, isComplete: isComplete)
    let two = try draft("2.0.0", Self.second, parents: [one.entry.id], isComplete: isComplete)
    #expect(one.entry.hasScript != isComplete && two.entry.hasScript != isComplete)
    try sandbox.write("schemaledger.yml", Configuration(databases: [numbered]).yaml)
    try sandbox.freeze(one, over: Self.first)
    try sandbox.freeze(two, over: Self.second)
    try sandbox.write(Self.pending.mapValues(bytes))
    try sandbox.commitAll("Pending")
    return sandbox
  }

  private func verification(_ sandbox: Sandbox) throws -> Verification {
    let repository = try sandbox.open()
    return Verification(
      repository: repository, configuration: numbered, present: try repository.present(),
      environment: sandbox.commandEnvironment)
  }

  /// What commands say of the ledger, without the ids of entries.
  private func facts(_ sandbox: Sandbox) async throws -> [String] {
    let repository = try sandbox.open()
    let report = try await verification(sandbox).run(.allHistory, jobs: 2) { _ in }
    var facts = report.outcomes.map { "\($0.fixture.entry.version) \($0.result.rawValue) \($0.steps ?? -1)" }
    facts += report.findings.map { "\($0.brief) \($0.message)" }
    let log = try LedgerLog(
      of: "SchemaLedger", in: repository, present: repository.snapshot(.workTree), everywhere: true)
    for item in log.items {
      facts.append("\(item.entry.version) \(item.schema?.digests.text ?? "") \(item.diff?.changes.map(\.place) ?? [])")
    }
    let status = try LedgerStatus(of: numbered, in: repository)
    facts += ["\(status.newMigrations)", "\(status.diff?.verdict.rawValue ?? "")"] + status.findings.map(\.brief)
    for version in ["1.0.0", "2.0.0"] {
      let side = try SchemaSide.version(Version(version), in: repository.snapshot(.workTree), numbered)
      facts.append(side?.schema.digests.text ?? "")
    }
    let head = try repository.snapshot(.commit(#require(try repository.head.commit)))
    facts += try await RepositoryGate(repository: repository)
      .findings(in: repository.snapshot(.index), after: head).findings.map(\.brief)
    let bundle = try LedgerBundle(of: [numbered], in: repository, includesHistory: true)
    let read = try LedgerBundle(parsing: Array(bundle.text.utf8), named: "a.bundle")
    #expect(read.text == bundle.text)
    let store = sandbox.folder + "/user.db"
    try? FileManager.default.removeItem(atPath: store)
    let database = try ScratchDatabase(tracking: .known)
    try database.execute(Self.second.sorted { $0.key < $1.key }.map(\.value).joined())
    try Data(database.file()).write(to: URL(fileURLWithPath: store))
    for searcher in try [
      StoreSearcher(in: read.versions, everywhere: false), StoreSearcher(in: repository, [numbered], everywhere: true),
    ] {
      let search = try searcher.search(store, named: "user.db")
      facts += search.answers.flatMap {
        $0.matches.map { "found \($0.entry.version) \($0)".prefix(11) }.map(String.init)
      }
    }
    return facts
  }

  @Test("verify, log, status, check, export and identify say the same")
  func same() async throws {
    let scripts = try await facts(sandbox(isComplete: false))
    let databases = try await facts(sandbox(isComplete: true))
    #expect(scripts == databases)
    #expect(scripts.contains("1.0.0 migrated 2") || scripts.contains { $0.hasPrefix("1.0.0 ") })
    #expect(scripts.filter { $0 == "found 2.0.0" }.count == 2, "\(scripts)")
  }

  private func forge(_ change: (String) -> String) throws -> (Sandbox, String) {
    let sandbox = try sandbox(isComplete: false)
    let folder = sandbox.root + "/SchemaLedger/Fixtures/2.0.0"
    let script = try String(contentsOfFile: folder + "/fixture.sql", encoding: .utf8)
    let entry = try String(contentsOfFile: folder + "/entry.json", encoding: .utf8)
    let changed = change(script)
    try #require(changed != script)
    let (before, after) = (Entry.File(bytes(script)), Entry.File(bytes(changed)))
    let text = entry.replacing(
      "{\"sha256\":\"\(before.digest)\",\"size\":\(before.size)}",
      with: "{\"sha256\":\"\(after.digest)\",\"size\":\(after.size)}")
    try #require(text != entry)
    // Without the honest entry in the history, only the source contradicts it.
    try sandbox.git("reset", "--quiet", "--hard", "HEAD~2")
    try sandbox.write(Self.second.mapValues(bytes))
    for (name, content) in try draft("2.0.0", Self.second, parents: [draft("1.0.0", Self.first).entry.id]).files {
      try sandbox.write(["SchemaLedger/Fixtures/2.0.0/" + name: content])
    }
    try sandbox.write(["SchemaLedger/Fixtures/2.0.0/fixture.sql": bytes(changed)])
    try sandbox.write(["SchemaLedger/Fixtures/2.0.0/entry.json": bytes(text)])
    try sandbox.commitAll("Freeze")
    return (sandbox, text)
  }

  @Test("a forged row in a script is SL114, although every digest fits")
  func forgedRow() async throws {
    let (sandbox, _) = try forge { $0.replacing("'seed'", with: "'salt'") }
    let report = try await verification(sandbox).run(.allHistory, jobs: 1) { _ in }
    #expect(
      report.findings.map(\.brief).contains { $0.hasPrefix("SL114 error 2.0.0") }, "\(report.findings.map(\.brief))")
  }

  @Test("a script that was deleted is an error of every reader")
  func deleted() async throws {
    let sandbox = try sandbox(isComplete: false)
    try sandbox.remove("SchemaLedger/Fixtures/2.0.0/fixture.sql")
    try sandbox.commitAll("Tidy")
    let report = try await verification(sandbox).run(.tree, jobs: 1) { _ in }
    #expect(
      report.findings.map(\.brief).contains { $0.hasPrefix("SL103 error 2.0.0") }, "\(report.findings.map(\.brief))")
    #expect(throws: LedgerError.self) {
      _ = try LedgerBundle(of: [numbered], in: sandbox.open(), includesHistory: false)
    }
    #expect(try SchemaSide.version(Version("2.0.0"), in: sandbox.open().snapshot(.workTree), numbered) == nil)
  }

  @Test("freeze leaves a large entry of format 1 as it is, and reproduces it as the control of the history")
  func former() async throws {
    for isComplete in [true, false] {
      let sandbox = try sandbox(isComplete: isComplete)
      let freeze = Freeze(
        repository: try sandbox.open(), configuration: numbered,
        processContext: .init(
          environment: Environment([
            "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com", "GIT_COMMITTER_NAME": "Ada",
            "GIT_COMMITTER_EMAIL": "ada@example.com",
          ]), now: GitTime(seconds: 1_800_000_002, offsetMinutes: 0),
          temporaryFolder: URL(fileURLWithPath: sandbox.folder)))
      let before = try sandbox.id("HEAD")
      guard case .alreadyFrozen = try await freeze.run(Version("2.0.0"), at: "HEAD~1", commits: true) else {
        Issue.record("2.0.0 is frozen")
        return
      }
      #expect(try sandbox.id("HEAD") == before)
      // Another version from the past is frozen after the control.
      try sandbox.commit("db/4.sql", "CREATE TABLE more (a);\n")
      guard case .frozen(let frozen) = try await freeze.run(Version("3.0.0"), at: "HEAD", commits: true) else {
        Issue.record("3.0.0 is new")
        return
      }
      #expect(frozen.entry.hasScript)
      guard case .same = frozen.control else {
        Issue.record("\(String(describing: frozen.control))")
        return
      }
    }
  }
}
