import Digests
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import MigrationSources
import SQLiteSchema
import TestSupport
import Testing

@Suite("Freeze")
struct FreezeTests {
  private let sandbox: Sandbox

  /// Creates a repository with two committed migrations and no frozen version.
  init() throws {
    sandbox = try Sandbox()
    try sandbox.write(usersAndNotes.mapValues(bytes))
    try sandbox.write("schemaledger.yml", Configuration(databases: [numbered]).yaml)
    try sandbox.commitAll("Start")
  }

  private static let ada = [
    "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com", "GIT_AUTHOR_DATE": "1800000000 +0100",
    "GIT_COMMITTER_NAME": "Grace", "GIT_COMMITTER_EMAIL": "grace@example.com", "GIT_COMMITTER_DATE": "1800000001 +0000",
  ]

  private func freeze(
    _ version: String, at revision: String? = nil, commits: Bool = true, in place: String? = nil,
    _ configuration: DatabaseConfiguration = numbered, environment: [String: String] = ada,
    present: PresentSource? = nil
  ) async throws -> Freeze.Outcome {
    let freeze = Freeze(
      repository: try sandbox.open(place), configuration: configuration,
      processContext: .init(
        environment: Environment(environment), now: GitTime(seconds: 1_800_000_002, offsetMinutes: 0),
        temporaryFolder: URL(fileURLWithPath: sandbox.folder)), present: present)
    return try await freeze.run(Version(version), at: revision, commits: commits)
  }

  private func frozen(_ outcome: Freeze.Outcome) throws -> Freeze.Frozen {
    guard case .frozen(let frozen) = outcome else { throw Unexpected(value: "\(outcome)") }
    return frozen
  }

  /// Everything that a failed freeze must leave unchanged.
  private func state(in place: String? = nil) throws -> [String] {
    try [
      sandbox.git("status", "--porcelain", "--untracked-files=all", "--ignored", in: place),
      sandbox.git("rev-parse", "--verify", "--quiet", "--default", "none", "HEAD", in: place),
      sandbox.git("for-each-ref", in: place), sandbox.git("ls-files", "--stage", in: place),
      sandbox.git("reflog", "--all", in: place),
    ]
  }

  @Test("a parent that is missing in the work tree is read from HEAD")
  func lostParent() async throws {
    _ = try await freeze("1.0.0")
    try sandbox.remove("SchemaLedger/Fixtures/1.0.0")
    try sandbox.write("db/3.sql", "ALTER TABLE users ADD COLUMN age INT;")
    let frozen = try frozen(await freeze("1.1.0"))
    #expect(frozen.diff?.meaningfulChanges.map(\.place) == ["users.age"])
  }

  // MARK: New versions

  @Test("what was just read is not read again, and leads to the same entry")
  func present() async throws {
    _ = try await freeze("1.0.0")
    try sandbox.write("db/3.sql", "ALTER TABLE users ADD COLUMN age INT;")
    let repository = try sandbox.open()
    let present = try PresentSource(of: numbered, in: repository.snapshot(.workTree))
    let (before, entry) = (try sandbox.id("HEAD"), try frozen(await freeze("1.1.0")))
    try sandbox.git("reset", "--quiet", "--hard", before.hex)
    // Without what was read, this would be frozen.
    try sandbox.write("db/3.sql", "ALTER TABLE users ADD COLUMN height INT;")
    #expect(try frozen(await freeze("1.1.0", present: present)).id == entry.id)
  }

