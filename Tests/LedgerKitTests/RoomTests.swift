import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerTestSupport
import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Databases of Room")
struct RoomTests {
  private static let folder = "app/schemas/com.example.ShopDatabase"

  /// The first versions of the sample, up to `last`.
  private static func files(upTo last: Int) -> [String: String] {
    roomFiles.filter { path, _ in (1...last).contains { roomPath($0) == path } }
  }

  private static func drafts() throws -> [EntryDraft] {
    let one = try draft("1", files(upTo: 1), of: roomShop)
    return [one, try draft("2", files(upTo: 2), parents: [one.entry.id], of: roomShop)]
  }

  private func findings(
    _ changes: [String: String?], _ drafts: [EntryDraft] = []
  ) throws -> [Finding] {
    var source = roomFiles
    for (path, text) in changes { source[path] = text }
    let snapshot = FileSnapshot(memory: LedgerTestSupport.files(try Self.drafts() + drafts, over: source))
    let ledger = try Ledger(at: roomShop.ledger, in: snapshot)
    let drift = Drift(ledger: ledger, configuration: roomShop) { try snapshot.read($0.folder + "/" + $1) }
    return try drift.findings(for: roomShop.schemaSource.read(from: snapshot), in: snapshot)
  }

  /// A change of the files after 1 and 2 were frozen, and what is found.
  static let changes: [(change: [String: String?], findings: [String])] = [
    ([:], []),
    // A new version, and one that is not frozen yet.
    ([roomPath(4): roomFile(4, "`name` TEXT")], []),
    ([roomPath(3): roomFile(3)], []),
    // Room writes the file again, with other spaces and another order of keys.
    ([roomPath(2): roomFile(2, "`name` TEXT NOT NULL").replacing("\n", with: "\n\n")], []),
    ([roomPath(2): roomFile(2, "name  TEXT not null")], []),
    ([roomPath(2): roomFile(2, "`name` TEXT")], ["SL201 error 2 \(roomPath(2))"]),
    ([roomPath(1): roomFile(1, "`name` TEXT")], ["SL201 error 1 \(roomPath(1))"]),
    ([roomPath(1): nil], ["SL204 error 1 \(roomPath(1))"]),
    ([roomPath(1): "{"], ["SL301 error 1 \(roomPath(1))"]),
    ([roomPath(2): roomFile(2, "`name`,,")], ["SL301 error 2 \(roomPath(2))"]),
    ([roomPath(2): roomFile(3)], ["SL301 error 2 \(roomPath(2))"]),
  ]

  @Test("a frozen version must stay as it is, in its file", arguments: changes)
  func drift(change: [String: String?], expected: [String]) throws {
    #expect(try findings(change).map(\.brief) == expected)
  }

  @Test("a removed file is named, and can be restored")
  func removed() throws {
    let finding = try #require(try findings([roomPath(2): nil]).first)
    #expect(finding.message == "\(roomPath(2)), the schema of 2, which is frozen, was removed")
    #expect(finding.help?.text.contains("Restore it: git ") == true)
    #expect(finding.help?.text.contains(roomPath(2)) == true)
  }

  @Test("versions from before Room are not compared with its files")
  func otherKind() throws {
    let schema = DatabaseConfiguration(source: .schema(files: ["schema.sql"], forward: nil))
    let old = try draft("0.9", ["schema.sql": "CREATE TABLE t (a);"], of: schema)
    #expect(try findings([:], [old]).isEmpty)
  }

  @Test("init finds the folder, and what it writes is read back")
  func initialises() throws {
    let sandbox = try Sandbox()
    try sandbox.write(roomFiles.mapValues(bytes))
    for paths in [[], [Self.folder], [roomPath(2)]] {
      let found = try Initialisation(repository: try sandbox.open()).find(named: paths)
      #expect(found.configuration.databases == [roomShop])
      #expect(found.candidates.map(\.summary) == ["schemas that Room has exported, versions 1 to 3"])
      #expect(found.failures.isEmpty)
      #expect(try Configuration(yaml: found.configuration.yaml) == found.configuration)
    }
  }

