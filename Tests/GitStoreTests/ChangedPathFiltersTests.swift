import Digests
import Foundation
import TestSupport
import Testing

@testable import GitStore

/// The filters of changed paths that Git writes into its commit graph.
@Suite("Changed-path filters")
struct ChangedPathFiltersTests {
  static let filtered = HistoryCache(minimumCommits: nil, usesFilters: true)

  // Git's own test of its hash, t/t0095-bloom.sh.
  @Test(
    "the hash is Git's",
    arguments: [
      ("", 0), ("Hello world!", 0x627b_0c2c),
      ("The quick brown fox jumps over the lazy dog", 0x2e4f_f723),
    ] as [(String, UInt32)])
  func hash(_ text: String, _ expected: UInt32) {
    #expect(ChangedPathFilters.murmur3(Array(text.utf8)[...], seed: 0) == expected)
  }

  @Test("the history is that of the objects", arguments: PathHistoryTests.stories)
  func agrees(_ story: PathHistoryTests.Story) throws {
    let sandbox = try Sandbox()
    try story.happens(sandbox)
    let repository = try sandbox.open()
    let tips = try repository.references().all.map(\.commit)
    guard !tips.isEmpty else { return }
    try sandbox.git("commit-graph", "write", "--reachable", "--changed-paths")
    for paths in [
      ["a/b", "a/b/", "a/b/c", "a", "top", "no/such/path", "a//b"], ["a/b/c"], ["top"], ["ü"],
    ] {
      let expected = try repository.history(of: paths, from: tips, cache: .objectsOnly)
      let history = try repository.history(of: paths, from: tips, cache: Self.filtered)
      #expect(history.steps.map(\.commit) == expected.steps.map(\.commit))
      #expect(history.steps.map(\.after) == expected.steps.map(\.after))
      #expect(history.changes == expected.changes)
      #expect(history.commitCount == expected.commitCount)
    }
  }

