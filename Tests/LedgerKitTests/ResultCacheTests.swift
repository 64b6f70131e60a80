import Digests
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import SQLiteData
import SQLiteSandbox
import SQLiteSchema
import SQLiteSyntax
import TestSupport
import Testing

@testable import LedgerKit

@Suite("ResultCache")
struct ResultCacheTests {
  private let sandbox: Sandbox
  private var file: String { sandbox.root + "/.git/schemaledger/results" }

  /// Freezes 1.0.0 and 2.0.0, and adds a third migration to the source.
  init() throws {
    let one = try draft("1.0.0", users)
    let two = try draft("2.0.0", usersAndNotes, parents: [one.entry.id])
    sandbox = try Sandbox()
    try sandbox.freeze(one, two, over: usersAndNotes)
    try sandbox.commit("db/3.sql", "ALTER TABLE users ADD COLUMN age INT;\n")
  }

  private func verify(
    cached: Bool = true, program: String = "1", timeLimit: Double = 60,
    _ configuration: DatabaseConfiguration = numbered
  ) async throws -> Verification.Report {
    let repository = try sandbox.open()
    let verification = Verification(
      repository: repository, configuration: configuration, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment,
      options: .init(
        timeLimit: timeLimit,
        results: cached ? ResultCache(in: repository.caches, program: program) : nil))
    return try await verification.run(.allHistory, jobs: 2) { _ in }
  }

  private func tell(_ report: Verification.Report) -> [String] {
    report.outcomes.map { "\($0.fixture.id) \($0.result.rawValue) \($0.steps ?? -1)" } + report.findings.map(\.brief)
  }

  private func cached(_ report: Verification.Report) -> [Bool] { report.outcomes.map(\.isCached) }

  @Test("upgrades without findings are not run again, and --no-cache runs all")
  func again() async throws {
    let first = try await verify()
    #expect(cached(first) == [false, false])
    let second = try await verify()
    #expect(cached(second) == [true, true])
    #expect(tell(second) == tell(first))
    #expect(try await cached(verify(cached: false)) == [false, false])
  }

  /// A change between two runs.
  enum Event: String, CaseIterable {
    case nothing, laterMigration, editedMigration, commentInMigration, brokenMigration, anotherIgnoredTable, stub
    case lowerTimeLimit, assumption, newerProgram, rewrittenEntry, deletedEntry, newEntry, otherTransactionMark,
      touchedFile
    case corruptCache, cutCache, emptyCache, anotherFormat, foldersInItsPlace, readOnlyFolder
  }

