import Foundation
import GitStore
import LedgerCore
import LedgerTestSupport
import MigrationSources
import SQLiteSandbox
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Source agreement")
struct SourceAgreementTests {
  private static let schema = DatabaseConfiguration(
    source: .schema(
      files: ["schema.sql"], forward: .migrations(MigrationFolderConfiguration(paths: ["m"], convention: "plain"))))
  private static let delight = DatabaseConfiguration(
    source: .migrations(MigrationFolderConfiguration(paths: ["sqldelight"], convention: "sqldelight")))
  private static let atlas = DatabaseConfiguration(
    source: .migrations(MigrationFolderConfiguration(paths: ["m"], convention: "atlas")))

  private func findings(_ files: [String: [UInt8]], _ configuration: DatabaseConfiguration) throws -> [String] {
    let definition = try configuration.schemaSource.read(from: FileSnapshot(memory: files))
    let target = try UpgradeTarget(definition.build())
    let agreement = SourceAgreement(definition: definition, target: target, settings: BuildSettings())
    return try agreement.findings().flatMap { [$0.brief] + $0.changes.map(\.kind.description) }
  }

  static let pairs: [(files: [String: String], findings: [String])] = [
    (
      ["schema.sql": "CREATE TABLE t (a, b);", "m/1.sql": "CREATE TABLE t (a);", "m/2.sql": "ALTER TABLE t ADD b;"], []
    ),
    (
      ["schema.sql": "CREATE TABLE t (a, b);", "m/1.sql": "CREATE TABLE t (a);"],
      ["SL302 error", "column.added"]
    ),
    (
      ["schema.sql": "CREATE TABLE t (a);", "m/1.sql": "CREATE TABLE t (a);", "m/2.sql": "CREATE INDEX i ON t (a);"],
      ["SL302 error", "index.removed"]
    ),
    (
      ["schema.sql": "CREATE TABLE t (a, b);", "m/1.sql": "CREATE TABLE t (b, a);"],
      ["SL303 warning", "columns.reordered"]
    ),
    // Migrations that start from a schema that no file has.
    (["schema.sql": "CREATE TABLE t (a, b);", "m/2.sql": "ALTER TABLE t ADD b;"], []),
    (
      [
        "schema.sql": "CREATE TABLE t (a); CREATE TABLE u (a); CREATE TABLE v (a);",
        "m/2.sql": "CREATE TABLE v (a, b);",
      ], []
    ),
  ]

  @Test("migrations that run on an empty database must produce the schema of the schema file", arguments: pairs)
  func schemaFile(files: [String: String], findings: [String]) throws {
    #expect(try self.findings(files.mapValues(bytes), Self.schema) == findings)
  }

  /// Creates a database file with a schema.
  private func database(_ sql: String) throws -> [UInt8] {
    let database = try ScratchDatabase(tracking: .known)
    try database.execute(sql)
    return try database.file()
  }

  @Test("SQLDelight's databases, migrations and queries must agree")
  func sqlDelight() throws {
    var files = [
      "sqldelight/T.sq": bytes("CREATE TABLE t (a INTEGER AS Long, b, c);"),
      "sqldelight/1.sqm": bytes("ALTER TABLE t ADD b;"), "sqldelight/2.sqm": bytes("ALTER TABLE t ADD c;"),
      "sqldelight/1.db": try database("CREATE TABLE t (a INTEGER)"),
      "sqldelight/2.db": try database("CREATE TABLE t (a INTEGER, b)"),
      "sqldelight/3.db": try database("CREATE TABLE t (a INTEGER, b, c)"),
    ]
    #expect(try findings(files, Self.delight) == [])
    // A migration was edited after 2.db was written.
    files["sqldelight/1.sqm"] = bytes("ALTER TABLE t ADD b TEXT;")
    #expect(
      try findings(files, Self.delight) == [
        "SL302 error sqldelight/2.db", "column.type", "SL302 error sqldelight/3.db", "column.type",
        "SL302 error sqldelight/1.db", "column.type",
      ])
    // The migrations start from the oldest database, which may be later than the first migration.
    files["sqldelight/1.db"] = nil
    files["sqldelight/3.db"] = nil
    #expect(try findings(files, Self.delight) == [])
    files["sqldelight/2.sqm"] = bytes("ALTER TABLE missing ADD c;")
    #expect(try findings(files, Self.delight) == ["SL301 error sqldelight/2.sqm"])
    files["sqldelight/2.db"] = bytes("no database")
    #expect(try findings(files, Self.delight) == ["SL301 error"])
    // Without a database file, no file has the schema from which the migrations start.
    files["sqldelight/2.db"] = nil
    #expect(try findings(files, Self.delight) == [])
  }

  @Test("an Atlas checkpoint must equal the result of the migrations before it")
  func checkpoint() throws {
    var files = ["m/1.sql": "CREATE TABLE t (a, b);", "m/2.sql": "-- atlas:checkpoint\n\nCREATE TABLE t (a, b);"]
    #expect(try findings(files.mapValues(bytes), Self.atlas) == [])
    files["m/1.sql"] = "CREATE TABLE t (a);"
    #expect(try findings(files.mapValues(bytes), Self.atlas) == ["SL302 error", "column.added"])
  }
}
