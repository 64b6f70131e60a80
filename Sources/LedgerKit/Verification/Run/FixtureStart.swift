internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox

/// A fixture with rows, before its migrations. It is made once; each run begins with a copy.
struct FixtureStart: Sendable {
  /// The database file.
  private(set) var file: [UInt8]
  /// The frozen database with custom rows only, or `nil` if no rows were generated.
  private(set) var bare: Bare?
  /// Rows without a parent before the upgrade.
  private(set) var violations: [ForeignKeyViolation: Int]
  /// Foreign keys without a parent table before the upgrade.
  let danglingForeignKeys: Set<DanglingForeignKey>
  /// The tables and columns, from which the statements of migrations are followed.
  let lineage: RowLineage
  /// Tables and columns without rows.
  private(set) var notCovered: [NotCovered]
  /// The rows that the fixture has without generated ones.
  let ownEvidence: Finding.Evidence

  /// A fixture without generated rows.
  struct Bare: Sendable {
    let file: [UInt8]
    let violations: [ForeignKeyViolation: Int]
  }

  /// - Parameters:
  ///   - rows: the number of rows to generate for each table, or `nil`. The rows depend only on the schema. A fixture that
  ///     was frozen with rows from the field gets none.
  ///   - texts: the migrations that the fixture has run and those that it has not run.
  ///   - isFrozen: whether a version of the ledger has the migration with a text.
  ///   - assumptions: conditions on the rows besides those of the settings.
  /// - Throws: `SchemaError`, `RowScript.Failure`.
  init(
    _ fixture: FrozenFixture, rows: Int? = nil, texts: UpgradePlan.TextsForRows = .none,
    isFrozen: (String) -> Bool = { _ in true }, assuming assumptions: [Assumption] = [], settings: BuildSettings
  ) throws {
    let database = try ScratchDatabase(
      file: fixture.database, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    try fixture.rowScript?.run(on: database)
    let suppliedCount = database.changedRowCount
    let frozen = fixture.rowScript == nil ? fixture.database : try database.image() ?? fixture.database
    var notCovered: [NotCovered] = []
    var isPopulated = false
    let frozenViolations = try database.foreignKeyViolations()
    if let rows, rows > 0, fixture.entry.rows == nil {
      do {
        let coverage = try database.populate(
          Population(
            rows: rows, seed: fixture.entry.schema, texts: texts.past, pending: texts.pending,
            unreleased: Set(texts.pending.filter { !isFrozen($0) }), assumptions: settings.assumptions + assumptions,
            profile: fixture.profile))
        notCovered = coverage.gaps.map(NotCovered.init)
        isPopulated = true
      } catch let error as SchemaError {
        notCovered = [NotCovered(table: nil, column: nil, reason: "no rows could be generated: \(error.message)")]
      }
    }
    let countBefore = database.changedRowCount
    try fixture.laterRowScript?.run(on: database)
    let isChanged = isPopulated || fixture.laterRowScript != nil
    self.notCovered = notCovered
    // SQLite cannot read a file in WAL mode from memory.
    let isPlain = frozen.count > 19 && frozen[18] == 1 && frozen[19] == 1
    file = isChanged || !isPlain ? try database.image() ?? frozen : frozen
    let supplied = isPopulated ? try fixture.laterRowScript?.bare(over: frozen, settings) : nil
    bare = isPopulated ? supplied ?? Bare(file: frozen, violations: frozenViolations) : nil
    let isSuppliedLater = isPopulated ? supplied != nil : database.changedRowCount > countBefore
    ownEvidence = fixture.entry.rows != nil ? .frozen : suppliedCount > 0 || isSuppliedLater ? .supplied : .empty
    violations = isChanged ? try database.foreignKeyViolations() : frozenViolations
    danglingForeignKeys = try database.danglingForeignKeys()
    lineage = try database.lineage(ignoring: settings.ignoredTables)
  }

  /// The fixture with the objects that a package has generated.
  ///
  /// - Throws: `SchemaError`.
  func filled(_ objects: CommandRunner.Objects, settings: BuildSettings) throws -> FixtureStart {
    var start = self
    start.bare = Bare(file: file, violations: violations)
    let database = try ScratchDatabase(file: objects.file, tracking: .known, stubs: settings.stubs)
    // A program leaves its store in WAL mode, and SQLite cannot read such a file from memory.
    start.file = try database.image() ?? objects.file
    start.notCovered += objects.gaps.map { NotCovered(table: nil, column: nil, reason: $0) }
    start.violations = try database.foreignKeyViolations()
    return start
  }

  /// The fixture with one more gap in its rows.
  func adding(_ gap: NotCovered) -> FixtureStart {
    var start = self
    start.notCovered.append(gap)
    return start
  }

  /// The fixture without generated rows; `nil` if no rows were generated.
  var withoutGeneratedRows: FixtureStart? {
    guard let bare else { return nil }
    var start = self
    start.file = bare.file
    start.violations = bare.violations
    start.bare = nil
    start.notCovered = []
    return start
  }

  /// The fixture without any rows, except those of tracking tables.
  ///
  /// - Throws: `SchemaError`.
  func emptied(settings: BuildSettings) throws -> FixtureStart {
    var start = withoutGeneratedRows ?? self
    let database = try ScratchDatabase(
      file: start.file, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    start.file = try database.withoutRows(keepsTrackingTables: true, stubs: settings.stubs).image() ?? start.file
    start.violations = [:]
    return start
  }
}

extension RowScript {
  /// The fixture with the rows that the script inserts without generated rows; `nil` if it needs them, or only changes
  /// them.
  ///
  /// - Throws: `SchemaError`.
  fileprivate func bare(over file: [UInt8], _ settings: BuildSettings) throws -> FixtureStart.Bare? {
    let database = try ScratchDatabase(
      file: file, tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    do throws(Failure) { try run(on: database) } catch { return nil }
    if database.changedRowCount == 0 { return nil }
    return try database.image().map { try FixtureStart.Bare(file: $0, violations: database.foreignKeyViolations()) }
  }
}
