import Foundation
import GitStore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import TestSupport
import Testing

/// The content of an entry does not matter here, so it is any text in a folder.
@Suite("Ledger history")
struct LedgerHistoryTests {
  struct Story: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Creates the history. Each commit has a word as its message, which the expectations use.
    let happens: @Sendable (Sandbox) throws -> Void
    /// The events, oldest first, as `deleted 1.0.0 by X`.
    let events: [String]
    /// The occurrences as `1.0.0 A B`, with the commits that added one content.
    let occurrences: [String]
  }

  static let stories = [
    Story(testDescription: "nothing", happens: { try put(nil, in: $0, "A") }, events: [], occurrences: []),
    Story(
      testDescription: "added", happens: { try put("1.0.0", in: $0, "A") }, events: [], occurrences: ["1.0.0 A"]),
    Story(
      testDescription: "rewritten",
      happens: {
        try put("1.0.0", in: $0, "A")
        try put("1.0.0", "other", in: $0, "B")
      }, events: ["rewritten 1.0.0 by B"], occurrences: ["1.0.0 A", "1.0.0 B"]),
    Story(
      testDescription: "rewritten and put back",
      happens: {
        try put("1.0.0", in: $0, "A")
        try put("1.0.0", "other", in: $0, "B")
        try put("1.0.0", in: $0, "C")
      }, events: ["rewritten 1.0.0 by B", "rewritten 1.0.0 by C"], occurrences: ["1.0.0 A C", "1.0.0 B"]),
    Story(
      testDescription: "deleted",
      happens: {
        try put("1.0.0", in: $0, "A")
        try drop("1.0.0", in: $0, "B")
      }, events: ["deleted 1.0.0 by B"], occurrences: ["1.0.0 A"]),
    Story(
      testDescription: "deleted and put back",
      happens: {
        try put("1.0.0", in: $0, "A")
        try drop("1.0.0", in: $0, "B")
        try put("1.0.0", in: $0, "C")
      }, events: ["deleted 1.0.0 by B"], occurrences: ["1.0.0 A C"]),
    Story(
      testDescription: "another folder name",
      happens: {
        try put("1.0.0", in: $0, "A")
        try $0.git("mv", "SchemaLedger/Fixtures/1.0.0", "SchemaLedger/Fixtures/1.0.1")
        try $0.commitAll("B")
      }, events: ["deleted 1.0.0 by B"], occurrences: ["1.0.0 A", "1.0.1 B"]),
    Story(
      testDescription: "another mode",
      happens: {
        try put("1.0.0", in: $0, "A")
        try $0.git("update-index", "--chmod=+x", "SchemaLedger/Fixtures/1.0.0/entry.json")
        try $0.git("commit", "--quiet", "-m", "B")
      }, events: ["rewritten 1.0.0 by B"], occurrences: ["1.0.0 A", "1.0.0 B"]),
    Story(
      testDescription: "a file in the folder's place",
      happens: {
        try put("1.0.0", in: $0, "A")
        try $0.git("rm", "-r", "--quiet", "SchemaLedger/Fixtures")
        try $0.commit("SchemaLedger/Fixtures", "x", message: "B")
      }, events: ["deleted 1.0.0 by B"], occurrences: ["1.0.0 A"]),
    Story(
      testDescription: "many at once, in the order of their versions",
      happens: { sandbox in
        for version in ["10.0", "9.0", "1.0", "1.0-rc", "2.0", "3.0"] { try sandbox.write(entry(version), version) }
        try sandbox.commitAll("A")
        for version in ["9.0", "1.0"] { try sandbox.write(entry(version), "other") }
        for version in ["10.0", "1.0-rc", "2.0", "3.0"] { try sandbox.git("rm", "--quiet", entry(version)) }
        try sandbox.commitAll("B")
      },
      events: [
        "rewritten 1.0 by B", "rewritten 9.0 by B", "deleted 1.0-rc by B", "deleted 2.0 by B", "deleted 3.0 by B",
        "deleted 10.0 by B",
      ],
      occurrences: ["1.0-rc A", "1.0 A", "1.0 B", "2.0 A", "3.0 A", "9.0 A", "9.0 B", "10.0 A"]),

    // Merges
    Story(
      testDescription: "a merge of two versions",
      happens: {
        try fork($0, side: { try put("2.0.0", in: $0, "S") }, main: { try put("3.0.0", in: $0, "B") })
        try $0.git("merge", "--quiet", "-m", "M", "side")
      }, events: [], occurrences: ["1.0.0 A", "2.0.0 S", "3.0.0 B"]),
    Story(
      testDescription: "a merge of a branch that deleted",
      happens: {
        try fork($0, side: { try drop("1.0.0", in: $0, "S") }, main: { try put("2.0.0", in: $0, "B") })
        try $0.git("merge", "--quiet", "-m", "M", "side")
      }, events: ["deleted 1.0.0 by S"], occurrences: ["1.0.0 A", "2.0.0 B"]),
    Story(
      testDescription: "a merge with -s ours, which loses what the other side froze",
      happens: {
        try fork($0, side: { try put("2.0.0", in: $0, "S") }, main: { try put(nil, in: $0, "B") })
        try $0.git("merge", "--quiet", "-s", "ours", "-m", "M", "side")
      }, events: ["deleted 2.0.0 by M"], occurrences: ["1.0.0 A", "2.0.0 S"]),
    Story(
      testDescription: "a merge that loses what both sides have",
      happens: {
        try fork($0, side: { try put("2.0.0", in: $0, "S") }, main: { try put(nil, in: $0, "B") })
        try $0.git("merge", "--quiet", "--no-commit", "--no-ff", "side")
        try $0.git("rm", "-r", "--quiet", "SchemaLedger/Fixtures/1.0.0")
        try $0.git("commit", "--quiet", "-m", "M")
      }, events: ["deleted 1.0.0 by M"], occurrences: ["1.0.0 A", "2.0.0 S"]),
    Story(
      testDescription: "a merge that rewrites",
      happens: {
        try fork($0, side: { try put("2.0.0", in: $0, "S") }, main: { try put(nil, in: $0, "B") })
        try $0.git("merge", "--quiet", "--no-commit", "--no-ff", "side")
        try put("1.0.0", "other", in: $0, "M")
      }, events: ["rewritten 1.0.0 by M"], occurrences: ["1.0.0 A", "1.0.0 M", "2.0.0 S"]),
    Story(
      testDescription: "a merge that brings something new",
      happens: {
        try fork($0, side: { try put(nil, in: $0, "S") }, main: { try put(nil, in: $0, "B") })
        try $0.git("merge", "--quiet", "--no-commit", "--no-ff", "side")
        try put("2.0.0", in: $0, "M")
      }, events: [], occurrences: ["1.0.0 A", "2.0.0 M"]),
    Story(
      testDescription: "a merge that keeps one of two contents",
      happens: {
        try fork($0, side: { try put("2.0.0", "s", in: $0, "S") }, main: { try put("2.0.0", "m", in: $0, "B") })
        try $0.git("merge", "--quiet", "-X", "ours", "-m", "M", "side")
      }, events: [], occurrences: ["1.0.0 A", "2.0.0 S", "2.0.0 B"]),
    Story(
      testDescription: "a merge that mixes two contents",
      happens: {
        try fork($0, side: { try put("2.0.0", "s", in: $0, "S") }, main: { try put("2.0.0", "m", in: $0, "B") })
        try $0.git("merge", "--quiet", "--no-commit", "-X", "ours", "side")
        try put("2.0.0", "mixed", in: $0, "M")
      }, events: ["rewritten 2.0.0 by M", "rewritten 2.0.0 by M"],
      occurrences: ["1.0.0 A", "2.0.0 S", "2.0.0 B", "2.0.0 M"]),
    Story(
      testDescription: "the same content on two branches",
      happens: {
        try fork($0, side: { try put("2.0.0", in: $0, "S") }, main: { try put("2.0.0", in: $0, "B") })
        try $0.git("merge", "--quiet", "-m", "M", "side")
      }, events: [], occurrences: ["1.0.0 A", "2.0.0 S B"]),
    Story(
      testDescription: "an octopus", happens: { try octopus($0) }, events: [],
      occurrences: ["1.0.0 A", "2.0.0 T2", "3.0.0 T3"]),
    Story(
      testDescription: "an octopus that loses a version",
      happens: {
        try octopus($0)
        try $0.git("rm", "-r", "--quiet", "SchemaLedger/Fixtures/2.0.0")
        try $0.git("commit", "--quiet", "--amend", "-m", "M")
      }, events: ["deleted 2.0.0 by M"], occurrences: ["1.0.0 A", "2.0.0 T2", "3.0.0 T3"]),
    Story(
      testDescription: "roots without common history",
      happens: {
        try put("1.0.0", in: $0, "A")
        try $0.git("switch", "--quiet", "--orphan", "island")
        try put("2.0.0", in: $0, "I")
        try $0.git("merge", "--quiet", "--allow-unrelated-histories", "-m", "M", "main")
      }, events: [], occurrences: ["1.0.0 A", "2.0.0 I"]),

    // References
    Story(
      testDescription: "what only a tag, a remote branch or a detached HEAD reaches",
      happens: {
        try put("1.0.0", in: $0, "A")
        try $0.git("switch", "--quiet", "--detach")
        try put("2.0.0", in: $0, "B")
        try $0.git("tag", "-a", "-m", "x", "v2")
        try $0.git("switch", "--quiet", "--detach", "main")
        try put("3.0.0", in: $0, "C")
        try $0.git("update-ref", "refs/remotes/origin/x", "HEAD")
        try $0.git("switch", "--quiet", "--detach", "main")
        try put("4.0.0", in: $0, "D")
      }, events: [], occurrences: ["1.0.0 A", "2.0.0 B", "3.0.0 C", "4.0.0 D"]),
    Story(
      testDescription: "tags of trees and blobs, and an object nobody reaches",
      happens: {
        try put("1.0.0", in: $0, "A")
        try put("2.0.0", in: $0, "B")
        try $0.git("tag", "tree", "HEAD^{tree}")
        try $0.git("tag", "blob", "HEAD:\(entry("2.0.0"))")
        try $0.git("tag", "-a", "-m", "x", "annotated", "HEAD^{tree}")
        try $0.git("reset", "--quiet", "--hard", "HEAD~")
      }, events: [], occurrences: ["1.0.0 A"]),
  ]

  private static func entry(_ version: String) -> String { "SchemaLedger/Fixtures/\(version)/entry.json" }

  private static func put(_ version: String?, _ text: String = "as frozen", in sandbox: Sandbox, _ name: String) throws
  {
    if let version { try sandbox.write(entry(version), text) }
    try sandbox.commitAll(name)
  }

  private static func drop(_ version: String, in sandbox: Sandbox, _ name: String) throws {
    try sandbox.git("rm", "-r", "--quiet", "SchemaLedger/Fixtures/\(version)")
    try sandbox.commitAll(name)
  }

  /// Commits 1.0.0 on `main`, and then different commits on `side` and on `main`. `main` is checked out afterwards.
  private static func fork(_ sandbox: Sandbox, side: (Sandbox) throws -> Void, main: (Sandbox) throws -> Void) throws {
    try put("1.0.0", in: sandbox, "A")
    try sandbox.git("switch", "--quiet", "-c", "side")
    try side(sandbox)
    try sandbox.git("switch", "--quiet", "main")
    try main(sandbox)
  }

  private static func octopus(_ sandbox: Sandbox) throws {
    try put("1.0.0", in: sandbox, "A")
    for number in 2...3 {
      try sandbox.git("switch", "--quiet", "-c", "topic\(number)", "main")
      try put("\(number).0.0", in: sandbox, "T\(number)")
    }
    try sandbox.git("switch", "--quiet", "main")
    try put(nil, in: sandbox, "B")
    try sandbox.git("merge", "--quiet", "-m", "M", "topic2", "topic3")
  }

  /// The events and occurrences, with messages of commits instead of ids.
  private func tell(
    _ history: LedgerHistory, _ repository: Repository
  ) throws -> (events: [String], occurrences: [String]) {
    (
      try history.events.map { event in
        switch event {
        case .rewritten(let version, let from, let to, let commit):
          #expect(from != to)
          return "rewritten \(version) by \(try repository.commitInfo(commit).summary)"
        case .deleted(let version, _, let commit):
          return "deleted \(version) by \(try repository.commitInfo(commit).summary)"
        }
      },
      try history.occurrences.map { occurrence in
        ([occurrence.version] + (try occurrence.commits.map { try repository.commitInfo($0).summary })).joined(
          separator: " ")
      }
    )
  }

  @Test("each version has its occurrences", arguments: stories)
  func story(story: Story) throws {
    let sandbox = try Sandbox()
    try story.happens(sandbox)
    let repository = try sandbox.open()
    let history = try LedgerHistory(of: "SchemaLedger", in: repository)
    let told = try tell(history, repository)
    #expect(told.events == story.events)
    #expect(told.occurrences == story.occurrences)
    #expect(!history.isShallow && history.brokenReferences.isEmpty)

    // The result is the same when it is read again, and from packs, in which objects have a different order.
    let again = try LedgerHistory(of: "SchemaLedger", in: repository)
    #expect(again.events == history.events && again.occurrences == history.occurrences)
    try sandbox.git("gc", "--quiet")
    let packed = try LedgerHistory(of: "SchemaLedger", in: try sandbox.open())
    #expect(packed.events == history.events && packed.occurrences == history.occurrences)
    #expect(packed.commitCount == history.commitCount)
  }

  @Test("every commit is counted once, and a ledger is found at its path")
  func otherPath() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("a/b/Ledger/Fixtures/1.0.0/entry.json", "x")
    try sandbox.commit("a/b/Ledger/README.md", "x")
    try sandbox.commit(Self.entry("2.0.0"), "x")
    let repository = try sandbox.open()
    let history = try LedgerHistory(of: "a/b/Ledger", in: repository)
    #expect(history.occurrences.map(\.version) == ["1.0.0"])
    #expect(history.commitCount == 3)
    #expect(try LedgerHistory(of: "a/b", in: repository).occurrences.isEmpty)
    #expect(
      try LedgerHistory(of: "a/b/Ledger", in: repository, from: [try sandbox.id("HEAD")]).occurrences
        == history.occurrences
    )
  }

  @Test("a shallow clone and a broken reference are reported")
  func limits() throws {
    let sandbox = try Sandbox()
    try sandbox.commit(Self.entry("1.0.0"), "x")
    try sandbox.commit(Self.entry("2.0.0"), "x")
    let place = sandbox.folder + "/shallow"
    try sandbox.git("clone", "--quiet", "--depth=1", "file://" + sandbox.root, place)
    let shallow = try LedgerHistory(of: "SchemaLedger", in: try sandbox.open(place))
    #expect(shallow.isShallow)
    #expect(shallow.occurrences.map(\.version) == ["1.0.0", "2.0.0"])
    try sandbox.write(".git/refs/heads/broken", String(repeating: "1", count: 40) + "\n")
    let history = try LedgerHistory(of: "SchemaLedger", in: try sandbox.open())
    #expect(history.brokenReferences == ["refs/heads/broken"])
    #expect(history.occurrences.count == 2)
  }

  @Test("a repository without a commit has no history")
  func unborn() throws {
    let sandbox = try Sandbox()
    let history = try LedgerHistory(of: "SchemaLedger", in: try sandbox.open())
    #expect(history.commitCount == 0 && history.occurrences.isEmpty && history.events.isEmpty)
  }
}
