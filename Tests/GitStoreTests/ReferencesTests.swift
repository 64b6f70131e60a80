import Foundation
import GitStore
import TestSupport
import Testing

@Suite("References")
struct ReferencesTests {
  @Test("branches, tags and remote branches point to their commits")
  func all() throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("file", "1")
    try sandbox.git("tag", "light")
    try sandbox.git("tag", "-a", "-m", "x", "annotated")
    try sandbox.git("tag", "-a", "-m", "x", "nested", "annotated")
    try sandbox.git("tag", "of-a-tree", "HEAD^{tree}")
    try sandbox.git("tag", "-a", "-m", "x", "of-a-blob", "HEAD:file")
    try sandbox.git("branch", "topic/deep")
    try sandbox.git("pack-refs", "--all")
    let second = try sandbox.commit("file", "2")
    try sandbox.git("clone", "--quiet", sandbox.root, sandbox.folder + "/clone")
    let references = try sandbox.open(sandbox.folder + "/clone").references()
    #expect(references.broken.isEmpty)
    #expect(
      references.all.map { "\($0.kind) \($0.shortName) \($0.commit)" } == [
        "branch main \(second)", "remoteBranch origin/HEAD \(second)", "remoteBranch origin/main \(second)",
        "remoteBranch origin/topic/deep \(first)", "tag annotated \(first)", "tag light \(first)",
        "tag nested \(first)",
      ])
    #expect(try sandbox.open().tagsByCommit() == [first: ["annotated", "light", "nested"]])
  }

  @Test("branches whose names are canonically equal are two, as loose and as packed references")
  func canonicallyEqualNames() throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("file", "1")
    try sandbox.git("branch", "\u{E9}")
    let second = try sandbox.commit("file", "2")
    try sandbox.git("branch", "e\u{301}")
    for isPacked in [false, true] {
      if isPacked { try sandbox.git("pack-refs", "--all") }
      let branches = try sandbox.open().references().all.filter { $0.shortName != "main" }
      #expect(branches.map(\.commit) == [second, first])
    }
  }

  @Test("a damaged packed-refs is an error each time, not a repository without branches")
  func damagedPackedReferences() throws {
    let sandbox = try Sandbox()
    let commit = try sandbox.commit("file", "1")
    try sandbox.git("pack-refs", "--all")
    let packed = try String(contentsOfFile: sandbox.root + "/.git/packed-refs", encoding: .utf8)
    try sandbox.write(".git/packed-refs", packed + "garbage\n")
    let repository = try sandbox.open()
    for _ in 1...3 {
      #expect(throws: GitError.self) { try repository.references() }
      #expect(try repository.head == .branch(name: "main", commit))
    }
  }

  @Test("a broken reference is reported and does not hide others")
  func broken() throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("file", "1")
    try sandbox.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/gone")
    try sandbox.write(".git/refs/heads/missing", String(repeating: "1", count: 40) + "\n")
    try sandbox.write(".git/refs/heads/garbage", "what?\n")
    let references = try sandbox.open().references()
    #expect(references.all.map(\.name) == ["refs/heads/main"])
    #expect(references.all.map(\.commit) == [first])
    #expect(references.broken == ["refs/heads/garbage", "refs/heads/missing", "refs/remotes/origin/HEAD"])
  }

  /// Where reading is an error for everybody, root included: `/proc/self/mem` is a regular file without a first page.
  static let unreadablePath = "/proc/self/mem"

  @Test(
    "a reference that cannot be read is an error, and does not have the former value that is packed",
    .enabled(if: FileManager.default.fileExists(atPath: unreadablePath)))
  func unreadable() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("file", "1")
    try sandbox.git("branch", "topic/deep")
    try sandbox.git("pack-refs", "--all")
    let folder = sandbox.root + "/.git/refs/heads/topic"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder + "/deep", withDestinationPath: Self.unreadablePath)
    let repository = try sandbox.open()
    let error = #expect(throws: GitError.self) { try repository.references() }
    guard case .system("refs/heads/topic/deep", let code, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(code == EIO)
    #expect(throws: GitError.self) { try repository.historyTips() }
  }

  @Test("packed and loose references are read as Git reads them")
  func files() throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("file", "1")
    for name in ["tag -a -m x v1", "branch topic/one", "branch other", "update-ref refs/pull/7/head HEAD"] {
      try sandbox.git(name.split(separator: " ").map(String.init))
    }
    try sandbox.git("pack-refs", "--all")
    let second = try sandbox.commit("file", "2")
    try sandbox.git("branch", "--force", "topic/one")
    try sandbox.git("update-ref", "refs/pull/8/head", "HEAD")
    try sandbox.write(".git/refs/heads/other.lock", "")
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.root + "/.git/refs/heads/link", withDestinationPath: "other.gone")
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.root + "/.git/refs/heads/alias", withDestinationPath: "main")
    func commits(_ selection: ReferenceSelection) throws -> [String: ObjectID] {
      let found = try sandbox.open().references(selection)
      #expect(found.broken == ["refs/heads/link"])
      return Dictionary(uniqueKeysWithValues: found.all.map { ($0.name, $0.commit) })
    }
    let standard = [
      "refs/heads/main": second, "refs/heads/alias": second, "refs/heads/other": first, "refs/heads/topic/one": second,
      "refs/tags/v1": first,
    ]
    #expect(try commits(.standard) == standard)
    for pattern in ["pull", "pull/*", "refs/p*/?/head", "pull/[78]/head"] {
      let pulls = ["refs/pull/7/head": first, "refs/pull/8/head": second]
      #expect(try commits(ReferenceSelection(including: [pattern])) == standard.merging(pulls) { $1 }, "\(pattern)")
    }
    let crlf = try String(contentsOfFile: sandbox.root + "/.git/packed-refs", encoding: .utf8)
      .replacingOccurrences(of: "\n", with: "\r\n")
    try sandbox.write(".git/packed-refs", crlf)
    #expect(try commits(.standard) == standard)
  }

  @Test("the former commits of a branch are in its reflog, latest first")
  func reflog() throws {
    let sandbox = try Sandbox()
    let one = try sandbox.commit("a", "1")
    let two = try sandbox.commit("a", "2")
    try sandbox.git("reset", "--quiet", "--hard", "HEAD~1")
    let repository = try sandbox.open()
    #expect(try repository.formerTips(of: "main", limit: 9) == [two, one])
    #expect(try repository.formerTips(of: "main", limit: 1) == [two])
    #expect(try repository.formerTips(of: "absent", limit: 9) == [])
    #expect(!sandbox.exists(".git/logs/refs/heads/absent"))
  }
}
