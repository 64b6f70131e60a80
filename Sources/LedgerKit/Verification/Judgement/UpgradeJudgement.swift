internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

/// Judges the runs of one upgrade.
struct UpgradeJudgement {
  let plan: UpgradePlan
  let context: UpgradeContext

  var settings: BuildSettings { context.settings }
  var version: String { plan.fixture.entry.version.name }
  var upgrade: FixtureUpgrade { FixtureUpgrade(plan: plan, context: context) }

  /// Databases with fewer bytes are read into memory to compare their content.
  private static let largestContent = 8 << 20

  /// The verdict on a completed run of migrations, which names the migration that causes each finding.
  ///
  /// - Throws: `LedgerError`, `SchemaError`.
  func verdict(onSteps run: FixtureRun) throws -> FixtureVerdict {
    let verdict = try verdict(on: run)
    return verdict.with(try traced(verdict.findings + findingsWithoutRows(run, known: verdict.findings), run))
  }

  /// The verdict on a completed run.
  ///
  /// - Throws: `LedgerError`, `SchemaError`.
  func verdict(on run: FixtureRun) throws -> FixtureVerdict {
    let findings = try schemaFindings(run.database, after: run.start.violations)
    guard context.rows != nil, !plan.isEmpty else { return FixtureVerdict(findings: findings) }
    let rows = try rowVerdict(on: run)
    var notCovered = rows.notCovered
    let isReadable = run.start.file.count < Self.largestContent
    if !isReadable, settings.foreignKeys == nil {
      notCovered.append(
        NotCovered(
          table: nil, column: nil, reason: "too many rows to compare the results with foreign keys on and off"))
    }
    return FixtureVerdict(
      findings: findings + rows.findings, statements: rows.statements, notCovered: notCovered, changes: rows.changes,
      content: isReadable ? try run.database.content() : nil)
  }

  /// SL302, SL303, SL308 to SL310 and SL316.
  ///
  /// - Parameter violations: the violations before the upgrade.
  /// - Throws: `SchemaError`.
  func schemaFindings(
    _ database: ScratchDatabase, after violations: [ForeignKeyViolation: Int]
  ) throws -> [Finding] {
    var findings: [Finding] = []
    if try database.storedText() != plan.target.storedText {
      // The changes lead to the new database: what the upgraded one lacks is added, as a migration would add it.
      let diff = SchemaDiff(from: try database.schema(ignoring: settings.ignoredTables), to: plan.target.schema)
      if diff.verdict > (settings.ordersColumns ? .cosmetic : .reordered) {
        findings.append(.schemaDiffers(version, diff))
      }
    }
    findings += try stateFindings(database, after: violations)
    findings += try plan.queries.compactMap { query in
      try database.failure(ofStatement: query.sql, quotesStrings: query.quotesStrings).map {
        .queryNoLongerCompiles(version, query, $0)
      }
    }
    return findings
  }

  /// SL301. Names a row that causes the failure, if there is one.
  ///
  /// - Parameter run: the run that the failure has stopped.
  /// - Throws: `SchemaError`.
  func failure(_ failure: LedgerError, of run: FixtureRun) throws -> Finding {
    let finding = try described(failure, of: run)
    return run.remaining.first.map { finding.of($0) } ?? finding
  }

  private func described(_ failure: LedgerError, of run: FixtureRun) throws -> Finding {
    guard let bare = run.start.bare, case .sqlFailed(_, _, let cause) = failure else {
      return .migrationFailed(version, failure)
    }
    let row = run.database.offendingRow(of: cause)
    let database = try ScratchDatabase(
      file: bare.file, tracking: .known, foreignKeys: run.foreignKeys, stubs: settings.stubs,
      timeLimit: settings.timeLimit)
    for migration in plan.remaining {
      do {
        try migration.run(on: database)
      } catch {
        if error == failure { return .migrationFailed(version, failure) }
        break
      }
    }
    return .migrationFailedWithRows(version, failure, row: row)
  }

  /// The start without generated rows, if a migration has failed because it inserts a row whose key a generated row already
  /// has: it fills a lookup table, which has exactly the migration's rows.
  func startWithoutRows(_ start: FixtureStart, after failure: LedgerError) -> FixtureStart? {
    guard case .sqlFailed(let path, _, let cause) = failure, let table = cause.tableWithKeyOfOwnRow else { return nil }
    return start.withoutRows(
      because: NotCovered(
        table: table, column: nil,
        reason: "gets rows with fixed keys from \(path), so no rows were generated for it"))
  }
}

extension UpgradeJudgement {
  /// The finding with its place: the version, the entry, and the target if it is not today's schema.
  func placed(_ finding: Finding) -> Finding {
    // Every version that runs the migration has the same finding, so it is reported once.
    if finding.isOfMigration { return finding }
    return located(finding).with(version: version, entry: plan.fixture.id).toward(plan.target.version)
  }

  /// Explains where the frozen schema is if only history has it: the version does not name it then.
  private func located(_ finding: Finding) -> Finding {
    guard finding.code == .schemaDiffers, plan.standing.presence != .present,
      let commit = plan.fixture.commits.first
    else { return finding }
    return finding.helped(by: .showFrozen(commit, folder: plan.fixture.folder))
  }

  /// The finding SL103, which is a warning if only history has the damage.
  func placedDamage(_ finding: Finding) -> Finding {
    guard plan.standing.presence == .replaced else { return finding }
    var finding = plan.fixture.commits.first.map { finding.helped(by: .onlyInHistory($0)) } ?? finding
    finding.severity = .warning
    return finding
  }
}
