internal import Findings
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
  /// The upgrade without generated rows.
  let bare: BareRuns

  init(plan: UpgradePlan, context: UpgradeContext) {
    self.plan = plan
    self.context = context
    bare = BareRuns(FixtureUpgrade(plan: plan, context: context))
  }

  var settings: BuildSettings { context.settings }
  var version: String { plan.fixture.entry.version.name }
  var upgrade: FixtureUpgrade { FixtureUpgrade(plan: plan, context: context) }

  /// Databases with fewer bytes are compared whole.
  private static let largestContent = 8 << 20

  /// The verdict on a completed run of migrations, which names the migration that causes each finding, and the rows that
  /// show it.
  ///
  /// - Parameters: as for ``verdict(on:besides:knowing:)``.
  /// - Throws: `LedgerError`, `SchemaError`.
  func verdict(
    onSteps run: FixtureRun, besides other: [DataChange]? = nil, knowing known: FixtureVerdict? = nil
  ) throws -> FixtureVerdict {
    let verdict = try verdict(on: run, besides: other, knowing: known)
    let own = try findingsWithoutGeneratedRows(run)
    let findings = try verdict.findings.map { finding in
      let isOwn = run.start.bare == nil || own.contains { $0.isSame(as: finding) }
      return isOwn
        ? finding.setting(\.evidence, to: run.start.ownEvidence)
        : try withAssumption(finding.setting(\.evidence, to: .generated), run)
    }
    let others = own.filter { finding in !verdict.findings.contains { $0.isSame(as: finding) } }
    return verdict.with(
      try traced(findings + others.map { $0.setting(\.evidence, to: run.start.ownEvidence) }, run).map(withProgress))
  }

  /// The verdict on an upgrade that does not arrive: what the fixture shows without generated rows.
  ///
  /// - Throws: `LedgerError`, `SchemaError`.
  func verdictWithoutGeneratedRows(_ run: FixtureRun) throws -> FixtureVerdict {
    guard let start = run.start.withoutGeneratedRows else { return FixtureVerdict() }
    let bare: FixtureRun
    do {
      bare = try self.bare.finished(like: run, from: start)
    } catch is LedgerError {
      return FixtureVerdict()
    }
    let findings = try schemaFindings(bare.database, after: start).map { $0.setting(\.evidence, to: start.ownEvidence) }
    let reason = "the upgrade with generated rows does not arrive, so no rows were compared"
    return FixtureVerdict(
      findings: try traced(findings, bare).map(withProgress),
      notCovered: [NotCovered(table: nil, column: nil, reason: reason)])
  }

  /// The finding with whether its migration, or any migration of the upgrade, is not frozen yet.
  func withProgress(_ finding: Finding) -> Finding {
    // The code of an app is in no entry.
    if plan.modelSteps?.tool != nil { return finding }
    let named = plan.remaining.filter { $0.id == finding.migration }
    let own = named.isEmpty ? plan.remaining.filter { $0.path == finding.path } : named
    return finding.setting(\.isPending, to: !(own.isEmpty ? plan.remaining : own).allSatisfy(context.isFrozen))
  }

  /// The verdict on a completed run.
  ///
  /// - Parameters:
  ///   - other: as for ``rowVerdict(on:besides:)``.
  ///   - known: the verdict on the run with the other setting of foreign keys, if ``isKnown(_:from:by:)``.
  /// - Throws: `LedgerError`, `SchemaError`.
  func verdict(
    on run: FixtureRun, besides other: [DataChange]? = nil, knowing known: FixtureVerdict? = nil
  ) throws -> FixtureVerdict {
    if let known { return known.with(try compilationFindings(run.database, after: run.start)) }
    let findings = try schemaFindings(run.database, after: run.start)
    guard context.rows != nil, !plan.isEmpty else { return FixtureVerdict(findings: findings) }
    let rows = try rowVerdict(on: run, besides: other)
    var notCovered = rows.notCovered
    let isComparable = isComparable(run)
    if !isComparable, settings.foreignKeys == nil {
      notCovered.append(
        NotCovered(
          table: nil, column: nil, reason: "too many rows to compare the results with foreign keys on and off"))
    }
    // What cannot be read cannot be compared either.
    if isComparable { try run.database.readAllRows() }
    return FixtureVerdict(
      findings: findings + rows.findings, statements: rows.statements, notCovered: notCovered, changes: rows.changes,
      isComparable: isComparable)
  }

  private func isComparable(_ run: FixtureRun) -> Bool { run.start.origin.size < Self.largestContent }

  /// Whether the verdict on the run `off` holds for the run `on`, which differs in the setting of foreign keys: nothing was
  /// found, no row or value has changed, and both have made the same file. Only whether statements compile can then depend
  /// on the setting.
  func isKnown(_ on: FixtureRun, from off: FixtureRun, by verdict: FixtureVerdict) -> Bool {
    guard verdict.hasArrived, verdict.findings.isEmpty, verdict.changes == [], isComparable(on),
      on.start.origin == off.start.origin, on.start.notCovered == off.start.notCovered
    else { return false }
    // What cannot be compared is checked.
    return (try? off.database.hasSameFile(as: on.database)) ?? false
  }

  /// SL302, SL303, SL308 to SL310 and SL316.
  ///
  /// - Parameter start: the fixture before the upgrade.
  /// - Throws: `SchemaError`.
  func schemaFindings(_ database: ScratchDatabase, after start: FixtureStart) throws -> [Finding] {
    var findings: [Finding] = []
    if try database.storedText() != plan.target.storedText {
      // The changes lead to the new database: what the upgraded one lacks is added, as a migration would add it.
      var diff = SchemaDiff(from: try database.schema(ignoring: settings.ignoredTables), to: plan.target.schema)
      if settings.comparesLikeRoom { diff = SchemaDiff(diff.changes.filter { !$0.isAcceptedByRoom }) }
      if diff.verdict > (settings.ordersColumns ? .cosmetic : .reordered) {
        findings.append(.schemaDiffers(version, diff))
      }
    }
    return findings + (try contentFindings(database, after: start)) + (try compilationFindings(database, after: start))
  }

  /// SL310 and SL316: what no longer compiles, which may depend on the settings of the connection.
  ///
  /// - Throws: `SchemaError`.
  private func compilationFindings(_ database: ScratchDatabase, after start: FixtureStart) throws -> [Finding] {
    let queries = plan.queries.compactMap { query in
      database.failure(ofStatement: query.sql, quotesStrings: query.quotesStrings).map {
        Finding.queryNoLongerCompiles(version, query, $0)
      }
    }
    return try objectFindings(database, after: start) + queries
  }

  /// SL301. Names a row that causes the failure, if there is one, and says which rows show it.
  ///
  /// - Parameter run: the run that the failure has stopped.
  /// - Throws: `SchemaError`.
  func failure(_ failure: LedgerError, of run: FixtureRun) throws -> Finding {
    let finding = try described(failure, of: run)
    return withProgress(run.remaining.first.map { finding.of($0) } ?? finding)
  }

  private func described(_ failure: LedgerError, of run: FixtureRun) throws -> Finding {
    if let start = run.start.withoutGeneratedRows, case .sqlFailed(_, _, let cause) = failure,
      try bare.failure(matching: run, from: start) != failure
    {
      return .migrationFailedWithRows(version, failure, row: run.database.offendingRow(of: cause)).setting(
        \.evidence, to: .generated)
    }
    guard run.start.ownEvidence != .empty, case .sqlFailed(_, _, let cause) = failure,
      let empty = try? run.start.emptied(settings: settings), try !fails(failure, run, from: empty)
    else { return .migrationFailed(version, failure).setting(\.evidence, to: .empty) }
    return .migrationFailedWithRows(version, failure, row: run.database.offendingRow(of: cause))
      .setting(\.evidence, to: run.start.ownEvidence)
  }

  /// Whether the upgrade has the same failure with other rows.
  private func fails(_ failure: LedgerError, _ run: FixtureRun, from start: FixtureStart) throws -> Bool {
    var other = try upgrade.run(from: start, foreignKeys: run.foreignKeys, unenforced: run.unenforced)
    do throws(LedgerError) {
      try other.finish()
      return false
    } catch {
      return error == failure
    }
  }
}

extension UpgradeJudgement {
  /// The finding with its place: the version, the entry, and the target if it is not today's schema.
  func placed(_ finding: Finding) -> Finding {
    // Every version that runs the migration has the same finding, so it is reported once.
    if finding.isOfMigration { return finding }
    return located(finding).with(version: version, entry: plan.fixture.id).setting(
      \.destination, to: plan.target.version)
  }

  /// Explains where the frozen schema is if only history has it: the version does not name it then.
  private func located(_ finding: Finding) -> Finding {
    guard finding.code == .schemaDiffers, plan.standing.presence != .present,
      let commit = plan.fixture.commits.first
    else { return finding }
    return finding.setting(\.remedy, to: .showFrozen(commit, folder: plan.fixture.formerFolder ?? plan.fixture.folder))
  }

  /// The finding SL103, which is a warning if only history has the damage.
  func placedDamage(_ finding: Finding) -> Finding {
    guard plan.standing.presence == .replaced else { return finding }
    return (plan.fixture.commits.first.map { finding.setting(\.remedy, to: .onlyInHistory($0)) } ?? finding).atMost(
      .warning)
  }
}