  @Test("a version becomes an entry in one commit with trailers")
  func commit() async throws {
    let before = try sandbox.id("HEAD")
    let frozen = try frozen(await freeze("1.0.0"))
    #expect(frozen.commit == (try sandbox.id("HEAD")))
    #expect(try sandbox.id("HEAD~") == before)
    #expect(frozen.folder == "SchemaLedger/Fixtures/1.0.0")
    #expect(frozen.diff == nil)
    #expect(frozen.objectCount == 2)
    #expect(frozen.uncommitted == [])
    let folder = "SchemaLedger/Fixtures/1.0.0/"
    #expect(
      try sandbox.git("show", "--format=", "--name-status", "HEAD").split(separator: "\n").map(String.init) == [
        "A\tSchemaLedger/.gitattributes", "A\t\(folder)App.sqlite", "A\t\(folder)entry.json", "A\t\(folder)schema.json",
        "A\t\(folder)schema.sha256", "A\t\(folder)schema.sql", "A\tSchemaLedger/README.md",
      ])
    #expect(
      try sandbox.git("log", "-1", "--format=%an %cn %at %ct%n%B")
        == "Ada Grace 1800000000 1800000001\nFreeze schema 1.0.0\n\nSchema-Version: 1.0.0\nSchema-Entry: \(frozen.id)")
    #expect(try sandbox.complaints() == "")
    let entry = try #require(sandbox.read(folder + "entry.json"))
    #expect(sha256(entry) == frozen.id)
    #expect(try draft("1.0.0", usersAndNotes).entry.id == frozen.id)
  }

  @Test("the next version names its parent, and the changes are reported")
  func next() async throws {
    let first = try frozen(await freeze("1.0.0"))
    try sandbox.commit("db/3.sql", "ALTER TABLE users ADD COLUMN age INT;\n")
    let second = try frozen(await freeze("2.0.0"))
    #expect(second.entry.parents == [first.id])
    #expect(second.diff?.meaningfulChanges.map(\.place) == ["users.age"])
    #expect(
      try sandbox.git("log", "-1", "--format=%B")
        == """
        Freeze schema 2.0.0

        * column.added users.age: age INT

        Schema-Version: 2.0.0
        Schema-Entry: \(second.id)
        """)
    #expect(try sandbox.complaints() == "")
  }

  @Test("staged changes stay staged and are not committed")
  func staged() async throws {
    try sandbox.write("staged", "x")
    try sandbox.git("add", "staged")
    try sandbox.write("untracked", "x")
    _ = try await freeze("1.0.0")
    #expect(try sandbox.git("status", "--porcelain") == "A  staged\n?? untracked")
    #expect(try sandbox.git("ls-tree", "--name-only", "HEAD") == "SchemaLedger\ndb\nschemaledger.yml")
  }

  @Test("without a commit, the entry is written and staged")
  func staging() async throws {
    let head = try sandbox.id("HEAD")
    let frozen = try frozen(await freeze("1.0.0", commits: false, environment: [:]))
    #expect(frozen.commit == nil)
    #expect(try sandbox.id("HEAD") == head)
    #expect(try sandbox.git("status", "--porcelain").split(separator: "\n").allSatisfy { $0.hasPrefix("A  ") })
    #expect(try sandbox.git("write-tree") != sandbox.git("rev-parse", "HEAD^{tree}"))
  }

  @Test("an entry that a killed process wrote and did not stage is staged")
  func unstaged() async throws {
    _ = try await freeze("1.0.0", commits: false)
    let status = try sandbox.git("status", "--porcelain")
    try sandbox.git("reset", "--quiet")
    _ = try frozen(await freeze("1.0.0", commits: false))
    #expect(try sandbox.git("status", "--porcelain") == status)
  }

  @Test("an entry that a killed process committed but did not add to the index is added")
  func indexNotUpdated() async throws {
    try sandbox.write("staged", "x")
    try sandbox.git("add", "staged")
    _ = try await freeze("1.0.0")
    try sandbox.git("rm", "-r", "--quiet", "--cached", "SchemaLedger", "schemaledger.yml")
    guard case .alreadyFrozen = try await freeze("1.0.0") else {
      Issue.record("1.0.0 is frozen already")
      return
    }
    #expect(try sandbox.git("status", "--porcelain") == "A  staged")
    // A version that the user removes with Git stays removed.
    try sandbox.git("rm", "-r", "--quiet", "SchemaLedger/Fixtures/1.0.0")
    let removed = try sandbox.git("status", "--porcelain")
    _ = try await freeze("1.0.0")
    #expect(try sandbox.git("status", "--porcelain") == removed)
  }

  @Test("a revision is read without a checkout, and the entry names its commit")
  func revision() async throws {
    try sandbox.git("tag", "v1")
    let tagged = try sandbox.id("v1")
    try sandbox.commit("db/3.sql", "CREATE TABLE tags (id INTEGER PRIMARY KEY);\n")
    try sandbox.write("db/4.sql", "not SQL")
    let frozen = try frozen(await freeze("1.0.0", at: "v1"))
    #expect(frozen.entry.commitID == tagged)
    #expect(frozen.entry.migrations.map(\.id) == ["1", "2"])
    #expect(frozen.uncommitted == [])
    #expect(try sandbox.git("status", "--porcelain") == "?? db/4.sql")
    #expect(frozen.id == (try draft("1.0.0", usersAndNotes, commit: tagged).entry.id))
  }

  @Test("an uncommitted source is reported")
  func uncommitted() async throws {
    try sandbox.write("db/2.sql", (usersAndNotes["db/2.sql"] ?? "") + "\n")
    try sandbox.write("db/3.sql", "CREATE TABLE tags (id INTEGER PRIMARY KEY);\n")
    #expect(try frozen(await freeze("1.0.0")).uncommitted == ["db/2.sql", "db/3.sql"])
  }

  @Test("a deleted configuration and a changed README are left as they are")
  func ownFiles() async throws {
    _ = try await freeze("1.0.0")
    try sandbox.write("SchemaLedger/README.md", "ours\n")
    try sandbox.commitAll()
    _ = try await freeze("2.0.0")
    #expect(sandbox.read("SchemaLedger/README.md") == "ours\n")
    #expect(try sandbox.complaints() == "")
  }

  // MARK: Locations

  @Test("the first commit of a branch may be an entry")
  func unborn() async throws {
    let fresh = try Sandbox()
    try fresh.write(usersAndNotes.mapValues(bytes))
    try fresh.write("schemaledger.yml", "x")
    let freeze = Freeze(
      repository: try fresh.open(), configuration: numbered,
      processContext: .init(
        environment: Environment(Self.ada), now: GitTime(seconds: 0, offsetMinutes: 0),
        temporaryFolder: URL(fileURLWithPath: fresh.folder)))
    let frozen = try frozen(await freeze.run(Version("1.0.0"), at: nil, commits: true))
    #expect(frozen.commit == (try fresh.id("main")))
    #expect(frozen.uncommitted == ["db/1.sql", "db/2.sql"])
    #expect(try fresh.git("ls-tree", "--name-only", "HEAD") == "SchemaLedger\nschemaledger.yml")
  }

  @Test("a freeze on a detached HEAD moves HEAD and no branch")
  func detached() async throws {
    let main = try sandbox.id("main")
    try sandbox.git("switch", "--quiet", "--detach")
    let frozen = try frozen(await freeze("1.0.0"))
    #expect(frozen.commit == (try sandbox.id("HEAD")))
    #expect(try sandbox.id("main") == main)
  }

  @Test("a linked work tree has its own HEAD and index")
  func linked() async throws {
    let place = sandbox.folder + "/linked"
    try sandbox.git("worktree", "add", "--quiet", "-b", "side", place)
    let frozen = try frozen(await freeze("1.0.0", in: place))
    #expect(frozen.commit == (try sandbox.id("side")))
    #expect(try sandbox.complaints(in: place) == "")
    #expect(try sandbox.complaints() == "")
    #expect(sandbox.exists(place + "/SchemaLedger/Fixtures/1.0.0/App.sqlite"))
    #expect(!sandbox.exists("SchemaLedger"))
  }

  @Test("two people who freeze the same source get the same entry")
  func samePeople() async throws {
    try sandbox.git("branch", "side")
    let ours = try frozen(await freeze("1.0.0"))
    try sandbox.git("switch", "--quiet", "side")
    let bob = Self.ada.merging(["GIT_AUTHOR_NAME": "Bob", "GIT_AUTHOR_DATE": "1900000000 +0000"]) { $1 }
    let theirs = try frozen(await freeze("1.0.0", environment: bob))
    #expect(ours.id == theirs.id)
    #expect(ours.commit != theirs.commit)
    try sandbox.git("merge", "--quiet", "--no-edit", "main")
    #expect(try sandbox.complaints() == "")
  }

  // MARK: Frozen versions

  @Test("freezing again changes nothing and needs no identity")
  func again() async throws {
    let first = try frozen(await freeze("1.0.0"))
    let before = try state()
    guard case .alreadyFrozen(let item) = try await freeze("1.0.0", environment: [:]) else {
      Issue.record("not frozen already")
      return
    }
    #expect(item.id == first.id)
    #expect(try state() == before)
  }

  /// A change of the source after it was frozen, and the finding when it is frozen again.
  static let differences: [(path: String, text: String, brief: String, message: String)] = [
    (
      "db/3.sql", "CREATE TABLE tags (a);", "SL201 error 1.0.0",
      "today's source produces a different schema than was frozen as 1.0.0"
    ),
    (
      "db/3.sql", "SELECT 1;", "SL202 error 1.0.0",
      "today's source has the schema of 1.0.0, but other migrations: db/3.sql"
    ),
    (
      "db/2.sql", (usersAndNotes["db/2.sql"] ?? "") + "SELECT 1;", "SL202 error 1.0.0",
      "today's source has the schema of 1.0.0, but other migrations: db/2.sql"
    ),
  ]

  @Test("freezing a version with another source is drift", arguments: differences)
  func differs(path: String, text: String, brief: String, message: String) async throws {
    _ = try await freeze("1.0.0")
    try sandbox.write(path, text)
    let before = try state()
    guard case .differs(_, let findings) = try await freeze("1.0.0") else {
      Issue.record("no drift")
      return
    }
    #expect(findings.map(\.brief) == [brief])
    #expect(findings.map(\.message) == [message])
    #expect(try state() == before)
  }

  @Test("a name in another letter case gives the same schema")
  func letterCase() async throws {
    let configuration = DatabaseConfiguration(source: .schema(files: ["schema.sql"], forward: nil))
    try sandbox.commit("schema.sql", "CREATE TABLE Users (id INTEGER PRIMARY KEY);")
    _ = try await freeze("1.0.0", configuration)
    try sandbox.commit("schema.sql", "-- people\ncreate table users (ID integer primary key);")
    guard case .alreadyFrozen = try await freeze("1.0.0", configuration) else {
      Issue.record("not frozen already")
      return
    }
  }

  @Test(
    "a schema file is found at its former path", arguments: [["new.sql", "old.sql"], ["nowhere.sql", "old.sql"]])
  func pastPath(paths: [String]) async throws {
    let configuration = DatabaseConfiguration(
      source: .schema(files: [paths[0]], past: Array(paths.dropFirst()), forward: nil))
    try sandbox.commit("old.sql", "CREATE TABLE old (a);")
    try sandbox.git("tag", "v1")
    try sandbox.git("mv", "old.sql", "new.sql")
    try sandbox.commit("new.sql", "CREATE TABLE new (a);")
    let past = try frozen(await freeze("1.0.0", at: "v1", configuration))
    #expect(past.objectCount == 1)
    guard paths[0] == "new.sql" else {
      await #expect(throws: LedgerError.noSourceFile(paths: paths, place: "")) {
        try await freeze("2.0.0", configuration)
      }
      return
    }
    let diff = try #require(try frozen(await freeze("2.0.0", configuration)).diff)
    #expect(diff.meaningfulChanges.map(\.place).sorted() == ["new", "old"])
  }

  @Test("an entry that is missing only in the work tree is still frozen")
  func lostInWorkTree() async throws {
    let first = try frozen(await freeze("1.0.0"))
    try sandbox.remove("SchemaLedger")
    guard case .alreadyFrozen = try await freeze("1.0.0") else {
      Issue.record("not frozen already")
      return
    }
    try sandbox.commit("db/3.sql", "CREATE TABLE tags (a);")
    #expect(try frozen(await freeze("2.0.0")).entry.parents == [first.id])
  }

  @Test("files that a killed freeze left are overwritten")
  func unfinished() async throws {
    try sandbox.write("SchemaLedger/Fixtures/1.0.0/App.sqlite", "half")
    _ = try frozen(await freeze("1.0.0"))
    #expect(try sandbox.complaints() == "")
  }

  // MARK: Refusals

  struct Refusal: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var version = "1.0.0"
    var revision: String?
    var environment = FreezeTests.ada
    var configuration = numbered
    let prepare: @Sendable (Sandbox) throws -> Void
    let error: @Sendable (any Error) -> Bool
  }

  static let refusals = [
    Refusal(
      testDescription: "a merge in progress", prepare: { try conflict("merge", in: $0) },
      error: { $0 as? LedgerError == .operationInProgress(.merge) }),
    Refusal(
      testDescription: "a rebase in progress", prepare: { try conflict("rebase", in: $0) },
      error: { $0 as? LedgerError == .operationInProgress(.rebase) }),
    Refusal(
      testDescription: "a cherry-pick in progress", prepare: { try conflict("cherry-pick", in: $0) },
      error: { $0 as? LedgerError == .operationInProgress(.cherryPick) }),
    Refusal(
      testDescription: "nobody to commit as", environment: [:], prepare: { _ in },
      error: { $0 as? GitError == .noIdentity(.author) }),
    Refusal(
      testDescription: "a locked index", prepare: { try $0.write(".git/index.lock", "") },
      error: { if case .indexLocked? = $0 as? GitError { true } else { false } }),
    Refusal(
      testDescription: "a locked branch", prepare: { try $0.write(".git/refs/heads/main.lock", "") },
      error: { if case .referenceLocked? = $0 as? GitError { true } else { false } }),
    Refusal(
      testDescription: "no such revision", revision: "v9", prepare: { _ in },
      error: { $0 as? GitError == .unknownRevision("v9") }),
    Refusal(
      testDescription: "a revision without the source", revision: "empty",
      prepare: {
        let tree = try $0.git("hash-object", "-t", "tree", "-w", "/dev/null")
        try $0.git("tag", "empty", try $0.git("commit-tree", tree, "-m", "x"))
      }, error: { $0 as? LedgerError == .noSourceFolder(paths: ["db"], place: "") }),
    Refusal(
      testDescription: "SQL that does not run", prepare: { try $0.write("db/3.sql", "SELECT 1;\nCREATE TABEL t (a);") },
      error: { if case .sqlFailed("db/3.sql", 2, _)? = $0 as? LedgerError { true } else { false } }),
    Refusal(
      testDescription: "a file that is not text", prepare: { try $0.write(["db/3.sql": [0xFF, 0xFE]]) },
      error: { $0 as? MigrationFolderError == .notText("db/3.sql") }),
    Refusal(
      testDescription: "a version that is there in other letters", version: "1.0-RC",
      prepare: { try $0.freeze(try draft("1.0-rc", users)) },
      error: { $0 as? LedgerError == .versionDiffersInCase(name: "1.0-RC", existing: "1.0-rc") }),
    Refusal(
      testDescription: "an entry of a newer format",
      prepare: { try $0.commit("SchemaLedger/Fixtures/1.0.0/entry.json", #"{"format":3}"#) },
      error: {
        $0 as? LedgerError
          == .entry(.newerFormat(folder: "SchemaLedger/Fixtures/1.0.0", format: 3))
      }),
    Refusal(
      testDescription: "a file in the ledger's place", prepare: { try $0.commit("SchemaLedger", "x") },
      error: { $0 as? LedgerError == .ledgerIsNoFolder(path: "SchemaLedger", kind: .file) }),
    Refusal(
      testDescription: "a link in the ledger's place",
      prepare: {
        try FileManager.default.createSymbolicLink(atPath: $0.root + "/SchemaLedger", withDestinationPath: "/tmp")
      }, error: { $0 as? LedgerError == .ledgerIsNoFolder(path: "SchemaLedger", kind: .symlink) }),
  ]

  private static func conflict(_ command: String, in sandbox: Sandbox) throws {
    try sandbox.git("switch", "--quiet", "-c", "side")
    try sandbox.commit("file", "theirs")
    try sandbox.git("switch", "--quiet", "main")
    try sandbox.commit("file", "ours")
    #expect(throws: Sandbox.Failure.self) { try sandbox.git(command, "side") }
  }

  @Test("a rejected freeze changes nothing", arguments: refusals)
  func refuses(refusal: Refusal) async throws {
    try refusal.prepare(sandbox)
    let before = try state()
    do {
      let outcome = try await freeze(
        refusal.version, at: refusal.revision, refusal.configuration, environment: refusal.environment)
      Issue.record("\(outcome)")
    } catch {
      #expect(refusal.error(error), "\(error)")
    }
    #expect(try state() == before)
  }

  @Test("a bare repository has no source to freeze")
  func bare() async throws {
    let place = sandbox.folder + "/bare.git"
    try sandbox.git("clone", "--quiet", "--bare", ".", place)
    await #expect(throws: LedgerError.self) { try await freeze("1.0.0", in: place) }
  }
}