  @Test("a report with a cache equals one without", arguments: Event.allCases)
  func events(_ event: Event) async throws {
    _ = try await verify()
    var configuration = numbered
    var (limit, program) = (60.0, "1")
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
    switch event {
    case .nothing: break
    case .laterMigration: try sandbox.write("db/4.sql", "CREATE TABLE four (id INTEGER PRIMARY KEY);\n")
    case .editedMigration: try sandbox.write("db/3.sql", "ALTER TABLE users ADD COLUMN age TEXT;\n")
    case .commentInMigration: try sandbox.write("db/3.sql", "-- Age.\nALTER TABLE users ADD COLUMN age INT;\n")
    case .brokenMigration: try sandbox.write("db/3.sql", "ALTER TABLE nobody ADD COLUMN age INT;\n")
    case .anotherIgnoredTable: configuration.ignoredTables = ["notes"]
    case .stub: configuration.stubs = Stubs(functions: ["f": .null])
    case .lowerTimeLimit: limit = 59
    case .assumption: configuration.assumptions = [Assumption(table: "users", condition: "name IS NOT NULL")]
    case .newerProgram: program = "2"
    case .rewrittenEntry:
      try sandbox.write("SchemaLedger/Fixtures/1.0.0/schema.json", "{}\n")
      try sandbox.commitAll("Rewrite")
    case .deletedEntry:
      try sandbox.git("rm", "-r", "--quiet", "SchemaLedger/Fixtures/1.0.0")
      try sandbox.commitAll("Delete")
    case .newEntry: try sandbox.freeze(try draft("0.9.0", users))
    case .otherTransactionMark: try sandbox.write("db/3.sql", "COMMIT;\nALTER TABLE users ADD COLUMN age INT;\n")
    case .touchedFile: try sandbox.write("README.md", "More.\n")
    case .corruptCache:
      var bytes = Array(FileManager.default.contents(atPath: file) ?? Data())
      bytes[bytes.count / 2] ^= 1
      try Data(bytes).write(to: URL(fileURLWithPath: file))
    case .cutCache:
      let bytes = FileManager.default.contents(atPath: file) ?? Data()
      try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: file))
    case .emptyCache: try Data().write(to: URL(fileURLWithPath: file))
    case .anotherFormat:
      let lines = "schemaledger results 3\n\(String(repeating: "0", count: 64)) 1"
      try Data("\(lines)\n\(sha256(lines))\n".utf8).write(to: URL(fileURLWithPath: file))
    case .foldersInItsPlace:
      try FileManager.default.removeItem(atPath: file)
      try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    case .readOnlyFolder:
      try sandbox.write("db/4.sql", "CREATE TABLE four (id INTEGER PRIMARY KEY);\n")
      // Not even root can write into a folder that is a file.
      try FileManager.default.removeItem(atPath: folder)
      try Data().write(to: URL(fileURLWithPath: folder))
    }
    let report = try await verify(program: program, timeLimit: limit, configuration)
    let anew = try await verify(cached: false, timeLimit: limit, configuration)
    #expect(tell(report) == tell(anew))
    let isKnown = [.nothing, .touchedFile, .newEntry, .deletedEntry, .rewrittenEntry].contains(event)
    #expect(cached(report).contains(true) == isKnown)
  }

  @Test("a source that does not run is reported each time")
  func source() async throws {
    try sandbox.write("db/3.sql", "CREATE INDEX users_name ON users (nobody);\n")
    for _ in 0..<2 {
      let report = try await verify()
      #expect(report.findings.map(\.code) == [.migrationFailed])
    }
  }

  /// Migrations with findings of several families.
  static let failing = [
    "INSERT INTO notes (user) VALUES (7);\n", "CREATE UNIQUE INDEX users_age ON users (name IS NULL);\n",
    "CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO n SELECT id, NULL FROM users;"
      + " DROP TABLE users; ALTER TABLE n RENAME TO users;\n",
    "CREATE VIEW v AS SELECT age FROM users;\n",
  ]

  @Test("upgrades with findings are not run again, and their findings are the same", arguments: failing)
  func findings(_ migration: String) async throws {
    try sandbox.write("db/3.sql", migration)
    let first = try await verify()
    #expect(first.outcomes.contains { !$0.findings.isEmpty })
    let second = try await verify()
    #expect(cached(second) == [true, true])
    #expect(second.findings == first.findings)
    #expect(second.outcomes.map(\.findings) == first.outcomes.map(\.findings))
    #expect(tell(second) == tell(first))
  }

  @Test("a waiver and a frozen migration change how stored findings are reported")
  func circumstances() async throws {
    let migration = Self.failing[0]
    try sandbox.write("db/3.sql", migration)
    _ = try await verify()
    let text = "- {finding: SL308, version: 1.0.0, reason: it is meant}\n"
    try sandbox.write("SchemaLedger/waivers.yml", text)
    #expect(try await cached(verify()) == [true, true])
    #expect(try await tell(verify()) == tell(verify(cached: false)))
    // The third migration is pending no longer.
    try sandbox.freeze(try draft("3.0.0", usersAndNotes.merging(["db/3.sql": migration]) { $1 }))
    #expect(try await cached(verify()) == [false, false, false])
    #expect(try await tell(verify()) == tell(verify(cached: false)))
  }

  @Test("a result that depends on the time limit is not stored")
  func timeLimit() async throws {
    // Only generated rows make it slow.
    let join = (1...9).map { "users AS u\($0)" }.joined(separator: ", ")
    let ids = (1...9).map { "u\($0).id" }.joined(separator: " + ")
    try sandbox.write("db/3.sql", "CREATE TABLE n AS SELECT count(*) AS n FROM \(join) WHERE \(ids) < 0;\n")
    for _ in 0..<2 {
      let report = try await verify(timeLimit: 0.2)
      #expect(!report.findings.isEmpty)
      #expect(cached(report) == [false, false])
    }
  }

  @Test("findings that cannot be read count as no result")
  func unreadable() async throws {
    try sandbox.write("db/3.sql", Self.failing[0])
    let first = try await verify()
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let lines = text.split(separator: "\n").dropLast().joined(separator: "\n").replacing("_0", with: "_9")
    try Data("\(lines)\n\(sha256(lines))\n".utf8).write(to: URL(fileURLWithPath: file))
    let second = try await verify()
    #expect(cached(second) == [false, false])
    #expect(tell(second) == tell(first))
  }

  /// A new property belongs into ``ResultKey``, unless no result depends on it.
  @Test("the key covers the properties of the settings and of the plan")
  func covered() throws {
    func names(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }
    #expect(
      names(BuildSettings()) == [
        "ignoredTables", "stubs", "timeLimit", "foreignKeys", "assumptions", "values", "ordersColumns",
        "comparesLikeRoom",
      ])
    #expect(
      names(UpgradeContext(settings: BuildSettings())) == [
        "settings", "rows", "stages", "trials", "frozenTexts",
        // A part of the former.
        "frozenScripts", "rerunScripts", "before",
        // Spares runs whose ends are known, and changes no result.
        "bareRuns", "now",
      ])
    let fixture = try #require(Ledger(at: "SchemaLedger", in: sandbox.open().snapshot(.workTree)).items.first)
    let frozen = try FrozenFixture(fixture, in: sandbox.open().snapshot(.workTree))
    let target = try UpgradeTarget(frozen, BuildSettings())
    #expect(
      names(try UpgradePlan(fixture: frozen, path: nil, target: target)) == [
        "fixture", "store", "path", "commonPath", "target", "standing", "remaining", "queries", "runsTrials",
        "measured",
        "textsForRows",
        // Functions of the fixture, the path and the target. An upgrade of a user's `store` has no cached result.
        "modelSteps", "obstacle", "hasTargetSchema",
      ])
  }

  @Test("the result of a command with declared inputs is cached until an input changes")
  func command() async throws {
    var command = SourceCommand(line: "cat db/*.sql | sqlite3 {db}")
    command.inputs = ["db"]
    var migrate = SourceCommand(line: "sqlite3 {db} < db/3.sql; true")
    migrate.inputs = ["db"]
    let told = DatabaseConfiguration(source: .command(command, forward: migrate))
    _ = try await verify(told)
    let report = try await verify(told)
    #expect(cached(report).contains(true))
    #expect(report.outcomes.allSatisfy { $0.isCached == $0.findings.isEmpty })
    try sandbox.write("db/readme.txt", "More.\n")
    #expect(try await cached(verify(told)) == [false, false])
    migrate.inputs = []
    let silent = DatabaseConfiguration(source: .command(command, forward: migrate))
    _ = try await verify(silent)
    #expect(try await cached(verify(silent)) == [false, false])
  }

  @Test("the size of the cache is limited, and recently used results are kept")
  func bounded() throws {
    let cache = try ResultCache(in: sandbox.open().caches, program: "1")
    let keys = (0..<StoredValues.capacity).map { sha256("\($0)") }.sorted()
    let first = cache.results()
    for (number, key) in keys.enumerated() { first.add(ResultCache.Result(milliseconds: number), for: key) }
    first.write()
    let second = cache.results()
    second.add(ResultCache.Result(milliseconds: 7), for: sha256("new"))
    second.write()
    let known = cache.results()
    #expect(known.value(for: sha256("new"))?.milliseconds == 7)
    #expect(known.value(for: keys[0])?.milliseconds == 0)
    #expect(known.value(for: keys[StoredValues.capacity - 2]) != nil)
    #expect(known.value(for: keys[StoredValues.capacity - 1]) == nil)
  }

  @Test("two concurrent runs leave one complete file")
  func together() async throws {
    let cache = try ResultCache(in: sandbox.open().caches, program: "1")
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let results = cache.results()
          results.add(ResultCache.Result(milliseconds: number), for: sha256("\(number)"))
          results.write()
        }
      }
    }
    let known = try StoredValues(in: sandbox.open().caches, "results", as: "results 6").read()
    #expect(!known.isEmpty)
    #expect(
      known.allSatisfy { key, value in ResultCache.Result(stored: value).map { sha256("\($0.milliseconds)") } == key })
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.root + "/.git/schemaledger") == ["results"])
  }

  /// Ways to write a forgery.
  enum Forgery: CaseIterable { case digest, otherKey, formerFormat, withKey }

  @Test(
    "a forged file that hides a failure is not believed, except from the holder of the key",
    arguments: Forgery.allCases)
  func forged(_ forgery: Forgery) async throws {
    try sandbox.write("db/3.sql", "DELETE FROM users;\n")
    let expected = try await verify()
    try #require(!expected.findings.isEmpty)
    let caches = try sandbox.open().caches
    let file = StoredValues(in: caches, "results", as: "results 6")
    let nothing = bytes(#"{"findings":[],"milliseconds":1,"notCovered":[],"statements":[]}"#)[...]
    file.write(file.read().map { ($0.key, nothing) })
    let content = try #require(caches.read("results", as: "results 6"))
    let other = ["XDG_STATE_HOME": sandbox.folder + "/other"]
    switch forgery {
    case .digest: try Data(content + bytes("\(sha256(content))\n")).write(to: URL(fileURLWithPath: self.file))
    case .formerFormat: caches.write([content], to: "results", as: "results")
    case .otherKey: try sandbox.open(nil, other).caches.write([content], to: "results", as: "results 6")
    case .withKey: break
    }
    let report = try await verify()
    if forgery == .withKey { #expect(report.findings.isEmpty) } else { #expect(tell(report) == tell(expected)) }
  }
}
