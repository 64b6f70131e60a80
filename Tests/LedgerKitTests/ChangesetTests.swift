import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import TestSupport
import Testing

/// One file with two changesets is frozen as 1.0.0, in the commits `A` and `Freeze 1.0.0`. Its path identifies neither.
@Suite("Changesets of one file")
struct ChangesetTests {
  private static let database = DatabaseConfiguration(
    source: .migrations(MigrationFolderConfiguration(paths: ["db"], convention: "liquibase")))
  private static let users = """
    --liquibase formatted sql

    --changeset ada:users
    CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);
    --rollback DROP TABLE users;

    """
  private static let notes = """

    --changeset ada:notes
    CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT);
    --rollback DROP TABLE notes;

    """
  private static let tags = "\n--changeset ada:tags\nCREATE TABLE tags (id INTEGER PRIMARY KEY);\n"

  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let source = ["db/a.sql": Self.users + Self.notes]
    try sandbox.write("db/a.sql", Self.users + Self.notes)
    try sandbox.commitAll("A")
    try sandbox.freeze(try draft("1.0.0", source, of: Self.database))
  }

  private func verify() async throws -> Verification.Report {
    let repository = try sandbox.open()
    var trials = Trials()
    trials.runsDownMigrations = true
    let verification = Verification(
      repository: repository, configuration: Self.database, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment, options: .init(results: nil, trials: trials))
    return try await verification.run(.allHistory, jobs: 2) { _ in }
  }

  private func tell(_ report: Verification.Report) -> [String] {
    report.findings.filter { $0.code.rawValue < "SL300" }.map { finding in
      let commits = finding.commits.map { "\($0.role.rawValue) \($0.info.summary)" }.joined(separator: ", ")
      return "\(finding.brief) \(finding.migration ?? ""): \(commits)"
    }
  }

  @Test("an entry has a record for each changeset")
  func freeze() throws {
    let records = try draft("1.0.0", ["db/a.sql": Self.users + Self.notes], of: Self.database).entry.migrations
    #expect(records.map(\.id) == ["a.sql::users::ada", "a.sql::notes::ada"])
    #expect(records.map(\.path) == ["db/a.sql", "db/a.sql"])
    #expect(Set(records.map(\.text)).count == 2)
  }

  @Test("a new changeset in a frozen file is not a change, and each version runs it")
  func appended() async throws {
    try sandbox.write("db/a.sql", Self.users + Self.notes + Self.tags)
    try sandbox.commitAll("B")
    let report = try await verify()
    #expect(tell(report) == [])
    #expect(report.outcomes.map(\.steps) == [1])
    #expect(report.outcomes.map(\.hasSucceeded) == [true])
  }

  @Test("inserting lines above a changeset does not change it")
  func moved() async throws {
    let commented = Self.users.replacing("\n--changeset", with: "\n-- People.\n\n--changeset")
    try sandbox.write("db/a.sql", commented + Self.notes)
    try sandbox.commitAll("B")
    #expect(tell(try await verify()) == [])
  }

  @Test("a changed changeset is reported with its commit, and the others in the file are not")
  func changed() async throws {
    try sandbox.write("db/a.sql", Self.users + Self.notes + Self.tags)
    try sandbox.commitAll("B")
    try sandbox.write(
      "db/a.sql", Self.users + Self.notes.replacing("body TEXT", with: "body TEXT NOT NULL") + Self.tags)
    try sandbox.commitAll("C")
    #expect(
      tell(try await verify()) == ["SL202 error 1.0.0 db/a.sql a.sql::notes::ada: committed A, changed C"])
  }

  @Test("a removed changeset is reported although its file still exists")
  func removed() async throws {
    try sandbox.write("db/a.sql", Self.users)
    try sandbox.commitAll("B")
    #expect(
      tell(try await verify()) == ["SL204 error 1.0.0 db/a.sql a.sql::notes::ada: committed A, removed B"])
  }

  @Test("an error names the line of the file")
  func line() async throws {
    try sandbox.write("db/a.sql", Self.users + Self.notes + "\n--changeset ada:wrong\n\nCREATE TABLE users (id);\n")
    try sandbox.commitAll("B")
    let report = try await verify()
    let failure = try #require(report.findings.first { $0.code == .migrationFailed })
    #expect(failure.message.contains("db/a.sql:13 "))
    #expect(failure.path == "db/a.sql")
  }
}
