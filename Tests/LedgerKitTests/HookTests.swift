import Foundation
import GitStore
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Hook")
struct HookTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    // The template folder may bring samples.
    try? FileManager.default.removeItem(atPath: sandbox.root + "/.git/hooks")
  }

  private func hook() throws -> Hook { try Hook(repository: try sandbox.open()) }

  private func driver() throws -> String? { try sandbox.open().string("diff.schemaledger.textconv") }

  private let ours = ".git/hooks/pre-commit"
  private let chained = ".git/hooks/pre-commit.before-schemaledger"

  @Test("a fresh repository: missing, installed, and missing again")
  func fresh() throws {
    #expect(try hook().status() == .missing)
    try hook().install(chaining: false)
    #expect(try hook().status() == .installed)
    #expect(sandbox.read(ours) == HookText.preCommit)
    #expect(FileManager.default.isExecutableFile(atPath: sandbox.root + "/" + ours))
    #expect(try driver() == "schemaledger show --describe --file")
    try hook().install(chaining: false)
    #expect(try hook().status() == .installed)
    #expect(try hook().isChained == false)
    #expect(try hook().uninstall())
    #expect(try hook().status() == .missing)
    #expect(try driver() == nil)
    #expect(try hook().uninstall() == false)
  }

  @Test("a stranger's hook is not overwritten, and nothing else is done")
  func stranger() throws {
    try sandbox.write(ours, "#!/bin/sh\nexit 0\n", executable: true)
    #expect(try hook().status() == .strangers)
    #expect(throws: LedgerError.self) { try hook().install(chaining: false) }
    #expect(throws: LedgerError.notOurHook(path: try hook().path)) { try hook().uninstall() }
    #expect(sandbox.read(ours) == "#!/bin/sh\nexit 0\n")
    #expect(try driver() == nil)
  }

  @Test("a stranger's hook is kept, run, and given back")
  func chaining() throws {
    try sandbox.write(ours, "#!/bin/sh\nexit 0\n", executable: true)
    try hook().install(chaining: true)
    #expect(try hook().status() == .installed)
    #expect(try hook().isChained)
    #expect(sandbox.read(chained) == "#!/bin/sh\nexit 0\n")
    #expect(FileManager.default.isExecutableFile(atPath: sandbox.root + "/" + chained))
    #expect(try hook().uninstall())
    #expect(sandbox.read(ours) == "#!/bin/sh\nexit 0\n")
    #expect(FileManager.default.isExecutableFile(atPath: sandbox.root + "/" + ours))
    #expect(!sandbox.exists(chained))
  }

  @Test("a second stranger is not put over the first")
  func twoStrangers() throws {
    try sandbox.write(chained, "first", executable: true)
    try sandbox.write(ours, "second", executable: true)
    #expect(throws: LedgerError.self) { try hook().install(chaining: true) }
    #expect(sandbox.read(chained) == "first")
    #expect(sandbox.read(ours) == "second")
  }

  @Test("ours is gone and the kept one waits: to give it back is something")
  func onlyChained() throws {
    try sandbox.write(chained, "#!/bin/sh\n", executable: true)
    #expect(try hook().uninstall())
    #expect(sandbox.read(ours) == "#!/bin/sh\n")
    #expect(!sandbox.exists(chained))
  }

  @Test("a hook that lost its mode is told, and gets it back")
  func mode() throws {
    try hook().install(chaining: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: sandbox.root + "/" + ours)
    #expect(try hook().status() == .notExecutable)
    try hook().install(chaining: false)
    #expect(FileManager.default.isExecutableFile(atPath: sandbox.root + "/" + ours))
  }

  @Test("a diff driver that is not ours stays, and the hook is not installed")
  func strangersDriver() throws {
    try sandbox.git("config", "diff.schemaledger.textconv", "my-tool")
    #expect(throws: LedgerError.strangersDiffDriver(command: "my-tool")) { try hook().install(chaining: false) }
    #expect(try hook().status() == .missing)
    #expect(try driver() == "my-tool")
    #expect(try hook().uninstall() == false)
    #expect(try driver() == "my-tool")
  }

  @Test("when the configuration cannot be written, nothing is installed")
  func lockedConfiguration() throws {
    try sandbox.write(ours, "#!/bin/sh\n", executable: true)
    try sandbox.write(".git/config.lock", "")
    #expect(throws: GitError.self) { try hook().install(chaining: true) }
    #expect(sandbox.read(ours) == "#!/bin/sh\n")
    #expect(!sandbox.exists(chained))
  }

  @Test("when the folder cannot be made, the configuration is as before")
  func noFolder() throws {
    try sandbox.write("blocked", "a file")
    try sandbox.git("config", "core.hooksPath", "blocked/hooks")
    #expect(throws: LedgerError.self) { try hook().install(chaining: false) }
    #expect(try driver() == nil)
  }

  @Test("core.hooksPath and linked work trees are followed")
  func elsewhere() throws {
    try sandbox.commit("file", "x")
    let place = sandbox.folder + "/linked"
    try sandbox.git("worktree", "add", "--quiet", "-b", "side", place)
    try Hook(repository: try sandbox.open(place)).install(chaining: false)
    #expect(try hook().status() == .installed)
    try sandbox.git("config", "core.hooksPath", "githooks")
    #expect(try hook().status() == .missing)
    try hook().install(chaining: false)
    #expect(sandbox.read("githooks/pre-commit") == HookText.preCommit)
  }

  @Test("texts of earlier versions are known by their bytes, and none is today's")
  func past() {
    #expect(!HookText.past.contains(HookText.preCommit))
  }
}
