import Findings
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import TestSupport
import Testing

@testable import LedgerKit

/// 1.0.0 is frozen with the migrations of a case. The case then adds commits with a word as their message, and all of
/// history is verified.
@Suite("Causes of failures")
struct CauseTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let source: [String: String]
    /// Each commit writes files of `db`, or removes them.
    let commits: [(message: String, files: [String: String?])]
    /// Findings SL301 to SL303 as `SL302 db/1.sql: changed B`.
    let findings: [String]
  }

  private static let note = "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT);\n"
  private static let tag = "CREATE TABLE tag (id INTEGER PRIMARY KEY, note INTEGER REFERENCES note);\n"
  /// Fails with rows if foreign keys are on, and on a NULL.
  private static let rebuild = """
    CREATE TABLE new_note (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    INSERT INTO new_note SELECT id, title FROM note;
    DROP TABLE note;
    ALTER TABLE new_note RENAME TO note;

    """
  private static let coalescing = rebuild.replacing("SELECT id, title", with: "SELECT id, coalesce(title, '')")

  static let cases = [
    Case(
      testDescription: "a migration that gained a PRAGMA does not make the next one fail on NULL",
      source: ["1.sql": note],
      commits: [
        ("B", ["1.sql": "PRAGMA foreign_keys = ON;\n" + note]), ("C", ["2.sql": rebuild]),
      ], findings: ["SL301 db/2.sql"]),
    Case(
      testDescription: "a changed default causes a difference, and not a failure with foreign keys on",
      source: ["1.sql": note, "2.sql": tag, "3.sql": "CREATE TABLE kdf (id, rounds INT DEFAULT 5000);\n"],
      commits: [
        ("B", ["3.sql": "CREATE TABLE kdf (id, rounds INT DEFAULT 100000);\n"]), ("C", ["4.sql": coalescing]),
      ],
      findings: ["SL302: changed B, help db/3.sql was changed after 1.0.0", "SL301 db/4.sql"]),
    Case(
      testDescription: "a version without the pending migration that another version has as it was",
      source: ["1.sql": note],
      commits: [
        ("B", ["2.sql": "ALTER TABLE note ADD COLUMN body;\n"]), ("Freeze", [:]),
        (
          "C",
          ["1.sql": note.replacing("title TEXT", with: "title TEXT, body"), "2.sql": "UPDATE note SET body = '';\n"]
        ),
      ],
      findings: ["SL301 db/2.sql: changed C, help db/2.sql was changed after 1.0.0"]),
    Case(
      testDescription: "differences with different causes are different findings",
      source: ["1.sql": note, "2.sql": tag],
      commits: [
        ("B", ["1.sql": note.replacing("title TEXT", with: "title TEXT DEFAULT ''")]),
        ("C", ["2.sql": tag.replacing("note INTEGER", with: "note INTEGER NOT NULL")]),
      ],
      findings: [
        "SL302: changed B, help db/1.sql was changed after 1.0.0",
        "SL302: changed C, help db/2.sql was changed after 1.0.0",
      ]),
    Case(
      testDescription: "of several changes to a migration, only those that matter are named",
      source: ["1.sql": note + tag],
      commits: [
        ("B", ["1.sql": note + tag + "CREATE TABLE more (a);\n"]),
        (
          "C", ["1.sql": note.replacing("title TEXT", with: "title TEXT DEFAULT ''") + tag + "CREATE TABLE more (a);\n"]
        ),
      ],
      findings: [
        "SL302: changed C, help db/1.sql was changed after 1.0.0",
        "SL302: changed B, help db/1.sql was changed after 1.0.0",
      ]),
    Case(
      testDescription: "two changes that cause a difference only together",
      source: ["1.sql": note, "2.sql": "UPDATE note SET title = '';\n"],
      commits: [
        (
          "B",
          [
            "1.sql": "CREATE TABLE note (id INTEGER PRIMARY KEY, name TEXT);\n",
            "2.sql": "UPDATE note SET name = '';\n",
          ]
        )
      ],
      findings: ["SL302: changed B, help db/1.sql was changed after 1.0.0"]),
    Case(
      testDescription: "an inserted migration that drops a table",
      source: ["2.sql": note],
      commits: [("B", ["1.sql": "DROP TABLE IF EXISTS note;\n"])],
      findings: ["SL302: added B, help db/1.sql was inserted before the migrations of 1.0.0"]),
    Case(
      testDescription: "an inserted migration that a later one needs, and the order of columns",
      source: ["1.sql": note, "3.sql": "ALTER TABLE note ADD COLUMN b;\n"],
      commits: [
        ("B", ["2.sql": "ALTER TABLE note ADD COLUMN a;\n"]), ("C", ["4.sql": "UPDATE note SET a = b;\n"]),
      ],
      findings: ["SL303: added B, help db/2.sql was inserted before the migrations of 1.0.0"]),
    Case(
      testDescription: "a work tree that changed the migration again",
      source: ["1.sql": note],
      commits: [
        ("B", ["1.sql": note + "CREATE TABLE more (a);\n"]),
        ("", ["1.sql": note.replacing("TEXT", with: "BLOB") + "CREATE TABLE more (a);\n"]),
      ],
      findings: ["SL302", "SL302: changed B, help db/1.sql was changed after 1.0.0"]),
  ]

  @Test("a change is named only if the finding disappears without it", arguments: cases)
  func causes(example: Case) async throws {
    var source = Dictionary(uniqueKeysWithValues: example.source.map { ("db/" + $0, $1) })
    let sandbox = try Sandbox()
    try sandbox.write(source.mapValues(bytes))
    try sandbox.commitAll("A")
    let first = try draft("1.0.0", source)
    try sandbox.freeze(first)
    for (message, files) in example.commits {
      for (path, text) in files {
        source["db/" + path] = text
        if let text { try sandbox.write("db/" + path, text) } else { try sandbox.remove("db/" + path) }
      }
      if message == "Freeze" {
        try sandbox.freeze(try draft("1.1.0", source, parents: [first.entry.id]))
      } else if !message.isEmpty {
        try sandbox.commitAll(message)
      }
    }
    let findings = try await verify(sandbox, numbered).filter { $0.version == "1.0.0" }
    #expect(findings.map(Self.brief) == example.findings)
  }

  @Test("a schema file that a commit changed together with a frozen migration")
  func schemaFile() async throws {
    let folder = MigrationFolderConfiguration(paths: ["db"], convention: "plain")
    let configuration = DatabaseConfiguration(source: .schema(files: ["schema.sql"], forward: .migrations(folder)))
    let sandbox = try Sandbox()
    let source = ["schema.sql": Self.note, "db/1.sql": Self.note]
    try sandbox.freeze(try draft("1.0.0", source, of: configuration), over: source)
    let changed = Self.note.replacing("title", with: "body TEXT, title")
    try sandbox.write(["schema.sql": changed, "db/1.sql": changed].mapValues(bytes))
    try sandbox.commitAll("B")
    try sandbox.commit("schema.sql", changed + Self.tag, message: "C")
    let findings = try await verify(sandbox, configuration).filter { $0.version == "1.0.0" }
    #expect(findings.map(Self.brief) == ["SL302: changed B, help db/1.sql was changed after 1.0.0", "SL302"])
  }

  @Test("nothing is named if the search takes too many runs")
  func exhausted() async throws {
    let sandbox = try Sandbox()
    try sandbox.freeze(try draft("1.0.0", users), over: users)
    try sandbox.commit("db/1.sql", SourceReviewTests.changed, message: "B")
    let repository = try sandbox.open()
    let verification = Verification(
      repository: repository, configuration: numbered, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment)
    let inventory = try verification.inventory(of: .allHistory) { _ in }
    let source = try await verification.todaysSource(inventory.ledger)
    let review = try #require(try verification.sourceReview(.allHistory, inventory, source))
    let plan = try await verification.plan(inventory, source, to: UpgradeTarget(#require(source.built)))
    let upgrade = try #require(plan.upgrades.first)
    let findings = try await FixtureVerification(upgrade, plan.context).findings()
    for (runs, commits) in [(0, []), (1, ["B"])] {
      var search = CauseSearch(review, ReversalTrial(source.definition, plan.context, runs: runs))
      let explained = try await search.explained(findings, of: upgrade)
      #expect(explained.map(\.code) == [.schemaDiffers])
      #expect(explained.flatMap(\.commits).map(\.info.summary) == commits)
    }
  }

  private func verify(_ sandbox: Sandbox, _ configuration: DatabaseConfiguration) async throws -> [Finding] {
    let repository = try sandbox.open()
    let verification = Verification(
      repository: repository, configuration: configuration, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment)
    let codes: [Finding.Code] = [.migrationFailed, .schemaDiffers, .columnOrderDiffers]
    return try await verification.run(.allHistory, jobs: 1, progress: { _ in }).findings.filter {
      codes.contains($0.code)
    }
  }

  private static func brief(_ finding: Finding) -> String {
    let commits = finding.commits.map { "\($0.role) \($0.info.summary)" }.joined(separator: ", ")
    let help = finding.help?.text.split(separator: ":").first.map(String.init)
    return finding.code.rawValue + (finding.path.map { " " + $0 } ?? "")
      + (commits.isEmpty ? "" : ": \(commits), help \(help ?? "-")")
  }
}