  @Test("several databases are named by their classes")
  func several() throws {
    let sandbox = try Sandbox()
    let other = "app/schemas/com.example.CacheDatabase"
    try sandbox.write(roomFiles.merging(["\(other)/1.json": roomFile(1)]) { $1 }.mapValues(bytes))
    let initialisation = try Initialisation(repository: try sandbox.open())
    let error = #expect(throws: LedgerError.self) { try initialisation.find(named: []) }
    guard case .severalSourcesFound(let candidates)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(candidates.map(\.path) == [other, Self.folder])
    let found = try initialisation.find(named: [other, Self.folder])
    #expect(found.configuration.databases.map(\.name) == ["CacheDatabase", "ShopDatabase"])
  }

  @Test("a file that cannot be read is named by init with the reason")
  func unreadable() throws {
    let sandbox = try Sandbox()
    try sandbox.write([roomPath(1): bytes(#"{"formatVersion": 2, "database": {"identityHash": ""}}"#)])
    let found = try Initialisation(repository: try sandbox.open()).find(named: [Self.folder])
    #expect(found.failures.map(\.message).first?.contains("has the format version 2, and only 1 is known") == true)
  }

  @Test("any version of the files can be frozen, in any order")
  func freezes() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(roomFiles.mapValues(bytes))
    try sandbox.write("schemaledger.yml", Configuration(databases: [roomShop]).yaml)
    try sandbox.commitAll("Start")
    func freeze(_ version: String) async throws -> Freeze.Frozen {
      let freeze = Freeze(
        repository: try sandbox.open(), configuration: roomShop,
        processContext: .init(
          environment: Environment([
            "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com", "GIT_COMMITTER_NAME": "Ada",
            "GIT_COMMITTER_EMAIL": "ada@example.com",
          ]), now: GitTime(seconds: 1_800_000_002, offsetMinutes: 0),
          temporaryFolder: URL(fileURLWithPath: sandbox.folder)))
      let outcome = try await freeze.run(Version(version), at: nil, commits: true)
      guard case .frozen(let frozen) = outcome else { throw Unexpected(value: "\(outcome)") }
      return frozen
    }
    let one = try await freeze("1")
    let three = try await freeze("3")
    let two = try await freeze("2")
    #expect(one.entry.parents == [])
    #expect(three.entry.parents == [one.id])
    #expect(two.entry.parents == [one.id])
    #expect(two.entry.sourceKind == "room")
    await #expect(throws: LedgerError.room(.noSuchVersion("4", folder: Self.folder, known: [1, 2, 3]))) {
      _ = try await freeze("4")
    }
    let repository = try sandbox.open()
    let verification = Verification(
      repository: repository, configuration: roomShop, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment, options: .init())
    let report = try await verification.run(.tree, jobs: 1) { _ in }
    #expect(report.findings.isEmpty)
    #expect(
      report.outcomes.map { "\($0.fixture.entry.version) \($0.result.rawValue)" }
        == ["1 noUpgradePath", "2 noUpgradePath", "3 current"])
  }

  // MARK: Migrations

  /// A class of the database with the two migrations.
  private static func code(_ first: String, _ second: String) -> String {
    """
    package com.example
    import androidx.room.migration.Migration
    @Database(entities = [], version = 3)
    abstract class ShopDatabase : RoomDatabase() {
      companion object {
        private val FIRST = object : Migration(1, 2) {
          override fun migrate(db: SupportSQLiteDatabase) {
            \(first)
          }
        }
        private val SECOND = object : Migration(2, 3) {
          override fun migrate(db: SupportSQLiteDatabase) {
            \(second)
          }
        }
        val all = arrayOf(FIRST, SECOND)
      }
    }
    """
  }

  private static let addName = "db.execSQL(\"ALTER TABLE items ADD COLUMN name TEXT NOT NULL DEFAULT ''\")"
  private static let addPrice = "db.execSQL(\"ALTER TABLE items ADD COLUMN price INTEGER\")"

