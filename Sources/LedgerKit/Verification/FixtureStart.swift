internal import LedgerCore
internal import LedgerEntries
internal import SQLiteData
internal import SQLiteSandbox

/// A fixture as its migrations find it, with rows. Made once; each run begins with a copy.
struct FixtureStart: Sendable {
  /// The database file.
  private(set) var file: [UInt8]
  /// What was frozen, with rows of one's own, where others were added to it.
  private(set) var bare: Bare?
  /// Rows that have no parent before anything is run.
  private(set) var violations: [ForeignKeyViolation: Int]
  /// Its tables and columns, for the statements of migrations to go on from.
  let lineage: RowLineage
  /// What no row reaches.
  private(set) var notCovered: [NotCovered]

  /// A fixture without the rows that were added.
  struct Bare: Sendable {
    let file: [UInt8]
    let violations: [ForeignKeyViolation: Int]
  }

  /// - Parameters:
  ///   - rows: how many each table gets, the same for one schema each time; nil for none. One that was frozen with rows
  ///     from the field gets none.
  ///   - texts: the migrations, which know words of columns.
  /// - Throws: `SchemaError`, `RowScript.Failure`.
  init(_ fixture: FrozenFixture, rows: Int? = nil, texts: [String] = [], settings: BuildSettings) throws {
    let database = try ScratchDatabase(
      file: fixture.database, stubs: settings.stubs, timeLimit: settings.timeLimit)
    try fixture.rowScript?.run(on: database)
    let frozen = fixture.rowScript == nil ? fixture.database : try database.image() ?? fixture.database
    var notCovered: [NotCovered] = []
    var isPopulated = false
    let frozenViolations = try database.foreignKeyViolations()
    if let rows, rows > 0, fixture.entry.rows == nil {
      do {
        let coverage = try database.populate(Population(rows: rows, seed: fixture.entry.schema, texts: texts))
        notCovered = coverage.gaps.map(NotCovered.init)
        isPopulated = true
      } catch let error as SchemaError {
        notCovered = [NotCovered(table: nil, column: nil, reason: "rows could not be made: \(error.message)")]
      }
    }
    self.notCovered = notCovered
    // One that says WAL cannot be read from memory as it is.
    let isPlain = frozen.count > 19 && frozen[18] == 1 && frozen[19] == 1
    file = isPopulated || !isPlain ? try database.image() ?? frozen : frozen
    bare = isPopulated ? Bare(file: frozen, violations: frozenViolations) : nil
    violations = isPopulated ? try database.foreignKeyViolations() : frozenViolations
    lineage = try database.lineage(ignoring: settings.ignoredTables)
  }

  /// The fixture with objects that a package has added to it.
  ///
  /// - Throws: `SchemaError`.
  func filled(_ objects: CommandRunner.Objects, settings: BuildSettings) throws -> FixtureStart {
    var start = self
    start.bare = Bare(file: file, violations: violations)
    let database = try ScratchDatabase(file: objects.file, stubs: settings.stubs)
    // A program leaves its store in WAL mode, in which it cannot be read from memory.
    start.file = try database.image() ?? objects.file
    start.notCovered += objects.gaps.map { NotCovered(table: nil, column: nil, reason: $0) }
    start.violations = try database.foreignKeyViolations()
    return start
  }

  /// The fixture with something that was not done to it.
  func lacking(_ gap: NotCovered) -> FixtureStart {
    var start = self
    start.notCovered.append(gap)
    return start
  }

  /// The fixture as it was frozen, with a reason; nil where no rows were added.
  func withoutRows(because gap: NotCovered) -> FixtureStart? {
    guard let bare else { return nil }
    var start = self
    start.file = bare.file
    start.violations = bare.violations
    start.bare = nil
    start.notCovered = [gap]
    return start
  }
}
