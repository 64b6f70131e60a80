import Foundation
import GitStore
import TestSupport
import Testing

/// What is written has the permissions that `git` gives it, also with `core.sharedRepository`.
@Suite("Shared repositories")
struct SharedRepositoryTests {
  @Test(
    "a commit leaves the permissions that git leaves",
    arguments: ["group", "all", "0640", "0660", "umask", "true", "world", "false"])
  func commit(_ value: String) async throws {
    let ours = try Sandbox("--shared=" + value)
    let theirs = try Sandbox("--shared=" + value)
    for sandbox in [ours, theirs] {
      try sandbox.commit("one", "1")
      try sandbox.git("checkout", "--quiet", "-b", "topic/deep")
    }
    try theirs.commit("two", "2\n")
    let repository = try ours.open()
    _ = try await repository.commit(
      [.write(path: "two", bytes: bytes("2\n"))], message: "y", onto: repository.head, author: ada, committer: grace)
    for path in [
      "index", "HEAD", "refs/heads", "refs/heads/topic", "refs/heads/topic/deep", "logs", "logs/HEAD",
      "logs/refs/heads/topic", "logs/refs/heads/topic/deep",
    ] {
      #expect(try mode(".git/" + path, ours) == mode(".git/" + path, theirs), "\(path)")
    }
    for name in ["HEAD", "HEAD:two", "HEAD^{tree}"] {
      let (mine, other) = (try ours.file(of: ours.id(name)), try theirs.file(of: theirs.id(name)))
      #expect(try mode(mine, ours) == mode(other, theirs), "\(name)")
      #expect(try mode(folder(mine), ours) == mode(folder(other), theirs), "\(name)")
    }
  }

  @Test("the first index has the permissions of a file that git creates")
  func firstIndex() async throws {
    let (ours, theirs) = (try Sandbox(), try Sandbox())
    let repository = try ours.open()
    _ = try await repository.commit(
      [.write(path: "a", bytes: [1])], message: "x", onto: repository.head, author: ada, committer: grace)
    try theirs.commit("a", "1")
    #expect(try mode(".git/index", ours) == mode(".git/index", theirs))
  }

  @Test("the configuration keeps its permissions, and cache files have those of the repository")
  func configuration() async throws {
    let sandbox = try Sandbox()
    try sandbox.git("config", "core.sharedRepository", "group")
    try #require(chmod(sandbox.root + "/.git/config", 0o664) == 0)
    let repository = try sandbox.open()
    try repository.setString("some.key", "value")
    repository.caches.write([[1]], to: "history/x", as: "x")
    #expect(try mode(".git/config", sandbox) == 0o664)
    #expect(try mode(".git/schemaledger/history/x", sandbox) & 0o660 == 0o660)
    for folder in ["", "/history"] {
      #expect(try mode(".git/schemaledger" + folder, sandbox) & 0o2770 == 0o2770)
    }
  }

  private func mode(_ path: String, _ sandbox: Sandbox) throws -> Int {
    var status = stat()
    try #require(lstat(path.hasPrefix("/") ? path : sandbox.root + "/" + path, &status) == 0, "\(path)")
    return Int(status.st_mode & 0o7777)
  }

  private func folder(_ path: String) -> String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
}
