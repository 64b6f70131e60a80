import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import TestSupport
import Testing

/// 1.0.0 is frozen with two migrations of `db`, in the commits `A` and `Freeze 1.0.0`. Each case adds commits with a
/// word as their message, and then verifies all of history.
@Suite("Source review")
struct SourceReviewTests {
  struct Story: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let happens: @Sendable (Sandbox) throws -> Void
    /// Findings SL2xx and SL3xx as `SL202 error 1.0.0 db/1.sql: committed A, changed B`.
    let findings: [String]
    /// The message of the first finding, if it matters.
    var message: String?
  }

  private static let notes = usersAndNotes["db/2.sql"] ?? ""

  private static func put(_ path: String, _ text: String?, in sandbox: Sandbox, _ name: String) throws {
    if let text { try sandbox.write("db/" + path, text) } else { try sandbox.remove("db/" + path) }
    try sandbox.commitAll(name)
  }

  private static func move(_ path: String, _ target: String, in sandbox: Sandbox, _ name: String) throws {
    try sandbox.git("mv", "db/" + path, "db/" + target)
    try sandbox.commitAll(name)
  }

  /// Creates the migrations 10.sql to 19.sql, each with a table, and freezes 1.1.0 with all of them.
  private static func many(_ sandbox: Sandbox) throws {
    var source = usersAndNotes
    for number in 10..<20 { source["db/\(number).sql"] = "CREATE TABLE t\(number) (a);\n" }
    try sandbox.freeze(try draft("1.1.0", source, parents: [try draft("1.0.0", usersAndNotes).entry.id]), over: source)
  }

  private static func comment(_ sandbox: Sandbox, _ name: String) throws {
    for number in 10..<20 {
      let path = "db/\(number).sql"
      try sandbox.write(path, "-- Ours.\n" + (sandbox.read(path) ?? ""))
    }
    try sandbox.commitAll(name)
  }

  static let changed = "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL);\n"
  static let commented = "-- Who.\n" + (users["db/1.sql"] ?? "")

  static let stories = [
    Story(testDescription: "nothing", happens: { _ in }, findings: []),
    Story(
      testDescription: "what is new comes last", happens: { try put("3.sql", "CREATE TABLE t (a);", in: $0, "B") },
      findings: []),
    Story(
      testDescription: "what is not frozen yet may change",
      happens: {
        try put("3.sql", "CREATE TABLE t (a);", in: $0, "B")
        try put("3.sql", "CREATE TABLE t (b);", in: $0, "C")
        try move("3.sql", "4.sql", in: $0, "D")
        try put("4.sql", nil, in: $0, "E")
      }, findings: []),
    Story(
      testDescription: "changed", happens: { try put("1.sql", changed, in: $0, "B") },
      findings: [
        "SL202 error 1.0.0 db/1.sql: committed A, changed B", "SL302 error 1.0.0: changed B",
      ]),
    Story(
      testDescription: "changed twice",
      happens: {
        try put("1.sql", "CREATE TABLE users (id INTEGER PRIMARY KEY);", in: $0, "B")
        try put("1.sql", changed, in: $0, "C")
      },
      findings: [
        "SL202 error 1.0.0 db/1.sql: committed A, changed B, changed C", "SL302 error 1.0.0: changed B, changed C",
      ]),
    Story(
      testDescription: "changed, and not committed",
      happens: { try $0.write("db/1.sql", changed) },
      findings: ["SL202 error 1.0.0 db/1.sql: committed A", "SL302 error 1.0.0"]),
    Story(
      testDescription: "changed and put back",
      happens: {
        try put("1.sql", changed, in: $0, "B")
        try put("1.sql", users["db/1.sql"], in: $0, "C")
      }, findings: ["SL202 warning 1.0.0 db/1.sql: committed A, changed B, restored C"],
      message: "db/1.sql, released in 1.0.0, was changed, and later restored"),
    Story(
      testDescription: "another text", happens: { try put("1.sql", commented, in: $0, "B") },
      findings: ["SL203 note 1.0.0 db/1.sql: committed A, reworded B"]),
    Story(
      testDescription: "another text, put back",
      happens: {
        try put("1.sql", commented, in: $0, "B")
        try put("1.sql", users["db/1.sql"], in: $0, "C")
      }, findings: ["SL203 note 1.0.0 db/1.sql: committed A, reworded B, restored C"]),
    Story(
      testDescription: "another text, and another meaning for a while",
      happens: {
        try put("1.sql", commented, in: $0, "B")
        try put("1.sql", changed, in: $0, "C")
        try put("1.sql", commented, in: $0, "D")
      },
      findings: [
        "SL203 note 1.0.0 db/1.sql: committed A, reworded B",
        "SL202 warning 1.0.0 db/1.sql: committed A, reworded B, changed C, restored D",
      ]),
    Story(
      testDescription: "another text for many is one line",
      happens: {
        try many($0)
        try comment($0, "B")
      }, findings: ["SL203 note 1.1.0: reworded B"],
      message: "B changed the text of 10 released migrations, but not the meaning"),
    Story(
      testDescription: "removed", happens: { try put("2.sql", nil, in: $0, "B") },
      findings: ["SL204 error 1.0.0 db/2.sql: committed A, removed B", "SL302 error 1.0.0: removed B"]),
    Story(
      testDescription: "removed and brought back",
      happens: {
        try put("2.sql", nil, in: $0, "B")
        try put("2.sql", notes, in: $0, "C")
      }, findings: ["SL204 warning 1.0.0 db/2.sql: committed A, removed B, restored C"]),
    Story(
      testDescription: "renamed", happens: { try move("2.sql", "7.sql", in: $0, "B") },
      findings: ["SL204 error 1.0.0 db/2.sql: committed A, renamed B", "SL301 error 1.0.0 db/7.sql: renamed B"]),
    Story(
      testDescription: "renamed to and fro",
      happens: {
        try move("2.sql", "7.sql", in: $0, "B")
        try move("7.sql", "2.sql", in: $0, "C")
      }, findings: ["SL204 warning 1.0.0 db/2.sql: committed A, renamed B, restored C"]),
    Story(
      testDescription: "the whole folder renumbered",
      happens: {
        try many($0)
        for number in 10..<20 { try $0.git("mv", "db/\(number).sql", "db/\(number + 90).sql") }
        try $0.commitAll("B")
      }, findings: ["SL204 error 1.1.0: renamed B", "SL301 error 1.1.0 db/100.sql: renamed B"],
      message: "B removed or renamed 10 released migrations (db/10.sql, db/11.sql, …)"),
    Story(
      testDescription: "squashed",
      happens: {
        try many($0)
        for number in 10..<20 { try $0.remove("db/\(number).sql") }
        try put("20.sql", (10..<20).map { "CREATE TABLE t\($0) (a);" }.joined(separator: "\n"), in: $0, "B")
      }, findings: ["SL204 error 1.1.0: squashed B", "SL301 error 1.1.0 db/20.sql: squashed B"],
      message: "B squashed 10 released migrations (db/10.sql, db/11.sql, …)"),
    Story(
      testDescription: "put before what is frozen", happens: { try put("0.sql", "CREATE TABLE t (a);", in: $0, "B") },
      findings: ["SL205 error 1.0.0 db/0.sql: added B"]),
    Story(
      testDescription: "put before what is frozen, and taken back",
      happens: {
        try put("0.sql", "CREATE TABLE t (a);", in: $0, "B")
        try put("0.sql", nil, in: $0, "C")
      }, findings: ["SL205 warning 1.0.0 db/0.sql: added B"],
      message: "db/0.sql was inserted before migrations of 1.0.0, and later removed"),
    Story(
      testDescription: "frozen from the work tree, and committed later",
      happens: { sandbox in
        let source = usersAndNotes.merging(["db/3.sql": "CREATE TABLE t (a);"]) { $1 }
        try sandbox.freeze(try draft("1.1.0", source, parents: [try draft("1.0.0", usersAndNotes).entry.id]))
        try put("3.sql", "CREATE TABLE t (a);", in: sandbox, "B")
      }, findings: []),
    Story(
      testDescription: "frozen from the work tree under a number that was used before",
      happens: { sandbox in
        try put("3.sql", "CREATE TABLE old (a);", in: sandbox, "B")
        try put("3.sql", nil, in: sandbox, "C")
        let source = usersAndNotes.merging(["db/3.sql": "CREATE TABLE t (a);"]) { $1 }
        try sandbox.freeze(try draft("1.1.0", source, parents: [try draft("1.0.0", usersAndNotes).entry.id]))
        try put("3.sql", "CREATE TABLE t (a);", in: sandbox, "D")
      }, findings: []),
    Story(
      testDescription: "started anew with other migrations, and frozen: one note",
      happens: { sandbox in
        let source = ["db/100.sql": "CREATE TABLE users (id);", "db/101.sql": "CREATE TABLE tags (id);"]
        for number in 1...2 { try sandbox.remove("db/\(number).sql") }
        try sandbox.freeze(try draft("2.0.0", source), over: source)
      }, findings: ["SL206 note 1.0.0 SchemaLedger/Fixtures/1.0.0/entry.json"]),
    Story(
      testDescription: "frozen from the work tree, and committed as something else",
      happens: { sandbox in
        let source = usersAndNotes.merging(["db/3.sql": "CREATE TABLE t (a);"]) { $1 }
        try sandbox.freeze(try draft("1.1.0", source, parents: [try draft("1.0.0", usersAndNotes).entry.id]))
        try put("3.sql", "CREATE TABLE t (b);", in: sandbox, "B")
      }, findings: ["SL116 error 1.1.0", "SL202 error 1.1.0 db/3.sql: added B", "SL302 error 1.1.0: added B"]),
    Story(
      testDescription: "the entry is deleted, then the migration changed",
      happens: {
        try $0.git("rm", "-r", "--quiet", "SchemaLedger/Fixtures/1.0.0")
        try $0.commitAll("B")
        try put("1.sql", changed, in: $0, "C")
      },
      findings: [
        "SL102 error 1.0.0: committed Freeze 1.0.0, deleted B",
        "SL202 warning 1.0.0 db/1.sql: committed A, changed C", "SL302 error 1.0.0: changed C",
      ]),

    // Branches
    Story(
      testDescription: "changed on a branch that is merged",
      happens: {
        try fork($0) { try put("1.sql", changed, in: $0, "S") }
        try $0.git("merge", "--quiet", "--no-ff", "-m", "M", "side")
      }, findings: ["SL202 error 1.0.0 db/1.sql: committed A, changed S", "SL302 error 1.0.0: changed S"]),
    Story(
      testDescription: "changed by a merge",
      happens: {
        try fork($0) { try put("3.sql", "CREATE TABLE t (a);", in: $0, "S") }
        try $0.git("merge", "--quiet", "--no-ff", "--no-commit", "side")
        try put("1.sql", changed, in: $0, "M")
      }, findings: ["SL202 error 1.0.0 db/1.sql: committed A, changed M", "SL302 error 1.0.0: changed M"]),
    Story(
      testDescription: "changed on a branch that is not merged",
      happens: { try fork($0) { try put("1.sql", changed, in: $0, "S") } },
      findings: ["SL202 note 1.0.0 db/1.sql: changed S"],
      message: "db/1.sql, released in 1.0.0, was changed on side, which is not merged"),
    Story(
      testDescription: "changed and put back before it was merged",
      happens: {
        try fork($0) {
          try put("1.sql", changed, in: $0, "S")
          try put("1.sql", users["db/1.sql"], in: $0, "T")
        }
        try $0.git("merge", "--quiet", "--no-ff", "-m", "M", "side")
      }, findings: []),
    Story(
      testDescription: "developed on a branch, and frozen when that was merged",
      happens: { sandbox in
        try fork(sandbox) {
          try put("3.sql", "CREATE TABLE t (a);", in: $0, "S")
          try put("3.sql", "CREATE TABLE t (b);", in: $0, "T")
        }
        try sandbox.git("merge", "--quiet", "--no-ff", "-m", "M", "side")
        let source = usersAndNotes.merging(["db/3.sql": "CREATE TABLE t (b);"]) { $1 }
        try sandbox.freeze(try draft("1.1.0", source, parents: [try draft("1.0.0", usersAndNotes).entry.id]))
      }, findings: []),
    Story(
      testDescription: "older than what was frozen on the other side, when both meet",
      happens: { sandbox in
        let source = usersAndNotes.merging(["db/4.sql": "CREATE TABLE t (b);"]) { $1 }
        try fork(sandbox) { try put("3.sql", "CREATE TABLE s (a);", in: $0, "S") }
        try sandbox.freeze(
          try draft("1.1.0", source, parents: [try draft("1.0.0", usersAndNotes).entry.id]), over: source)
        try sandbox.git("merge", "--quiet", "--no-ff", "-m", "M", "side")
      }, findings: ["SL205 error 1.1.0 db/3.sql: added S, added M"]),
    Story(
      testDescription: "frozen afterwards, and changed since",
      happens: { sandbox in
        let old = usersAndNotes.merging(["db/3.sql": "CREATE TABLE t (a);"]) { $1 }
        try put("3.sql", "CREATE TABLE t (x);", in: sandbox, "B")
        try put("3.sql", old["db/3.sql"], in: sandbox, "C")
        let commit = try sandbox.id("HEAD")
        try put("3.sql", "CREATE TABLE t (b);", in: sandbox, "D")
        try sandbox.freeze(
          try draft("1.1.0", old, parents: [try draft("1.0.0", usersAndNotes).entry.id], commit: commit))
      }, findings: ["SL202 error 1.1.0 db/3.sql: committed C, changed D", "SL302 error 1.1.0: changed D"]),
  ]

  /// Creates `side` with its commits, returns to `main`, and adds a commit there.
  private static func fork(_ sandbox: Sandbox, side: (Sandbox) throws -> Void) throws {
    try sandbox.git("switch", "--quiet", "-c", "side")
    try side(sandbox)
    try sandbox.git("switch", "--quiet", "main")
    try sandbox.commit("README", "About", message: "Else")
  }

  @Test("each change to a frozen migration is reported with its commit", arguments: stories)
  func commits(story: Story) async throws {
    let sandbox = try Sandbox()
    try sandbox.write(usersAndNotes.mapValues(bytes))
    try sandbox.commitAll("A")
    try sandbox.freeze(try draft("1.0.0", usersAndNotes))
    try story.happens(sandbox)
    let repository = try sandbox.open()
    let verification = Verification(
      repository: repository, configuration: numbered, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment)
    let findings = try await verification.run(.allHistory, jobs: 1, progress: { _ in }).findings
    #expect(
      findings.map { finding in
        let commits = finding.commits.map { "\($0.role) \($0.info.summary)" }.joined(separator: ", ")
        return finding.brief + (commits.isEmpty ? "" : ": " + commits)
      } == story.findings)
    guard let message = story.message, let first = findings.first else { return }
    // The id of a commit differs in each run.
    let id = first.commits.last?.info
    #expect(first.message.replacing(id?.id.short ?? "-", with: id?.summary ?? "") == message)
  }

  @Test("a migration that was frozen in several forms, because its folder moved, counts once")
  func severalForms() throws {
    let sandbox = try Sandbox()
    try sandbox.freeze(try draft("1.0.0", users), over: users)
    let commit = Finding.Commit(role: .changed, info: try sandbox.open().commitInfo(sandbox.id("HEAD")))
    func message(_ paths: String...) -> String? {
      let findings = paths.map {
        Finding(MigrationChanged(versions: [])).atMost(.warning).with(path: $0, commits: [commit])
      }
      return Finding.ofMany(findings, state: .present)?.message
    }
    let id = commit.info.id.short
    #expect(message("db/1.sql", "db/1.sql") == "\(id) changed a released migration (db/1.sql)")
    #expect(message("db/1.sql", "db/2.sql", "db/1.sql") == "\(id) changed 2 released migrations (db/1.sql, db/2.sql)")
    #expect(message("db/1.sql") == nil)
  }
}