  /// Migrations after 1 and 2 were frozen, and for each the result and the findings.
  static let upgrades: [(first: String, second: String, results: [String])] = [
    // Room accepts a default that the class does not name.
    (addName, addPrice, ["1 migrated", "2 migrated"]),
    (addName, "", ["1 failed SL302", "2 failed SL302"]),
    (addName, "db.execSQL(\"ALTER TABLE items ADD COLUMN price TEXT\")", ["1 failed SL302", "2 failed SL302"]),
    (addName, "db.execSQL(\"ALTER TABLE item ADD COLUMN price INTEGER\")", ["1 failed SL301", "2 failed SL301"]),
    (
      addName, "db.execSQL(\"ALTER TABLE items ADD COLUMN price INTEGER UNIQUE\")",
      ["1 failed SL301", "2 failed SL301"]
    ),
    ("fill(db)", addPrice, ["1 noUpgradePath", "2 migrated"]),
    // Room accepts another type of the same affinity.
    (addName, "db.execSQL(\"ALTER TABLE items ADD COLUMN price INT\")", ["1 migrated", "2 migrated"]),
    // What leads to the next version is tried.
    (addName, "fill(db)", ["1 migrated", "1 noUpgradePath", "2 noUpgradePath"]),
    (addPrice, "fill(db)", ["1 failed SL302", "1 noUpgradePath", "2 noUpgradePath"]),
  ]

  /// Verifies the frozen versions 1 and 2 with these bodies of the migrations.
  private func report(_ first: String, _ second: String) async throws -> Verification.Report {
    let sandbox = try Sandbox()
    let code = ["app/src/main/java/com/example/ShopDatabase.kt": Self.code(first, second)]
    try sandbox.write(LedgerTestSupport.files(try Self.drafts(), over: roomFiles.merging(code) { $1 }))
    try sandbox.commitAll("Start")
    let repository = try sandbox.open()
    let verification = Verification(
      repository: repository, configuration: roomShop, present: try repository.snapshot(.workTree),
      environment: sandbox.commandEnvironment, options: .init())
    return try await verification.run(.tree, jobs: 1) { _ in }
  }

  @Test("the migrations in the code run on the versions", arguments: upgrades)
  func migrates(first: String, second: String, results: [String]) async throws {
    let report = try await report(first, second)
    let found = report.outcomes.map { outcome in
      let codes = Set(outcome.findings.filter { $0.severity == .error }.map(\.code.rawValue)).sorted()
      return (["\(outcome.fixture.entry.version) \(outcome.result.rawValue)"] + codes).joined(separator: " ")
    }
    #expect(found == results)
    let obstacles = report.outcomes.compactMap(\.obstacle)
    #expect(obstacles.allSatisfy { $0.contains("does something besides SQL at") && $0.contains("fill(db)") })
  }

  @Test("init leaves out programs only if no migrations are taken from them")
  func namesOtherCode() throws {
    let sandbox = try Sandbox()
    let folder = "app/src/main/java/com/example"
    let code = [
      "\(folder)/ShopDatabase.kt": Self.code(Self.addName, Self.addPrice),
      "\(folder)/migrations/Migration3to4.kt":
        "import androidx.room.migration.Migration\nclass Migration3to4 : Migration(3, 4) { }",
      "\(folder)/other_migrations/Migration3to4.kt": "fun other() { x(\"ALTER TABLE items ADD COLUMN b\") }",
    ]
    try sandbox.write(roomFiles.merging(code) { $1 }.mapValues(bytes))
    let found = try Initialisation(repository: try sandbox.open()).find(named: [])
    #expect(found.leftOut.map(\.path) == ["\(folder)/other_migrations"])
  }

  @Test("the migrations of a user's database are those of its version", arguments: [1, 2, 3, 4])
  func rehearses(version: Int) async throws {
    let sandbox = try Sandbox()
    let code = ["app/src/main/java/com/example/ShopDatabase.kt": Self.code(Self.addName, Self.addPrice)]
    try sandbox.write(LedgerTestSupport.files(try Self.drafts(), over: roomFiles.merging(code) { $1 }))
    try sandbox.commitAll("Start")
    let definition = try roomShop.schemaSource.read(from: try sandbox.open().snapshot(.workTree))
    let upgrade = try #require(RoomUpgrade(definition))
    let names = try? upgrade.steps(from: version).get().map(\.id)
    #expect(names == [1: ["Migration(1, 2)", "Migration(2, 3)"], 2: ["Migration(2, 3)"], 3: []][version])
    #expect(upgrade.leading(to: "2") != nil && upgrade.leading(to: "4") == nil)
  }

