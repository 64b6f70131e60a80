import Foundation
import GitStore
import TestSupport
import Testing

@Suite("Discovery")
struct DiscoveryTests {
  @Test("a repository is found from any folder below its top", arguments: ["", "/a", "/a/b c"])
  func subfolders(_ below: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("a/b c/file", "x")
    let repository = try sandbox.open(sandbox.root + below)
    #expect(repository.root == sandbox.root)
    #expect(repository.gitDirectory == sandbox.root + "/.git")
    #expect(repository.commonDirectory == sandbox.root + "/.git")
    #expect(repository.indexPath == sandbox.root + "/.git/index")
    #expect(!repository.isBare && !repository.isShallow && !repository.isPartialClone)
  }

  @Test("outside any repository there is an error")
  func outside() throws {
    let sandbox = try Sandbox()
    #expect(throws: GitError.notARepository(path: sandbox.folder)) { try sandbox.open(sandbox.folder) }
    #expect(throws: GitError.notAGitDirectory(path: sandbox.root + "/nothing")) {
      try sandbox.open(nil, ["GIT_DIR": "nothing"])
    }
  }

  @Test("a bare repository has no top")
  func bare() throws {
    let sandbox = try Sandbox("--bare")
    let repository = try sandbox.open()
    #expect(repository.isBare)
    #expect(repository.root == nil)
    #expect(throws: GitError.bareRepository(path: sandbox.root)) { try repository.snapshot(.workTree) }
  }

  @Test("a linked worktree has its own git directory and the common one")
  func linked() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("file", "x")
    try sandbox.git("worktree", "add", "--quiet", "../linked")
    try sandbox.write(sandbox.folder + "/linked/sub/file", "x")
    for (place, variables) in [
      (sandbox.folder + "/linked/sub", [:]),
      (sandbox.folder + "/linked", ["GIT_DIR": sandbox.root + "/.git/worktrees/linked"]),
    ] {
      let repository = try sandbox.open(place, variables)
      #expect(repository.root == sandbox.folder + "/linked")
      #expect(repository.gitDirectory == sandbox.root + "/.git/worktrees/linked")
      #expect(repository.commonDirectory == sandbox.root + "/.git")
      #expect(repository.indexPath == sandbox.root + "/.git/worktrees/linked/index")
      #expect(try repository.hooksDirectory == sandbox.root + "/.git/hooks")
      #expect(try repository.head == .branch(name: "linked", sandbox.id("HEAD")))
    }
  }

  @Test("a linked worktree with relative paths is found, too")
  func relativeWorktree() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("file", "x")
    try sandbox.git("worktree", "add", "--quiet", "../linked")
    try sandbox.git("config", "core.repositoryformatversion", "1")
    try sandbox.git("config", "extensions.relativeWorktrees", "true")
    try sandbox.write(sandbox.root + "/.git/worktrees/linked/gitdir", "../../../../linked/.git\n")
    try sandbox.write(sandbox.folder + "/linked/.git", "gitdir: ../repository/.git/worktrees/linked\n")
    let repository = try sandbox.open(sandbox.folder + "/linked")
    #expect(repository.root == sandbox.folder + "/linked")
    #expect(try repository.snapshot(.workTree).text("file") == "x")
  }

  @Test("GIT_DIR and GIT_WORK_TREE are respected, relative to the folder")
  func environment() throws {
    let sandbox = try Sandbox()
    try sandbox.write("sub/file", "x")
    let both = try sandbox.open(sandbox.folder, ["GIT_DIR": "repository/.git", "GIT_WORK_TREE": "repository/sub"])
    #expect(both.root == sandbox.root + "/sub")
    let alone = try sandbox.open(sandbox.root + "/sub", ["GIT_DIR": sandbox.root + "/.git"])
    #expect(alone.root == sandbox.root + "/sub")
    let tree = try sandbox.open(sandbox.root, ["GIT_WORK_TREE": "."])
    #expect(tree.root == sandbox.root)
  }

  @Test("a submodule's repository is found through its .git file")
  func gitFile() throws {
    let sandbox = try Sandbox()
    try sandbox.git("init", "--quiet", "--separate-git-dir", sandbox.folder + "/elsewhere", sandbox.folder + "/work")
    let repository = try sandbox.open(sandbox.folder + "/work")
    #expect(repository.root == sandbox.folder + "/work")
    #expect(repository.gitDirectory == sandbox.folder + "/elsewhere")
  }

  @Test(
    "extensions that do not affect reading are accepted",
    arguments: [
      ("extensions.partialClone", "origin"), ("extensions.preciousObjects", "true"),
      ("extensions.worktreeConfig", "true"), ("extensions.relativeWorktrees", "true"),
      ("extensions.objectFormat", "sha1"), ("extensions.refStorage", "files"), ("extensions.noop", "true"),
    ])
  func readableExtension(_ key: String, _ value: String) throws {
    let sandbox = try Sandbox()
    try sandbox.commit("file", "x")
    try sandbox.git("config", "core.repositoryformatversion", "1")
    try sandbox.write(".git/config", (sandbox.read(".git/config") ?? "") + section(key, value))
    #expect(try sandbox.open().head.commit != nil)
  }

  @Test(
    "extensions that change the format are rejected by name",
    arguments: [
      ("extensions.refStorage", "reftable", GitError.unsupportedReferenceFormat("reftable")),
      ("extensions.compatObjectFormat", "sha256", .unsupportedExtension("compatobjectformat")),
      ("extensions.objectFormat", "sha256", .unsupportedObjectFormat("sha256")),
    ])
  func refusedExtension(_ key: String, _ value: String, _ error: GitError) throws {
    let sandbox = try Sandbox()
    try sandbox.git("config", "core.repositoryformatversion", "1")
    try sandbox.write(".git/config", (sandbox.read(".git/config") ?? "") + section(key, value))
    #expect(throws: error) { try sandbox.open() }
  }

  @Test("a SHA-256 repository is rejected")
  func sha256() throws {
    let sandbox = try Sandbox("--object-format=sha256")
    #expect(throws: GitError.unsupportedObjectFormat("sha256")) { try sandbox.open() }
  }

  @Test("a repository with the files of reftable is rejected")
  func reftable() throws {
    let sandbox = try Sandbox()
    try sandbox.git("config", "core.repositoryformatversion", "1")
    try sandbox.write(".git/config", (sandbox.read(".git/config") ?? "") + section("extensions.refStorage", "reftable"))
    // What `git init --ref-format=reftable` creates.
    try sandbox.write(".git/HEAD", "ref: refs/heads/.invalid\n")
    try FileManager.default.removeItem(atPath: sandbox.root + "/.git/refs")
    try sandbox.write(".git/refs/heads", "this repository uses the reftable format\n")
    try sandbox.write(".git/reftable/tables.list", "0x000000000001-0x000000000001-5b6d3cd3.ref\n")
    #expect(throws: GitError.unsupportedReferenceFormat("reftable")) { try sandbox.open() }
  }

  @Test("configuration of one worktree is read")
  func worktreeConfiguration() throws {
    let sandbox = try Sandbox()
    try sandbox.git("config", "extensions.worktreeConfig", "true")
    try sandbox.git("config", "--worktree", "some.key", "here")
    #expect(try sandbox.open().string("some.key") == "here")
  }

  @Test("another user's repository is rejected, unless safe.directory allows it", .enabled(if: geteuid() == 0))
  func ownership() throws {
    let sandbox = try Sandbox()
    let other = try Sandbox()
    try sandbox.git("config", "some.key", "value")
    for path in [sandbox.root, sandbox.root + "/.git"] { try #require(chown(path, 12_345, 12_345) == 0) }
    let error = #expect(throws: GitError.self) { try sandbox.open() }
    guard case .unsafeOwnership(let path) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path.hasPrefix(sandbox.root))
    #expect(error?.hint?.contains("safe.directory") == true)

    try other.git("config", "--global", "safe.directory", "*")
    defer { _ = try? other.git("config", "--global", "--unset-all", "safe.directory") }
    #expect(try sandbox.open().string("some.key") == "value")
  }

  @Test(
    "hooks are in core.hooksPath",
    arguments: [
      (nil, "ROOT/.git/hooks"), ("hooks", "ROOT/hooks"), ("./hooks/", "ROOT/./hooks"), ("/absolute", "/absolute"),
      ("~/mine", "HOME/mine"),
    ])
  func hooks(_ value: String?, _ expected: String) throws {
    let sandbox = try Sandbox()
    if let value { try sandbox.git("config", "core.hooksPath", value) }
    let path = expected.replacing("ROOT", with: sandbox.root).replacing("HOME", with: Home.path)
    #expect(try sandbox.open(nil).hooksDirectory == path)
  }

  private func section(_ key: String, _ value: String) -> String {
    let parts = key.split(separator: ".")
    return "[\(parts[0])]\n\t\(parts[1]) = \(value)\n"
  }
}
