import GitStore
import LedgerCore
import LedgerTestSupport
import SQLiteSandbox
import SQLiteSchema
import Testing

@testable import LedgerEntries
@testable import LedgerKit

@Suite("Replay start")
struct ReplayStartTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Changes to the source that was frozen as 1.0.0 and then as 2.0.0.
    var change: [String: String?] = [:]
    var convention = "plain"
    var ignored: [String] = []
    /// Changes the entry of 2.0.0.
    var entry: @Sendable (Entry) -> Entry = { $0 }
    /// Changes the content of the fixture.
    var fixture: @Sendable ([UInt8]) -> [UInt8]? = { $0 }
    var hasOtherHead = false
    /// The number of steps that need not run, or `nil` for all of them.
    let count: Int?
  }

  static let cases = [
    Case(testDescription: "nothing new", count: 2),
    Case(testDescription: "a new migration", change: ["db/3.sql": "CREATE TABLE t (a);"], count: 2),
    Case(testDescription: "line ends only", change: ["db/2.sql": rows.replacing("\n", with: "\r\n")], count: 2),
    Case(testDescription: "a comment in a frozen one", change: ["db/2.sql": "-- x\n" + rows], count: nil),
    Case(testDescription: "a frozen one is gone", change: ["db/2.sql": nil], count: nil),
    Case(testDescription: "one before them", change: ["db/0.sql": "CREATE TABLE t (a);"], count: nil),
    Case(testDescription: "one between them", change: ["db/1.5.sql": "CREATE TABLE t (a);"], count: nil),
    Case(testDescription: "read by another convention", convention: "goose", count: nil),
    Case(testDescription: "a table is left out today", ignored: ["notes"], count: nil),
    Case(testDescription: "frozen with another SQLite", entry: { $0.changed(sqlite: "3.8.2") }, count: nil),
    Case(testDescription: "frozen from a store", entry: { $0.changed(isFromStore: true) }, count: nil),
    Case(testDescription: "a fixture that is damaged", fixture: { $0.dropLast() + [1] }, count: nil),
    Case(testDescription: "a fixture that is gone", fixture: { _ in nil }, count: nil),
    Case(testDescription: "two ends", hasOtherHead: true, count: nil),
  ]

  static let rows = "CREATE TABLE notes (body TEXT);\nINSERT INTO notes VALUES ('a'), ('b');\n"

  @Test("only migrations that are unchanged since the freeze are not run again", arguments: cases)
  func start(of item: Case) throws {
    var source = users
    source["db/2.sql"] = Self.rows
    let one = try draft("1.0.0", users)
    let two = try draft("2.0.0", source, parents: [one.entry.id])
    let other = try draft("1.5.0", users, parents: [one.entry.id])
    for (path, text) in item.change { source[path] = text }
    let entry = item.entry(two.entry)
    let items = [(one.entry, "1.0.0"), (entry, "2.0.0")] + (item.hasOtherHead ? [(other.entry, "1.5.0")] : [])
    let ledger = Ledger(
      path: "SchemaLedger",
      items: items.map { Ledger.Item(entry: $0, id: $0.id, folder: "SchemaLedger/Fixtures/\($1)") })
    let steps = try numbered.schemaSource.read(from: FileSnapshot(texts: source)).migrations ?? []
    let start = try ReplayStart(
      steps, after: [], of: ledger, convention: item.convention, ignoring: item.ignored, stubs: Stubs(), timeLimit: 5,
      fixture: { _ in two.files["App.sqlite"].flatMap(item.fixture) })
    #expect(start?.count == item.count)
    if let start {
      try start.database.execute("CREATE TABLE seen (a CHECK (a = 2)); INSERT INTO seen SELECT count(*) FROM notes")
    }
  }
}

extension Entry {
  fileprivate func changed(sqlite: String? = nil, isFromStore: Bool = false) -> Entry {
    Entry(
      database: database, version: version, parents: parents, files: files, schema: schema, sourceKind: sourceKind,
      convention: convention, migrations: migrations, sqlite: sqlite ?? self.sqlite, commit: commit,
      ignoredTables: ignoredTables, isFromStore: isFromStore)
  }
}
