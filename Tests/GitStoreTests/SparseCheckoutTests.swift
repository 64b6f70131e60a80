import Foundation
import GitStore
import TestSupport
import Testing

/// A tracked file that a sparse checkout leaves out is unchanged, as in `git status`.
@Suite("Sparse checkouts")
struct SparseCheckoutTests {
  /// How the index records what is left out.
  enum Form: String, CaseIterable {
    case full, sparse, split
  }

  private let all = [
    "b/c/1", "b/c/2", "b/d/run", "b/link", "b/top", "ledger/1/entry.json", "ledger/2/entry.json", "migrations/1.sql",
    "top",
  ]

  /// A repository whose work tree has only `migrations` and the files at the top.
  private func sandbox(_ form: Form) throws -> Sandbox {
    let sandbox = try Sandbox()
    for path in all where path != "b/link" { try sandbox.write(path, "in \(path)", executable: path.hasSuffix("run")) }
    try FileManager.default.createSymbolicLink(atPath: sandbox.root + "/b/link", withDestinationPath: "top")
    try sandbox.git("add", ".")
    try sandbox.git("commit", "--quiet", "-m", "x")
    try sandbox.git(
      "sparse-checkout", "set", "--cone", form == .sparse ? "--sparse-index" : "--no-sparse-index", "migrations")
    if form == .split { try sandbox.git("update-index", "--split-index") }
    #expect(!sandbox.exists("b") && !sandbox.exists("ledger") && sandbox.exists("migrations/1.sql"))
    return sandbox
  }

  private func lines(_ files: [FileSnapshot.File]) -> [String] { files.map { "\($0.path) \($0.kind)" } }

  @Test("the work tree has what is left out, with the content and the mode of the index", arguments: Form.allCases)
  func reading(_ form: Form) throws {
    let sandbox = try sandbox(form)
    let repository = try sandbox.open()
    let files = try repository.snapshot(.workTree)
    let committed = try repository.snapshot(.commit(sandbox.id("HEAD")))
    #expect(try lines(files.files(under: "")) == lines(committed.files(under: "")))
    #expect(try files.files(under: "").map(\.path) == all)
    for folder in ["", "b", "b/c", "ledger", "ledger/1", "migrations", "nothing", "b/c/1", "b/link"] {
      #expect(try files.list(folder) == committed.list(folder), "\(folder)")
      #expect(try lines(files.files(under: folder)) == lines(committed.files(under: folder)), "\(folder)")
      #expect(try files.contents(under: folder) == committed.contents(under: folder), "\(folder)")
    }
    for path in all + ["b", "b/c", "b/c/3"] { #expect(try files.read(path) == committed.read(path), "\(path)") }
    #expect(try repository.idInCommit(ofFile: "b/c/1") == sandbox.id("HEAD:b/c/1"))
    #expect(try repository.idInCommit(ofFile: "b/c") == nil)
  }

  @Test("what is left out has its staged content")
  func staged() throws {
    let sandbox = try sandbox(.full)
    try sandbox.write("b/c/1", "staged")
    try sandbox.git("add", "--sparse", "b/c/1")
    try sandbox.git("sparse-checkout", "reapply")
    #expect(!sandbox.exists("b/c/1"))
    #expect(try sandbox.open().snapshot(.workTree).text("b/c/1") == "staged")
    #expect(try sandbox.open().idInCommit(ofFile: "b/c/1") == sandbox.id(":b/c/1"))
  }

  @Test("a file that is present counts as it is", arguments: Form.allCases)
  func present(_ form: Form) throws {
    let sandbox = try sandbox(form)
    try sandbox.write("b/c/1", "changed", executable: true)
    try sandbox.write("b/c/new", "new")
    // A file in the place of a folder, and a link in the place of another.
    try sandbox.write("b/d", "file")
    try sandbox.write(sandbox.folder + "/outside/entry.json", "theirs")
    try FileManager.default.createDirectory(atPath: sandbox.root + "/ledger", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.root + "/ledger/1", withDestinationPath: sandbox.folder + "/outside")
    let files = try sandbox.open().snapshot(.workTree)
    #expect(
      try lines(files.files(under: "")) == [
        "b/c/1 executable", "b/c/2 file", "b/c/new file", "b/d file", "b/link symlink", "b/top file",
        "ledger/1 symlink",
        "ledger/2/entry.json file", "migrations/1.sql file", "top file",
      ])
    #expect(try files.text("b/c/1") == "changed")
    #expect(try files.text("b/c/2") == "in b/c/2")
    for path in ["b/d/run", "ledger/1/entry.json"] { #expect(try files.read(path) == nil, "\(path)") }
    #expect(
      try files.contents(under: "").keys.sorted() == [
        "b/c/1", "b/c/2", "b/c/new", "b/d", "b/top", "ledger/2/entry.json", "migrations/1.sql", "top",
      ])
    for folder in ["b/d", "ledger/1"] { #expect(try files.list(folder) == nil, "\(folder)") }
  }

  @Test("a deleted file that the sparse checkout includes is deleted; one with the bit is not")
  func deleted() throws {
    let sandbox = try Sandbox()
    for path in ["a", "b"] { try sandbox.commit(path, path) }
    try sandbox.git("update-index", "--skip-worktree", "b")
    for path in ["a", "b"] { try FileManager.default.removeItem(atPath: sandbox.root + "/" + path) }
    #expect(try sandbox.git("status", "--porcelain") == "D a")
    let files = try sandbox.open().snapshot(.workTree)
    #expect(try files.files(under: "").map(\.path) == ["b"])
    #expect(try files.text("a") == nil)
    #expect(try files.text("b") == "b")
  }

  @Test("the index is written to another folder as a whole", arguments: Form.allCases)
  func checkOut(_ form: Form) throws {
    let sandbox = try sandbox(form)
    let out = sandbox.folder + "/out"
    try sandbox.open().checkOut(.index, into: out)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: out).filter { !$0.isEmpty }.contains("b/d/run"))
    for path in all { #expect(sandbox.exists(out + "/" + path), "\(path)") }
  }

