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
    /// The number of migrations, or `nil` if the source does not have SQL migrations.
    public internal(set) var total: Int?
    /// Whether the migrations start from a schema that is not available. In that case no migration was checked.
    public internal(set) var isWithoutStart = false
    /// Whether the configuration silences the note that nothing was checked.
    public internal(set) var isSilent = false
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
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`, `SchemaError`.
  public func report(on selection: Selection, in snapshot: FileSnapshot) throws -> Report {
    var report = try judge(selection, in: snapshot)
    let waivers = try Waivers(at: configuration.ledger, in: snapshot, today: today)
    let rules = Set(Finding.Code.allCases.filter(\.isRule))
    let unused =
      selection == .all && !report.isWithoutStart ? waivers.unused(after: report.findings, seeking: rules) : []
    // Comments and waivers have been matched before, so one for a disabled rule is not reported as unused.
    let findings = waivers.judged(report.findings) + unused.filter { !isExcluded($0) }
    report.findings = configuration.withoutSilenced(findings.compactMap { $0.configured(by: configuration.lint) })
    report.isSilent = configuration.silences(.nothingToLint)
    return report
  }

  /// Whether the waiver that a finding is about is for a migration that is not checked.
  private func isExcluded(_ unused: Finding) -> Bool {
    guard case .waiver(.unused(let subject)) = unused.facts, let path = subject.path else { return false }
    return configuration.lint.excludes(path)
  }

  private func judge(_ selection: Selection, in snapshot: FileSnapshot) throws -> Report {
    var report = Report(database: configuration.name)
    let definition = try configuration.schemaSource.read(from: snapshot)
    guard case .migrations(let listing, let convention) = definition.forward else { return report }
    report.total = listing.migrations.count
    let ledger = try Ledger(at: configuration.ledger, in: snapshot)
    let frozen = Set(ledger.heads.flatMap { $0.entry.migrations.map(\.receipt) })
    let isSelected: (Migration) -> Bool = { migration in
      switch selection {
      case .unfrozen:
        !frozen.contains(MigrationRecord.receipt(of: migration)) && !configuration.lint.excludes(migration.path)
      case .all: !configuration.lint.excludes(migration.path)
      case .paths(let paths):
        paths.contains { migration.path == $0 || $0.isEmpty || migration.path.hasPrefix($0 + "/") }
      }
    }
    guard listing.migrations.contains(where: isSelected) else { return report }
    let start: Start
    do {
      start = try self.start(of: listing, isReplayed: definition.isReplayed, ledger, in: snapshot, isSelected)
    } catch let error as LedgerError where error.isOfSource {
      report.findings = [.migrationFailed(nil, error)]
      return report
    }
    var run = MigrationRun(
      database: start.database, stubs: configuration.stubs,
      foreignKeys: configuration.foreignKeys ?? MigrationConvention.named(convention)?.foreignKeys,
      programs: try ProgramSteps(listing, in: snapshot))
    if !definition.isReplayed, let declared = try? definition.build(configuration.buildSettings()).database {
      try run.declare(declared)
    }
    try run.release()
    var releases = Releases(ledger, listing)
    for (migration, next) in zip(start.remaining, start.remaining.dropFirst().map(Optional.init) + [nil]) {
      let isJudged = isSelected(migration)
      if isJudged, !report.judged.contains(migration.path) { report.judged.append(migration.path) }
      if try !run.run(migration, isJudged: isJudged) { break }
      if releases.isOne(after: migration, before: next) { try run.release() }
    }
    if run.failure != nil, !start.isWhole, !definition.isReplayed {
      report.isWithoutStart = true
      report.judged = []
      return report
    }
    report.findings = try run.findings()
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
    of listing: MigrationListing, isReplayed: Bool, _ ledger: Ledger, in snapshot: FileSnapshot,
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
    if ledger.heads.count == 1, let item = ledger.latest {
      let had = Set(item.entry.migrations.map(\.receipt))
      let isApplied = { (migration: Migration) in had.contains(MigrationRecord.receipt(of: migration)) }
      let remaining = listing.migrations.filter { !isApplied($0) }
      if !had.isEmpty, listing.migrations.count(where: isApplied) == had.count,
        !listing.migrations.contains(where: { isApplied($0) && isSelected($0) }),
        let bytes = try snapshot.read(item.folder + "/" + item.entry.fixtureName),
        let fixture = try? fixture(bytes, before: remaining)
      {
        return Start(database: fixture, remaining: remaining, isWhole: true)
      }
    }
    // If the migrations start from a schema that is not available, the oldest version contains it, with some migrations
    // applied.
    let receipts = Set(listing.migrations.map(MigrationRecord.receipt(of:)))
    let oldest = ledger.items.first { item in
      !item.entry.migrations.isEmpty && receipts.isSuperset(of: item.entry.migrations.map(\.receipt))
    }
    if listing.fresh != nil || !isReplayed, listing.snapshots.isEmpty, let oldest {
      let had = Set(oldest.entry.migrations.map(\.receipt))
      let remaining = listing.migrations.filter { !had.contains(MigrationRecord.receipt(of: $0)) }
      if let bytes = try snapshot.read(oldest.folder + "/" + oldest.entry.fixtureName),
        let fixture = try? fixture(bytes, before: remaining)
      {
        return Start(database: fixture, remaining: remaining, isWhole: true)
      }
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

/// The positions in the migrations at which frozen versions end. Users receive the migrations between two positions
/// together.
private struct Releases {
  private let versions: [Set<String>]
  private var had: Set<String> = []

  init(_ ledger: Ledger, _ listing: MigrationListing) {
    // Migrations of another lineage, and removed ones, do not matter for the current source.
    let present = Set(listing.migrations.map(MigrationRecord.receipt(of:)))
    versions = ledger.items.map { Set($0.entry.migrations.map(\.receipt)).intersection(present) }
  }

  /// Whether users have had a database with exactly the migrations up to this one. Without a ledger, this may be after
  /// any migration, except between those with the same timestamp: Pop runs one statement per file, and appends a number
  /// to the timestamp.
  mutating func isOne(after migration: Migration, before next: Migration?) -> Bool {
    had.insert(MigrationRecord.receipt(of: migration))
    guard versions.allSatisfy(\.isEmpty) else { return versions.contains(had) }
    return next.map { $0.id.prefix(Self.timestamp) != migration.id.prefix(Self.timestamp) } ?? true
  }

  /// The number of digits of a date and time.
  private static let timestamp = 14
}

/// The migrations that are programs, which are not run here.
private struct ProgramSteps {
  private let steps: [(number: Int, text: String)]

  init(_ listing: MigrationListing, in snapshot: FileSnapshot) throws {
    steps = try listing.notices.filter { $0.reason == .codeStep }.compactMap { notice in
      guard let number = Self.number(of: notice.path), let bytes = try snapshot.read(notice.path) else { return nil }
      return (number, String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The programs that ran before or with a migration. Where files are not numbered, there is no order.
  func programs(for migration: Migration) -> ProgramTexts {
    var programs = ProgramTexts()
    guard let number = Self.number(of: migration.path) else { return programs }
    programs.earlier = steps.filter { $0.number < number }.map(\.text)
    programs.own = steps.filter { $0.number == number }.map(\.text)
    return programs
  }

  private static func number(of path: String) -> Int? {
    path.split(separator: "/").last.flatMap { Int($0.prefix { $0.isASCII && $0.isNumber }) }
  }
}

/// Runs migrations one after the other, and checks some of them.
private struct MigrationRun {
  let database: ScratchDatabase
  /// The setting of `PRAGMA foreign_keys` with which each migration begins; `nil` if that is not known.
  let foreignKeys: Bool?
  let programs: ProgramSteps
  private var lint: ScriptLint
  private(set) var judged: [Migration] = []
  private(set) var failure: (migration: Migration, error: LedgerError)?

  init(database: ScratchDatabase, stubs: Stubs, foreignKeys: Bool?, programs: ProgramSteps) {
    self.database = database
    self.foreignKeys = foreignKeys
    self.programs = programs
    lint = ScriptLint(on: database, stubs: stubs)
  }

  /// Declares the schema that new databases get.
  mutating func declare(_ database: ScratchDatabase) throws { try lint.declare(database) }

  /// Marks the current state as one that users have.
  mutating func release() throws { try lint.release() }

  /// Returns whether the migration ran without an error.
  mutating func run(_ migration: Migration, isJudged: Bool) throws -> Bool {
    guard isJudged else {
      do throws(LedgerError) { try migration.run(on: database) } catch {
        failure = (migration, error)
        return false
      }
      return true
    }
    judged.append(migration)
    let error = try lint.add(
      migration.up, isWrapped: migration.transaction != .none, isAssumed: migration.transaction == .assumed,
      programs: programs.programs(for: migration), foreignKeys: foreignKeys)
    if let error {
      failure = (
        migration, .sqlFailed(path: migration.path, line: migration.fileLine(of: error), error: error)
      )
    } else if database.isInTransaction {
      failure = (migration, .transactionLeftOpen(path: migration.path))
    }
    return failure == nil
  }

  mutating func findings() throws -> [Finding] {
    var findings: [Finding] = []
    for (migration, found) in zip(judged, try lint.findings()) {
      findings += found.map { Finding($0, in: migration) }
    }
    // A rule's finding explains the failure better.
    if let failure, !findings.contains(where: { $0.severity == .error && $0.migration == failure.migration.id }) {
      findings.append(.migrationFailed(nil, failure.error))
    }
    return findings
  }
}
