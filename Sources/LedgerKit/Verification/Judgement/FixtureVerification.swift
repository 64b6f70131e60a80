internal import Findings
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

/// Verifies one upgrade: checks the fixture's files, runs the plan, and judges the runs. It contains only values, so many
/// verifications can run at the same time.
struct FixtureVerification: Sendable {
  let plan: UpgradePlan
  let context: UpgradeContext

  init(_ plan: UpgradePlan, _ context: UpgradeContext) {
    self.plan = plan
    self.context = context
  }

  var upgrade: FixtureUpgrade { FixtureUpgrade(plan: plan, context: context) }
  var trials: Trials { context.trials(of: plan) }
  private var judgement: UpgradeJudgement { UpgradeJudgement(plan: plan, context: context) }

  /// Findings SL103, and SL301 to SL314 if the upgrade is possible.
  ///
  /// - Parameter starts: as for ``verdict(known:from:)``.
  /// - Throws: `CancellationError`.
  func findings(from starts: PopulatedStarts? = nil) async throws -> [Finding] {
    try await verdict(from: starts).findings
  }

  /// The judgement on the upgrade.
  ///
  /// - Parameters:
  ///   - known: the verdict on an upgrade with the same ``UpgradePlan/equivalenceKey`` that has succeeded without findings.
  ///     The upgrade then does not run again.
  ///   - starts: of an upgrade of the same rows, or `nil` to make them.
  /// - Throws: `CancellationError`.
  func verdict(known: FixtureVerdict? = nil, from starts: PopulatedStarts? = nil) async throws -> FixtureVerdict {
    let damage = plan.standing.integrity == .intact ? [] : plan.fixture.damage
    guard damage.isEmpty else { return FixtureVerdict(findings: damage.map(judgement.placedDamage)) }
    if let known { return known }
    if let refusal = plan.modelSteps?.refusal {
      let findings = Finding.migrationFailures(plan.fixture.entry.version.name, refusal)
      return FixtureVerdict(findings: findings.map(judgement.placed))
    }
    guard plan.isPossible else {
      guard let reason = plan.untriedReason else { return FixtureVerdict() }
      return FixtureVerdict(notCovered: [NotCovered(table: nil, column: nil, reason: reason)])
    }
    let verdict = try await reporting {
      if case .command(let command, let runner) = plan.path {
        return try await self.verdict(on: command, runner, from: upgrade.start())
      }
      if let steps = plan.modelSteps, let tool = steps.tool {
        return try await self.verdict(onStages: steps, runBy: tool)
      }
      let judgement = judgement
      let starts = starts ?? PopulatedStarts(upgrade)
      let start = try starts.start(assuming: [])
      if let foreignKeys = context.settings.foreignKeys {
        let attempt = try UpgradeAttempt(judgement, from: start, foreignKeys: foreignKeys, starts)
        return try await self.verdict(on: attempt)
      }
      // An application may or may not enforce foreign keys, and a migration must work in both cases.
      let off = try UpgradeAttempt(judgement, from: start, foreignKeys: false, starts)
      let on = try UpgradeAttempt(judgement, from: start, foreignKeys: true, starts, after: off)
      let verdictOff = try await self.verdict(on: off)
      let isSame = off.run.start.origin == on.run.start.origin
      let isKnown = on.hasArrived && judgement.isKnown(on.run, from: off.run, by: verdictOff)
      let verdictOn = try await self.verdict(
        on: on, besides: isSame ? verdictOff.changes : nil, knowing: isKnown ? verdictOff : nil)
      return try judgement.combined(verdictOff, verdictOn) {
        isKnown ? nil : try off.run.database.difference(to: on.run.database)
      }
    }
    let steps = plan.modelSteps
    return verdict.with(verdict.findings.map { judgement.placed(steps?.explaining($0) ?? $0) })
      .without { steps?.keepsLinks(of: $0) ?? false }
  }

  private func verdict(
    on command: SourceCommand, _ runner: CommandRunner, from start: FixtureStart
  ) async throws -> FixtureVerdict {
    let bytes = try start.origin.bytes()
    let file: [UInt8]
    do {
      file = try await runner.run(command, on: bytes)
    } catch let error as LedgerError where !error.isRefusal {
      let needsRows = try await succeeds(command, runner, from: start.withoutGeneratedRows)
      let finding = Finding.migrationFailed(plan.fixture.entry.version.name, error)
      return FixtureVerdict(findings: [finding.setting(\.evidence, to: needsRows ? .generated : start.ownEvidence)])
    }
    let verdict = try judgement.verdict(on: upgrade.run(from: start, upgradedByCommand: file))
    if trials.isEmpty || verdict.findings.worst == .error { return verdict }
    let trial = CommandTrial(command: command, runner: runner, start: bytes, settings: context.settings)
    return verdict.adding(try await trial.findings(trials, plan.fixture.entry.version.name, migrated: file))
  }

  /// The verdict on stages that code of the app runs.
  private func verdict(onStages steps: ModelUpgrade.Steps, runBy tool: StageTool) async throws -> FixtureVerdict {
    let start: FixtureStart
    do {
      start = try await upgrade.start(runBy: tool, steps)
    } catch let failure as StageFailure {
      let finding = Finding.failedStage(plan.fixture.entry.version.name, failure.stage, failure.error)
      return FixtureVerdict(findings: [finding.setting(\.evidence, to: failure.evidence)])
    }
    var run = try upgrade.run(from: start, foreignKeys: false)
    try run.finish()
    let verdict = try judgement.verdict(onSteps: run)
    return verdict.with(verdict.findings.filter { !steps.concernsConversion($0) })
  }

  /// Whether the command migrates a database without generated rows; `false` if there are none.
  private func succeeds(
    _ command: SourceCommand, _ runner: CommandRunner, from start: FixtureStart?
  ) async throws -> Bool {
    guard let start else { return false }
    do {
      _ = try await runner.run(command, on: start.origin.bytes())
      return true
    } catch is LedgerError {
      return false
    }
  }

  private func verdict(
    on attempt: UpgradeAttempt, besides other: [DataChange]? = nil, knowing known: FixtureVerdict? = nil
  ) async throws -> FixtureVerdict {
    try await reporting {
      // The checks need more memory and temporary files than the migrations.
      let cost = attempt.cost
      let judged =
        attempt.hasArrived
        ? try attempt.judgement.verdict(onSteps: attempt.run, besides: other, knowing: known)
        : try attempt.judgement.verdictWithoutGeneratedRows(attempt.run)
      let verdict = judged.with(attempt.failures.map(\.withUsefulAssumption) + judged.findings).arrived(
        attempt.hasArrived
      )
      .costing(cost)
      if verdict.findings.worst == .error { return verdict }
      return verdict.adding(try trialFindings(attempt.run.start, foreignKeys: attempt.run.foreignKeys))
    }
  }

  /// The verdict of `work`. An error that stops the run is a finding.
  ///
  /// - Throws: `CancellationError`.
  private func reporting(_ work: () async throws -> FixtureVerdict) async throws -> FixtureVerdict {
    let version = plan.fixture.entry.version.name
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
}

extension Finding {
  /// The finding without the assumption that a table has no rows. It shows what else fails, and in the configuration it
  /// would end every check of the table.
  fileprivate var withUsefulAssumption: Finding {
    guard assumption?.excludesAll == true else { return self }
    var finding = self
    finding.assumption = nil
    return finding
  }
}
