import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerKit

@Suite("BranchReview")
struct BranchReviewTests {
  private let sandbox: Sandbox
  private let one: EntryDraft
  private static let configuration =
    "source:\n  kind: migrations\n  path: db\n  convention: plain\n"

  /// Creates a repository with 1.0.0 frozen on main.
  init() throws {
    one = try draft("1.0.0", users)
    sandbox = try Sandbox()
    try sandbox.freeze(one, over: users.merging([Configuration.fileName: Self.configuration]) { $1 })
  }

  /// Commits files on a new branch that starts at `start`, and returns to main.
  private func branch(_ name: String, from start: String = "main", _ files: [String: String]) throws {
    try sandbox.git("checkout", "--quiet", "-b", name, start)
    try sandbox.write(files.mapValues(bytes))
    try sandbox.commitAll("Work on \(name)")
    try sandbox.git("checkout", "--quiet", "main")
  }

  private func result(_ place: FileSnapshot.Place = .workTree) throws -> BranchReview.Result {
    let repository = try sandbox.open()
    return try BranchReview(repository: repository).result(for: try repository.snapshot(place))
  }

  private func messages() throws -> [String] { try result().findings.map { "\($0.code.rawValue) \($0.message)" } }

  // MARK: Migrations

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let ours: [String: String]
    let theirs: [String: String]
    let expected: [String]
    var changes: [String] = []

