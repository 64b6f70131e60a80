import GitStore
import TestSupport
import Testing

/// The environment of push and merge hooks.
@Suite("Environment of pushes and merges")
struct PushEnvironmentTests {
  @Test("the objects of a push are read from the quarantine directory")
  func quarantine() throws {
    let sandbox = try Sandbox()
    let id = try sandbox.commit("one", "old")
    try sandbox.git("init", "--quiet", "--bare", "../bare")
    try sandbox.write(
      sandbox.folder + "/bare/hooks/pre-receive",
      """
      #!/bin/sh
      cp -R "$GIT_QUARANTINE_PATH" ../quarantine
      exit 1
      """, executable: true)
    #expect(throws: Sandbox.Failure.self) { try sandbox.git("push", "--quiet", "../bare", "main") }
    let bare = sandbox.folder + "/bare"
    #expect(try sandbox.open(bare).contains(id) == false)
    let repository = try sandbox.open(bare, ["GIT_DIR": ".", "GIT_OBJECT_DIRECTORY": "../quarantine"])
    #expect(try repository.contains(id))
    #expect(try repository.snapshot(.commit(id)).text("one") == "old")
    #expect(try repository.commit(at: id) == id)
    let alternates = ["GIT_ALTERNATE_OBJECT_DIRECTORIES": bare + "/objects:" + sandbox.folder + "/quarantine"]
    #expect(try sandbox.open(bare, alternates).contains(id))
  }

  @Test(
    "a list of folders is split at unquoted colons",
    arguments: [
      ("", []), ("/a", ["/a"]), ("/a:/b", ["/a", "/b"]), (":/a:", ["/a"]), (#""/a:b":/c"#, ["/a:b", "/c"]),
      (#""/\"q\"\\":/c"#, [#"/"q"\"#, "/c"]), (#""/\303\244\t""#, ["/ä\t"]), (#""/open"#, ["/open"]),
    ])
  func list(text: String, paths: [String]) {
    #expect(Environment(["GIT_ALTERNATE_OBJECT_DIRECTORIES": text]).alternateObjectDirectories == paths)
  }

  @Test("the merged commits are known in pre-merge-commit and after a conflict")
  func merging() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("one", "old")
    try sandbox.git("checkout", "--quiet", "-b", "topic")
    let topic = try sandbox.commit("two", "new")
    try sandbox.git("checkout", "--quiet", "main")
    try sandbox.commit("one", "new")
    try sandbox.write(
      ".git/hooks/pre-merge-commit", "#!/bin/sh\nenv | grep ^GITHEAD_ > ../env; exit 1\n", executable: true)
    #expect(throws: Sandbox.Failure.self) { try sandbox.git("merge", "topic") }
    let line = try #require(sandbox.read(sandbox.folder + "/env")).split(separator: "=")
    #expect(Environment([String(line[0]): "topic"]).mergedCommits == [topic])
    // Git writes MERGE_HEAD when the merge stops; then MERGE_HEAD is used.
    #expect(try sandbox.open().mergedCommits == [topic])
    try sandbox.git("merge", "--abort")
    #expect(try sandbox.open().mergedCommits == [])
  }

  @Test("best common ancestors are those of git merge-base")
  func mergeBases() throws {
    let sandbox = try Sandbox()
    let root = try sandbox.commit("a", "1")
    try sandbox.git("branch", "topic")
    let main = try sandbox.commit("a", "2")
    try sandbox.git("checkout", "--quiet", "topic")
    let topic = try sandbox.commit("b", "1")
    let repository = try sandbox.open()
    #expect(try repository.mergeBases(of: topic, and: [main]) == [root])
    #expect(try repository.mergeBases(of: topic, and: [root, main, topic]) == [topic])
    #expect(try repository.mergeBases(of: topic, and: []) == [])
    try sandbox.git("checkout", "--quiet", "--orphan", "other")
    #expect(try repository.mergeBases(of: sandbox.commit("c", "1"), and: [main, topic]) == [])
  }
}
