import GitStore
import LedgerCore
import LedgerTestSupport
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerEntries
@testable import LedgerKit

@Suite("Lineage")
struct LineageTests {
  /// Different files with the numbers of ``usersAndNotes``.
  private static let anew = [
    "db/1_people.sql": "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT);",
    "db/2_pages.sql": "CREATE TABLE pages (id INTEGER PRIMARY KEY, body TEXT);",
  ]
  /// As in a golang-migrate project whose third migration got another name.
  private static let renamed = [
    "db/1.sql": "CREATE TABLE people (a);", "db/2.sql": "CREATE TABLE pages (a);",
    "db/3_tags.sql": "CREATE TABLE tags (b);",
  ]
  private static let edited = three.mapValues { "BEGIN;\n\($0)\nCOMMIT;" }
  private static let four = three.merging(["db/4.sql": "CREATE TABLE pins (a);"]) { $1 }
  private static let newThree = all.merging(["db/2.sql": "CREATE TABLE x (a);", "db/3.sql": "CREATE TABLE y (a);"]) {
    $1
  }
  private static let all = ["db/1.sql": "CREATE TABLE people (a);"]
  private static let three = usersAndNotes.merging(["db/3.sql": "CREATE TABLE tags (a);"]) { $1 }

  /// The frozen versions, today's source, and the findings.
  struct Story: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let frozen: [(String, [String: String])]
    let today: [String: String]
    let findings: [String]
  }

  static let stories = [
    Story(
      testDescription: "all migrations of the latest version are replaced: one error",
      frozen: [("1.0", users), ("2.0", usersAndNotes)], today: anew, findings: ["SL204 error 2.0"]),
    Story(
      testDescription: "two that are edited where they are: each is told", frozen: [("2.0", usersAndNotes)],
      today: ["db/1.sql": "CREATE TABLE people (a);", "db/2.sql": "CREATE TABLE pages (a);"],
      findings: ["SL202 error 2.0 db/1.sql", "SL202 error 2.0 db/2.sql"]),
    Story(
      testDescription: "many become one that is called as the first was: one error", frozen: [("2.0", three)],
      today: ["db/1.sql": "CREATE TABLE people (a);"], findings: ["SL204 error 2.0"]),
    Story(
      testDescription: "replaced by another tool's: one error", frozen: [("2.0", usersAndNotes)],
      today: ["db/100_start.sql": "CREATE TABLE people (a);"], findings: ["SL204 error 2.0"]),
    Story(
      testDescription: "the new ones are frozen: a note on those of before",
      frozen: [("1.0", users), ("2.0", usersAndNotes), ("3.0", anew)], today: anew,
      findings: ["SL206 note 2.0 SchemaLedger/Fixtures/2.0/entry.json"]),
    Story(
      testDescription: "the new lineage is held as strictly as any",
      frozen: [("2.0", usersAndNotes), ("3.0", anew)],
      today: anew.merging(["db/2_pages.sql": "CREATE TABLE pages (id BLOB);"]) { $1 },
      findings: ["SL202 error 3.0 db/2_pages.sql", "SL206 note 2.0 SchemaLedger/Fixtures/2.0/entry.json"]),
    Story(
      testDescription: "back to the old lineage: the latest version's are gone",
      frozen: [("2.0", usersAndNotes), ("3.0", anew)], today: usersAndNotes, findings: ["SL204 error 3.0"]),
    Story(
      testDescription: "all were edited where they are, and frozen again: edits",
      frozen: [("1.0", three), ("2.0", edited)], today: edited,
      findings: ["SL202 warning 1.0 db/1.sql", "SL202 warning 1.0 db/2.sql", "SL202 warning 1.0 db/3.sql"]),
    Story(
      testDescription: "the first version of a lineage that is left, whose file has the name of a new one",
      frozen: [("1.0", users), ("2.0", three), ("3.0", all)], today: all,
      findings: ["SL206 note 2.0 SchemaLedger/Fixtures/2.0/entry.json"]),
    Story(
      testDescription: "replaced by one, after which most of the old numbers are used again",
      frozen: [("1.0", three), ("2.0", four), ("3.0", all), ("4.0", newThree)], today: newThree,
      findings: ["SL206 note 2.0 SchemaLedger/Fixtures/2.0/entry.json"]),
    Story(
      testDescription: "replaced, and later restored: the same lineage",
      frozen: [("1.0", three), ("2.0", all), ("3.0", three)], today: three,
      findings: ["SL202 warning 2.0 db/1.sql"]),
    Story(
      testDescription: "two of three keep their names in the next version: edits",
      frozen: [("1.0", three), ("2.0", renamed)], today: renamed,
      findings: ["SL202 warning 1.0 db/1.sql", "SL202 warning 1.0 db/2.sql", "SL202 warning 1.0 db/3.sql"]),
    Story(
      testDescription: "a part of them is left: no other lineage",
      frozen: [
        ("1.0", usersAndNotes),
        ("2.0", ["db/1.sql": users["db/1.sql"] ?? "", "db/2.sql": anew["db/2_pages.sql"] ?? ""]),
      ],
      today: ["db/1.sql": users["db/1.sql"] ?? "", "db/2.sql": anew["db/2_pages.sql"] ?? ""],
      findings: ["SL202 warning 1.0 db/2.sql"]),
    Story(
      testDescription: "the only migration was edited, and frozen again: an edit",
      frozen: [("1.0", users), ("2.0", ["db/1.sql": anew["db/1_people.sql"] ?? ""])],
      today: ["db/1.sql": anew["db/1_people.sql"] ?? ""],
      findings: ["SL202 warning 1.0 db/1.sql"]),
    Story(
      testDescription: "removed before the last freeze: a warning; again after it: an error",
      frozen: [("1.0", three), ("2.0", usersAndNotes)], today: users,
      findings: ["SL204 error 1.0 db/2.sql", "SL204 warning 1.0 db/3.sql"]),
    Story(
      testDescription: "edited before the last freeze, and back: an error",
      frozen: [("1.0", usersAndNotes), ("2.0", users.merging(["db/2.sql": anew["db/2_pages.sql"] ?? ""]) { $1 })],
      today: usersAndNotes, findings: ["SL202 error 2.0 db/2.sql"]),
    Story(
      testDescription: "what is frozen last is not another lineage, whatever its number is",
      frozen: [("1.0", anew), ("2.0", usersAndNotes)], today: anew, findings: ["SL204 error 2.0"]),
  ]

  @Test("drift reports another lineage once", arguments: stories)
  func drift(story: Story) throws {
    var drafts: [EntryDraft] = []
    for (version, source) in story.frozen {
      let known = Ledger(path: "SchemaLedger", items: drafts.map(item))
      let parents = known.parents(for: try records(source))
      drafts.append(try draft(version, source, parents: parents))
    }
    let snapshot = FileSnapshot(memory: files(drafts, over: story.today))
    let ledger = try Ledger(at: numbered.ledger, in: snapshot)
    let drift = Drift(ledger: ledger, configuration: numbered) { try snapshot.read($0.folder + "/" + $1) }
    let findings = try drift.findings(for: try numbered.schemaSource.read(from: snapshot), in: snapshot)
    #expect(findings.map(\.brief) == story.findings)
  }

  @Test(
    "after a start over with the same numbers, no parents are missing, and those of an earlier freeze are not foreign")
  func parents() throws {
    let old = try draft("1.0", usersAndNotes)
    for parents in [[], [old.entry.id]] {
      let new = try draft("2.0", Self.anew, parents: parents)
      let ledger = Ledger(path: "SchemaLedger", items: [item(old), item(new)])
      let findings = ParentReview(ledger: ledger).findings(of: item(new), among: [item(old)], isCommitted: true)
      #expect(findings.map(\.brief) == [])
    }
  }

  @Test("an entry is related to all others if the walks to its ancestors and descendants find them", arguments: 0..<60)
  func related(seed: Int) throws {
    var random = seed
    func next(_ count: Int) -> Int {
      random = (random &* 1_103_515_245 &+ 12345) & 0x7fff_ffff
      return (random >> 8) % count
    }
    let entry = try draft("1.0", users).entry
    let count = 1 + next(9)
    let items = try (0..<count).map { number in
      // Nearly all of an ordinary ledger is one line.
      var parents = number == 0 || next(8) == 0 ? [] : ["\(next(4) == 0 ? next(number) : number - 1)"]
      if number > 1, next(4) == 0 { parents = Set(parents + ["\(next(number))"]).sorted() }
      if seed % 20 == 19, number == count - 1 { parents.append("missing") }
      let own = Entry(
        database: "App", version: try Version("1.\(number)"), parents: parents, files: entry.files,
        schema: entry.schema,
        sourceKind: "migrations", convention: "plain", migrations: [], sqlite: "", commit: nil)
      return Ledger.Item(entry: own, id: "\(number)", folder: "SchemaLedger/Fixtures/1.\(number)")
    }
    let ancestry = EntryAncestry(of: Ledger(path: "SchemaLedger", items: items))
    for position in items.indices {
      let lineage = try seed % 20 == 19 ? [] : #require(ancestry.lineage(of: position))
      let later = ancestry.descendants(of: position)
      let isRelated = !lineage.isEmpty && items.indices.allSatisfy { lineage[$0] || later[$0] }
      #expect(ancestry.isRelatedToAll[position] == isRelated)
    }
  }

  private func item(_ draft: EntryDraft) -> Ledger.Item {
    Ledger.Item(entry: draft.entry, id: draft.entry.id, folder: "SchemaLedger/Fixtures/\(draft.entry.version)")
  }

  private func records(_ source: [String: String]) throws -> [MigrationRecord] {
    try numbered.schemaSource.read(from: FileSnapshot(texts: source)).records
  }

  @Test("the gate reports another lineage once, and verify does not try to upgrade it")
  func gateAndVerify() async throws {
    let sandbox = try Sandbox()
    let one = try draft("1.0", users)
    let two = try draft("2.0", usersAndNotes, parents: [one.entry.id])
    try sandbox.freeze(one, two, over: usersAndNotes)
    for path in usersAndNotes.keys { try sandbox.remove(path) }
    try sandbox.write(Self.anew.mapValues(bytes))
    let repository = try sandbox.open()
    let gate = Gate(repository: repository, configuration: numbered)
    let head = try repository.snapshot(.commit(try sandbox.id("HEAD")))
    let replaced = try gate.findings(in: try repository.snapshot(.workTree), after: head)
    #expect(
      replaced.map(\.message) == [
        "all 2 migrations of 2.0 were replaced: today's source has none of them"
      ])

    try sandbox.freeze(try draft("3.0", Self.anew))
    let later = try repository.snapshot(.commit(try sandbox.id("HEAD")))
    #expect(try gate.findings(in: try repository.snapshot(.workTree), after: later).isEmpty)
    // A commit that changed frozen migrations is reported in addition.
    let verification = Verification(
      repository: repository, configuration: numbered, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment)
    let report = try await verification.run(.allHistory, jobs: 1) { _ in }
    #expect(
      report.outcomes.map { "\($0.fixture.entry.version) \($0.result)" } == [
        "1.0 anotherLineage", "2.0 anotherLineage", "3.0 current",
      ])
    #expect(
      report.findings.filter { $0.code == .anotherLineage }.map(\.message) == [
        "2 versions have migrations of another lineage (1.0 and 2.0), so an upgrade of them with today's migrations is not tried"
      ])
  }
}
