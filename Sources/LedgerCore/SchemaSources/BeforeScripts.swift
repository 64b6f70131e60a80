package import MigrationSources
package import SQLiteSandbox
package import SQLiteSchema

/// The scripts of `before:`, which create what the application itself creates before the first migration.
///
/// A new database gets all of it. A frozen database has it if it was frozen with these scripts, or if the migrations
/// made it; otherwise the application would create it before the upgrade. Existing objects are never touched: the
/// scripts run only in a database that has none of the objects.
package struct BeforeScripts: Sendable {
  /// In the order in which they run.
  package let scripts: [Migration]
  /// The lower-case names of the tables, indexes, views and triggers that the scripts create in an empty database.
  private let names: Set<String>
  private let settings: BuildSettings

  /// Returns `nil` if there are no scripts.
  ///
  /// - Throws: `LedgerError.sqlFailed` or `.transactionLeftOpen` if a script does not run in an empty database,
  ///   `SchemaError`.
  package init?(_ scripts: [Migration], _ settings: BuildSettings) throws {
    guard !scripts.isEmpty else { return nil }
    self.scripts = scripts
    self.settings = settings
    let database = try ScratchDatabase(tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    for script in scripts { try script.run(on: database) }
    names = try Self.names(in: database)
  }

  /// Runs the scripts in a copy of a frozen database, if it has none of their objects and they are needed: the migrations
  /// that it has not run, or the schema that they lead to, contain the name of one.
  ///
  /// - Returns: the changed copy, or `nil` if the scripts did not run, or did not run to their end.
  /// - Throws: `SchemaError`.
  package func applied(
    to file: [UInt8], before migrations: [Migration], toward schema: CanonicalSchema?
  ) throws -> [UInt8]? {
    let database = try ScratchDatabase(
      file: file, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    guard try areNeeded(in: database, before: migrations, toward: schema) else { return nil }
    do throws(LedgerError) {
      for script in scripts { try script.run(on: database) }
    } catch {
      return nil
    }
    return try database.image()
  }

  /// Whether a database has none of the objects of the scripts, and the migrations or the schema that they lead to contain
  /// the name of one.
  ///
  /// - Throws: `SchemaError`.
  package func areNeeded(
    in database: ScratchDatabase, before migrations: [Migration], toward schema: CanonicalSchema?
  ) throws -> Bool {
    let texts = (migrations.map(\.up) + (schema.map { [$0.sql] } ?? [])).map { $0.lowercased() }
    return try names.contains { name in texts.contains { $0.contains(name) } }
      && names.isDisjoint(with: Self.names(in: database))
  }

  private static func names(in database: ScratchDatabase) throws -> Set<String> {
    Set(
      try database.rows("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
        .compactMap { $0[0]?.lowercased() })
  }
}
