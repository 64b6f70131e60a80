public import GitStore
public import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteLint
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Checks migrations for effects of SQLite's rules that endanger users' rows, with the schema on which each migration
/// runs.
///
/// All migrations are run, statement by statement, in a scratch database. Only the selected ones are checked.
public struct MigrationLint {
  /// The migrations to check.
  public enum Selection: Sendable, Equatable {
    /// The migrations that the latest versions do not have.
    case unfrozen
    case all
    /// The migrations in these files or folders, as paths from the top of the repository.
    case paths([String])
  }

  /// The result for the migrations of one database.
  public struct Report: Sendable {
    /// The database's name in the configuration.
    public let database: String
    /// In the order of the migrations and, within each, by line.
    public internal(set) var findings: [Finding] = []
    /// Paths of the migrations that were checked.
    public internal(set) var judged: [String] = []
    /// Migrations of which only the SQL was judged, because they also run other code.
    public internal(set) var partial: [String] = []
    /// The number of migrations, or `nil` if the source does not have SQL migrations.
    public internal(set) var total: Int?
    /// Whether the migrations start from a schema that is not available. In that case no migration was checked.
    public internal(set) var isWithoutStart = false
    /// Whether the configuration silences the note that nothing was checked.
    public internal(set) var isSilent = false
    /// What was checked of the models that the source declares.
    public internal(set) var models = ModelLint.Outcome.noModels
  }

  /// The database whose migrations are checked.
  public let configuration: DatabaseConfiguration
  /// The day on which a waiver's expiry is checked, or `nil` if waivers do not expire.
  public let today: CalendarDay?

  /// Creates a linter. It reads nothing before ``report(on:in:)``.
  public init(_ configuration: DatabaseConfiguration, today: CalendarDay? = nil) {
    self.configuration = configuration
    self.today = today
  }