    init(
      _ name: String, ours: [String: String], theirs: [String: String], _ expected: [String], changes: [String] = []
    ) {
      testDescription = name
      self.ours = ours
      self.theirs = theirs
      self.expected = expected
      self.changes = changes
    }
  }

  private static let tags = "CREATE TABLE tags (id INTEGER PRIMARY KEY);\n"
  private static let pins = "CREATE TABLE pins (id INTEGER PRIMARY KEY);\n"
  private static let age = "ALTER TABLE users ADD COLUMN age INTEGER;\n"
  private static let mail = "ALTER TABLE users ADD COLUMN mail TEXT;\n"

  static let cases = [
    Case(
      "two tables under two numbers commute", ours: ["db/2_tags.sql": tags], theirs: ["db/3_pins.sql": pins],
      ["SL208 new migrations here and in topic produce the same schema in either order"]),
    Case(
      "two files with one number", ours: ["db/2_tags.sql": tags], theirs: ["db/2_pins.sql": pins],
      [
        "SL207 db/2_tags.sql and db/2_pins.sql in topic have the same number, 2",
        "SL208 new migrations here and in topic produce the same schema in either order",
      ]),
    Case(
      "one file with two contents", ours: ["db/2.sql": tags], theirs: ["db/2.sql": pins],
      [
        "SL207 db/2.sql is also new in topic, with different content",
        "SL208 new migrations here and in topic produce the same schema in either order",
      ]),
    Case(
      "one number, written in two ways", ours: ["db/2_tags.sql": tags], theirs: ["db/002_pins.sql": pins],
      [
        "SL207 db/2_tags.sql and db/002_pins.sql in topic have the same number, 2",
        "SL208 new migrations here and in topic produce the same schema in either order",
      ]),
    Case(
      "the same migration on both sides is no collision", ours: ["db/2_tags.sql": tags],
      theirs: ["db/2_tags.sql": tags], []),
    Case(
      "the same with another comment is none either", ours: ["db/2_tags.sql": tags],
      theirs: ["db/2_tags.sql": "-- Tags.\n" + tags], []),
    Case(
      "what both have picked runs before what each has alone",
      ours: ["db/2.sql": tags, "db/3.sql": "ALTER TABLE tags ADD COLUMN name TEXT;\n"],
      theirs: ["db/2.sql": tags, "db/4.sql": "CREATE INDEX tags_id ON tags (id);\n"],
      ["SL208 new migrations here and in topic produce the same schema in either order"]),
    Case(
      "two columns end in another order", ours: ["db/2_age.sql": age], theirs: ["db/3_mail.sql": mail],
      ["SL208 the order of columns depends on which migrations run first: db/2_age.sql, or db/3_mail.sql in topic"],
      changes: ["columns.reordered users"]),
    Case(
      "a table that both drop and make anew", ours: ["db/2.sql": "DROP TABLE users;\n" + tags],
      theirs: ["db/3.sql": "DROP TABLE IF EXISTS users;\n" + pins],
      ["SL208 db/2.sql and db/3.sql in topic fail one after the other: db/2.sql:1: no such table: users"]),
    Case(
      "the last one to make a view wins",
      ours: ["db/2.sql": "DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT id FROM users;\n"],
      theirs: ["db/3.sql": "DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT name FROM users;\n"],
      ["SL208 the schema depends on which migrations run first: db/2.sql, or db/3.sql in topic"],
      changes: ["view.changed v"]),
    Case("a branch without SQL", ours: ["db/2.sql": tags], theirs: ["README.md": "More.\n"], []),
    Case("nothing new here", ours: [:], theirs: ["db/2.sql": tags], []),
    Case(
      "one that does not run by itself is no matter of order", ours: ["db/2.sql": tags],
      theirs: ["db/3.sql": "CREATE INDEX i ON nowhere (id);\n"], []),
  ]

  @Test("new migrations on two branches", arguments: cases)
  func migrations(_ item: Case) throws {
    try branch("topic", item.theirs)
    try sandbox.write(item.ours.mapValues(bytes))
    // The files are first not committed, and then committed.
    for _ in 0..<2 {
      let findings = try result().findings
      #expect(findings.map { "\($0.code.rawValue) \($0.message)" } == item.expected)
      #expect(findings.allSatisfy { $0.severity != .error })
      #expect(findings.flatMap(\.changes).map { "\($0.kind) \($0.place)" } == item.changes)
      try sandbox.commitAll()
    }
  }

  @Test("a warning names the branch, the commit that added the version and its author, even if other commits followed")
  func blame() throws {
    try branch("topic", ["db/2_pins.sql": Self.pins])
    let commit = try sandbox.id("topic")
    try branch("later", from: "topic", ["README.md": "More.\n"])
    try sandbox.write("db/2_tags.sql", Self.tags)
    let finding = try #require(try result().findings.first)
    #expect(finding.message == "db/2_tags.sql and db/2_pins.sql in later and topic have the same number, 2")
    #expect(finding.branch == "later")
    #expect(finding.commits.map(\.info.id) == [commit])
    #expect(finding.commits.map(\.info.author.name) == ["Ada"])
    #expect(finding.severity == .warning)
    #expect(
      finding.help?.text == "give one of them a later number before the branches are merged: git mv db/2_tags.sql …")
  }

  // MARK: Entries

  private func freeze(_ version: String, _ files: [String: String], on branch: String? = nil) throws -> EntryDraft {
    let entry = try draft(version, users.merging(files) { $1 }, parents: [one.entry.id])
    if let branch { try sandbox.git("checkout", "--quiet", "-b", branch, "main") }
    try sandbox.freeze(entry, over: files)
    if branch != nil { try sandbox.git("checkout", "--quiet", "main") }
    return entry
  }

  @Test("one version with two schemas is reported with the differences")
  func twoSchemas() throws {
    _ = try freeze("1.1.0", ["db/2_age.sql": Self.age], on: "topic")
    _ = try freeze("1.1.0", ["db/3_mail.sql": Self.mail])
    let finding = try #require(try result().findings.first)
    #expect(finding.brief == "SL105 warning 1.1.0 SchemaLedger/Fixtures/1.1.0")
    #expect(finding.message == "1.1.0 is also frozen in topic, with a different schema")
    #expect(finding.changes.map(\.kind.description) == ["column.added", "column.removed"])
    #expect(finding.commits.map(\.info.summary) == ["Freeze 1.1.0"])
  }

  @Test("one version with the same schema but different migrations")
  func sameSchema() throws {
    _ = try freeze("1.1.0", ["db/2_age.sql": Self.age], on: "topic")
    _ = try freeze("1.1.0", ["db/3_age.sql": Self.age])
    #expect(
      try messages().first == "SL105 1.1.0 is also frozen in topic, with the same schema and different migrations")
  }

  @Test("one version that was frozen identically on two branches is one entry")
  func alike() throws {
    _ = try freeze("1.1.0", ["db/2_age.sql": Self.age], on: "topic")
    _ = try freeze("1.1.0", ["db/2_age.sql": Self.age])
    #expect(try messages() == [])
  }

  @Test("two versions that follow the same version are two heads")
  func heads() throws {
    _ = try freeze("1.1.0", ["db/2_age.sql": Self.age], on: "topic")
    _ = try freeze("1.2.0", ["db/3_tags.sql": Self.tags])
    #expect(
      try messages() == [
        "SL108 1.2.0 and 1.1.0, which is frozen in topic, both follow 1.0.0",
        "SL208 new migrations here and in topic produce the same schema in either order",
      ])
  }

  @Test("entries are compared if the source is a command, which is not run")
  func command() throws {
    try sandbox.write(Configuration.fileName, "source:\n  kind: command\n  create: exit 1 {db}\n")
    try sandbox.commitAll()
    _ = try freeze("1.1.0", ["db/2_age.sql": Self.age], on: "topic")
    _ = try freeze("1.2.0", ["db/3_tags.sql": Self.tags])
    #expect(try messages() == ["SL108 1.2.0 and 1.1.0, which is frozen in topic, both follow 1.0.0"])
  }

  // MARK: Compared branches

  @Test("a merged branch is not reported")
  func merged() throws {
    try branch("topic", ["db/2_pins.sql": Self.pins])
    try sandbox.git("merge", "--quiet", "--no-ff", "topic")
    try sandbox.write("db/3_tags.sql", Self.tags)
    #expect(try messages() == [])
  }

  @Test("a branch that was squashed into main is not reported")
  func squashed() throws {
    try branch("topic", ["db/2_pins.sql": Self.pins])
    try sandbox.git("merge", "--quiet", "--squash", "topic")
    try sandbox.commitAll()
    try sandbox.write("db/3_tags.sql", Self.tags)
    #expect(try messages() == [])
  }

  struct Names: Sendable, CustomTestStringConvertible {
    let references: [String]
    let expected: String?
    var testDescription: String { references.joined(separator: " ") }
  }

  static let names = [
    Names(references: ["refs/remotes/origin/topic"], expected: "origin/topic"),
    Names(references: ["refs/remotes/origin/topic", "refs/heads/topic"], expected: "topic"),
    Names(references: ["refs/remotes/origin/team/topic"], expected: "origin/team/topic"),
    Names(references: ["refs/remotes/origin/pr/12"], expected: nil),
    Names(references: ["refs/remotes/origin/pull/12/head"], expected: nil),
    Names(references: ["refs/remotes/origin/merge-requests/12"], expected: nil),
    Names(references: ["refs/remotes/origin/pr/twelve"], expected: "origin/pr/twelve"),
    Names(references: ["refs/heads/pr/12"], expected: "pr/12"),
    Names(references: ["refs/tags/topic"], expected: nil),
    Names(references: ["refs/pull/12/head"], expected: nil),
    Names(references: ["refs/stash"], expected: nil),
  ]

  @Test("only local and remote branches are compared", arguments: names)
  func references(_ item: Names) throws {
    try branch("work", ["db/2_pins.sql": Self.pins])
    for name in item.references { try sandbox.git("update-ref", name, "work") }
    try sandbox.git("branch", "-D", "work")
    try sandbox.write("db/2_tags.sql", Self.tags)
    #expect(try result().findings.first?.branch == item.expected)
  }

  @Test("a remote branch that the local branch contains is not reported")
  func outdated() throws {
    try branch("topic", ["db/2_pins.sql": Self.pins])
    try sandbox.git("update-ref", "refs/remotes/origin/topic", "topic")
    try sandbox.git("checkout", "--quiet", "topic")
    try sandbox.git("mv", "db/2_pins.sql", "db/3_pins.sql")
    try sandbox.commitAll()
    try sandbox.git("checkout", "--quiet", "main")
    try sandbox.write("db/2_tags.sql", Self.tags)
    #expect(
      try messages() == ["SL208 new migrations here and in topic produce the same schema in either order"])
  }

  @Test("a detached HEAD is compared; an unborn branch has nothing to compare")
  func detached() throws {
    try branch("topic", ["db/2_pins.sql": Self.pins])
    try sandbox.git("checkout", "--quiet", "--detach")
    try sandbox.write("db/2_tags.sql", Self.tags)
    #expect(try messages().count == 2)
    try sandbox.git("checkout", "--quiet", "--orphan", "new")
    #expect(try messages() == [])
  }

  @Test("unrelated histories are compared with an empty base")
  func unrelated() throws {
    try sandbox.git("checkout", "--quiet", "--orphan", "other")
    try sandbox.write(["db/1.sql": bytes(Self.pins)])
    try sandbox.commitAll()
    try sandbox.git("checkout", "--quiet", "main")
    #expect(try messages().first == "SL207 db/1.sql is also new in other, with different content")
  }

  @Test("a branch whose merge base a shallow clone lacks is not compared")
  func shallow() throws {
    try branch("topic", ["db/2_pins.sql": Self.pins])
    try sandbox.commit("db/2_tags.sql", Self.tags)
    let clone = sandbox.folder + "/clone"
    try sandbox.git("clone", "--quiet", "--depth=1", "--no-single-branch", "file://\(sandbox.root)", clone)
    let repository = try sandbox.open(clone)
    let result = try BranchReview(repository: repository).result(for: try repository.snapshot(.workTree))
    #expect(result.findings.isEmpty)
    #expect(result.notCompared == ["origin/topic"])
  }

  @Test("above the limit, the branches with the newest commits are compared, and the others are named")
  func limit() throws {
    for number in 1...4 { try branch("topic-\(number)", ["db/2_\(number).sql": "CREATE TABLE t\(number) (a);\n"]) }
    let repository = try sandbox.open()
    var branches = try UnmergedBranches(of: repository, head: try sandbox.id("HEAD"), limit: 2)
    let filter = BranchFilter(exclusion: BranchExclusion(), today: nil)
    #expect(try branches.changing(["db"], filter).map(\.name) == ["topic-4", "topic-3"])
    #expect(branches.notCompared == ["topic-2", "topic-1"])
  }

  @Test("the configuration can disable the comparison with other branches")
  func switchedOff() throws {
    try branch("topic", ["db/2_pins.sql": Self.pins])
    try sandbox.write("db/2_tags.sql", Self.tags)
    try sandbox.write(Configuration.fileName, Self.configuration + "other-branches: false\n")
    #expect(try messages() == [])
  }

  @Test(
    "the configuration excludes branches by name and by age, and the result names those with changes",
    arguments: [
      ("exclude: archive", ["archive/pins", "origin/archive/pins"]),
      ("exclude: [other, 'archive/p*']", ["archive/pins", "origin/archive/pins"]),
      ("exclude: 'origin/archive/*'", ["origin/archive/pins"]), ("exclude: pins", []), ("max-age: 36500", []),
      ("max-age: 10", ["archive/pins", "origin/archive/pins"]),
    ])
  func excluded(keys: String, expected: [String]) throws {
    try branch("archive/pins", ["db/2_pins.sql": Self.pins])
    try branch("archive/words", ["README": "Words."])
    try sandbox.git("update-ref", "refs/remotes/origin/archive/pins", "archive/pins")
    try sandbox.write("db/2_tags.sql", Self.tags)
    try sandbox.write(Configuration.fileName, Self.configuration + "other-branches: {\(keys)}\n")
    let repository = try sandbox.open()
    // The commits are of November 2023.
    let review = BranchReview(repository: repository, today: CalendarDay("2024-01-31"))
    let result = try review.result(for: try repository.snapshot(.workTree))
    #expect(result.excluded == expected)
    let isCompared = !expected.contains("archive/pins")
    #expect(result.findings.contains { $0.code == .numberTaken } == isCompared)
  }

  @Test(
    "the migrations of a branch that is 90 days older than HEAD are not compared, unless the configuration gives an age",
    arguments: [(89, "", true), (91, "", false), (91, "other-branches: {max-age: 36500}\n", true)])
  func stale(days: Int, keys: String, isCompared: Bool) throws {
    try branch("topic", ["db/2_pins.sql": Self.pins])
    try sandbox.write("db/2_tags.sql", Self.tags)
    try sandbox.write(Configuration.fileName, Self.configuration + keys)
    let repository = try sandbox.open()
    let time = try repository.commitInfo(try sandbox.id("topic")).committer.time.seconds + Int64(days) * 86_400
    _ = try sandbox.git(
      ["commit", "--allow-empty", "-m", "Later"], environment: ["GIT_COMMITTER_DATE": "\(time) +0000"])
    let review = BranchReview(repository: repository)
    let result = try review.result(for: try repository.snapshot(.workTree))
    #expect(result.findings.contains { $0.code == .numberTaken } == isCompared)
    #expect(result.stale == (isCompared ? [] : ["topic"]))
  }

  @Test("only commits that freeze a version or change a migration are compared with other branches, without notes")
  func staged() throws {
    try branch("topic", ["db/2_pins.sql": Self.pins])
    try sandbox.commit("db/2_tags.sql", Self.tags)
    try sandbox.write("README.md", "More.\n")
    try sandbox.git("add", "--all")
    func messages() throws -> [String] {
      let repository = try sandbox.open()
      let base = try repository.snapshot(.commit(try sandbox.id("HEAD")))
      return try BranchReview(repository: repository).result(for: try repository.snapshot(.index), after: base).findings
        .map(\.code.rawValue)
    }
    #expect(try messages() == [])
    try sandbox.write("db/4_more.sql", "CREATE TABLE more (id INTEGER PRIMARY KEY);\n")
    try sandbox.git("add", "--all")
    #expect(try messages() == ["SL207"])
  }
}
