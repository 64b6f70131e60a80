import Foundation
import GitStore
import TestSupport
import Testing

@Suite("Path history")
struct PathHistoryTests {
  struct Story: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let happens: @Sendable (Sandbox) throws -> Void
  }

  static let paths = ["a/b", "a/b/", "a/b/c", "a", "top", "", "no/such/path", "a//b", "ü", "a/b"]

  static let stories = [
    Story(testDescription: "no commit", happens: { _ in }),
    Story(testDescription: "a root without the paths", happens: { try $0.commit("other", "x") }),
    Story(
      testDescription: "a line of commits, and most change nothing",
      happens: {
        for number in 1...12 { try $0.commit(number % 4 == 0 ? "a/b/c" : "file\(number)", "\(number)") }
        try $0.commit("a.b", "sorts before the folder a")
        try $0.commit("ü", "bytes")
      }),
    Story(
      testDescription: "a file, a folder, a link and another mode in one place",
      happens: {
        try $0.commit("a/b", "a file")
        try $0.git("update-index", "--chmod=+x", "a/b")
        try $0.git("commit", "--quiet", "-m", "mode")
        try $0.git("rm", "--quiet", "--force", "a/b")
        try $0.commit("a/b/c", "in a folder")
        try $0.git("rm", "-r", "--quiet", "a")
        try FileManager.default.createSymbolicLink(atPath: $0.root + "/a", withDestinationPath: "other")
        try $0.git("add", ".")
        try $0.git("commit", "--quiet", "-m", "link")
      }),
    Story(
      testDescription: "merges, an octopus and two roots",
      happens: {
        try $0.commit("a/b/c", "1")
        for number in 1...3 {
          try $0.git("switch", "--quiet", "-c", "topic\(number)", "main")
          try $0.commit("a/b/\(number)", "x")
        }
        try $0.git("switch", "--quiet", "main")
        try $0.commit("top", "x")
        try $0.git("merge", "--quiet", "-m", "octopus", "topic1", "topic2")
        try $0.git("merge", "--quiet", "-s", "ours", "-m", "ours", "topic3")
        try $0.git("switch", "--quiet", "--orphan", "island")
        try $0.commit("a/b/c", "2")
        try $0.git("merge", "--quiet", "-s", "ours", "--allow-unrelated-histories", "-m", "both", "main")
      }),
    Story(
      testDescription: "clocks that are wrong, and commits of one second",
      happens: { sandbox in
        for (number, time) in [500, 100, 100, 900, 50, 50, 50, 600].enumerated() {
          try sandbox.write("a/b/c", "\(number)")
          try sandbox.git("add", ".")
          try sandbox.git(
            ["commit", "--quiet", "-m", "\(number)"],
            environment: ["GIT_COMMITTER_DATE": "\(1_500_000_000 + time) +0000"])
        }
        try sandbox.git("switch", "--quiet", "-c", "side", "HEAD~5")
        try sandbox.commit("a/b/side", "x")
        try sandbox.git("switch", "--quiet", "main")
        try sandbox.git(
          ["merge", "--quiet", "-m", "merge", "side"], environment: ["GIT_COMMITTER_DATE": "1500000001 +0000"])
      }),
    Story(
      testDescription: "a revert that makes an equal root tree",
      happens: {
        try $0.commit("a/b/c", "1")
        try $0.commit("a/b/c", "2")
        try $0.git("revert", "--no-edit", "HEAD")
        try $0.git("commit", "--quiet", "--allow-empty", "-m", "empty")
      }),
  ]

  @Test("the changes of paths are those that git reports for each commit", arguments: stories)
  func agrees(_ story: Story) throws {
    let sandbox = try Sandbox()
    try story.happens(sandbox)
    let repository = try sandbox.open()
    let tips = try repository.references().all.map(\.commit)
    let history = try repository.history(of: Self.paths, from: tips + tips.reversed())
    let expected = try Record(of: sandbox)
    #expect(history.changes.map(\.words).sorted() == expected.changes(at: Self.paths).sorted())
    #expect(history.commitCount == expected.commits.count)
    #expect(history.unreadableCommitCount == 0 && history.missingTree == nil)
    for content in Set(history.changes.filter { $0.path == "a/b" }.map(\.after)) {
      let count = expected.commits.values.count { expected.content(at: "a/b", $0.id) == content.words }
      #expect(history.commitCount(of: content, at: "a/b") == count)
    }
    try sandbox.git("gc", "--quiet")
    #expect(try sandbox.open().history(of: Self.paths, from: tips).changes == history.changes)
    guard !tips.isEmpty else { return }
    try sandbox.git("commit-graph", "write", "--reachable", "--split=no-merge")
    try sandbox.commit("elsewhere", "one that is not in it")
    try sandbox.git("reset", "--quiet", "--hard", "HEAD~")
    #expect(try sandbox.open().history(of: Self.paths, from: tips).changes == history.changes)
  }

  @Test("a step has the content at every path, and tells whether a commit is on a line")
  func steps() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("a/b/c", "1")
    try sandbox.git("switch", "--quiet", "-c", "side")
    try sandbox.commit("x", "2")
    let side = try sandbox.id("HEAD")
    try sandbox.git("switch", "--quiet", "main")
    try sandbox.commit("elsewhere", "3")
    try sandbox.commit("a/b/c", "4")
    let repository = try sandbox.open()
    let main = try sandbox.id("HEAD")
    let history = try repository.history(of: ["a/", "x"], from: [side, main], marking: main)
    #expect(history.steps.map(\.commit) == (try ["main~2", "side", "main"].map { try sandbox.id($0) }))
    #expect(history.steps.map(\.isOnLine) == [true, false, true])
    #expect(history.steps[0].before.isEmpty)
    // The folder is the same as before, and known nevertheless.
    #expect(history.steps[1].after[0] == history.steps[0].after[0])
    #expect(history.steps[1].before == [history.steps[0].after])
    #expect(try repository.history(of: ["a/"], from: [main]).steps.allSatisfy { !$0.isOnLine })
  }

  @Test("commits are sorted by time, and a parent precedes its children", arguments: stories)
  func order(_ story: Story) throws {
    let sandbox = try Sandbox()
    try story.happens(sandbox)
    let repository = try sandbox.open()
    let tips = try repository.references().all.map(\.commit)
    let record = try Record(of: sandbox)
    let order = try repository.history(of: ["a/b/c"], from: tips).changes.map(\.commit)
    for (place, commit) in order.enumerated() {
      #expect(!order[place...].dropFirst().contains { record.ancestors(of: commit).contains($0) })
    }
    let isSkewed = record.commits.values.contains { commit in
      commit.parents.contains { record.commits[$0].map { $0.time >= commit.time } ?? false }
    }
    let times = order.compactMap { record.commits[$0]?.time }
    if !isSkewed { #expect(times == times.sorted()) }
  }

  @Test(
    "a damaged commit-graph file is ignored",
    arguments: [0, 4, 6, 7, 8, 12, 20, 400, 1300, 1500, 1700, 1900, 2100, 4000])
  func damagedGraph(_ place: Int) throws {
    let sandbox = try Sandbox()
    for number in 1...20 { try sandbox.commit("a/b/c", "\(number)") }
    let tips = [try sandbox.id("HEAD")]
    let expected = try sandbox.open().history(of: ["a/b/c"], from: tips).changes
    try sandbox.git("commit-graph", "write", "--reachable")
    let file = URL(fileURLWithPath: sandbox.root + "/.git/objects/info/commit-graph")
    let content = try Data(contentsOf: file)
    #expect(try sandbox.open().history(of: ["a/b/c"], from: tips).changes == expected)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    for damaged in [content.prefix(place), content.prefix(place) + [255, 255] + content.dropFirst(place + 2)] {
      try Data(damaged).write(to: file)
      #expect(try sandbox.open().history(of: ["a/b/c"], from: tips).changes == expected)
    }
  }

  @Test("a missing commit is an error, even if Git's commit graph contains it")
  func vanishedFromGraph() throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("a/b/c", "1")
    let second = try sandbox.commit("a/b/c", "2")
    try sandbox.git("commit-graph", "write", "--reachable")
    try sandbox.remove(object: first)
    let repository = try sandbox.open()
    #expect(throws: GitError.missingObject(first, promised: false)) {
      try repository.history(of: ["a/b/c"], from: [second])
    }
  }

  @Test("a missing commit is reported")
  func missingCommit() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("a/b/c", "1")
    let first = try sandbox.id("HEAD")
    let second = try sandbox.commit("a/b/c", "2")
    try sandbox.remove(object: first)
    let repository = try sandbox.open()
    #expect(throws: GitError.missingObject(first, promised: false)) {
      try repository.history(of: ["a/b/c"], from: [second])
    }
  }

  @Test("a missing tree makes its content unknown, and nothing else")
  func missingTree() throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("a/b/c", "1")
    let tree = try sandbox.id("HEAD:a")
    let second = try sandbox.commit("a/b/c", "2")
    try sandbox.remove(object: tree)
    let history = try sandbox.open().history(of: ["a", "a/b/c"], from: [second])
    #expect(history.missingTree?.id == tree && history.missingTree?.isPromised == false)
    #expect(history.commitCount == 2 && history.unreadableCommitCount == 1)
    #expect(history.changes.map(\.commit) == [first, first, second, second])
    #expect(history.changes.map(\.after.words).prefix(2) == [tree.hex, "?"])
    #expect(history.changes[3].before == [.unknown])
  }

  @Test("a damaged tree is an error")
  func damagedTree() throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("a/b/c", "1")
    let blob = try sandbox.id("HEAD:a/b/c")
    let tree = try sandbox.id("HEAD:a")
    let content = try Data(contentsOf: URL(fileURLWithPath: sandbox.file(of: blob)))
    try sandbox.remove(object: tree)
    try content.write(to: URL(fileURLWithPath: sandbox.file(of: tree)))
    let error = #expect(throws: GitError.self) { try sandbox.open().history(of: ["a/b/c"], from: [first]) }
    guard case .corrupt(tree, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}

