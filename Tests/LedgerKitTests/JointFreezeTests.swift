import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import TestSupport
import Testing

@Suite("Freezing all databases")
struct JointFreezeTests {
  private let sandbox: Sandbox

  private static let notes = DatabaseConfiguration(
    name: "Notes", ledger: "SchemaLedger/Notes",
    source: .migrations(MigrationFolderConfiguration(paths: ["db"], convention: "plain")))
  private static let cache = DatabaseConfiguration(
    name: "Cache", ledger: "SchemaLedger/Cache", source: .schema(files: ["cache.sql"], forward: nil),
    version: .userVersion)

  /// Creates a repository with two databases and no frozen version.
  init() throws {
    sandbox = try Sandbox()
    try sandbox.write(usersAndNotes.mapValues(bytes))
    try sandbox.write("cache.sql", "CREATE TABLE blobs (key TEXT PRIMARY KEY); PRAGMA user_version = 3;")
    try sandbox.write("schemaledger.yml", Configuration(databases: [Self.notes, Self.cache]).yaml)
    try sandbox.commitAll("Start")
  }

  private var context: Freeze.ProcessContext {
    .init(
      environment: Environment([
        "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com", "GIT_COMMITTER_NAME": "Ada",
        "GIT_COMMITTER_EMAIL": "ada@example.com",
      ]), now: GitTime(seconds: 1_800_000_000, offsetMinutes: 0),
      temporaryFolder: URL(fileURLWithPath: sandbox.folder))
  }

  private func freeze(
    _ version: String, at revision: String? = nil, commits: Bool = true
  ) async throws
    -> JointFreeze.Result
  {
    let databases = try Configuration(from: sandbox.open().snapshot(.workTree)).databases
    return try await JointFreeze(repository: try sandbox.open(), databases: databases, processContext: context)
      .run(Version(version), at: revision, commits: commits, controls: true)
  }

  /// The outcome of each database in a word, with the version of its entry.
  private func words(_ result: JointFreeze.Result) -> [String] {
    result.databases.map { name, outcome in
      switch outcome {
      case .frozen(let frozen): "\(name) frozen \(frozen.entry.version)"
      case .alreadyFrozen(let item): "\(name) already \(item.entry.version)"
      case .unchanged(let item): "\(name) unchanged \(item.entry.version)"
      case .differs(let item, let findings): "\(name) differs \(item.entry.version) \(findings.map(\.code.rawValue))"
      case .absent: "\(name) absent"
      case .heldBack: "\(name) held back"
      }
    }
  }

  private func count(from commit: ObjectID) throws -> String {
    try sandbox.git("rev-list", "--count", "\(commit.hex)..HEAD")
  }

