import Foundation
import GRDB
import Testing

@testable import MigratorTool

@Suite("The commands of a migrator tool")
struct MigratorCommandsTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("migrator-\(UUID().uuidString)")
  private var path: String { folder.appendingPathComponent("app.sqlite").path }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func migrator(_ statements: KeyValuePairs<String, String>) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (name, sql) in statements { migrator.registerMigration(name) { db in try db.execute(sql: sql) } }
    return migrator
  }

  private func run(_ migrator: DatabaseMigrator, _ arguments: String...) throws {
    try MigratorCommands(migrator: migrator, configuration: Configuration()).run(arguments)
  }

  private func applied() throws -> [String] {
    try DatabaseQueue(path: path).read { db in
      try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
    }
  }

  private let two: KeyValuePairs = ["a": "CREATE TABLE a (x)", "b": "CREATE TABLE b (x)"]

  @Test func `a database is created and migrated`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try run(migrator(two), "create", path, "--to", "a")
    #expect(try applied() == ["a"])
    try run(migrator(two), "migrate", path)
    try run(migrator(two), "migrate", path)
    #expect(try applied() == ["a", "b"])
  }

  @Test func `a migration that was inserted is run`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try run(migrator(two), "create", path)
    try run(migrator(["a": "SELECT 1", "new": "CREATE TABLE c (x)", "b": "SELECT 1"]), "migrate", path)
    #expect(try applied() == ["a", "b", "new"])
  }

  @Test func `an error names the migration`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let failing = migrator(["a": "CREATE TABLE a (x)", "broken": "INSERT INTO gone VALUES (1)"])
    let error = #expect(throws: MigratorToolError.self) { try run(failing, "create", path) }
    let reason = "SQLite error 1: no such table: gone - while executing `INSERT INTO gone VALUES (1)`"
    #expect(error?.message == "'broken' fails: \(reason)")
    #expect(try applied() == ["a"])
  }

  @Test func `broken foreign keys are an error, as in the application`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let orphans = migrator([
      "a": "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p)", "b": "INSERT INTO c VALUES (1)",
    ])
    let error = #expect(throws: MigratorToolError.self) { try run(orphans, "create", path) }
    #expect(error?.message.hasPrefix("'b' fails: SQLite error 19: FOREIGN KEY constraint") == true)
  }

  @Test func `what cannot be done is said`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func message(_ arguments: String...) -> String? {
      do {
        try MigratorCommands(migrator: migrator(two), configuration: Configuration()).run(arguments)
        return nil
      } catch {
        return (error as? MigratorToolError)?.message
      }
    }
    #expect(message("migrate", path) == "there is no database at \(path)")
    #expect(message("create", path, "--to", "c") == "the migrator has no migration 'c'; it has 'a', 'b'")
    #expect(message("create", path) == nil)
    #expect(message("create", path) == "\(path) already exists")
    #expect(message("migrate", path, "--to", "a") == "the database has had 'b', which comes after 'a'")
    let none = #expect(throws: MigratorToolError.self) { try run(DatabaseMigrator(), "migrate", path) }
    #expect(none?.message == "the migrator has no migrations")
  }

  /// `#if DEBUG` in an application is active here as well.
  @Test func `eraseDatabaseOnSchemaChange deletes nothing`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var first = migrator(["a": "CREATE TABLE a (x); INSERT INTO a VALUES (1)"])
    try run(first, "create", path)
    first = migrator(["a": "CREATE TABLE a (x, y)", "b": "CREATE TABLE b (x)"])
    first.eraseDatabaseOnSchemaChange = true
    try run(first, "migrate", path)
    #expect(try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM a") } == 1)
  }
}
