import Digests
import Foundation
import GitStore
import LedgerCore
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Hook")
struct HookTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    // Git's template folder may contain sample hooks.
    try? FileManager.default.removeItem(atPath: sandbox.root + "/.git/hooks")
  }

  private func gate() throws -> HookInstallation { HookInstallation(repository: try sandbox.open()) }

  private func hook(_ name: HookName = .preCommit) throws -> Hook { try gate().hook(name) }

  private func driver() throws -> String? { try sandbox.open().string("diff.schemaledger.textconv") }

  private let ours = ".git/hooks/pre-commit"
  private let chained = ".git/hooks/pre-commit.before-schemaledger"

  @Test("in a new repository the hook is missing, installed, and missing again")
  func fresh() throws {
    #expect(try hook().status() == .missing)
    try gate().install()
    #expect(try hook().status() == .installed)
    #expect(sandbox.read(ours) == HookText.preCommit)
    #expect(FileManager.default.isExecutableFile(atPath: sandbox.root + "/" + ours))
    #expect(try driver() == "schemaledger show --describe --file")
    try gate().install()
    #expect(try hook().status() == .installed)
    #expect(try hook().isChained == false)
    #expect(try !gate().uninstall().isEmpty)
    #expect(try hook().status() == .missing)
    #expect(try driver() == nil)
    #expect(try gate().uninstall().isEmpty)
  }

  @Test("a hook that verifies is installed on request, and stays so until that is revoked")
  func verifying() throws {
    try gate().install(verifies: true)
    for name in [HookName.preCommit, .preMergeCommit] {
      #expect(try hook(name).status() == .installed)
      #expect(try hook(name).verifies())
    }
    #expect(sandbox.read(ours)?.hasSuffix("exec schemaledger hook run pre-commit\n") == true)
    #expect(sandbox.read(ours)?.contains("schemaledger check --staged || exit $?\n") == true)
    try gate().install()
    #expect(try hook().verifies())
    try gate().install(verifies: false)
    #expect(sandbox.read(ours) == HookText.preCommit)
    #expect(try !hook().verifies())
    #expect(try !gate().uninstall().isEmpty)
  }

  @Test("a foreign hook is not overwritten, and nothing is installed")
  func foreignHook() throws {
    try sandbox.write(ours, "#!/bin/sh\nexit 0\n", executable: true)
    #expect(try hook().status() == .foreign)
    #expect(throws: LedgerError.self) { try gate().install() }
    #expect(throws: LedgerError.notOurHook(path: try hook().path)) { try gate().uninstall() }
    #expect(sandbox.read(ours) == "#!/bin/sh\nexit 0\n")
    #expect(try driver() == nil)
  }

  @Test("a foreign hook is kept, run, and restored")
  func chaining() throws {
    try sandbox.write(ours, "#!/bin/sh\nexit 0\n", executable: true)
    try gate().install(chaining: true)
    #expect(try hook().status() == .installed)
    #expect(try hook().isChained)
    #expect(sandbox.read(chained) == "#!/bin/sh\nexit 0\n")
    #expect(FileManager.default.isExecutableFile(atPath: sandbox.root + "/" + chained))
    #expect(try !gate().uninstall().isEmpty)
    #expect(sandbox.read(ours) == "#!/bin/sh\nexit 0\n")
    #expect(FileManager.default.isExecutableFile(atPath: sandbox.root + "/" + ours))
    #expect(!sandbox.exists(chained))
  }

  @Test("a second foreign hook does not replace the first")
  func twoForeignHooks() throws {
    try sandbox.write(chained, "first", executable: true)
    try sandbox.write(ours, "second", executable: true)
    #expect(throws: LedgerError.self) { try gate().install(chaining: true) }
    #expect(sandbox.read(chained) == "first")
    #expect(sandbox.read(ours) == "second")
  }

  @Test("if our hook was removed, uninstalling still restores the kept hook")
  func onlyChained() throws {
    try sandbox.write(chained, "#!/bin/sh\n", executable: true)
    #expect(try !gate().uninstall().isEmpty)
    #expect(sandbox.read(ours) == "#!/bin/sh\n")
    #expect(!sandbox.exists(chained))
  }

  @Test("a hook that is not executable is reported and repaired")
  func mode() throws {
    try gate().install()
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: sandbox.root + "/" + ours)
    #expect(try hook().status() == .notExecutable)
    try gate().install()
    #expect(FileManager.default.isExecutableFile(atPath: sandbox.root + "/" + ours))
  }

  @Test("a foreign diff driver is kept, and the hook is not installed")
  func foreignDriver() throws {
    try sandbox.git("config", "diff.schemaledger.textconv", "my-tool")
    #expect(throws: LedgerError.foreignDiffDriver(command: "my-tool")) { try gate().install() }
    #expect(try hook().status() == .missing)
    #expect(try driver() == "my-tool")
    #expect(try gate().uninstall().isEmpty)
    #expect(try driver() == "my-tool")
  }

  @Test("if the configuration cannot be written, nothing is installed")
  func lockedConfiguration() throws {
    try sandbox.write(ours, "#!/bin/sh\n", executable: true)
    try sandbox.write(".git/config.lock", "")
    #expect(throws: GitError.self) { try gate().install(chaining: true) }
    #expect(sandbox.read(ours) == "#!/bin/sh\n")
    #expect(!sandbox.exists(chained))
  }

  @Test("if the folder cannot be created, the configuration is unchanged")
  func noFolder() throws {
    try sandbox.write("blocked", "a file")
    try sandbox.git("config", "core.hooksPath", "blocked/hooks")
    #expect(throws: LedgerError.self) { try gate().install() }
    #expect(try driver() == nil)
  }

  @Test("core.hooksPath and linked work trees are followed")
  func elsewhere() throws {
    try sandbox.commit("file", "x")
    let place = sandbox.folder + "/linked"
    try sandbox.git("worktree", "add", "--quiet", "-b", "side", place)
    try HookInstallation(repository: try sandbox.open(place)).install()
    #expect(try hook().status() == .installed)
    try sandbox.git("config", "core.hooksPath", "githooks")
    #expect(try hook().status() == .missing)
    try gate().install()
    #expect(sandbox.read("githooks/pre-commit") == HookText.preCommit)
  }

  @Test("hooks of earlier versions are recognised by their digests, and none is the current one")
  func past() {
    for name in HookName.allCases { #expect(!HookText.past.contains(sha256(Array(name.text.utf8)))) }
  }

  @Test("a gate without pre-merge-commit is incomplete, since git merge also creates commits")
  func merges() throws {
    try gate().install()
    #expect(try hook(.preMergeCommit).status() == .installed)
    #expect(try hook(.prePush).status() == .missing)
    try gate().install([.prePush])
    #expect(try gate().uninstall().map(\.name) == [.preCommit, .preMergeCommit, .prePush])
  }

  @Test("one foreign hook prevents the installation of all")
  func oneForeignHook() throws {
    try sandbox.write(".git/hooks/pre-merge-commit", "#!/bin/sh\n", executable: true)
    #expect(throws: LedgerError.self) { try gate().install() }
    #expect(try hook().status() == .missing)
    try gate().install(chaining: true)
    #expect(sandbox.exists(".git/hooks/pre-merge-commit.before-schemaledger"))
    #expect(sandbox.read(ours) == HookText.preCommit)
    #expect(!sandbox.exists(chained))
  }

  @Test("if one hook cannot be written, those before it are removed")
  func halfWritten() throws {
    try FileManager.default.createDirectory(
      atPath: sandbox.root + "/.git/hooks/pre-merge-commit", withIntermediateDirectories: true)
    #expect(throws: LedgerError.self) { try gate().install() }
    #expect(try hook().status() == .missing)
    #expect(try driver() == nil)
  }

  @Test("a bare repository checks pushes")
  func bare() throws {
    let bare = try Sandbox("--bare")
    let gate = HookInstallation(repository: try bare.open())
    try gate.install()
    #expect(bare.read("hooks/pre-receive") == HookText.preReceive)
    #expect(!bare.exists("hooks/pre-commit"))
    #expect(try gate.repository.string("diff.schemaledger.textconv") == nil)
    #expect(try gate.uninstall().map(\.name) == [.preReceive])
  }

  @Test("a dangling link is a foreign hook, and is kept")
  func danglingLink() throws {
    let hooks = sandbox.root + "/.git/hooks"
    try FileManager.default.createDirectory(atPath: hooks, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: hooks + "/pre-commit", withDestinationPath: "../../away")
    #expect(try hook().status() == .foreign)
    #expect(throws: LedgerError.self) { try gate().install() }
  }

  @Test("a hook that Git ignores does not run the gate")
  func notCompared() throws {
    try sandbox.write(ours, "#!/bin/sh\nschemaledger check --staged || exit $?\n", executable: true)
    #expect(try hook().status() == .included)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: sandbox.root + "/" + ours)
    #expect(try hook().status() == .foreign)
  }
}