  @Test("what is left out is no change of the work tree", arguments: Form.allCases)
  func unstaged(_ form: Form) throws {
    let sandbox = try sandbox(form)
    #expect(try sandbox.open().unstagedPaths() == [])
    #expect(try !sandbox.open().hasUnstagedChanges(under: [""], untracked: true))
    #expect(try !sandbox.open().hasUnstagedChanges(under: ["ledger"], untracked: true))
    try sandbox.write("b/c/1", "changed")
    #expect(try sandbox.open().unstagedPaths() == ["b/c/1"])
    #expect(try sandbox.open().hasUnstagedChanges(under: ["b"], untracked: false))
    #expect(try !sandbox.open().hasUnstagedChanges(under: ["ledger"], untracked: false))
  }

  @Test("committed files outside of the sparse checkout are written, and nothing else is", arguments: Form.allCases)
  func commit(_ form: Form) async throws {
    let sandbox = try sandbox(form)
    let repository = try sandbox.open()
    let commit = try await repository.commit(
      [.write(path: "ledger/3/entry.json", bytes: bytes("three"))], message: "x", onto: repository.head, author: ada,
      committer: grace)
    #expect(sandbox.read("ledger/3/entry.json") == "three")
    #expect(!sandbox.exists("ledger/1"))
    #expect(try sandbox.git("status", "--porcelain") == "")
    #expect(try sandbox.git("diff", "--name-status", "HEAD~1", commit.hex) == "A\tledger/3/entry.json")
    // `git sparse-checkout reapply` removes a file that is as in the index, and the work tree still has it for a reader.
    try sandbox.git("sparse-checkout", "reapply")
    #expect(!sandbox.exists("ledger/3"))
    #expect(try sandbox.open().snapshot(.workTree).text("ledger/3/entry.json") == "three")
    _ = try sandbox.git("fsck", "--strict", "--no-dangling", "--no-progress")
  }

  @Test("a file that is left out is removed from the commit and the index; a failed removal writes nothing")
  func remove() async throws {
    let sandbox = try sandbox(.sparse)
    let repository = try sandbox.open()
    let removal = FileChange.remove(path: "ledger/1/entry.json")
    await #expect(throws: GitError.self) {
      try await repository.commit(
        [removal, .write(path: "top/x", bytes: [])], message: "x", onto: repository.head, author: ada, committer: grace)
    }
    #expect(!sandbox.exists("ledger"))
    _ = try await repository.commit([removal], message: "x", onto: repository.head, author: ada, committer: grace)
    #expect(try sandbox.git("status", "--porcelain") == "")
    #expect(try sandbox.git("ls-files", "ledger") == "ledger/2/entry.json")
    #expect(!sandbox.exists("ledger"))

    // An interrupted commit leaves the index as it was.
    try sandbox.git("reset", "--quiet", "--soft", "HEAD~1")
    try sandbox.git("read-tree", "HEAD")
    try sandbox.git("sparse-checkout", "reapply")
    try sandbox.git("update-ref", "HEAD", "HEAD@{1}")
    try sandbox.open().completeIndex([], removing: ["ledger/1/entry.json"])
    #expect(try sandbox.git("status", "--porcelain") == "")
  }
}
