import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import SQLiteSchema
import TestSupport
import Testing

/// SL202 in a project of Flyway: the file, or the value of a placeholder in it.
@Suite("Placeholder review")
struct PlaceholderReviewTests {
  private static let files = [
    "db/V1__Person.sql": "CREATE TABLE ${people} (id INTEGER PRIMARY KEY);\n",
    "db/V2__Name.sql": "ALTER TABLE ${People} ADD COLUMN name TEXT;\n",
    "db/V3__Note.sql": "CREATE TABLE note (id INTEGER PRIMARY KEY, tag TEXT DEFAULT '${tag}');\n",
  ]
  private let sandbox: Sandbox

  /// Freezes 1.0 with `people: person` and `tag: a`.
  init() throws {
    sandbox = try Sandbox()
    try sandbox.freeze(
      try draft("1.0", Self.files, of: try Self.configuration(people: "person")),
      over: Self.files.merging(["schemaledger.yml": Self.yaml(people: "person")]) { $1 })
  }

  private static func yaml(people: String, tag: String = "a") -> String {
    "source: {kind: migrations, path: db, convention: flyway, placeholders: {people: \(people), tag: \(tag)}}\n"
  }

  private static func configuration(people: String, tag: String = "a") throws -> DatabaseConfiguration {
    try #require(try Configuration(yaml: yaml(people: people, tag: tag)).databases.first)
  }

  private func check(_ configuration: DatabaseConfiguration) throws -> [Finding] {
    let repository = try sandbox.open()
    let head = try repository.head.commit.map { try repository.snapshot(.commit($0)) }
    return try Gate(repository: repository, configuration: configuration)
      .findings(in: try repository.snapshot(.workTree), after: head)
  }

  private func verify(_ configuration: DatabaseConfiguration, _ scope: Verification.Scope) async throws -> [Finding] {
    let repository = try sandbox.open()
    let verification = Verification(
      repository: repository, configuration: configuration, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment)
    return try await verification.run(scope, jobs: 1) { _ in }.findings
  }

  private let message =
    "the placeholder people changed from 'person' to 'human': db/V1__Person.sql and db/V2__Name.sql, released in 1.0, now run different SQL, although the files are unchanged"

  @Test("one finding names a changed placeholder, its values and all migrations with it")
  func changed() async throws {
    let configuration = try Self.configuration(people: "human")
    try sandbox.write("schemaledger.yml", Self.yaml(people: "human"))
    let findings = try check(configuration)
    #expect(findings.map(\.brief) == ["SL202 error 1.0 db/V1__Person.sql"])
    #expect(findings.first?.message == message)
    #expect(findings.first?.changes.map(\.place).sorted() == ["human", "person"])
    #expect(
      findings.first?.help?.text
        == "existing databases keep what they ran with the old value, and new ones get the new value. In schemaledger.yml, set the old value again (placeholders: {people: person}), and put the change into a new migration"
    )
    #expect(findings.first?.help?.commands.isEmpty == true)

    // After the change is committed, the frozen value is that of the commit of the entry.
    try sandbox.commitAll()
    try sandbox.commit("README.md", "Later")
    #expect(try check(configuration).map(\.message) == [message])
    for scope in [Verification.Scope.tree, .allHistory] {
      #expect(try await verify(configuration, scope).first { $0.code == .migrationChanged }?.message == message)
    }
  }

  @Test("placeholders that change different migrations have different findings")
  func several() throws {
    try sandbox.write("schemaledger.yml", Self.yaml(people: "human", tag: "b"))
    #expect(
      try check(try Self.configuration(people: "human", tag: "b")).map(\.message) == [
        message,
        "the placeholder tag changed from 'a' to 'b': db/V3__Note.sql, released in 1.0, now runs different SQL, although the file is unchanged",
      ])
  }

  @Test("a migration whose file changed too is reported as changed")
  func fileChanged() throws {
    try sandbox.write("schemaledger.yml", Self.yaml(people: "human"))
    try sandbox.write("db/V2__Name.sql", "ALTER TABLE ${people} ADD COLUMN title TEXT;\n")
    let messages = try check(try Self.configuration(people: "human")).map(\.message)
    #expect(messages.contains("db/V2__Name.sql was released in 1.0 and must not change"))
    #expect(
      messages.contains(
        "the placeholder people changed from 'person' to 'human': db/V1__Person.sql, released in 1.0, now runs different SQL, although the file is unchanged"
      ))
  }

  @Test("an edited file without a changed placeholder is reported as changed")
  func edited() throws {
    try sandbox.write("db/V3__Note.sql", "CREATE TABLE note (id INTEGER PRIMARY KEY, label TEXT DEFAULT '${tag}');\n")
    #expect(
      try check(try Self.configuration(people: "person")).map(\.message) == [
        "db/V3__Note.sql was released in 1.0 and must not change"
      ])
  }
}
