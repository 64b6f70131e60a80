internal import Digests
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

/// Migrates a copy of one fixture and judges where it arrives. Holds values only, so that many run at once.
struct FixtureMigration: Sendable {
  let fixture: FrozenFixture
  /// Nil where the source has no way forward.
  var upgradePath: UpgradePath?
  /// Where it has to arrive.
  var target: UpgradeTarget
  /// The version that has ``target``; nil for today's schema.
  var destination: String?
  let settings: BuildSettings
  /// Whether its files were held against its entry already, and fit.
  var isWhole = false
  /// Whether the ledger has it now.
  var isPresent = true
  /// Whether the ledger now has other content for the same version.
  var isReplaced = false
  /// What came of another fixture on the same ``equivalenceKey``, which has arrived and had nothing against it.
  var known: FixtureVerdict?
  /// How many rows each table gets; nil where only the schema is judged.
  var rows: Int?
  /// What the stages of its package do; nil for any other source.
  var stages: PackageStages?
  /// Whether it has had migrations, and none of today's: see ``Lineage``.
  var isOfAnotherLineage = false

  /// What its program asked of it.
  var queries: [OldQuery] = []
  /// Paths of the migrations that are measured on its way.
  var measured: Set<String> = []
  /// The clock that measures.
  var now: @Sendable () -> ContinuousClock.Instant = { .now }
  /// Whether its files do not fit its entry.
  var isDamaged = false
  /// What is tried besides.
  var trials = Trials()
  /// Digests of the texts of frozen migrations.
  var frozenTexts: Set<String> = []
  /// What ``trials`` runs a second time.
  var secondRun = SecondRunTrial(scripts: [])

  /// What moves a fixture forward.
  enum UpgradePath: Sendable {
    /// All of today's, of which it has had some.
    case migrations([Migration])
    /// The repository's own, run on a copy.
    case command(SourceCommand, CommandRunner)
  }

  /// Today's schema, as a new database has it.
  struct UpgradeTarget: Sendable {
    let schema: CanonicalSchema
    let digest: String
    /// Nil when only the schema is known.
    let storedText: [UInt8]?

    init(_ built: BuiltSource) throws {
      self.init(built.schema, storedText: try built.database.storedText())
    }

    init(_ schema: CanonicalSchema, storedText: [UInt8]? = nil) {
      self.schema = schema
      self.storedText = storedText
      digest = schema.digest
    }
  }

  /// What the fixture has not had yet, as far as it is known before it is run.
  var remaining: [Migration] {
    guard case .migrations(let migrations) = upgradePath else { return [] }
    let had = Set(fixture.entry.migrations.map(\.receipt))
    return migrations.filter { !had.contains(MigrationRecord.receipt(of: $0)) }
  }

  private var texts: [String] {
    guard case .migrations(let migrations) = upgradePath else { return [] }
    return migrations.map(\.up)
  }

  /// Whether it is today's schema, and nothing is to be run.
  var isCurrent: Bool {
    if case .command = upgradePath { return false }
    return fixture.entry.schema == target.digest && remaining.isEmpty
  }

  /// Whether nothing is to be run, so that nothing can become of rows.
  private var isAtRest: Bool {
    if case .command = upgradePath { false } else { remaining.isEmpty }
  }

  var hasUpgradePath: Bool { upgradePath != nil && !isOfAnotherLineage || isCurrent }

  /// The same for fixtures with the same database that have had the same migrations: they go the same way. Nil where a
  /// command may tell them apart.
  var equivalenceKey: String? {
    guard case .migrations(let migrations) = upgradePath else { return nil }
    let upgradePath =
      destination.map { "\($0) \(target.digest) " + migrations.map(\.path).joined(separator: " ") } ?? ""
    let had = fixture.entry.migrations.map(\.receipt).joined(separator: "\n")
    return sha256(fixture.database) + sha256(had) + (fixture.rowScript?.digest ?? "")
      + "\(isOfAnotherLineage) \(fixture.entry.schema) \(upgradePath)"
  }

  /// Findings SL103, and where there is a way forward SL301 to SL314.
  ///
  /// - Throws: `CancellationError`.
  func findings() async throws -> [Finding] { try await verdict().findings }

  /// The findings, and what else there is to say.
  ///
  /// - Throws: `CancellationError`.
  func verdict() async throws -> FixtureVerdict {
    if !isWhole {
      let check = EntryCheck(entry: fixture.entry, id: fixture.id, folder: fixture.folder, files: fixture.files)
      let damage = check.findings()
      guard damage.isEmpty else { return FixtureVerdict(findings: isReplaced ? damage.map(past) : damage) }
    }
    if let known { return known }
    guard hasUpgradePath else { return FixtureVerdict() }
    var result = try await reporting {
      let start = try await start()
      if case .command(let command, let runner) = upgradePath {
        // Whether foreign keys are on is the command's own affair.
        let migrated = try await runner.run(command, on: start.file)
        let database = try ScratchDatabase(file: migrated, stubs: settings.stubs, timeLimit: settings.timeLimit)
        let lineage = stages?.lineage(from: fixture, to: destination, start.lineage)
        var verdict = try judge(database, start, lineage: lineage, foreignKeys: false)
        if trials.isEmpty || verdict.findings.worst == .error { return verdict }
        let trial = CommandTrial(command: command, runner: runner, start: start.file, settings: settings)
        verdict.findings += try await trial.findings(trials, fixture.entry.version.name, migrated: migrated)
        return verdict
      }
      if let foreignKeys = settings.foreignKeys { return try await verdict(from: start, foreignKeys: foreignKeys) }
      // An application may or may not enforce foreign keys; a migration has to do its work either way.
      let off = try await verdict(from: start, foreignKeys: false)
      let on = try await verdict(from: start, foreignKeys: true)
      return try bothWays(off, on, start)
    }
    result.findings = result.findings.map(placed)
    return result
  }

