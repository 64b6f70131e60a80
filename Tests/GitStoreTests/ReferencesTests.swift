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