  @Test("all entries are in one commit; a database with user_version has that version")
  func commit() async throws {
    let start = try sandbox.id("HEAD")
    let result = try await freeze("1.0.0")
    #expect(words(result) == ["Notes frozen 1.0.0", "Cache frozen 3"])
    #expect(try count(from: start) == "1")
    #expect(result.commit == (try sandbox.id("HEAD")))
    let entries = result.databases.compactMap { database -> String? in
      if case .frozen(let frozen) = database.outcome {
        "\(frozen.entry.version)\nSchema-Entry: \(frozen.id)"
      } else {
        nil
      }
    }
    #expect(
      try sandbox.git("log", "-1", "--format=%B") == """
        Freeze 2 schemas 1.0.0

        * Notes: first version
        * Cache 3: first version

        """ + "\n" + entries.map { "Schema-Version: \($0)" }.joined(separator: "\n"))
    #expect(try sandbox.git("status", "--porcelain") == "")
    #expect(try sandbox.complaints() == "")
  }

  @Test("a database that equals its last version is not frozen anew")
  func unchanged() async throws {
    _ = try await freeze("1.0.0")
    try sandbox.commit("db/3.sql", "ALTER TABLE users ADD COLUMN age INT;\n")
    let result = try await freeze("1.1.0")
    #expect(words(result) == ["Notes frozen 1.1.0", "Cache unchanged 3"])
    #expect(try sandbox.git("log", "-1", "--format=%s") == "Freeze Notes schema 1.1.0")
    let head = try sandbox.id("HEAD")
    #expect(try await words(freeze("1.1.0")) == ["Notes already 1.1.0", "Cache unchanged 3"])
    #expect(try await words(freeze("2.0.0")) == ["Notes unchanged 1.1.0", "Cache unchanged 3"])
    #expect(try sandbox.id("HEAD") == head)
  }

  @Test("a schema that returns to that of an older version is new")
  func back() async throws {
    _ = try await freeze("1.0.0")
    try sandbox.commit("cache.sql", "CREATE TABLE other (a); PRAGMA user_version = 4;")
    _ = try await freeze("1.1.0")
    try sandbox.commit("cache.sql", "CREATE TABLE blobs (key TEXT PRIMARY KEY); PRAGMA user_version = 5;")
    #expect(try await words(freeze("1.2.0")) == ["Notes unchanged 1.0.0", "Cache frozen 5"])
  }

  @Test("if one version is frozen with other content, nothing is frozen")
  func differs() async throws {
    _ = try await freeze("1.0.0")
    try sandbox.commit("cache.sql", "CREATE TABLE blobs (key INTEGER PRIMARY KEY); PRAGMA user_version = 3;")
    try sandbox.commit("db/3.sql", "ALTER TABLE users ADD COLUMN age INT;\n")
    let head = try sandbox.id("HEAD")
    let result = try await freeze("1.1.0")
    #expect(words(result) == ["Notes held back", "Cache differs 3 [\"SL201\"]"])
    #expect(result.commit == nil)
    #expect(try sandbox.id("HEAD") == head)
    #expect(try sandbox.git("status", "--porcelain") == "")
  }

  @Test("if one source fails, nothing is frozen, and the error names the database")
  func failure() async throws {
    try sandbox.commit("cache.sql", "CREATE TABLE;")
    let head = try sandbox.id("HEAD")
    let error = await #expect(throws: LedgerError.self) { _ = try await freeze("1.0.0") }
    #expect(error?.message.hasPrefix("Cache: cache.sql:1: ") == true)
    #expect(try sandbox.id("HEAD") == head)
    #expect(try sandbox.git("status", "--porcelain") == "")
  }

  @Test("at a revision, a database without a source is left out, and one whose last version is the same")
  func past() async throws {
    let start = try sandbox.id("HEAD").hex
    try sandbox.commit("db/3.sql", "ALTER TABLE users ADD COLUMN age INT;\n")
    try sandbox.remove("cache.sql")
    let without = try sandbox.commitAll("Without a cache").hex
    #expect(try await words(freeze("1.0.0", at: start)) == ["Notes frozen 1.0.0", "Cache frozen 3"])
    #expect(try await words(freeze("1.1.0", at: without)) == ["Notes frozen 1.1.0", "Cache absent"])
    #expect(try await words(freeze("1.0.1", at: start)) == ["Notes unchanged 1.0.0", "Cache unchanged 3"])
    #expect(try await words(freeze("0.9.0", at: start)) == ["Notes unchanged 1.0.0", "Cache unchanged 3"])
  }

  @Test("an entry that a killed process committed and did not stage is staged")
  func killed() async throws {
    _ = try await freeze("1.0.0")
    try sandbox.git("rm", "--cached", "-rq", "SchemaLedger")
    #expect(try await words(freeze("1.0.0")) == ["Notes already 1.0.0", "Cache unchanged 3"])
    #expect(try sandbox.git("status", "--porcelain", "SchemaLedger/Notes") == "")
  }

  // MARK: The configuration

  @Test("the configuration is committed with the first entry of a database that it does not have at HEAD")
  func configuration() async throws {
    try sandbox.write("schemaledger.yml", Configuration(databases: [Self.notes]).yaml)
    try sandbox.commitAll("Only notes")
    _ = try await freeze("1.0.0")
    try sandbox.write("schemaledger.yml", "# Two.\n" + Configuration(databases: [Self.notes, Self.cache]).yaml)
    #expect(try await words(freeze("1.1.0")) == ["Notes unchanged 1.0.0", "Cache frozen 3"])
    #expect(try sandbox.git("show", "HEAD:schemaledger.yml").hasPrefix("# Two."))
    // Any other change of it is not part of a freeze.
    try sandbox.write("schemaledger.yml", "# Still two.\n" + Configuration(databases: [Self.notes, Self.cache]).yaml)
    try sandbox.commit("db/3.sql", "ALTER TABLE users ADD COLUMN age INT;\n")
    _ = try await freeze("1.2.0")
    #expect(try sandbox.git("status", "--porcelain") == "M schemaledger.yml")
  }

  @Test("a staged configuration stays staged")
  func stagedConfiguration() async throws {
    try sandbox.write("schemaledger.yml", Configuration(databases: [Self.notes]).yaml)
    try sandbox.commitAll("Only notes")
    try sandbox.write("schemaledger.yml", Configuration(databases: [Self.notes, Self.cache]).yaml)
    try sandbox.git("add", "schemaledger.yml")
    _ = try await freeze("1.0.0")
    #expect(try sandbox.git("status", "--porcelain") == "M  schemaledger.yml")
  }
}
