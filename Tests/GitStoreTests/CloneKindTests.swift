import Foundation
import GitStore
import TestSupport
import Testing

/// Every kind of clone has the history that git reports.
@Suite("Kinds of clones")
struct CloneKindTests {
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Creates the clone, and returns its folder and the arguments for `git log`.
    let make: @Sendable (Sandbox) throws -> (place: String, revisions: [String])

    init(
      _ name: String, revisions: [String] = ["--all"], _ make: @escaping @Sendable (Sandbox, String) throws -> String
    ) {
      testDescription = name
      self.make = { sandbox in (try make(sandbox, sandbox.folder + "/clone"), revisions) }
    }
  }

  static let paths = ["a/b/", "a/b/c", "top"]

  static let kinds = [
    Kind("full") { sandbox, clone in
      try sandbox.git("clone", "--quiet", sandbox.root, clone)
      return clone
    },
    Kind("bare") { sandbox, clone in
      try sandbox.git("clone", "--quiet", "--bare", sandbox.root, clone)
      return clone
    },
    Kind("one branch") { sandbox, clone in
      try sandbox.git("clone", "--quiet", "--single-branch", "file://" + sandbox.root, clone)
      return clone
    },
    Kind("shallow") { sandbox, clone in
      try sandbox.git("clone", "--quiet", "--depth=2", "--no-single-branch", "file://" + sandbox.root, clone)
      return clone
    },
    Kind("shallow, and deepened") { sandbox, clone in
      try sandbox.git("clone", "--quiet", "--depth=1", "file://" + sandbox.root, clone)
      try sandbox.git("fetch", "--quiet", "--deepen=3", in: clone)
      return clone
    },
    Kind("partial, without blobs") { sandbox, clone in
      try sandbox.git("config", "uploadpack.allowFilter", "true")
      try sandbox.git("clone", "--quiet", "--filter=blob:none", "file://" + sandbox.root, clone)
      return clone
    },
    Kind("shared") { sandbox, clone in
      try sandbox.git("clone", "--quiet", "--shared", sandbox.root, clone)
      try sandbox.git("config", "user.name", "x", in: clone)
      try sandbox.git("commit", "--quiet", "--allow-empty", "-m", "own", in: clone)
      return clone
    },
    Kind("with a reference repository, which has one itself") { sandbox, clone in
      try sandbox.git("clone", "--quiet", "--shared", "--bare", sandbox.root, clone + "-store")
      try sandbox.git("clone", "--quiet", "--reference", clone + "-store", "file://" + sandbox.root, clone)
      return clone
    },
    Kind("a linked worktree, with a detached HEAD of its own") { sandbox, clone in
      try sandbox.git("worktree", "add", "--quiet", "--detach", clone, "main~2")
      try sandbox.write(clone + "/a/b/c", "only here")
      try sandbox.git("commit", "--quiet", "-a", "-m", "only here", in: clone)
      return clone
    },
    Kind("the main worktree, where only a linked one has a commit") { sandbox, clone in
      try sandbox.git("worktree", "add", "--quiet", "--detach", clone, "main~2")
      try sandbox.write(clone + "/a/b/c", "only there")
      try sandbox.git("commit", "--quiet", "-a", "-m", "only there", in: clone)
      return sandbox.root
    },
    Kind("a linked worktree, where only the main one has a commit") { sandbox, clone in
      try sandbox.git("worktree", "add", "--quiet", clone, "side")
      try sandbox.git("switch", "--quiet", "--detach")
      try sandbox.commit("a/b/c", "only there")
      return clone
    },
    Kind("a submodule") { sandbox, clone in
      try sandbox.git("init", "--quiet", clone)
      try sandbox.git(
        "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", sandbox.root, "module", in: clone)
      return clone + "/module"
    },
    Kind("a mirror, with pull requests", revisions: ["--exclude=refs/pull/*", "--all"]) { sandbox, clone in
      try sandbox.git("update-ref", "refs/pull/7/head", try foreign(sandbox).hex)
      try sandbox.git("clone", "--quiet", "--mirror", sandbox.root, clone)
      return clone
    },
    Kind("fetched pull requests", revisions: ["--exclude=refs/remotes/origin/pr/*", "--all"]) { sandbox, clone in
      try sandbox.git("update-ref", "refs/pull/7/head", try foreign(sandbox).hex)
      try sandbox.git("clone", "--quiet", sandbox.root, clone)
      try sandbox.git("fetch", "--quiet", "origin", "+refs/pull/*/head:refs/remotes/origin/pr/*", in: clone)
      return clone
    },
    Kind("a repository of packs, a multi-pack-index, bitmaps and a commit graph") { sandbox, _ in
      try sandbox.git("repack", "-d", "--quiet")
      try sandbox.commit("a/b/c", "a second pack")
      try sandbox.git("repack", "-d", "--quiet")
      try sandbox.git("multi-pack-index", "write", "--bitmap")
      try sandbox.git("commit-graph", "write", "--reachable", "--changed-paths")
      try sandbox.git("pack-refs", "--all")
      return sandbox.root
    },
    Kind("grafts that join two histories") { sandbox, _ in
      let root = try sandbox.git("rev-list", "--max-parents=0", "main")
      let old = try foreign(sandbox)
      try sandbox.git("branch", "old", old.hex)
      try sandbox.write(".git/info/grafts", "# joined\n\(root) \(old)\n")
      return sandbox.root
    },
  ]

  /// A commit that no reference points to yet.
  private static func foreign(_ sandbox: Sandbox) throws -> ObjectID {
    try sandbox.git("switch", "--quiet", "--detach", "main~1")
    let id = try sandbox.commit("a/b/c", "foreign")
    try sandbox.git("switch", "--quiet", "main")
    return id
  }

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.git("config", "advice.graftFileDeprecated", "false")
    for number in 1...6 { try sandbox.commit(number % 2 == 0 ? "a/b/c" : "top", "\(number)") }
    try sandbox.git("switch", "--quiet", "-c", "side", "main~2")
    try sandbox.commit("a/b/side", "x")
    try sandbox.git("tag", "-a", "-m", "x", "v1")
    try sandbox.commit("top", "side")
    try sandbox.git("switch", "--quiet", "main")
    return sandbox
  }

  @Test("commits and changes are those that git reports", arguments: kinds)
  func agrees(_ kind: Kind) throws {
    let sandbox = try sandbox()
    let (place, revisions) = try kind.make(sandbox)
    let expected = try Record(of: sandbox, revisions, in: place)
    let repository = try sandbox.open(place)
    for cache in [HistoryCache.none, HistoryCache(minimumCommits: 1), HistoryCache(minimumCommits: 1)] {
      let history = try repository.history(of: Self.paths, from: repository.historyTips().commits, cache: cache)
      #expect(history.changes.map(\.words).sorted() == expected.changes(at: Self.paths).sorted())
      #expect(history.commitCount == expected.commits.count)
      #expect(history.unreadableCommitCount == 0)
    }
    #expect(try repository.historyTips().broken.isEmpty)
  }

  @Test("pull requests are read if they are selected", arguments: ["refs/pull/*", "pull", "*/7/head", "pull/7/"])
  func pullRequests(_ pattern: String) throws {
    let sandbox = try sandbox()
    let foreign = try Self.foreign(sandbox)
    try sandbox.git("update-ref", "refs/pull/7/head", foreign.hex)
    let repository = try sandbox.open()
    #expect(try !repository.historyTips().commits.contains(foreign))
    #expect(try repository.historyTips(ReferenceSelection(including: [pattern])).commits.contains(foreign))
    #expect(try !repository.historyTips(ReferenceSelection(including: ["pull/8"])).commits.contains(foreign))
    #expect(try sandbox.git("log", "--format=%H", "--glob=" + pattern).contains(foreign.hex))
  }

  @Test(
    "a remote branch with the name of a pull request is one",
    arguments: [
      ("origin/pr/1", true), ("origin/pull/12/head", true), ("origin/merge-requests/3/merge", true),
      ("up/pull/9/merge", true), ("origin/pr", false), ("origin/pr/fix", false), ("origin/pull/12/head/x", false),
      ("origin/topic/pull/1", false), ("origin/main", false), ("pull/1", false),
    ])
  func names(_ name: String, _ isLeftOut: Bool) throws {
    let sandbox = try sandbox()
    try sandbox.git("update-ref", "refs/remotes/" + name, "HEAD")
    let repository = try sandbox.open()
    let found = try repository.references(.standard)
    #expect(found.all.contains { $0.name == "refs/remotes/" + name } == !isLeftOut)
    #expect(try repository.references().all.contains { $0.name == "refs/remotes/" + name })
    #expect(found.broken.isEmpty)
    let asked = ReferenceSelection(including: ["refs/remotes/" + name + "*"])
    #expect(try repository.references(asked).all.filter { $0.name == "refs/remotes/" + name }.count == 1)
  }

  @Test("replaced commits are read, and so are their replacements")
  func replacement() throws {
    let sandbox = try sandbox()
    let (hidden, older) = (try sandbox.id("HEAD~2"), try sandbox.id("HEAD~4"))
    let foreign = try Self.foreign(sandbox)
    try sandbox.git("replace", hidden.hex, foreign.hex)
    try sandbox.git("replace", foreign.hex, try sandbox.id("side").hex)
    let repository = try sandbox.open()
    let commits = try repository.history(of: [""], from: [sandbox.id("HEAD")]).changes.map(\.commit)
    #expect(commits.contains(hidden) && commits.contains(foreign))
    #expect(try commits.contains(sandbox.id("side")))
    // It is reachable only where the replaced commit is.
    let others = try repository.history(of: [""], from: [older]).changes.map(\.commit)
    #expect(!others.contains(foreign))
  }

  @Test("a missing replacement is reported")
  func lostReplacement() throws {
    let sandbox = try sandbox()
    let hidden = try sandbox.id("HEAD~2")
    try sandbox.write(".git/refs/replace/\(hidden)", String(repeating: "1", count: 40) + "\n")
    let repository = try sandbox.open()
    #expect(try repository.historyTips().broken == ["refs/replace/\(hidden)"])
    #expect(try repository.history(of: ["top"], from: [sandbox.id("HEAD")]).commitCount == 6)
  }

  @Test("a graft does not hide a parent")
  func graft() throws {
    let sandbox = try sandbox()
    let head = try sandbox.id("HEAD")
    try sandbox.write(".git/info/grafts", "\(head)\n")
    #expect(try sandbox.git("rev-list", "--count", "HEAD") == "1")
    #expect(try sandbox.open().history(of: ["top"], from: [head]).commitCount == 6)
  }

  @Test("a cycle of grafts terminates")
  func circle() throws {
    let sandbox = try sandbox()
    let root = try sandbox.git("rev-list", "--max-parents=0", "main")
    try sandbox.write(".git/info/grafts", "\(root) \(sandbox.id("HEAD~2"))\n")
    let repository = try sandbox.open()
    for _ in 1...2 {
      let history = try repository.history(
        of: ["top"], from: [sandbox.id("HEAD")], cache: HistoryCache(minimumCommits: 1))
      #expect(history.commitCount == 6)
    }
  }

  @Test("a clone without trees is reported as unreadable")
  func treeless() throws {
    let sandbox = try sandbox()
    try sandbox.git("config", "uploadpack.allowFilter", "true")
    let clone = sandbox.folder + "/clone"
    try sandbox.git("clone", "--quiet", "--filter=tree:0", "--no-checkout", "file://" + sandbox.root, clone)
    for _ in 1...2 {
      let repository = try sandbox.open(clone)
      let tips = try repository.historyTips().commits
      let history = try repository.history(of: Self.paths, from: tips, cache: HistoryCache(minimumCommits: 1))
      #expect(history.commitCount == 8 && history.unreadableCommitCount == 8)
      #expect(history.missingTree?.isPromised == true)
      #expect(history.changes.count == 3 && history.changes.allSatisfy { $0.after == .unknown })
    }
    try sandbox.git("fetch", "--quiet", "--refetch", "--no-filter", in: clone)
    let repository = try sandbox.open(clone)
    let history = try repository.history(
      of: Self.paths, from: repository.historyTips().commits, cache: HistoryCache(minimumCommits: 1))
    #expect(history.unreadableCommitCount == 0 && history.missingTree == nil)
  }

  @Test("SHA-256 object names are reported as unsupported")
  func sha256() throws {
    #expect(throws: GitError.unsupportedObjectFormat("sha256")) { try Sandbox("--object-format=sha256").open() }
  }

  @Test("many references are read: 10,000 loose or 50,000 packed ones", arguments: [true, false])
  func manyReferences(_ packed: Bool) throws {
    let sandbox = try sandbox()
    let commits = try sandbox.git("rev-list", "--all").split(separator: "\n").map(String.init)
    if packed {
      let lines = (0..<50_000).map { "\(commits[$0 % commits.count]) refs/tags/v\($0 + 100_000)\n" }
      try sandbox.write(".git/packed-refs", "# pack-refs with: peeled fully-peeled sorted \n" + lines.joined())
    } else {
      let folder = sandbox.root + "/.git/refs/heads/many"
      for part in 0..<10 {
        try FileManager.default.createDirectory(atPath: "\(folder)/\(part)", withIntermediateDirectories: true)
        for number in 0..<1000 {
          let commit = Data((commits[number % commits.count] + "\n").utf8)
          _ = FileManager.default.createFile(atPath: "\(folder)/\(part)/\(number)", contents: commit)
        }
      }
    }
    let repository = try sandbox.open()
    let clock = ContinuousClock()
    let start = clock.now
    let tips = try repository.historyTips()
    // This takes less than a second on an idle machine; a linear search for each reference would take minutes.
    #expect(start.duration(to: clock.now) < .seconds(30))
    #expect(tips.commits.count == commits.count && tips.broken.isEmpty)
    #expect(try repository.references().all.count > (packed ? 50_000 : 10_000))
  }
}
