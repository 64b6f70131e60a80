import Foundation
import GitStore
import TestSupport
import Testing

/// Split and sparse indexes, which libgit2 cannot read, have the content that `git` finds in them.
@Suite("Index formats")
struct IndexFormatTests {
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    for folder in ["a", "b/c", "b/d"] {
      for number in 0..<70 { try sandbox.write("\(folder)/\(number)", "\(folder) \(number)") }
    }
    try sandbox.write("migrations/1.sql", "create table t(x);")
    try sandbox.git("add", ".")
    try sandbox.git("commit", "--quiet", "-m", "x")
    return sandbox
  }

  private func split(_ sandbox: Sandbox, version: Int) throws {
    try sandbox.git("update-index", "--index-version", "\(version)")
    try sandbox.git("update-index", "--split-index")
    try sandbox.write("b/c/3", "changed")
    try sandbox.write("b/c/new", "new")
    try sandbox.write("later", "intended")
    try sandbox.git("add", "b/c/3", "b/c/new")
    try sandbox.git("rm", "--quiet", "--cached", "a/0", "b/d/69")
    try sandbox.git("add", "--intent-to-add", "later")
    try sandbox.git("update-index", "--assume-unchanged", "a/7")
  }

  private func listing(_ repository: Repository) throws -> [String] {
    try repository.snapshot(.index).files(under: "").map { "\($0.id?.hex ?? "-") \($0.path)" }
  }

  private func expected(_ sandbox: Sandbox) throws -> [String] {
    try sandbox.git("ls-files", "--stage").split(separator: "\n").map {
      let words = $0.split(separator: "\t")
      return "\(words[0].split(separator: " ")[1]) \(words[1])"
    }.filter { !$0.hasSuffix(" later") }
  }

  @Test(
    "an index that cannot be read is not a damaged one, which the user would be told to remove",
    .enabled(if: FileManager.default.fileExists(atPath: ReferencesTests.unreadablePath)))
  func unreadable() throws {
    let sandbox = try sandbox()
    let index = sandbox.root + "/.git/index"
    try FileManager.default.removeItem(atPath: index)
    try FileManager.default.createSymbolicLink(atPath: index, withDestinationPath: ReferencesTests.unreadablePath)
    let error = #expect(throws: GitError.self) { try sandbox.open().snapshot(.index) }
    guard case .system(index, EIO, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a split index is read", arguments: [2, 4])
  func splitIndex(_ version: Int) throws {
    let sandbox = try sandbox()
    try split(sandbox, version: version)
    #expect(try sandbox.git("rev-parse", "--shared-index-path") != "")
    #expect(try listing(sandbox.open()) == expected(sandbox))
  }

  @Test("a commit into a split index leaves everything else as it was", arguments: [2, 4])
  func commitSplit(_ version: Int) async throws {
    let sandbox = try sandbox()
    try split(sandbox, version: version)
    try await commits(sandbox)
  }

  @Test("a sparse index is read, and a commit into it leaves everything else as it was")
  func sparseIndex() async throws {
    let sandbox = try sandbox()
    try sandbox.git("sparse-checkout", "set", "--cone", "--sparse-index", "migrations")
    #expect(try sandbox.git("ls-files", "--sparse").contains("b/\n"))
    #expect(try listing(sandbox.open()) == expected(sandbox))
    try await commits(sandbox)
    #expect(!sandbox.exists("b/c/3"))
  }

  @Test("Git makes no index that is both split and sparse; one that another program made is read")
  func splitAndSparse() throws {
    let sandbox = try sandbox()
    try sandbox.git("sparse-checkout", "set", "--cone", "--sparse-index", "migrations")
    let failure = #expect(throws: Sandbox.Failure.self) { try sandbox.git("update-index", "--split-index") }
    #expect(failure?.description.contains("cannot use split index with a sparse index") == true)
    let expected = try expected(sandbox)
    let path = sandbox.root + "/.git/index"
    let shared = try #require(FileManager.default.contents(atPath: path))
    let name = shared.suffix(20).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    try shared.write(to: URL(fileURLWithPath: sandbox.root + "/.git/sharedindex." + name))
    // Version 2 without entries, the extensions `sdir` and `link`, and no checksum.
    var index = Data("DIRC".utf8)
    index.append(contentsOf: [0, 0, 0, 2, 0, 0, 0, 0] as [UInt8])
    index.append(contentsOf: Data("sdir".utf8) + Data(count: 4))
    index.append(contentsOf: Data("link".utf8) + Data([0, 0, 0, 20]))
    index.append(contentsOf: shared.suffix(20) + Data(count: 20))
    try index.write(to: URL(fileURLWithPath: path))
    #expect(try listing(sandbox.open()) == expected)
  }

  @Test("a merge conflict in a split index is found")
  func conflict() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("file", "x\n")
    try sandbox.git("checkout", "--quiet", "-b", "other")
    try sandbox.commit("file", "other\n")
    try sandbox.git("checkout", "--quiet", "main")
    try sandbox.commit("file", "main\n")
    try sandbox.git("update-index", "--split-index")
    _ = try? sandbox.git("merge", "other")
    #expect(try sandbox.git("rev-parse", "--shared-index-path") != "")
    #expect(throws: GitError.unmergedPath("file")) { try sandbox.open().snapshot(.index).files(under: "") }
  }

  @Test("damage is an error that names the index", arguments: ["bit", "short", "shared"])
  func damage(_ kind: String) throws {
    let sandbox = try sandbox()
    try split(sandbox, version: 2)
    let path = sandbox.root + "/.git/index"
    let shared = try sandbox.git("rev-parse", "--shared-index-path")
    let script =
      switch kind {
      case "bit": "printf '\\001' | dd of=.git/index bs=1 seek=50 conv=notrunc 2>&1"
      case "short": "head -c 120 .git/index >x && mv x .git/index"
      default: "rm \(shared)"
      }
    try sandbox.git("-c", "alias.sh=!" + script, "sh")
    let error = #expect(throws: GitError.self) { try sandbox.open().snapshot(.index) }
    guard case .unreadableIndex(path, _, isOwn: true) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Commits a file, after which `git` must find the same changes as before, and the file.
  private func commits(_ sandbox: Sandbox) async throws {
    let before = try (expected(sandbox), sandbox.git("status", "--porcelain"), sandbox.git("ls-files", "-v"))
    let repository = try sandbox.open()
    _ = try await repository.commit(
      [.write(path: "migrations/9.sql", bytes: bytes("nine"))], message: "x", onto: repository.head, author: ada,
      committer: grace)
    let added = try sandbox.id("HEAD:migrations/9.sql")
    #expect(try Set(expected(sandbox)) == Set(before.0 + ["\(added) migrations/9.sql"]))
    #expect(try sandbox.git("status", "--porcelain") == before.1)
    let flags = try sandbox.git("ls-files", "-v").split(separator: "\n").filter { !$0.hasSuffix("9.sql") }
    #expect(flags.joined(separator: "\n") == before.2)
    _ = try sandbox.git("fsck", "--strict", "--no-dangling", "--no-progress")
  }
}
