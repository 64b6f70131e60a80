internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// The schema that a fixture must have after its upgrade.
struct UpgradeTarget: Sendable {
  /// The frozen version that has this schema, or `nil` for today's schema.
  let version: String?
  let schema: CanonicalSchema
  let digest: String
  /// `nil` if only the schema is known.
  let storedText: [UInt8]?

  init(_ schema: CanonicalSchema, storedText: [UInt8]? = nil, version: String? = nil) {
    self.version = version
    self.schema = schema
    self.storedText = storedText
    digest = schema.digest
  }

  /// Today's schema, as a new database has it.
  ///
  /// - Throws: `SchemaError`.
  init(_ built: BuiltSource) throws {
    self.init(built.schema, storedText: try built.database.storedText())
  }

  /// The schema of a frozen version.
  ///
  /// - Throws: `SchemaError`.
  init(_ fixture: FrozenFixture, _ settings: BuildSettings) throws {
    let database =
      try fixture.entry.hasTables
      ? ScratchDatabase(file: fixture.database, tracking: .known, stubs: settings.stubs)
      : ScratchDatabase(tracking: .known)
    self.init(
      try database.schema(ignoring: settings.ignoredTables), storedText: try database.storedText(),
      version: fixture.entry.version.name)
  }
}
