import Digests
import Foundation
import TestSupport
import Testing

@testable import GitStore

/// The result equals that of a run without a cache, whatever happens between two runs.
@Suite("History cache")
struct HistoryCacheTests {
  struct Event: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let happens: @Sendable (Sandbox) throws -> Void

    init(_ name: String, _ happens: @escaping @Sendable (Sandbox) throws -> Void) {
      testDescription = name
      self.happens = happens
    }
  }

  static let paths = ["a/b/", "a/b/c", "top"]
  private static let eager = HistoryCache(minimumCommits: 1)

  static let events = [
    Event("nothing") { _ in },
    Event("a commit") { try $0.commit("a/b/c", "new") }, Event("a merge") { try merge($0) },
    Event("a commit that changes none of the paths") { try $0.commit("other", "new") },
    Event("two such commits, one after the other") {
      try $0.commit("other", "new")
      _ = try history($0)
      try $0.commit("other", "newer")
    },
    Event("such a commit on another branch, and one that changes a path") {
      try $0.commit("other", "new")
      try $0.git("switch", "--quiet", "side")
      try $0.commit("top", "more")
    },
    Event("a merge that changes none of the paths") {
      try $0.git("switch", "--quiet", "side")
      try $0.git("merge", "--quiet", "-s", "ours", "-m", "merge", "main")
    },
    Event("a merge of two former tips, whose branches are gone") {
      try $0.git("switch", "--quiet", "-c", "both", "side")
      try $0.git("merge", "--quiet", "-s", "ours", "-m", "merge", "main")
      try $0.git("branch", "-D", "main", "side")
    },
    Event("a commit in place of the last") {
      try $0.commit("other", "new")
      _ = try history($0)
      try $0.git("commit", "--quiet", "--amend", "-m", "amended")
    },
    Event("a commit that changes no path, and a branch that is gone") {
      try $0.commit("other", "new")
      try $0.git("branch", "-D", "side")
    },
    Event("a commit that changes no path, after gc") {
      try $0.git("gc", "--quiet")
      try $0.commit("other", "new")
    },
    Event("a commit that changes no path, and then gc") {
      try $0.commit("other", "new")
      _ = try history($0)
      try $0.git("gc", "--quiet")
    },
    Event("a root that has none of the paths") {
      try $0.git("switch", "--quiet", "--orphan", "island")
      try $0.commit("other", "island")
    },
    Event("former tips with a wrong byte, after a commit that changes no path") {
      try change(file($0, tips), wrongByte)
      try $0.commit("other", "new")
    },
    Event("results with a wrong byte, after a commit that changes no path") {
      try change(file($0, results), wrongByte)
      try $0.commit("other", "new")
    },
    Event("a commit after a merge") {
      try merge($0)
      try $0.commit("a/b/c", "new")
    },
    Event("a branch that is set back") { try $0.git("reset", "--quiet", "--hard", "HEAD~3") },
    Event("a branch that is written anew") {
      try $0.git("reset", "--quiet", "--hard", "HEAD~3")
      try $0.commit("a/b/c", "other")
    },
    Event("a deleted branch") { try $0.git("branch", "-D", "side") },
    Event("a deleted branch that comes back") {
      let side = try $0.id("side")
      try $0.git("branch", "-D", "side")
      _ = try history($0)
      try $0.git("branch", "again", side.hex)
    },
    Event("a new branch at an old commit") { try $0.git("branch", "old", "HEAD~4") },
    Event("a root of its own") {
      try $0.git("switch", "--quiet", "--orphan", "island")
      try $0.commit("a/b/c", "island")
    },
    Event("a detached HEAD") {
      try $0.git("switch", "--quiet", "--detach", "HEAD~2")
      try $0.commit("a/b/c", "detached")
    },
    Event("gc") { try $0.git("gc", "--quiet") },
    Event("gc after a branch was deleted") {
      try $0.git("branch", "-D", "side")
      try forget($0)
    },
    Event("gc of what a new branch is made of again") {
      try $0.git("branch", "-D", "side")
      try forget($0)
      try side($0)
    },
    Event("two packs, and loose objects besides") {
      try $0.git("repack", "-d", "--quiet")
      try $0.commit("a/b/c", "second pack")
      try $0.git("repack", "-d", "--quiet")
      try $0.commit("a/b/c", "loose")
    },
    Event("a multi-pack-index with a bitmap, and a commit graph") {
      try $0.git("repack", "-d", "--quiet")
      try $0.commit("a/b/c", "second pack")
      try $0.git("repack", "-d", "--quiet")
      try $0.git("multi-pack-index", "write", "--bitmap")
      try $0.git("commit-graph", "write", "--reachable", "--changed-paths")
    },
    Event("alternates") {
      let store = $0.folder + "/store"
      try $0.git("clone", "--quiet", "--bare", $0.root, store)
      try $0.write(".git/objects/info/alternates", store + "/objects\n")
      try forget($0)
    },
    Event("a graft") {
      try $0.write(".git/info/grafts", "\($0.id("HEAD")) \($0.id("HEAD~3")) \($0.id("side"))\n")
    },
    Event("a replacement") { try $0.git("replace", "HEAD~2", "side") },
    Event("a replacement that joins an older history") {
      try $0.git("replace", "--graft", $0.id("HEAD~5").hex, $0.id("side").hex)
    },
    Event("a replacement that is taken back") {
      try $0.git("replace", "HEAD~2", "side")
      _ = try history($0)
      try $0.git("replace", "-d", $0.id("HEAD~2").hex)
    },
    Event("a boundary, as in a shallow clone") { try $0.write(".git/shallow", "\($0.id("HEAD~2"))\n") },
    Event("a boundary that is taken away") {
      try $0.write(".git/shallow", "\($0.id("HEAD~2"))\n")
      _ = try history($0)
      try $0.git("fetch", "--quiet", "--unshallow", ".")
      try? FileManager.default.removeItem(atPath: $0.root + "/.git/shallow")
    },

    // The cache itself: both files, and the file of results alone
    Event("files that are empty") { try changeAll(in: $0) { _ in Data() } },
    Event("files that are cut short") { try changeAll(in: $0) { $0.prefix($0.count / 2) } },
    Event("files that are a byte short") { try changeAll(in: $0) { $0.dropLast() } },
    Event("files that are a byte too long") { try changeAll(in: $0) { $0 + [0] } },
    Event("files of another format") { try changeAll(in: $0) { Data([$0[0] &+ 1]) + $0.dropFirst() } },
    Event("files with a wrong byte") { try changeAll(in: $0, wrongByte) },
    Event("files with huge counts") {
      try changeAll(in: $0) { $0.prefix(16) + Data(repeating: 255, count: 32) + $0.dropFirst(48) }
    },
    Event("results with a wrong byte") { try change(file($0, results), wrongByte) },
    Event("a graph with a wrong byte, after a commit") {
      try change(file($0), wrongByte)
      try $0.commit("a/b/c", "new")
    },
    Event("files of other paths in their place") { sandbox in
      let own = try [graphs, results].map { try file(sandbox, $0) }
      for file in own { try FileManager.default.removeItem(at: file) }
      let repository = try sandbox.open()
      _ = try repository.history(of: ["other"], from: repository.historyTips().commits, cache: eager)
      for (folder, file) in zip([graphs, results], own) {
        try FileManager.default.moveItem(at: Self.file(sandbox, folder), to: file)
      }
    },
    Event("results of other tips in their place") { sandbox in
      let own = try file(sandbox, results)
      try FileManager.default.removeItem(at: own)
      let repository = try sandbox.open()
      _ = try repository.history(of: paths, from: [sandbox.id("HEAD~2")], cache: eager)
      try FileManager.default.moveItem(at: file(sandbox, results), to: own)
    },
    Event("files under another key") { sandbox in
      for folder in [graphs, results] { try FileManager.default.removeItem(at: file(sandbox, folder)) }
      let repository = try sandbox.open(nil, ["XDG_STATE_HOME": sandbox.folder + "/other"])
      _ = try repository.history(of: paths, from: repository.historyTips().commits, cache: eager)
    },
    Event("a new key") { try FileManager.default.removeItem(atPath: $0.folder + "/state") },
    Event("a key that others can read") {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: $0.folder + "/state/schemaledger/cache-key")
    },
    Event("folders in the files' place") { sandbox in
      for file in try [file(sandbox), file(sandbox, results)] {
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
      }
    },
    Event("a file in the folder's place") {
      try FileManager.default.removeItem(atPath: $0.root + "/.git/schemaledger")
      try $0.write(".git/schemaledger", "x")
    },
    Event("a folder that nobody may write to") {
      try $0.commit("a/b/c", "new")
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder($0))
    },
    Event("a link that leads nowhere") {
      try FileManager.default.removeItem(atPath: $0.root + "/.git/schemaledger")
      try FileManager.default.createSymbolicLink(
        atPath: $0.root + "/.git/schemaledger", withDestinationPath: "/nonexistent/folder")
    },
  ]

  private static let (graphs, results, tips) = ("history", "history-results", "history-tips")

  private static func folder(_ sandbox: Sandbox, _ name: String = graphs) -> String {
    sandbox.root + "/.git/schemaledger/" + name
  }

  private static func file(_ sandbox: Sandbox, _ name: String = graphs) throws -> URL {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder(sandbox, name))
    return URL(fileURLWithPath: folder(sandbox, name) + "/" + (try #require(names.first)))
  }

  private static func change(_ file: URL, _ body: (Data) -> Data) throws {
    try body(Data(contentsOf: file)).write(to: file)
  }

  private static func changeAll(in sandbox: Sandbox, _ body: (Data) -> Data) throws {
    for folder in [graphs, results, tips] { try change(file(sandbox, folder), body) }
  }

  private static func wrongByte(_ content: Data) -> Data {
    var content = content
    content[content.count * 2 / 3] ^= 1
    return content
  }

  private static func forget(_ sandbox: Sandbox) throws {
    try sandbox.git("reflog", "expire", "--expire=all", "--all")
    try sandbox.git("repack", "-a", "-d", "-l", "--quiet")
    try sandbox.git("prune", "--expire=now")
  }

  private static func side(_ sandbox: Sandbox) throws {
    try sandbox.git("switch", "--quiet", "-c", "side", "main~3")
    try sandbox.commit("a/b/side", "x")
    try sandbox.commit("top", "side")
    try sandbox.git("switch", "--quiet", "main")
  }

  private static func merge(_ sandbox: Sandbox) throws {
    try sandbox.git("merge", "--quiet", "-X", "ours", "-m", "merge", "side")
  }

  private static func history(_ sandbox: Sandbox, _ cache: HistoryCache = eager) throws -> PathHistory {
    let repository = try sandbox.open()
    return try repository.history(of: paths, from: repository.historyTips().commits, cache: cache)
  }

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    for number in 1...7 { try sandbox.commit(number % 3 == 0 ? "a/b/c" : "top", "\(number)") }
    try Self.side(sandbox)
    return sandbox
  }

  private func expectSame(_ one: PathHistory, _ other: PathHistory) {
    #expect(one.changes == other.changes)
    #expect(one.commitCount == other.commitCount)
    #expect(one.unreadableCommitCount == other.unreadableCommitCount)
    #expect(one.missingTree?.id == other.missingTree?.id)
  }

  @Test("the result is that of a run without a cache", arguments: events)
  func same(_ event: Event) throws {
    let sandbox = try sandbox()
    _ = try Self.history(sandbox)
    #expect(try Self.file(sandbox).isFileURL)
    try event.happens(sandbox)
    let expected = try Self.history(sandbox, .none)
    #expect(expected.commitCount > 3)
    // The first run reads the earlier cache; the second reads the cache that the first has written.
    expectSame(try Self.history(sandbox), expected)
    expectSame(try Self.history(sandbox), expected)
    #expect(try Self.history(sandbox, .standard).changes == expected.changes)
  }

  @Test("commits in the cache are not read again, and others are added")
  func isUsed() throws {
    let sandbox = try sandbox()
    let first = try Self.history(sandbox)
    // Only the cache contains the content of the trees.
    let tree = try sandbox.id("HEAD~4^{tree}")
    try sandbox.remove(object: tree)
    expectSame(try Self.history(sandbox), first)
    #expect(try Self.history(sandbox, .none).unreadableCommitCount > 0)
    try sandbox.commit("a/b/c", "new")
    let second = try Self.history(sandbox)
    #expect(second.commitCount == first.commitCount + 1 && second.unreadableCommitCount == 0)
    try sandbox.remove(object: sandbox.id("HEAD^{tree}"))
    expectSame(try Self.history(sandbox), second)
  }

  @Test("the history of the same tips is not walked again, with or without packs", arguments: [true, false])
  func isKnown(_ packed: Bool) throws {
    let sandbox = try sandbox()
    if packed { try sandbox.git("gc", "--quiet") }
    let first = try Self.history(sandbox)
    // Only the file of results has the contents now, and a new branch at a tip adds no tip.
    try FileManager.default.removeItem(at: Self.file(sandbox))
    try sandbox.git("branch", "same")
    let again = try Self.history(sandbox)
    expectSame(again, first)
    #expect(again.steps == first.steps && again.commitCount(of: .absent, at: "a/b/c") > 0)
    for path in Self.paths {
      for content in Set(first.changes.map(\.after)) {
        #expect(again.commitCount(of: content, at: path) == first.commitCount(of: content, at: path))
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: Self.folder(sandbox)).isEmpty)
    // A new tip is walked, and so is another line.
    try sandbox.commit("a/b/c", "new")
    expectSame(try Self.history(sandbox), try Self.history(sandbox, .none))
    let repository = try sandbox.open()
    let tips = try repository.historyTips().commits
    for tip in tips {
      let marked = try repository.history(of: Self.paths, from: tips, marking: tip, cache: Self.eager)
      #expect(marked.steps == (try repository.history(of: Self.paths, from: tips, marking: tip)).steps)
      #expect(try repository.history(of: Self.paths, from: tips, marking: tip, cache: Self.eager).steps == marked.steps)
    }
  }

  @Test("after a commit that changes none of the paths, only this commit is read, whatever line is marked")
  func isExtended() throws {
    let sandbox = try sandbox()
    func marked(_ cache: HistoryCache) throws -> PathHistory {
      let repository = try sandbox.open()
      let line = try repository.head.commit
      return try repository.history(of: Self.paths, from: repository.historyTips().commits, marking: line, cache: cache)
    }
    let first = try marked(Self.eager)
    // Without the graph, all other commits would be read again, and one of them has lost its tree.
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder(sandbox)) {
      try FileManager.default.removeItem(atPath: Self.folder(sandbox) + "/" + name)
    }
    let tree = sandbox.file(of: try sandbox.id("HEAD~4^{tree}"))
    let content = try Data(contentsOf: URL(fileURLWithPath: tree))
    try FileManager.default.removeItem(atPath: tree)
    for number in 1...2 {
      try sandbox.commit("other", "\(number)")
      let next = try marked(Self.eager)
      #expect(next.steps == first.steps && next.commitCount == first.commitCount + number)
      #expect(next.unreadableCommitCount == 0)
    }
    // The former tips show neither which ancestors another line has, nor what a merge adds to it.
    try content.write(to: URL(fileURLWithPath: tree))
    for command in [["switch", "--quiet", "side"], ["merge", "--quiet", "-s", "ours", "-m", "merge", "main"]] {
      try sandbox.git(command)
      #expect(try marked(Self.eager).steps == marked(.none).steps)
    }
  }

  @Test("no file is written for few commits, or without a cache")
  func worth() throws {
    let sandbox = try sandbox()
    _ = try Self.history(sandbox, .none)
    _ = try Self.history(sandbox, .standard)
    #expect(!sandbox.exists(".git/schemaledger"))
  }

  @Test("a missing commit is an error, even if the cache contains it", arguments: [true, false])
  func vanished(_ packed: Bool) throws {
    let sandbox = try sandbox()
    _ = try Self.history(sandbox)
    let gone = try sandbox.id("HEAD~2")
    if packed {
      try sandbox.git("repack", "-a", "-d", "--quiet")
      _ = try Self.history(sandbox)
      let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.root + "/.git/objects/pack")
      for name in names { try FileManager.default.removeItem(atPath: sandbox.root + "/.git/objects/pack/" + name) }
      #expect(throws: (any Error).self) { try Self.history(sandbox) }
    } else {
      try sandbox.remove(object: gone)
      #expect(throws: GitError.missingObject(gone, promised: false)) { try Self.history(sandbox) }
    }
  }

  @Test("a tree that was missing is looked up again")
  func unknown() throws {
    let sandbox = try sandbox()
    let tree = try sandbox.id("HEAD~4^{tree}")
    let content = try Data(contentsOf: URL(fileURLWithPath: sandbox.file(of: tree)))
    let whole = try Self.history(sandbox, .none)
    try sandbox.remove(object: tree)
    let lacking = try Self.history(sandbox)
    #expect(lacking.unreadableCommitCount == 1 && lacking.missingTree?.id == tree)
    expectSame(try Self.history(sandbox), lacking)
    try content.write(to: URL(fileURLWithPath: sandbox.file(of: tree)))
    expectSame(try Self.history(sandbox), whole)
    expectSame(try Self.history(sandbox), whole)
  }

  @Test("concurrent runs all write the cache, and all have the same result")
  func atOnce() async throws {
    let sandbox = try sandbox()
    let (root, variables) = (sandbox.root, sandbox.stateVariables)
    let expected = try Self.history(sandbox, .none)
    _ = Home.path
    try await withThrowingTaskGroup(of: [PathHistory.Change].self) { group in
      for number in 0..<16 {
        group.addTask {
          let repository = try Repository.discover(from: root, environment: Environment(variables))
          let paths = number % 4 == 0 ? ["top", "a/b/c", "a/b/"] : Self.paths
          return try repository.history(of: paths, from: repository.historyTips().commits, cache: Self.eager).changes
        }
      }
      for try await changes in group { #expect(Set(changes) == Set(expected.changes)) }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder(sandbox))
    #expect(names.count == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: Self.folder(sandbox, Self.results)).count == 2)
  }

  @Test("files for paths that are no longer used are removed")
  func neighbours() throws {
    let sandbox = try sandbox()
    let repository = try sandbox.open()
    for number in 1...20 {
      _ = try repository.history(of: ["path\(number)"], from: repository.historyTips().commits, cache: Self.eager)
    }
    for folder in [Self.graphs, Self.results] {
      #expect(try FileManager.default.contentsOfDirectory(atPath: Self.folder(sandbox, folder)).count == 16)
    }
  }

  /// The content of a cache file in which a commit has what another commit has.
  private func forgery(_ sandbox: Sandbox, _ name: String, as kind: String) throws -> [UInt8] {
    let content = try #require(try sandbox.open().caches.read(name, as: kind))
    let (real, older) = try (sandbox.id("HEAD:top"), sandbox.id("HEAD~1:top"))
    func raw(_ id: ObjectID) -> [UInt8] { withUnsafeBytes(of: id.oid) { Array($0) } }
    let forged = Data(content).replacing(Data(raw(real)), with: Data(raw(older)))
    try #require(Array(forged) != content)
    return Array(forged)
  }

  /// Ways to write a forgery.
  enum Forgery: CaseIterable { case digest, otherKey, formerFormat, withKey }

  @Test(
    "forged files that hide a change are not believed, except from the holder of the key",
    arguments: Forgery.allCases)
  func forged(_ forgery: Forgery) throws {
    let sandbox = try sandbox()
    try sandbox.commit("top", "rewritten")
    _ = try Self.history(sandbox)
    for (folder, kind) in [(Self.graphs, "history"), (Self.results, "history result")] {
      let file = try Self.file(sandbox, folder)
      let name = folder + "/" + file.lastPathComponent
      let content = try self.forgery(sandbox, name, as: kind)
      switch forgery {
      case .digest: try (Data(content) + Data("\(sha256(content))\n".utf8)).write(to: file)
      case .otherKey:
        let other = try sandbox.open(nil, ["XDG_STATE_HOME": sandbox.folder + "/other"]).caches
        other.write([content], to: name, as: kind)
      case .formerFormat: try Data(Self.formerFormat(content)).write(to: file)
      case .withKey: try sandbox.open().caches.write([content], to: name, as: kind)
      }
    }
    let expected = try Self.history(sandbox, .none)
    let found = try Self.history(sandbox)
    #expect((found.changes == expected.changes) == (forgery != .withKey))
  }

  /// The format before there were authentication codes: the header had a checksum as its second word.
  private static func formerFormat(_ content: [UInt8]) -> [UInt8] {
    func word(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
    let rest = Array(content.dropFirst(8))
    var sum = UInt64(rest.count)
    func mix(_ word: UInt64) {
      let mixed = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
      sum = mixed ^ mixed >> 29
    }
    let whole = rest.count / 8 * 8
    for offset in stride(from: 0, to: whole, by: 8) {
      mix(rest.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) })
    }
    for byte in rest[whole...] { mix(UInt64(byte)) }
    return word(0x7363_6865_6d61_0001) + word(sum) + rest
  }
}