  @Test(
    "a version that is not frozen is migrated to before a commit",
    arguments: [
      (addPrice, []), ("", ["SL302 error 1"]),
    ])
  func reviews(second: String, expected: [String]) async throws {
    let sandbox = try Sandbox()
    let code = ["app/src/main/java/com/example/ShopDatabase.kt": Self.code(Self.addName, second)]
    try sandbox.write(LedgerTestSupport.files(try Self.drafts(), over: roomFiles.merging(code) { $1 }))
    try sandbox.commitAll("Start")
    let review = PendingReview(
      repository: try sandbox.open(), environment: sandbox.commandEnvironment, options: .init())
    let found = try await review.findings(of: roomShop, in: try sandbox.open().snapshot(.index)) { _, _ in }
    #expect(found.map(\.brief) == expected)
    // A version that is frozen was migrated to when it was frozen.
    let three = try draft("3", roomFiles, of: roomShop)
    try sandbox.write(LedgerTestSupport.files([three], over: [:]))
    try sandbox.commitAll("Three")
    let frozen = try await review.findings(of: roomShop, in: try sandbox.open().snapshot(.index)) { _, _ in }
    #expect(frozen.isEmpty)
  }

  @Test("a migration that leads to a frozen version counts as frozen")
  func weighs() async throws {
    let fails = "db.execSQL(\"CREATE UNIQUE INDEX i ON items (id % 2)\")"
    let report = try await report(fails, Self.addPrice)
    let failed = report.findings.filter { $0.code == .migrationFailed }
    #expect(failed.map(\.isPending) == [false])
  }

  /// Two schemas, and whether Room opens a database of the first as one of the second.
  static let accepted: [(old: String, new: String, isAccepted: Bool)] = [
    ("CREATE TABLE t (a TEXT DEFAULT 'x')", "CREATE TABLE t (a TEXT)", true),
    ("CREATE TABLE t (a TEXT)", "CREATE TABLE t (a TEXT DEFAULT 'x')", false),
    ("CREATE TABLE t (a TEXT DEFAULT 'y')", "CREATE TABLE t (a TEXT DEFAULT 'x')", false),
    ("CREATE TABLE t (a TEXT, b TEXT)", "CREATE TABLE t (b TEXT, a TEXT)", true),
    ("CREATE TABLE t (a TEXT); CREATE TABLE t_old (a TEXT)", "CREATE TABLE t (a TEXT)", true),
    ("CREATE TABLE t (a TEXT); CREATE INDEX i ON t (a)", "CREATE TABLE t (a TEXT)", false),
    ("CREATE TABLE t (a VARCHAR)", "CREATE TABLE t (a TEXT)", true),
    ("CREATE TABLE t (a INTEGER)", "CREATE TABLE t (a TEXT)", false),
    ("CREATE TABLE t (a TEXT)", "CREATE TABLE t (a TEXT NOT NULL)", false),
    (
      "CREATE TABLE t (id INTEGER NOT NULL, PRIMARY KEY (id))",
      "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL)",
      true
    ),
    ("CREATE TABLE t (a TEXT, b TEXT, PRIMARY KEY (a))", "CREATE TABLE t (a TEXT, b TEXT, PRIMARY KEY (b))", false),
    (
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE t (a INTEGER, CONSTRAINT k FOREIGN KEY (a) REFERENCES p (id))",
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE t (a INTEGER, FOREIGN KEY (a) REFERENCES p (id))", true
    ),
    (
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE t (a INTEGER, FOREIGN KEY (a) REFERENCES p (id))",
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE t (a INTEGER, FOREIGN KEY (a) REFERENCES p (id) ON DELETE CASCADE)",
      false
    ),
    (
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE t (a INTEGER)",
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE t (a INTEGER, FOREIGN KEY (a) REFERENCES p (id))", false
    ),
  ]

  @Test("what Room accepts is no difference", arguments: accepted)
  func accepts(old: String, new: String, isAccepted: Bool) throws {
    func schema(_ sql: String) throws -> CanonicalSchema {
      let database = try ScratchDatabase(tracking: .known)
      try database.execute(sql)
      return try database.schema()
    }
    let changes = SchemaDiff(from: try schema(old), to: try schema(new)).changes.filter { $0.verdict > .cosmetic }
    #expect(!changes.isEmpty)
    #expect(changes.allSatisfy(\.isAcceptedByRoom) == isAccepted)
  }
}