/// A history as reported by `git log` and `git ls-tree`.
struct Record {
  struct Commit {
    let id: ObjectID
    let time: Int
    let parents: [ObjectID]
    let tree: String
  }

  private(set) var commits: [ObjectID: Commit] = [:]
  private var entries: [ObjectID: [String: (id: String, isTree: Bool)]] = [:]

  init(of sandbox: Sandbox, _ revisions: [String] = ["--all"], in place: String? = nil) throws {
    for line in try sandbox.git(["log", "--format=%H %ct %T %P"] + revisions, in: place).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let ids = ([words[0]] + words[3...]).compactMap { ObjectID(hex: $0) }
      commits[ids[0]] = Commit(id: ids[0], time: Int(words[1]) ?? 0, parents: Array(ids[1...]), tree: words[2])
      let listed = try sandbox.git("ls-tree", "-r", "-t", "-z", words[0], in: place)
      entries[ids[0]] = Dictionary(
        uniqueKeysWithValues: listed.split(separator: "\0").map { entry in
          let halves = entry.split(separator: "\t", maxSplits: 1).map(String.init)
          let words = halves[0].split(separator: " ").map(String.init)
          return (halves[1], (words[2], words[1] == "tree"))
        })
    }
  }

  func content(at path: String, _ commit: ObjectID) -> String {
    if path.isEmpty { return commits[commit]?.tree ?? "" }
    let entries = entries[commit] ?? [:]
    guard path.hasSuffix("/") else { return entries[path]?.id ?? "-" }
    return entries[String(path.dropLast())].flatMap { $0.isTree ? $0.id : nil } ?? "-"
  }

  func changes(at paths: [String]) -> [String] {
    commits.values.flatMap { commit in
      paths.compactMap { path in
        let after = content(at: path, commit.id)
        let before = commit.parents.map { content(at: path, $0) }
        let isChange = before.isEmpty ? after != "-" : before.contains { $0 != after }
        return isChange ? "\(commit.id) \(path) \(after) \(before)" : nil
      }
    }
  }

  func ancestors(of commit: ObjectID) -> Set<ObjectID> {
    var found: Set<ObjectID> = []
    var waiting = commits[commit]?.parents ?? []
    while let next = waiting.popLast() {
      if found.insert(next).inserted { waiting += commits[next]?.parents ?? [] }
    }
    return found
  }
}

extension PathHistory.Content {
  var words: String {
    switch self {
    case .absent: "-"
    case .object(let id): id.hex
    case .unknown: "?"
    }
  }
}

extension PathHistory.Change {
  var words: String { "\(commit) \(path) \(after.words) \(before.map(\.words))" }
}
