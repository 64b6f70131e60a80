import Foundation
import GitStore
import TestSupport
import Testing

/// The environment of real hooks in real `git commit` runs leads to the index of that commit.
@Suite("Environment of a hook")
struct HookEnvironmentTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    var from = ""
    var linked = false
    /// The content of `one` and `two` in the next commit. On disk both are "new"; `one` is staged as "staged".
    let one: String
    let two: String
    var testDescription: String {
      "git commit \(arguments.joined(separator: " "))\(from.isEmpty ? "" : " in \(from)")\(linked ? " in a worktree" : "")"
    }
  }

  @Test(
    "the index a hook sees is the one being committed",
    arguments: [
      Case(arguments: [], one: "staged", two: "old"),
      Case(arguments: ["-a"], one: "new", two: "new"),
      Case(arguments: ["--", "two"], one: "old", two: "new"),
      Case(arguments: [], from: "sub", one: "staged", two: "old"),
      Case(arguments: ["-a"], from: "sub", one: "new", two: "new"),
      Case(arguments: [], linked: true, one: "staged", two: "old"),
      Case(arguments: ["-a"], linked: true, one: "new", two: "new"),
      Case(arguments: ["--", "two"], linked: true, one: "old", two: "new"),
    ])
  func commit(_ test: Case) throws {
    let sandbox = try Sandbox()
    try sandbox.write("one", "old")
    try sandbox.write("two", "old")
    try sandbox.write("sub/three", "old")
    try sandbox.git("add", ".")
    try sandbox.git("commit", "--quiet", "-m", "first")
    var top = sandbox.root
    if test.linked {
      try sandbox.git("worktree", "add", "--quiet", "../linked")
      top = sandbox.folder + "/linked"
    }
    try sandbox.write(top + "/one", "staged")
    try sandbox.git("add", "one", in: top)
    try sandbox.write(top + "/one", "new")
    try sandbox.write(top + "/two", "new")

    // The hook saves its environment, its folder, and a copy of the current index.
    let kept = sandbox.folder + "/kept"
    try sandbox.write(
      sandbox.root + "/.git/hooks/pre-commit",
      """
      #!/bin/sh
      env | grep '^GIT_' > '\(kept).env'
      pwd > '\(kept).pwd'
      cp "$GIT_INDEX_FILE" '\(kept).index'
      """, executable: true)
    try sandbox.git(
      ["commit", "--quiet", "-m", "second"] + test.arguments, in: test.from.isEmpty ? top : top + "/" + test.from)

    let lines = try #require(sandbox.read(kept + ".env")).split(separator: "\n")
    var variables: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      variables[String(parts[0])] = String(parts[1])
    }
    let folder = try #require(sandbox.read(kept + ".pwd")).trimmingCharacters(in: .newlines)
    #expect(folder == top)
    #expect(variables["GIT_DIR"] == (test.linked ? sandbox.root + "/.git/worktrees/linked" : nil))

    let environment = Environment(variables)
    let place = try Repository.discover(from: folder, environment: environment)
    #expect(place.root == top)
    // The file with that name has been removed by now, or is the index after the commit; the name shows its folder.
    let given = try #require(variables["GIT_INDEX_FILE"])
    #expect(place.indexPath == (given.hasPrefix("/") ? given : top + "/" + given))
    #expect(place.indexPath.hasPrefix(place.gitDirectory + "/"))

    variables["GIT_INDEX_FILE"] = kept + ".index"
    let snapshot = try Repository.discover(from: folder, environment: Environment(variables)).snapshot(.index)
    #expect(try snapshot.text("one") == test.one)
    #expect(try snapshot.text("two") == test.two)
    #expect(try snapshot.text("sub/three") == "old")
  }

  @Test("in a running hook, the given index has its own path")
  func inside() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("one", "old")
    try sandbox.write("one", "new")
    // The hook waits, so that the lock is read while `git commit -a` holds it.
    try sandbox.write(
      ".git/hooks/pre-commit",
      """
      #!/bin/sh
      echo "$GIT_INDEX_FILE" > ../name.tmp && mv ../name.tmp ../name
      for i in $(seq 200); do test -e ../seen && exit 0; sleep 0.05; done
      exit 1
      """, executable: true)
    let queue = DispatchQueue(label: "git commit")
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let shared = sandbox
    queue.async {
      _ = try? shared.git("commit", "--quiet", "-a", "-m", "second")
      done.signal()
    }
    for _ in 0..<200 where !FileManager.default.fileExists(atPath: sandbox.folder + "/name") { usleep(50_000) }
    let name = try #require(sandbox.read(sandbox.folder + "/name")).trimmingCharacters(in: .newlines)
    #expect(name.hasSuffix(".git/index.lock"))
    let snapshot = try Repository.discover(
      from: sandbox.root, environment: Environment(["GIT_INDEX_FILE": name])
    ).snapshot(.index)
    #expect(try snapshot.text("one") == "new")
    #expect(try sandbox.open().snapshot(.index).text("one") == "old")
    try sandbox.write(sandbox.folder + "/seen", "")
    done.wait()
    #expect(try sandbox.git("log", "-1", "--format=%s") == "second")
  }
}
