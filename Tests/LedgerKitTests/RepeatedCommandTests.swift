import Digests
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import TestSupport
import Testing

/// Commands that are repeated, because a person is not sure or because the first run was interrupted.
@Suite("Repeated commands")
struct RepeatedCommandTests {
  private let sandbox: Sandbox

  /// Creates a repository with two committed migrations, no frozen version, and a program that signs.
  init() throws {
    sandbox = try Sandbox()
    try sandbox.write(usersAndNotes.mapValues(bytes))
    try sandbox.write("schemaledger.yml", Configuration(databases: [numbered]).yaml)
    try sandbox.commitAll("Start")
    try sandbox.write(
      "../signer",
      """
      #!/bin/sh
      echo x >> "\(sandbox.folder)/signatures"
      echo '[GNUPG:] SIG_CREATED D 1 8 00 1700000000 0123456789ABCDEF' >&2
      echo '-----BEGIN PGP SIGNATURE-----'; cksum | tr -d ' '; echo '-----END PGP SIGNATURE-----'
      """, executable: true)
    try sandbox.git("config", "gpg.program", sandbox.folder + "/signer")
  }

  private func context(at seconds: Int64 = 0) -> Freeze.ProcessContext {
    let person = [
      "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com", "GIT_AUTHOR_DATE": "1800000000 +0100",
      "GIT_COMMITTER_NAME": "Grace", "GIT_COMMITTER_EMAIL": "grace@example.com",
      "GIT_COMMITTER_DATE": "\(1_800_000_001 + seconds) +0000",
    ]
    return Freeze.ProcessContext(
      environment: Environment(person), now: GitTime(seconds: 1_800_000_002, offsetMinutes: 0),
      temporaryFolder: URL(fileURLWithPath: sandbox.folder))
  }

  private func freeze(
    _ version: String, from store: String? = nil, commits: Bool = true
  ) async throws
    -> Freeze.Outcome
  {
    let freeze = Freeze(repository: try sandbox.open(), configuration: numbered, processContext: context())
    return try await freeze.run(
      Version(version), at: nil, from: try store.map { try Store(at: $0, named: $0) }, commits: commits)
  }

  /// The references, the index and the files.
  private func state() throws -> [String] {
    try [
      sandbox.git("for-each-ref"), sandbox.git("ls-files", "--stage"),
      sandbox.git("status", "--porcelain", "--untracked-files=all"),
    ]
  }

  // MARK: seal

  private func sealing() throws -> Sealing { Sealing(repository: try sandbox.open(), processContext: context(at: 60)) }

  @Test("a seal of the same content is made once under a name, and another content does not replace it")
  func seal() async throws {
    _ = try await freeze("1.0.0")
    let seal = try sealing().seal()
    try await sealing().tag(seal, as: "sealed")
    let before = try state()
    try await sealing().tag(seal, as: "sealed")
    #expect(try state() == before)
    #expect(sandbox.read(sandbox.folder + "/signatures") == "x\n")

    try sandbox.write("db/3.sql", "CREATE TABLE tags (a);")
    try sandbox.commitAll("Tags")
    _ = try await freeze("1.1.0")
    let after = try state()
    let next = try sealing().seal()
    #expect(next.text != seal.text)
    await #expect(throws: GitError.referenceExists(name: "refs/tags/sealed")) {
      try await sealing().tag(next, as: "sealed")
    }
    #expect(try state() == after)
  }

  @Test("a seal that was interrupted before its reference was written is made by the next run")
  func interruptedSeal() async throws {
    _ = try await freeze("1.0.0")
    let seal = try sealing().seal()
    try await sealing().tag(seal, as: "sealed")
    let id = try sandbox.id("refs/tags/sealed")
    // The tag object is left, and no reference.
    try sandbox.git("update-ref", "-d", "refs/tags/sealed")
    try await sealing().tag(seal, as: "sealed")
    #expect(try sandbox.id("refs/tags/sealed") == id)
    // A tag of that name that is not signed, or of another object, is not the seal.
    try sandbox.git("tag", "--force", "-m", "Seal 1 frozen version\n\n\(seal.text)", "sealed")
    await #expect(throws: GitError.referenceExists(name: "refs/tags/sealed")) {
      try await sealing().tag(seal, as: "sealed")
    }
  }

  // MARK: import

  /// Writes a version as FreezeRay has frozen it.
  private func fixture(_ version: String, _ files: [String: String]) throws -> String {
    let draft = try draft(version, files)
    let folder = sandbox.folder + "/FreezeRay"
    let sql = "CREATE TABLE \(version.replacing(".", with: "_")) (a);\n"
    for (name, content) in [
      "App.sqlite": draft.files["App.sqlite"] ?? [], "schema.sql": bytes(sql), "schema.sha256": bytes(sha256(sql)),
    ] {
      let file = URL(fileURLWithPath: "\(folder)/\(version)/\(name)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content).write(to: file)
    }
    return folder
  }

  private func importing(_ folder: String, commits: Bool = true) async throws -> (new: [Bool], commit: ObjectID?) {
    let run = FixtureImport(repository: try sandbox.open(), configuration: numbered, processContext: context())
    let (items, commit) = try await run.run(folder, commits: commits)
    return (items.map(\.isNew), commit)
  }

  @Test("an import that is repeated changes nothing, and a later one adds what is new")
  func again() async throws {
    let folder = try fixture("0.1.0", users)
    #expect(try await importing(folder).new == [true])
    let before = try state()
    let second = try await importing(folder)
    #expect(second.new == [false] && second.commit == nil)
    #expect(try state() == before)
    _ = try fixture("0.2.0", usersAndNotes)
    let third = try await importing(folder)
    #expect(third.new == [false, true] && third.commit != nil)
    #expect(try sandbox.complaints() == "")
  }

  @Test("what an interrupted import has written is committed by the next run")
  func interruptedImport() async throws {
    let folder = try fixture("0.1.0", users)
    _ = try fixture("0.2.0", usersAndNotes)
    #expect(try await importing(folder, commits: false).commit == nil)
    // Not all files of the last entry, of which entry.json would have been the last.
    try sandbox.git("reset", "--quiet")
    try sandbox.remove("SchemaLedger/Fixtures/0.2.0/entry.json")
    let next = try await importing(folder)
    #expect(next.new == [true, true] && next.commit != nil)
    #expect(try sandbox.complaints() == "")
    #expect(try await importing(folder).new == [false, false])
  }

  // MARK: freeze --from

  @Test("a version that is frozen from the same file again is known, and from another one is refused")
  func freezeFromStore() async throws {
    let store = sandbox.folder + "/store.sqlite"
    try Data(draft("9", users).files["App.sqlite"] ?? []).write(to: URL(fileURLWithPath: store))
    guard case .frozen(let first) = try await freeze("1.0.0", from: store) else {
      Issue.record("not frozen")
      return
    }
    let before = try state()
    guard case .alreadyFrozen(let item) = try await freeze("1.0.0", from: store) else {
      Issue.record("not known")
      return
    }
    #expect(item.id == first.id)
    #expect(try state() == before)
    try Data(draft("9", usersAndNotes).files["App.sqlite"] ?? []).write(to: URL(fileURLWithPath: store))
    if case .frozen = try await freeze("1.0.0", from: store) { Issue.record("frozen twice") }
    #expect(try state() == before)
  }
}
