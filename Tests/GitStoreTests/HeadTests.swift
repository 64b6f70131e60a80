import GitStore
import TestSupport
import Testing

@Suite("HEAD, state and revisions")
struct HeadTests {
  @Test("HEAD is an unborn branch, a branch or a commit")
  func head() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.open().head == .unborn(branch: "main"))
    let first = try sandbox.commit("file", "x")
    #expect(try sandbox.open().head == .branch(name: "main", first))
    try sandbox.git("switch", "--quiet", "-c", "topic/deep")
    #expect(try sandbox.open().head == .branch(name: "topic/deep", first))
    try sandbox.git("switch", "--quiet", "--detach")
    #expect(try sandbox.open().head == .detached(first))
  }

  @Test("an open repository sees HEAD move")
  func moves() throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("file", "1")
    let repository = try sandbox.open()
    #expect(try repository.head == .branch(name: "main", first))
    let second = try sandbox.commit("file", "2")
    #expect(try repository.head == .branch(name: "main", second))
  }

  @Test(
    "the operation in progress is reported",
    arguments: [
      (["merge", "other"], RepositoryState.merge), (["rebase", "other"], .rebase),
      (["cherry-pick", "other"], .cherryPick),
      (["revert", "HEAD~1"], .revert), (["bisect", "start"], .bisect), (["status"], .clean),
    ])
  func state(_ command: [String], _ state: RepositoryState) throws {
    let sandbox = try Sandbox()
    try sandbox.commit("file", "base")
    try sandbox.git("branch", "other")
    try sandbox.commit("file", "ours")
    try sandbox.commit("file", "ours again")
    try sandbox.git("switch", "--quiet", "other")
    try sandbox.commit("file", "theirs")
    try sandbox.git("switch", "--quiet", "main")
    _ = try? sandbox.git(command)
    #expect(try sandbox.open().state == state)
  }

  @Test(
    "revisions of every form resolve to a commit",
    arguments: [
      "HEAD", "main", "HEAD~1", "v1", "v1^{}", "annotated", "main@{0}", ":/second", "refs/heads/main",
    ])
  func resolve(_ revision: String) throws {
    let sandbox = try Sandbox()
    try sandbox.commit("file", "1", message: "first")
    try sandbox.git("tag", "v1")
    try sandbox.commit("file", "2", message: "second")
    try sandbox.git("tag", "-a", "-m", "a tag", "annotated")
    #expect(try sandbox.open().resolve(revision) == ObjectID(hex: sandbox.git("log", "-1", "--format=%H", revision)))
    #expect(try sandbox.open().resolve(sandbox.id("HEAD").short) == sandbox.id("HEAD"))
  }

  @Test(
    "a name that is not a commit is an unknown revision",
    arguments: [
      "nothing", "HEAD~9", "HEAD:file", "HEAD^{tree}", "", "a b", "0123456789012345678901234567890123456789", "~",
    ])
  func unknown(_ revision: String) throws {
    let sandbox = try Sandbox()
    try sandbox.commit("file", "1")
    #expect(throws: GitError.unknownRevision(revision)) { try sandbox.open().resolve(revision) }
  }

  @Test("the content of a commit is what git reports")
  func commitInfo() throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("file", "1")
    let id = try sandbox.commit("file", "2", message: "A subject\n\nA body, naïve.\n")
    let info = try sandbox.open().commitInfo(id)
    #expect(info.parents == [first])
    #expect(info.summary == "A subject")
    #expect(info.message == "A subject\n\nA body, naïve.\n")
    let line = "\(info.author.name)|\(info.author.email)|\(info.author.seconds)|\(info.committer.name)"
    #expect(try sandbox.git("log", "-1", "--format=%an|%ae|%at|%cn") == line)
    #expect(info.author.offsetMinutes == 60)
    #expect(try info.tree == sandbox.id("HEAD^{tree}"))
  }
}