  @Test("a commit with more changes than Git puts into a filter may have changed everything")
  func manyChanges() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("a/b/c", "1")
    for number in 1...600 { try sandbox.write("many/\(number)", "\(number)") }
    try sandbox.write("a/b/c", "2")
    try sandbox.git("add", ".")
    try sandbox.git("commit", "--quiet", "-m", "many")
    let many = try sandbox.id("HEAD")
    let tip = try sandbox.commit("elsewhere", "3")
    try sandbox.git("commit-graph", "write", "--reachable", "--changed-paths")
    #expect(try sandbox.open().history(of: ["a/b/"], from: [tip], cache: Self.filtered).steps.last?.commit == many)
  }

  @Test("more changed commits than one batch of trees has")
  func batches() throws {
    let sandbox = try Sandbox()
    let count = 3 * ParallelTreeReader.Batch.small.rawValue + 50
    let commits = (1...count).map { number in
      let path = number % 3 == 0 ? "elsewhere" : "a/b/c"
      return """
        commit refs/heads/main
        committer A <a@example.org> \(1_700_000_000 + number) +0000
        data 1
        x
        M 100644 inline \(path)
        data \("\(number)".utf8.count)
        \(number)

        """
    }
    try sandbox.write(sandbox.folder + "/commits", commits.joined())
    try sandbox.git("-c", "alias.import=!git fast-import --quiet < '\(sandbox.folder)/commits'", "import")
    try sandbox.git("commit-graph", "write", "--reachable", "--changed-paths")
    let repository = try sandbox.open()
    let tip = try sandbox.id("refs/heads/main")
    let history = try repository.history(of: ["a/b/"], from: [tip], cache: Self.filtered)
    #expect(history.steps.count == count - count / 3)
    #expect(history.steps == (try repository.history(of: ["a/b/"], from: [tip], cache: .objectsOnly).steps))
  }

  @Test("a commit graph whose ids are not sorted is ignored, even if its checksum is right")
  func unsorted() throws {
    let line = try Line()
    let sorted = line.commits.sorted()
    try line.forge { bytes in
      let names = Line.chunk("OIDL", in: bytes).lowerBound
      let places = line.commits[1...2].map { names + (sorted.firstIndex(of: $0) ?? 0) * 20 }
      for byte in 0..<20 { bytes.swapAt(places[0] + byte, places[1] + byte) }
    }
    #expect(try line.steps() == [0, 2, 4].map { line.commits[$0] })
  }

  /// A line of commits. The second and the fourth change only another file.
  private struct Line {
    let sandbox: Sandbox
    let commits: [ObjectID]
    var tip: ObjectID { commits[4] }

    init() throws {
      sandbox = try Sandbox()
      var commits: [ObjectID] = []
      for (path, text) in [
        ("a/b/c", "1"), ("elsewhere", "2"), ("a/b/c", "3"), ("elsewhere", "4"), ("a/b/c", "1"),
      ] {
        commits.append(try sandbox.commit(path, text))
      }
      self.commits = commits
      try sandbox.git("commit-graph", "write", "--reachable", "--changed-paths")
    }

    func steps(_ cache: HistoryCache = ChangedPathFiltersTests.filtered) throws -> [ObjectID] {
      try sandbox.open().history(of: ["a/b/"], from: [tip], cache: cache).steps.map(\.commit)
    }

    var graph: URL { URL(fileURLWithPath: sandbox.root + "/.git/objects/info/commit-graph") }

    /// Changes the bytes of the file and computes its checksum again.
    func forge(_ change: (inout [UInt8]) -> Void) throws {
      var bytes = Array(try Data(contentsOf: graph).dropLast(20))
      change(&bytes)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: graph.path)
      try Data(bytes + sha1(bytes[...])).write(to: graph)
    }

    /// Says of every commit that it changed nothing.
    func clearFilters() throws {
      try forge { bytes in
        let chunk = Self.chunk("BDAT", in: bytes)
        for place in (chunk.lowerBound + 12)..<chunk.upperBound { bytes[place] = 0 }
      }
    }

    static func chunk(_ name: String, in bytes: [UInt8]) -> Range<Int> {
      func number(_ place: Int) -> Int {
        bytes[place..<(place + 8)].reduce(0) { $0 << 8 | Int($1) }
      }
      let row =
        stride(from: 8, to: bytes.count, by: 12).first { bytes[$0...].starts(with: name.utf8) } ?? 8
      return number(row + 4)..<number(row + 16)
    }
  }

  @Test("the tree of a commit that changed nothing is not read")
  func skipped() throws {
    let line = try Line()
    try line.sandbox.remove(object: line.sandbox.id("\(line.commits[1])^{tree}"))
    let repository = try line.sandbox.open()
    #expect(try repository.history(of: ["a/b/"], from: [line.tip], cache: Self.filtered).unreadableCommitCount == 0)
    #expect(
      try repository.history(of: ["a/b/"], from: [line.tip], cache: .objectsOnly)
        .unreadableCommitCount == 1)
  }

  @Test("a missing tree of a commit that may have changed is reported as without the filters")
  func missing() throws {
    let line = try Line()
    try line.sandbox.remove(object: line.sandbox.id("\(line.commits[2])^{tree}"))
    let repository = try line.sandbox.open()
    let history = try repository.history(of: ["a/b/"], from: [line.tip], cache: Self.filtered)
    let expected = try repository.history(of: ["a/b/"], from: [line.tip], cache: .objectsOnly)
    #expect(history.changes == expected.changes && history.unreadableCommitCount == 1)
  }

  @Test("filters that hide what a tip has are not believed")
  func refuted() throws {
    let line = try Line()
    let other = try line.sandbox.commit("a/b/c", "other")
    try line.sandbox.git("commit-graph", "write", "--reachable", "--changed-paths")
    try line.clearFilters()
    let history = try line.sandbox.open().history(of: ["a/b/"], from: [other], cache: Self.filtered)
    #expect(history.steps.map(\.commit) == [0, 2, 4].map { line.commits[$0] } + [other])
  }

  @Test("the first of many tips are checked")
  func manyTips() throws {
    let line = try Line()
    let edit = try line.sandbox.commit("a/b/c", "edit")
    try line.sandbox.commit("a/b/c", "1")
    for number in 1...150 {
      try line.sandbox.git("branch", "topic\(number)")
      try line.sandbox.git("commit", "--quiet", "--allow-empty", "-m", "\(number)")
    }
    try line.sandbox.git("commit-graph", "write", "--reachable", "--changed-paths")
    try line.clearFilters()
    let repository = try line.sandbox.open()
    let tips = try repository.references().all.map(\.commit)
    func steps(_ tips: [ObjectID]) throws -> [ObjectID] {
      try repository.history(of: ["a/b/"], from: tips, cache: Self.filtered).steps.map(\.commit)
    }
    #expect(try steps(tips) == [line.commits[0]])
    #expect(try steps([edit] + tips).contains(edit))
    #expect(try steps(tips + [edit]) == [line.commits[0]])
  }

  @Test("a forged filter can hide only what was undone, and only from what lists the history")
  func undone() throws {
    let line = try Line()
    try line.clearFilters()
    let all = [0, 2, 4].map { line.commits[$0] }
    #expect(try line.steps() == [line.commits[0]])
    #expect(try line.steps(.none) == all && line.steps(.objectsOnly) == all)
    for setting in ["core.commitGraph", "commitGraph.readChangedPaths"] {
      try line.sandbox.git("config", setting, "false")
      #expect(try line.steps() == all)
      try line.sandbox.git("config", "--unset", setting)
    }
  }

  @Test("what filters say is cached apart from what trees say")
  func caches() throws {
    let line = try Line()
    try line.clearFilters()
    let listing = HistoryCache(minimumCommits: 1, usesFilters: true)
    let all = [0, 2, 4].map { line.commits[$0] }
    #expect(try line.steps(listing) == [line.commits[0]])
    let files = try ["history", "history-results"].map { name in
      let folder = line.sandbox.root + "/.git/schemaledger/" + name
      return (folder: folder, name: try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first))
    }
    for (folder, name) in files {
      #expect(name.hasSuffix("-filtered"))
      // Under the other name, the file does not count.
      try FileManager.default.copyItem(atPath: folder + "/" + name, toPath: folder + "/" + name.dropLast(9))
    }
    #expect(try line.steps(HistoryCache(minimumCommits: 1)) == all)
    #expect(try line.steps(HistoryCache(minimumCommits: 1)) == all)
    #expect(try line.steps(listing) == [line.commits[0]])
    try FileManager.default.removeItem(at: line.graph)
    for (folder, name) in files { try FileManager.default.removeItem(atPath: folder + "/" + name) }
    // Now the other files are used, and the graph is extended.
    #expect(try line.steps(listing) == all)
    let tip = try line.sandbox.commit("a/b/c", "more")
    #expect(try line.sandbox.open().history(of: ["a/b/"], from: [tip], cache: listing).steps.count == 4)
    for (folder, _) in files {
      #expect(!(try FileManager.default.contentsOfDirectory(atPath: folder).contains { $0.hasSuffix("-filtered") }))
    }
  }

  @Test("a file with damage and the right checksum is read without a crash")
  func damaged() throws {
    let line = try Line()
    let whole = try Data(contentsOf: line.graph)
    for chunk in ["BIDX", "BDAT"] {
      for place in Line.chunk(chunk, in: Array(whole)) {
        for byte in [0, 0x7F, 0xFF] as [UInt8] {
          try line.forge { $0[place] = byte }
          #expect(try line.steps().first == line.commits[0])
          try whole.write(to: line.graph)
        }
      }
    }
    for place in 0..<(8 + 12 * 8) {
      try line.forge { $0[place] = 0xFF }
      _ = try? line.steps()
      try whole.write(to: line.graph)
    }
    for length in stride(from: 0, to: whole.count - 20, by: 7) {
      try line.forge { $0.removeLast($0.count - length) }
      _ = try? line.steps()
      try whole.write(to: line.graph)
    }
  }
}
