import Foundation
import GitStore
import TestSupport
import Testing

/// Merge bases of one commit with many others, compared with `git merge-base --all`.
@Suite("MergeBase")
struct MergeBaseTests {
  /// A history in which each commit has one or two earlier parents, or none.
  ///
  /// - Parameter skew: whether the times of commits are random; otherwise they grow.
  private func history(of count: Int, seed: UInt64, skew: Bool, in sandbox: Sandbox) throws -> [ObjectID] {
    var random = Numbers(state: seed)
    var stream = ""
    for number in 1...count {
      let time = 1_000_000_000 + (skew ? random.next(below: 1_000) : number * 10)
      stream +=
        "commit refs/heads/c\(number)\nmark :\(number)\ncommitter Ada <ada@example.org> \(time) +0000\ndata 1\nx\n"
      var parents: [Int] = []
      if number > 1, random.next(below: 12) > 0 { parents.append(max(1, number - 1 - random.next(below: 6))) }
      if number > 2, random.next(below: 3) == 0 { parents.append(1 + random.next(below: number - 1)) }
      if let first = parents.first { stream += "from :\(first)\n" }
      if parents.count > 1, parents[0] != parents[1] { stream += "merge :\(parents[1])\n" }
      stream += "\n"
    }
    try sandbox.write(sandbox.folder + "/commits", stream)
    try sandbox.git("-c", "alias.import=!git fast-import --quiet < '\(sandbox.folder)/commits'", "import")
    return try (1...count).map { try sandbox.id("refs/heads/c\($0)") }
  }

  private struct Numbers {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
  }

  @Test("one walk finds the bases that git merge-base finds for each", arguments: [1, 2, 3, 4], [false, true])
  func likeGit(seed: UInt64, skew: Bool) throws {
    let sandbox = try Sandbox()
    let commits = try history(of: 50, seed: seed, skew: skew, in: sandbox)
    let repository = try sandbox.open()
    let head = commits[commits.count - 4]
    let found = try repository.mergeBases(of: head, withEach: commits)
    for (commit, bases) in zip(commits, found) {
      let expected = try? sandbox.git("merge-base", "--all", head.hex, commit.hex)
      let ids = (expected ?? "").split(separator: "\n").map(String.init).sorted()
      #expect(bases.map(\.hex).sorted() == ids, "\(commit.hex)")
    }
  }

  @Test("more commits than one walk has bits, some of them twice")
  func many() throws {
    let sandbox = try Sandbox()
    let commits = try history(of: 300, seed: 9, skew: false, in: sandbox)
    let repository = try sandbox.open()
    let all = commits + commits.prefix(3)
    let found = try repository.mergeBases(of: commits[299], withEach: all)
    #expect(found.count == 303)
    for index in stride(from: 0, to: 303, by: 25) {
      #expect(try Set(found[index]) == Set(repository.mergeBases(of: commits[299], and: [all[index]])))
    }
  }

  @Test("a missing commit is an error")
  func missing() throws {
    let sandbox = try Sandbox()
    let root = try sandbox.commit("a", "1")
    let tip = try sandbox.commit("a", "2")
    try sandbox.remove(object: root)
    #expect(throws: GitError.missingObject(root, promised: false)) {
      _ = try sandbox.open().mergeBases(of: tip, withEach: [tip, root])
    }
  }
}
