import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import LedgerTestSupport
import SQLiteSandbox
import SQLiteSchema
import TestSupport
import Testing

@Suite("Finding out of which database a file is a version")
struct StoreSearchTests {
  private let sandbox: Sandbox

  private static func database(_ name: String, _ folder: String) -> DatabaseConfiguration {
    DatabaseConfiguration(
      name: name, ledger: "SchemaLedger/\(name)",
      source: .migrations(MigrationFolderConfiguration(paths: [folder], convention: "sqlx")))
  }

  private static let app = database("App", "app")
  private static let cache = database("Cache", "cache")
  private static let copy = database("Copy", "copy")

  private static let sources = [
    "app/1_users.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);",
    "cache/7_blobs.sql": "CREATE TABLE blobs (key TEXT PRIMARY KEY);",
    "copy/9_users.sql": "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);",
  ]

  /// Creates a repository with three databases, two of which have the same schema.
  init() throws {
    sandbox = try Sandbox()
    let databases = [Self.app, Self.cache, Self.copy]
    try sandbox.write(Self.sources.mapValues(bytes))
    try sandbox.write("schemaledger.yml", Configuration(databases: databases).yaml)
    for database in databases {
      try sandbox.write(files([try draft("1.0", Self.sources, of: database)], at: database.ledger))
    }
    try sandbox.commitAll("Freeze 1.0")
  }

  /// Searches for a store with this schema.
  private func search(_ sql: String, everywhere: Bool = false) throws -> StoreSearch {
    let path = sandbox.folder + "/user-\(UUID().uuidString).db"
    let output = try run("/usr/bin/env", ["sqlite3", path, sql], in: sandbox.root)
    try #require(output.status == 0, "\(output.text)")
    let databases = try Configuration(from: sandbox.open().snapshot(.workTree)).databases
    return try StoreSearcher(in: sandbox.open(), databases, everywhere: everywhere)
      .search(path, named: "user.db")
  }

  private func names(_ search: StoreSearch) -> [String] {
    search.answers.flatMap { answer in answer.matches.map { "\(answer.database) \($0.entry.version)" } }
  }

  private static let applied = "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, success BOOLEAN);"

  @Test("a schema that one database has identifies the database")
  func one() throws {
    let search = try search("CREATE TABLE blobs (key TEXT PRIMARY KEY)")
    #expect(names(search) == ["Cache 1.0"])
    #expect(search.isFound)
    #expect(search.answers.map(\.searchedHistory) == [false])
  }

  @Test("a schema that several databases have identifies each of them")
  func several() throws {
    #expect(try names(search("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)")) == ["App 1.0", "Copy 1.0"])
  }

  @Test("a tracking table distinguishes databases with the same schema", arguments: [("1", "App"), ("9", "Copy")])
  func trackingTable(id: String, name: String) throws {
    let users = "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);"
    let found = try search(users + Self.applied + "INSERT INTO _sqlx_migrations VALUES (\(id), 1)")
    #expect(names(found) == ["\(name) 1.0"])
    // One that fits neither does not.
    #expect(try search(users + Self.applied + "INSERT INTO _sqlx_migrations VALUES (5, 1)").answers.count == 2)
  }

  @Test("a schema that no database has leads to the nearest version of all databases")
  func nearest() throws {
    let search = try search("CREATE TABLE blobs (key TEXT PRIMARY KEY, value BLOB)")
    #expect(!search.isFound)
    #expect(search.answers.map(\.database) == ["Cache"])
    #expect(search.answers.first?.nearest?.diff.meaningfulChanges.map(\.place) == ["blobs.value"])
    #expect(search.candidateCount == 3)
  }

  @Test("a schema without a common table leads to no version")
  func foreign() throws {
    let search = try search("CREATE TABLE strange (a)")
    #expect(search.answers.count == 1)
    #expect(search.answers.first?.nearest == nil)
  }

  @Test("today's schema of a database comes before a nearer version of another")
  func today() throws {
    // Not frozen: today's cache has the tables of the application, and more.
    try sandbox.commit(
      "cache/8_users.sql", "DROP TABLE blobs; CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, age INT);")
    let search = try search("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, age INT)")
    #expect(!search.isFound)
    #expect(search.answers.map(\.database) == ["Cache"])
    #expect(search.answers.first?.isTodays == true)
  }

  @Test("history is searched only if no database has the schema")
  func history() throws {
    try sandbox.git("rm", "-rq", "SchemaLedger/Cache/Fixtures")
    try sandbox.git("commit", "-qm", "Away")
    let past = try search("CREATE TABLE blobs (key TEXT PRIMARY KEY)")
    #expect(names(past) == ["Cache 1.0"])
    #expect(past.answers.first?.matches.map(\.isPresent) == [false])
    let present = try search("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)")
    #expect(present.answers.map(\.searchedHistory) == [false, false])
    let everywhere = try search("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)", everywhere: true)
    #expect(everywhere.answers.map(\.searchedHistory) == [true, true])
  }

  @Test("one searcher answers for many stores as a new one does for each")
  func many() async throws {
    let users = "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);"
    let schemas = [
      users, users + Self.applied + "INSERT INTO _sqlx_migrations VALUES (1, 1)",
      users + Self.applied + "INSERT INTO _sqlx_migrations VALUES (9, 1)", users + "PRAGMA user_version = 7",
      "CREATE TABLE blobs (key TEXT PRIMARY KEY, value BLOB)", "CREATE TABLE songs (a)", "PRAGMA user_version = 1",
    ]
    let paths = try (0..<70).map { number in
      let path = sandbox.folder + "/many-\(number).db"
      let output = try run("/usr/bin/env", ["sqlite3", path, schemas[number % schemas.count]], in: sandbox.root)
      try #require(output.status == 0, "\(output.text)")
      return path
    }
    let databases = try Configuration(from: sandbox.open().snapshot(.workTree)).databases
    let searcher = try StoreSearcher(in: sandbox.open(), databases, everywhere: false)
    let found = try await withThrowingTaskGroup(of: (Int, StoreSearch).self) { group in
      for (number, path) in paths.enumerated() {
        group.addTask { (number, try searcher.search(path, named: "\(number).db")) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for (number, path) in paths.enumerated() {
      let alone = try StoreSearcher(in: sandbox.open(), databases, everywhere: false).search(path, named: "alone.db")
      let search = try #require(found[number])
      #expect(search.name == "\(number).db")
      #expect(names(search) == names(alone))
      #expect(search.answers.map(\.nearest?.id) == alone.answers.map(\.nearest?.id))
      #expect(search.answers.map(\.decision) == alone.answers.map(\.decision))
    }
  }

  @Test("a store that cannot be read says whether another attempt may succeed")
  func unread() throws {
    let databases = try Configuration(from: sandbox.open().snapshot(.workTree)).databases
    let searcher = try StoreSearcher(in: sandbox.open(), databases, everywhere: false)
    try sandbox.write("text.db", "not a database")
    for (path, mayBeTransient) in [(sandbox.root + "/text.db", false), (sandbox.root + "/absent.db", true)] {
      let error = #expect(throws: UnreadStore.self) { try searcher.search(path, named: "a.db") }
      #expect(error?.mayBeTransient == mayBeTransient)
      #expect(error?.name == "a.db")
      #expect(error?.reason.contains("a.db") == false)
    }
  }
}
