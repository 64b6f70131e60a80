internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSyntax

/// A fixture with rows, before its migrations. It is made once; each run begins with a copy.
struct FixtureStart: Sendable {
  /// The database.
  private(set) var origin: DatabaseOrigin
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
  /// Tables in which no rows were generated, so that the upgrade gets past a failure that is reported.
  private(set) var emptied: Set<Identifier> = []
  /// The rows that the fixture has without generated ones.
  let ownEvidence: Finding.Evidence
  /// The database after each migration that code of the application has run, by the migration's id.
  private(set) var recorded: [String: [UInt8]] = [:]

  /// A fixture without generated rows.
  struct Bare: Sendable {
    let file: [UInt8]
    let violations: [ForeignKeyViolation: Int]
    var recorded: [String: [UInt8]] = [:]

    /// Whether SQLite can read the file from memory, as it cannot in WAL mode.
    fileprivate var isReadableFromMemory: Bool { file.count > 19 && file[18] == 1 && file[19] == 1 }
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
    let frozen = try Bare(fixture, runIn: database)
    let hasSuppliedRows = database.changedRowCount > 0
    let generated =
      if let rows, rows > 0, fixture.entry.rows == nil {
        try database.generate(
          Population(fixture, rows, texts, isFrozen, assuming: settings.assumptions + assumptions))
      } else {
        GeneratedRows(wereGenerated: false, gaps: [])
      }
    let later = try LaterRows(
      fixture.laterRowScript, runIn: database, over: generated.wereGenerated ? frozen : nil, settings)
    let isChanged = generated.wereGenerated || fixture.laterRowScript != nil
    origin = .bytes(
      isChanged || !frozen.isReadableFromMemory ? try database.image() ?? frozen.file : frozen.file)
    bare = later.bare
    violations = isChanged ? try database.foreignKeyViolations() : frozen.violations
    danglingForeignKeys = try database.danglingForeignKeys()
    lineage = try database.lineage(ignoring: settings.ignoredTables)
    let emptied = Set(assumptions.filter(\.excludesAll).map(\.table))
    self.emptied = emptied
    // This assumption is not one of the configuration: it was tried.
    notCovered = generated.gaps.map { gap in
      guard let table = gap.table, gap.column == nil, emptied.contains(table) else { return gap }
      return NotCovered(table: table, column: nil, reason: "has no rows: the migrations fail with any of them")
    }
    ownEvidence =
      fixture.entry.rows != nil ? .frozen : hasSuppliedRows || later.areSupplied ? .supplied : .empty
  }

  /// A database with the rows of a user.
  ///
  /// - Throws: `SchemaError`.
  init(_ store: DatabaseSnapshot, settings: BuildSettings) throws {
    origin = .snapshot(store)
    let database = try origin.open(tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
    violations = try database.foreignKeyViolations()
    danglingForeignKeys = try database.danglingForeignKeys()
    lineage = try database.lineage(ignoring: settings.ignoredTables)
    notCovered = []
    ownEvidence = .real
  }

  /// The fixture with the objects that a package has generated.
  ///
  /// - Throws: `SchemaError`.
  func filled(_ objects: CommandRunner.Objects, settings: BuildSettings) throws -> FixtureStart {
    var start = self
    start.bare = Bare(file: try origin.bytes(), violations: violations)
    let database = try ScratchDatabase(file: objects.file, tracking: .known, stubs: settings.stubs)
    // A program leaves its store in WAL mode, and SQLite cannot read such a file from memory.
    start.origin = .bytes(try database.image() ?? objects.file)
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

  /// The fixture with what code of the application has made of it.
  ///
  /// - Parameter bare: the same for the fixture without generated rows.
  func recording(_ recorded: [String: [UInt8]], bare: [String: [UInt8]]) -> FixtureStart {
    var start = self
    start.recorded = recorded
    start.bare?.recorded = bare
    return start
  }

  /// The fixture without generated rows; `nil` if no rows were generated.
  var withoutGeneratedRows: FixtureStart? {
    guard let bare else { return nil }
    var start = self
    start.origin = .bytes(bare.file)
    start.violations = bare.violations
    start.recorded = bare.recorded
    start.bare = nil
    start.notCovered = []
    return start
  }

  /// The fixture without any rows, except those of tracking tables.
  ///
  /// - Throws: `SchemaError`.
  func emptied(settings: BuildSettings) throws -> FixtureStart {
    var start = withoutGeneratedRows ?? self
    let database = try start.open(settings)
    let empty = try database.withoutRows(keepsTrackingTables: true, stubs: settings.stubs)
    start.origin = try empty.image().map { .bytes($0) } ?? start.origin
    start.violations = [:]
    return start
  }

  /// A connection to the database.
  ///
  /// - Throws: `SchemaError`.
  func open(_ settings: BuildSettings, foreignKeys: Bool = false) throws -> ScratchDatabase {
    try origin.open(
      tracking: .known, foreignKeys: foreignKeys, stubs: settings.stubs, timeLimit: settings.timeLimit)
  }
}

extension FixtureStart.Bare {
  /// The frozen database with the rows that are supplied before others are generated.
  ///
  /// - Throws: `SchemaError`, `RowScript.Failure`.
  fileprivate init(_ fixture: FrozenFixture, runIn database: ScratchDatabase) throws {
    try fixture.rowScript?.run(on: database)
    file = fixture.rowScript == nil ? fixture.database : try database.image() ?? fixture.database
    violations = try database.foreignKeyViolations()
  }
}

/// The result of row generation.
private struct GeneratedRows {
  let wereGenerated: Bool
  let gaps: [NotCovered]
}

extension ScratchDatabase {
  /// A schema for which no rows can be generated has a gap.
  ///
  /// - Throws: What is not about the schema, such as `CancellationError`.
  fileprivate func generate(_ population: Population) throws -> GeneratedRows {
    do {
      return GeneratedRows(wereGenerated: true, gaps: try populate(population).gaps.map(NotCovered.init))
    } catch let error as SchemaError {
      let reason = "no rows could be generated: \(error.message)"
      return GeneratedRows(wereGenerated: false, gaps: [NotCovered(table: nil, column: nil, reason: reason)])
    }
  }
}

extension Population {
  fileprivate init(
    _ fixture: FrozenFixture, _ rows: Int, _ texts: UpgradePlan.TextsForRows, _ isFrozen: (String) -> Bool,
    assuming assumptions: [Assumption]
  ) {
    self.init(
      rows: rows, seed: fixture.entry.schema, texts: texts.past, pending: texts.pending,
      unreleased: Set(texts.pending.filter { !isFrozen($0) }), assumptions: assumptions, profile: fixture.profile)
  }
}

/// What a script did that runs after rows have been generated.
private struct LaterRows {
  /// Whether it inserts rows that need no generated ones.
  let areSupplied: Bool
  /// The database without generated rows; `nil` if none were generated.
  let bare: FixtureStart.Bare?

  /// - Parameter frozen: the database before rows were generated; `nil` if none were.
  /// - Throws: `SchemaError`, `RowScript.Failure`.
  init(
    _ script: RowScript?, runIn database: ScratchDatabase, over frozen: FixtureStart.Bare?, _ settings: BuildSettings
  ) throws {
    let count = database.changedRowCount
    try script?.run(on: database)
    guard let frozen else {
      (areSupplied, bare) = (database.changedRowCount > count, nil)
      return
    }
    let supplied = try script?.bare(over: frozen.file, settings)
    (areSupplied, bare) = (supplied != nil, supplied ?? frozen)
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
