import Foundation
import GitStore
import LedgerTestSupport
import TestSupport
import Testing

@testable import LedgerCore

@Suite("Trust")
struct TrustTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private var state: StateFolder { StateFolder(path: sandbox.folder + "/state/schemaledger") }

  private func source(_ change: (inout SourceCommand) -> Void = { _ in }) -> SourceConfiguration {
    var command = SourceCommand(line: "touch ran; sqlite3 {db} 'CREATE TABLE t (a)'")
    change(&command)
    return .command(command, forward: nil)
  }

  private func trusted(_ place: String? = nil) throws -> TrustedCommands {
    try TrustedCommands(of: sandbox.open(place), in: state)
  }

  private func run(_ source: SourceConfiguration, _ trust: Trust, in place: String? = nil) async throws {
    let repository = try sandbox.open(place)
    var environment = sandbox.commandEnvironment
    environment.trust = trust
    let runner = try #require(
      try CommandRunner(
        for: source, in: repository.snapshot(.workTree), of: repository, environment: environment))
    _ = try await runner.run(source.commands[0], on: nil)
  }

  @Test("a command runs only after it was allowed, and no longer after that was revoked")
  func allowing() async throws {
    let refusal = LedgerError.commandsNotAllowed(source().repositoryCommands, isChanged: false)
    for trust in [Trust.allowed(in: state), .allowed(in: nil)] {
      await #expect(throws: refusal) { try await run(source(), trust) }
    }
    #expect(!sandbox.exists("ran"))
    try trusted().allow(source().repositoryCommands)
    try await run(source(), .allowed(in: state))
    #expect(sandbox.exists("ran"))
    try trusted().revoke()
    await #expect(throws: refusal) { try await run(source(), .allowed(in: state)) }
    try await run(source(), .everything)
  }

  @Test("whatever changes what is run must be allowed again, and what does not, need not")
  func changes() async throws {
    try trusted().allow(source().repositoryCommands)
    let changed = [
      source { $0.line += " " }, source { $0.folder = "db" }, source { $0.environment = ["A": "b"] },
      source { $0.inputs = ["db"] },
    ]
    for source in changed {
      await #expect(throws: LedgerError.commandsNotAllowed(source.repositoryCommands, isChanged: true)) {
        try await run(source, .allowed(in: state))
      }
    }
    #expect(!sandbox.exists("ran"))
    try await run(source { $0.timeLimit = 250 }, .allowed(in: state))
    try await run(.command(SourceCommand(line: source().commands[0].line), forward: nil), .allowed(in: state))
  }

  @Test("of several commands, only those that are not allowed are refused")
  func several() throws {
    let migrate = SourceCommand(line: "sh migrate.sh {db}")
    let both = SourceConfiguration.command(source().commands[0], forward: migrate)
    try trusted().allow(source().repositoryCommands)
    #expect(throws: LedgerError.commandsNotAllowed([RepositoryCommand(migrate, key: "migrate")], isChanged: true)) {
      try Trust.allowed(in: state).require(both, of: sandbox.open())
    }
    try trusted().allow(both.repositoryCommands)
    #expect(try trusted().all() == both.repositoryCommands)
    try Trust.allowed(in: state).require(both, of: sandbox.open())
  }

  @Test("each part of a package's configuration that determines what is run counts")
  func packages() {
    func digest(_ change: (inout SwiftPackage) -> Void) -> String {
      var package = SwiftPackage(product: "Tool")
      change(&package)
      return SourceConfiguration.swift(package).repositoryCommands[0].digest
    }
    let digests = [
      digest { _ in }, digest { $0.product = "Other" }, digest { $0.folder = "app" }, digest { $0.build = "make" },
      digest { $0.tool = "bin/tool" }, digest { $0.environment = ["A": "b"] }, digest { $0.inputs = ["Sources"] },
    ]
    #expect(Set(digests).count == digests.count)
    #expect(digest { $0.timeLimit = 5 } == digests[0])
  }

  @Test("what is shown is everything that counts, a line for each line of a command")
  func shown() {
    let source = source {
      $0.line = "first {db}\nsecond"
      $0.folder = "db"
      $0.environment = ["B": "2", "A": "1"]
      $0.inputs = ["a.sql", "b"]
    }
    #expect(
      source.repositoryCommands[0].lines == [
        "create:", "  first {db}", "  second", "  directory: db", "  environment A: 1", "  environment B: 2",
        "  inputs: a.sql, b",
      ])
  }

  @Test("a repository is its Git folder: a clone is another one, and a linked worktree and a link are not")
  func repositories() throws {
    try sandbox.commit("a", "1")
    try trusted().allow(source().repositoryCommands)
    try sandbox.git("clone", "--quiet", sandbox.root, sandbox.folder + "/clone")
    try sandbox.git("worktree", "add", "--quiet", sandbox.folder + "/linked")
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.folder + "/link", withDestinationPath: sandbox.root)
    #expect(try trusted(sandbox.folder + "/clone").all() == [])
    for place in ["/linked", "/link"] {
      #expect(try trusted(sandbox.folder + place).all() == source().repositoryCommands)
    }
  }

  /// Files that this user has not written.
  enum Foreign: CaseIterable { case writable, readable, link, otherRepository, text, otherFormat }

  @Test("a list that somebody else may have written is an error", arguments: Foreign.allCases)
  func foreign(_ kind: Foreign) throws {
    try trusted().allow(source().repositoryCommands)
    let folder = state.path + "/trust"
    let file = folder + "/" + (try #require(FileManager.default.contentsOfDirectory(atPath: folder).first))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    func rewrite(_ text: String) throws {
      let handle = try #require(FileHandle(forWritingAtPath: file))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(text.utf8))
    }
    switch kind {
    case .writable: try FileManager.default.setAttributes([.posixPermissions: 0o602], ofItemAtPath: file)
    case .readable: try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    case .link:
      try FileManager.default.moveItem(atPath: file, toPath: sandbox.folder + "/list")
      try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: sandbox.folder + "/list")
    case .otherRepository: try rewrite(text.replacing(sandbox.root, with: "/nowhere"))
    case .text: try rewrite("x")
    case .otherFormat: try rewrite(text.replacing("\"format\":1", with: "\"format\":2"))
    }
    #expect(throws: LedgerError.self) { try Trust.allowed(in: state).require(source(), of: sandbox.open()) }
    try trusted().revoke()
    #expect(try trusted().all() == [])
  }

  @Test("a command does not inherit the secret of cache files")
  func secret() async throws {
    var environment = sandbox.commandEnvironment
    environment.variables[CacheFolder.secretName] = "secret"
    environment.variables["OTHER"] = "other"
    let source = source { $0.line = "env > variables; sqlite3 {db} 'CREATE TABLE t (a)'" }
    let repository = try sandbox.open()
    let runner = try #require(
      try CommandRunner(
        for: source, in: repository.snapshot(.workTree), of: repository, environment: environment))
    _ = try await runner.run(source.commands[0], on: nil)
    let variables = try String(contentsOfFile: sandbox.root + "/variables", encoding: .utf8)
    #expect(variables.contains("OTHER=other") && !variables.contains(CacheFolder.secretName))
  }
}