  /// Rows of a package's objects are the package's to make: it knows what their values are.
  private func start() async throws -> FixtureStart {
    guard case .command(let command, let runner) = upgradePath, let package = command.package else {
      return try FixtureStart(fixture, rows: isAtRest ? nil : rows, texts: texts, settings: settings)
    }
    let start = try FixtureStart(fixture, settings: settings)
    guard let rows, rows > 0, fixture.entry.rows == nil else { return start }
    do {
      return try start.filled(try await runner.fill(start.file, rows, with: package), settings: settings)
    } catch let error as LedgerError {
      let reason = "rows could not be made: \(([error.message] + error.output.suffix(1)).joined(separator: ": "))"
      return start.lacking(NotCovered(table: nil, column: nil, reason: reason))
    }
  }

  private func verdict(from start: FixtureStart, foreignKeys: Bool) async throws -> FixtureVerdict {
    try await reporting {
      var run = try FixtureRun(start, remaining, foreignKeys: foreignKeys, settings: settings)
      do {
        try run.finish()
      } catch let error as LedgerError {
        if let start = withoutRows(start, after: error) {
          return try await verdict(from: start, foreignKeys: foreignKeys)
        }
        return FixtureVerdict(findings: [try failure(error, of: run, start, foreignKeys: foreignKeys)])
      }
      var verdict = try judge(run.database, start, lineage: run.lineage, foreignKeys: foreignKeys)
      verdict.findings += try bareFindings(start, foreignKeys: foreignKeys, known: verdict.findings)
      verdict.findings = try traced(verdict.findings, start, foreignKeys: foreignKeys)
      if verdict.findings.worst != .error {
        verdict.findings += try trialFindings(start, foreignKeys: foreignKeys)
      }
      return verdict
    }
  }

  /// What stops a run is a finding.
  ///
  /// - Throws: `CancellationError`.
  private func reporting(_ work: () async throws -> FixtureVerdict) async throws -> FixtureVerdict {
    let version = fixture.entry.version.name
    do {
      return try await work()
    } catch let error as CancellationError {
      throw error
    } catch let failure as RowScript.Failure {
      return FixtureVerdict(findings: [.rowsDoNotFit(version, failure.error)])
    } catch let error as LedgerError {
      return FixtureVerdict(findings: [.migrationFailed(version, error)])
    } catch let error as SchemaError {
      return FixtureVerdict(findings: [.integrity(version, error.message)])
    } catch {
      return FixtureVerdict(findings: [.integrity(version, "\(error)")])
    }
  }

  private func placed(_ finding: Finding) -> Finding {
    // Each version that runs the migration says the same: it is told once.
    if finding.isOfMigration { return finding }
    return located(finding).with(version: fixture.entry.version.name, entry: fixture.id).toward(destination)
  }

  /// What is in history alone cannot be named by its version.
  private func located(_ finding: Finding) -> Finding {
    guard finding.code == .arrivesElsewhere, !isPresent, let commit = fixture.commits.first else { return finding }
    var finding = finding
    finding.hint = "git show \(commit.short):\(fixture.folder)/schema.sql shows what was frozen"
    return finding
  }

  /// Damage that is in history alone.
  private func past(_ finding: Finding) -> Finding {
    var finding = finding
    finding.severity = .warning
    finding.hint = fixture.commits.first.map { "it is so in commit \($0.short); what is in the ledger now is another" }
    return finding
  }

  /// - Parameter lineage: nil where there are no statements to read.
  private func judge(
    _ database: ScratchDatabase, _ start: FixtureStart, lineage: RowLineage? = nil, foreignKeys: Bool
  ) throws -> FixtureVerdict {
    var verdict = FixtureVerdict(findings: try schemaFindings(database, after: start.violations))
    if rows != nil, !isAtRest {
      try judgeRows(&verdict, database, start, lineage: lineage, foreignKeys: foreignKeys)
      if start.file.count < Self.largestContent {
        verdict.content = try database.content()
      } else if settings.foreignKeys == nil {
        verdict.notCovered.append(
          NotCovered(
            table: nil, column: nil, reason: "too many rows to tell whether the outcome depends on foreign_keys"))
      }
    }
    return verdict
  }

  /// Bytes. The content of a database is held in memory to compare it.
  private static let largestContent = 8 << 20

  /// - Parameter violations: those there were before.
  func schemaFindings(
    _ database: ScratchDatabase, after violations: [ForeignKeyViolation: Int]
  ) throws -> [Finding] {
    let version = fixture.entry.version.name
    var findings: [Finding] = []
    if try database.storedText() != target.storedText {
      // What is told is how the migrated database differs from a new one.
      let diff = SchemaDiff(from: target.schema, to: try database.schema(ignoring: settings.ignoredTables))
      if diff.verdict > (settings.ordersColumns ? .cosmetic : .reordered) {
        findings.append(.arrivesElsewhere(version, diff))
      }
    }
    findings += try stateFindings(database, after: violations)
    findings += try queries.compactMap { try $0.finding(version, on: database) }
    return findings
  }
}