  /// Runs and checks the migrations in `snapshot`, using the waivers in it.
  ///
  /// - Parameter models: what was checked of the models, whose findings become a part of the report.
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`, `SchemaError`.
  public func report(
    on selection: Selection, in snapshot: FileSnapshot, models: ModelLint.Outcome = .noModels
  ) throws -> Report {
    var report = try judge(selection, in: snapshot)
    report.models = models
    if case .checked(_, let findings) = models { report.findings += findings }
    let waivers = try Waivers(at: configuration.ledger, in: snapshot, today: today)
    let rules = Set(Finding.Code.allCases.filter(\.isRule))
    let unused =
      selection == .all && !report.isWithoutStart ? waivers.unused(after: report.findings, seeking: rules) : []
    // Comments and waivers have been matched before, so one for a disabled rule is not reported as unused.
    let findings = waivers.judged(report.findings) + unused.filter { !isExcluded($0) }
    report.findings = try configuration.withoutSilenced(
      findings.compactMap { try $0.configured(by: configuration.lint)?.quotingLine(of: snapshot) })
    report.isSilent = configuration.silences(.nothingToLint)
    return report
  }

  /// Whether the waiver that a finding is about is for a migration that is not checked.
  private func isExcluded(_ unused: Finding) -> Bool {
    guard let path = (unused.kind as? UnusedWaiver)?.waives.path else { return false }
    return configuration.lint.excludes(path)
  }

  private func judge(_ selection: Selection, in snapshot: FileSnapshot) throws -> Report {
    var report = Report(database: configuration.name)
    let definition = try configuration.schemaSource.read(from: snapshot)
    guard let listing = definition.listing else { return report }
    report.total = listing.migrations.count
    let frozen = KnownVersions(try Ledger(at: configuration.ledger, in: snapshot), definition)
    let isSelected: (Migration) -> Bool = { migration in
      switch selection {
      case .unfrozen:
        !frozen.receipts.contains(MigrationRecord.receipt(of: migration))
          && !configuration.lint.excludes(migration.path)
      case .all: !configuration.lint.excludes(migration.path)
      case .paths(let paths):
        paths.contains { migration.path == $0 || $0.isEmpty || migration.path.hasPrefix($0 + "/") }
      }
    }
    guard listing.migrations.contains(where: isSelected) else { return report }
    let start: Start
    do {
      start = try self.start(of: listing, isReplayed: definition.isReplayed, frozen, in: snapshot, isSelected)
    } catch let error as LedgerError where error.isOfSource {
      report.findings = [.migrationFailed(nil, error)]
      return report
    }
    var run = MigrationRun(
      definition, on: start.database, configuration.buildSettings(for: definition),
      programs: try ProgramSteps(listing.notices, in: snapshot),
      isWrapped: !listing.migrations.beginTransactions(frozen: frozen.receipts))
    if !definition.isReplayed, let declared = try? definition.build(configuration.buildSettings()).database {
      try run.declare(declared)
    }
    try run.release()
    var releases = Releases(frozen, listing.migrations, running: start.remaining)
    for (migration, next) in zip(start.remaining, start.remaining.dropFirst().map(Optional.init) + [nil]) {
      let isJudged = isSelected(migration)
      if isJudged, migration.isPartial { report.partial.append(migration.placeName) }
      if isJudged, !migration.isPartial, !report.judged.contains(migration.placeName) {
        report.judged.append(migration.placeName)
      }
      if try !run.run(migration, isJudged: isJudged) { break }
      if releases.isOne(after: migration, before: next) { try run.release() }
    }
    if run.failure != nil, !start.isWhole && !definition.isReplayed || run.lacksSchema {
      report.isWithoutStart = true
      report.judged = []
      return report
    }
    let released = Set(
      listing.migrations.filter { frozen.receipts.contains(MigrationRecord.receipt(of: $0)) }.map(\.placeName))
    report.findings = try run.findings().map { finding in
      guard let path = finding.path, released.contains(path) || released.contains(finding.migrationName ?? path) else {
        return finding
      }
      return finding.setting(\.isPending, to: false)
    }
    return report
  }

  private struct Start {
    let database: ScratchDatabase
    let remaining: [Migration]
    /// Whether the remaining migrations were written for this database. False for an empty one.
    let isWhole: Bool
  }

  /// The database on which the first checked migration runs: the latest frozen version, if all earlier migrations have
  /// been applied to it, or else the initial state of the source.
  private func start(
    of listing: MigrationListing, isReplayed: Bool, _ frozen: KnownVersions, in snapshot: FileSnapshot,
    _ isSelected: (Migration) -> Bool
  ) throws -> Start {
    func database(_ bytes: [UInt8]?) throws -> ScratchDatabase {
      try ScratchDatabase(file: bytes, tracking: .known, stubs: configuration.stubs)
    }
    let scripts = try BeforeScripts(listing.before, configuration.buildSettings())
    /// A frozen database, with what the application creates before these migrations.
    func fixture(_ bytes: [UInt8], before migrations: [Migration]) throws -> ScratchDatabase {
      try database(try scripts?.applied(to: bytes, before: migrations, toward: nil) ?? bytes)
    }
    func start(_ version: KnownVersions.Version) throws -> Start? {
      let (item, remaining) = (version.item, listing.migrations.filter { !version.hasHad($0) })
      guard let file = try snapshot.read(item.folder + "/" + item.entry.fixtureName),
        let database = try? fixture(item.entry.databaseFile(from: file), before: remaining)
      else { return nil }
      // A version that has had none of them may have been made by a later schema than the first of them expects.
      return Start(database: database, remaining: remaining, isWhole: !version.had.isEmpty)
    }
    if let latest = frozen.latest, latest.isComplete,
      !listing.migrations.contains(where: { latest.hasHad($0) && isSelected($0) }), let start = try start(latest)
    {
      return start
    }
    // If the migrations start from a schema that is not available, a frozen version contains it, with some migrations
    // applied.
    if listing.fresh != nil || !isReplayed, listing.snapshots.isEmpty, let oldest = frozen.start,
      let start = try start(oldest)
    {
      return start
    }
    guard let base = listing.snapshots.first else {
      let empty = try database(nil)
      for script in listing.before { try script.run(on: empty) }
      return Start(database: empty, remaining: listing.migrations, isWhole: false)
    }
    do {
      let remaining = Array(listing.migrations.dropFirst(base.migrationCount))
      return Start(database: try database(base.bytes), remaining: remaining, isWhole: true)
    } catch let error as SchemaError {
      throw LedgerError.notAStore(path: base.path, reason: error.message)
    }
  }
}

extension Migration {
  /// The path, with the id of one that a Swift file registers.
  fileprivate var placeName: String {
    program == nil ? path : CompoundMigrationID(file: path, name: id).description
  }
}

extension [Migration] {
  /// Whether migrations begin transactions themselves, so that the tool opens none, whatever its documentation says: a
  /// BEGIN within a transaction always fails. A frozen migration has run, and so has the first of several.
  ///
  /// - Parameter frozen: the receipts of frozen migrations.
  fileprivate func beginTransactions(frozen: Set<String>) -> Bool {
    let beginning = filter { $0.transaction == .perMigration && Script.beginsTransaction($0.up) }
    return beginning.count > 1 || beginning.contains { frozen.contains(MigrationRecord.receipt(of: $0)) }
  }
}

/// The positions in the migrations at which frozen versions end. Users receive the migrations between two positions
/// together.
private struct Releases {
  private let versions: [Set<String>]
  private var had: Set<String>

  /// - Parameter remaining: the migrations that are run; the others have been applied to the database.
  init(_ frozen: KnownVersions, _ migrations: [Migration], running remaining: [Migration]) {
    versions = frozen.versions.map(\.had)
    had = Set(migrations.map(MigrationRecord.receipt(of:))).subtracting(remaining.map(MigrationRecord.receipt(of:)))
  }

  /// Whether users have had a database with exactly the migrations up to this one. Without a ledger, this may be after
  /// any migration, except between those with the same timestamp: Pop runs one statement per file, and appends a number
  /// to the timestamp.
  mutating func isOne(after migration: Migration, before next: Migration?) -> Bool {
    had.insert(MigrationRecord.receipt(of: migration))
    guard versions.isEmpty else { return versions.contains(had) }
    return next.map { $0.id.prefix(Self.timestamp) != migration.id.prefix(Self.timestamp) } ?? true
  }

  /// The number of digits of a date and time.
  private static let timestamp = 14
}
