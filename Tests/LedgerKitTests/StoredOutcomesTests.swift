import CanonicalJSON
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import SQLiteSandbox
import TestSupport
import Testing

@testable import LedgerKit

/// 1.0.0 is frozen on main; main and two branches have new migrations.
@Suite("Stored comparisons with branches")
struct StoredOutcomesTests {
  private let sandbox: Sandbox
  private let run: StoredRun

  private static let configuration = "source:\n  kind: migrations\n  path: db\n  convention: plain\n"
  private static let tags = "CREATE TABLE tags (id INTEGER PRIMARY KEY);\n"
  private static let age = "ALTER TABLE users ADD COLUMN age INTEGER;\n"

  init() throws {
    sandbox = try Sandbox()
    run = StoredRun(sandbox: sandbox, name: "branches", kind: "branches 1")
    try sandbox.freeze(
      try draft("1.0.0", users), over: users.merging([Configuration.fileName: Self.configuration]) { $1 })
    try branch("one", ["db/2_pins.sql": "CREATE TABLE pins (id INTEGER PRIMARY KEY);\n"])
    try branch("two", ["db/3_mail.sql": "ALTER TABLE users ADD COLUMN mail TEXT;\n"])
    try branch("three", ["db/4_users.sql": "DROP TABLE users;\n"])
    try sandbox.write("db/2_age.sql", Self.age)
  }

  private func branch(_ name: String, _ files: [String: String]) throws {
    try sandbox.git("checkout", "--quiet", "-b", name, "main")
    try sandbox.write(files.mapValues(bytes))
    try sandbox.commitAll("Work on \(name)")
    try sandbox.git("checkout", "--quiet", "main")
  }

  private func findings(isStored: Bool = true, program: String = "1") throws -> [Finding] {
    let repository = try sandbox.open()
    let results = isStored ? ResultCache(in: repository.caches, program: program) : nil
    let review = BranchReview(repository: repository, results: results)
    return try review.result(for: repository.snapshot(.workTree)).findings
  }

  /// Checks that two runs with the cache have the result of one without it.
  private func expectSame(_ comment: Comment, count: Int? = nil) throws {
    let expected = try findings(isStored: false)
    #expect(count.map { $0 == expected.count } ?? true, comment)
    #expect(try findings() == expected, comment)
    #expect(try findings() == expected, comment)
  }

  /// Replaces all outcomes by one without findings, with an authentication code that is right.
  private func forge() throws {
    let none = String(decoding: BranchOutcome().stored, as: UTF8.self)
    try run.write(run.lines().map { "\($0.prefix(64)) \(none)" })
  }

  @Test("a run reads what an earlier one has stored, and finds the same: names, commits, changes and errors")
  func again() throws {
    try expectSame("warnings of each kind", count: 4)
    #expect(try run.lines().count == 3)
    #expect(try findings().contains { !$0.changes.isEmpty } && findings().allSatisfy { $0.commits.count < 2 })
    // Outcomes that are not true show that they are read, by the same program only.
    try forge()
    #expect(try findings().isEmpty)
    #expect(try findings(isStored: false).count == 4)
    #expect(try findings(program: "2").count == 4)
  }

  @Test("a branch that moves is compared again, and the others are not")
  func moved() throws {
    _ = try findings()
    try forge()
    let commit = try sandbox.git("commit-tree", "-p", "one", "-m", "More", "one^{tree}")
    try sandbox.git("update-ref", "refs/heads/one", commit)
    #expect(try findings().map(\.branch) == ["one", nil])
  }

  @Test("a branch with another name, and a commit here that freezes nothing, change nothing in what is stored")
  func renamed() throws {
    _ = try findings()
    let lines = try run.lines()
    try sandbox.git("branch", "-m", "one", "first")
    try sandbox.commit("README.md", "More.\n")
    try expectSame("another name", count: 4)
    #expect(try findings().contains { $0.branch == "first" })
    #expect(try run.lines() == lines)
  }

  @Test("what is frozen, the migrations and the configuration of this side are part of the key")
  func changed() throws {
    try expectSame("the beginning", count: 4)
    try sandbox.write("db/2_age.sql", Self.tags)
    try expectSame("another text of a migration")
    try sandbox.git("mv", "-f", "db/1.sql", "db/1_users.sql")
    try expectSame("another path")
    try sandbox.git("mv", "db/1_users.sql", "db/1.sql")
    try sandbox.write("db/2_age.sql", Self.age)
    let folder = "SchemaLedger/Fixtures/1.1.0/"
    let parent = try draft("1.0.0", users).entry.id
    let entry = try draft("1.1.0", users.merging(["db/2_age.sql": Self.age]) { $1 }, parents: [parent])
    try sandbox.write(Dictionary(uniqueKeysWithValues: entry.files.map { (folder + $0.key, $0.value) }))
    try expectSame("a version")
    try sandbox.write(Configuration.fileName, Self.configuration + "ignore: users\n")
    try expectSame("another configuration")
  }

  @Test("one version with two schemas is compared each time, because its files may have changed")
  func versions() throws {
    let parent = try draft("1.0.0", users).entry.id
    try sandbox.remove("db/2_age.sql")
    for (name, files) in [("topic", ["db/5.sql": Self.tags]), ("main", ["db/2_age.sql": Self.age])] {
      let entry = try draft("1.1.0", users.merging(files) { $1 }, parents: [parent])
      if name != "main" { try sandbox.git("checkout", "--quiet", "-f", "-b", name, "main") }
      try sandbox.freeze(entry, over: files)
      if name != "main" { try sandbox.git("checkout", "--quiet", "main") }
    }
    try expectSame("a collision")
    let changes = try findings().first { $0.code == .versionCollision }?.changes
    try sandbox.write("SchemaLedger/Fixtures/1.1.0/schema.sql", "-- schemaledger schema 1\n")
    try expectSame("another schema.sql")
    #expect(try findings().first { $0.code == .versionCollision }?.changes != changes)
  }

  @Test("a damaged file, one of somebody else, and values in another form are not believed")
  func damaged() throws {
    let expected = try findings(isStored: false)
    _ = try findings()
    let lines = try run.lines()
    let file = URL(fileURLWithPath: run.file)
    let content = try Data(contentsOf: file)
    for place in [0, content.count / 3, content.count - 2] {
      var damaged = content
      damaged[place] ^= 1
      try damaged.write(to: file)
      #expect(try findings() == expected)
    }
    try content.prefix(content.count / 2).write(to: file)
    #expect(try findings() == expected)
    let stranger = try sandbox.open(nil, ["XDG_STATE_HOME": sandbox.folder + "/other"]).caches
    let none = BranchOutcome().stored[...]
    StoredValues(in: stranger, "branches", as: "branches 1").write(lines.map { (String($0.prefix(64)), none) })
    #expect(try findings() == expected)
    for value in ["", "{}", "[]", #"{"commits":[],"findings":null,"independent":true,"stale":false,"subjects":["x"]}"#]
    {
      try run.write(lines.map { "\($0.prefix(64)) \(value)" })
      #expect(try findings() == expected)
      #expect(try run.lines().sorted() == lines.sorted())
    }
  }

  @Test("a branch of which an object is missing is not compared, and nothing is stored of it")
  func missing() throws {
    try sandbox.remove(object: sandbox.id("one:db/2_pins.sql"))
    let repository = try sandbox.open()
    let review = BranchReview(repository: repository, results: ResultCache(in: repository.caches, program: "1"))
    #expect(try review.result(for: repository.snapshot(.workTree)).notCompared == ["one"])
    #expect(try run.lines().count == 2)
  }
}
