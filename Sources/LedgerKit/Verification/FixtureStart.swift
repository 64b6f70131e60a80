internal import SQLiteSchema

/// A fixture as its migrations find it. Made once; each run begins with a copy.
struct FixtureStart: Sendable {
  /// The database file.
  let file: [UInt8]
  /// Rows that have no parent before anything is run.
  let violations: [ForeignKeyViolation: Int]

  /// - Throws: `SchemaError`.
  init(_ fixture: FrozenFixture, settings: BuildSettings) throws {
    file = fixture.database
    let database = try ScratchDatabase(file: file, stubs: settings.stubs, timeLimit: settings.timeLimit)
    violations = try database.foreignKeyViolations()
  }
}
