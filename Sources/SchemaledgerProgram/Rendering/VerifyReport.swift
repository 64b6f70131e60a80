import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
import MigrationSources

/// The output of `verify`: a line for each fixture, the findings and a summary.
struct VerifyReport: ExportedReport {
  static let command = "verify"

  let reports: [Verification.Report]
  /// Whether the repository is bare. Without a work tree, the current state is that of HEAD.
  let isBare: Bool
  /// The part of the fixtures that this run verifies; `nil` for all fixtures.
  let shard: Shard?
  /// The additional trials that the user requested.
  var trials: Trials?
  /// The number of rows that were generated for each table.
  var rows: Int

  /// Whether everything that was not tried is a failure.
  var isStrict = false

  var isFailure: Bool { reports.contains { $0.isFailure(strict: isStrict) } }

  /// - Throws: `EncodingError` for a finding that `verify` cannot have.
  func write(_ format: ReportFormat, to terminal: Terminal) throws {
    try format.exporter.write(self, to: terminal)
    terminal.write(notes)
    for warning in warnings { terminal.warn(warning) }
  }

  /// How long each upgrade took, if the run is a shard.
  var durations: Durations {
    Durations(reports.flatMap { zip($0.part?.digests ?? [], $0.outcomes.map(\.seconds)).map { ($0, $1) } })
  }

  /// The findings of each database.
  var parts: [DatabaseFindings] {
    reports.map { DatabaseFindings(database: $0.database, ledger: $0.ledger, findings: $0.findings) }
  }

  /// The broken references of the repository, which are the same for each database.
  var brokenReferences: [String] { reports.first?.brokenReferences ?? [] }

  var warnings: [DisplayText] { brokenReferences.map { "\(Wording.brokenReference($0))" } }
  var failure: DisplayText? { nil }

  func writeText(to terminal: Terminal) {
    for report in reports { writeText(report, to: terminal) }
  }

  private func writeText(_ report: Verification.Report, to terminal: Terminal) {
    let isError = report.findings.worst == .error
    let hasSucceeded = report.outcomes.allSatisfy(\.hasSucceeded)
    let confirmations = terminal.confirmations
    let end = hasSucceeded && report.findings.isEmpty && !report.isFailure(strict: isStrict) ? confirmations : terminal
    if reports.count > 1 { end.out(terminal.styled("\(report.database)", .strong)) }
    let width = report.outcomes.map { ("\($0.name)" as DisplayText).count }.max() ?? 0
    for outcome in report.outcomes {
      let isPass = outcome.hasSucceeded && outcome.findings.isEmpty
      (isPass ? confirmations : terminal).out(line(outcome, width, terminal))
      if trials?.showsTimings == true { outcome.measurements.map(Wording.measurement).forEach(terminal.out) }
    }
    FindingText(terminal: terminal).lines(report.findings).forEach(terminal.out)
    for line in StatementText(report).lines { confirmations.out(terminal.styled(line, .faint)) }
    for limit in report.limits { terminal.out(terminal.styled("\(Wording.limit(limit))", .faint)) }
    if let line = UntriedText(report.untried, isStrict: isStrict).line {
      terminal.out(terminal.styled(line, isStrict ? .error : .faint))
    }
    if report.suggestsWaiver, let finding = report.findings.first(where: \.mayBeIntended) {
      terminal.message(
        "note: [\(NoteCode.waiverAdvice.rawValue)] "
          + Wording.waiverHint(finding, at: report.ledger + "/" + Waivers.fileName))
    }
    end.out(
      terminal.styled(
        summary(report),
        isError || report.isFailure(strict: isStrict)
          ? .error : hasSucceeded && report.untried.isEmpty ? .success : .warning))
  }

  private func line(_ outcome: Verification.FixtureOutcome, _ width: Int, _ terminal: Terminal) -> DisplayText {
    let mark =
      switch outcome.result {
      case .migrated where outcome.findings.worst == .warning: terminal.styled("warned", .warning)
      case .migrated, .current: terminal.styled("ok    ", .success)
      case .failed: terminal.styled("FAILED", .error)
      case .noUpgradePath, .unknownTables, .mappingModel, .anotherLineage, .notWhole:
        terminal.styled("?     ", .warning)
      case .waived: terminal.styled("waived", .warning)
      }
    let version = ("\(outcome.name)" as DisplayText).padded(to: width)
    let commit = outcome.fixture.commits.first?.short ?? (isBare ? "HEAD" : "worktree")
    return "\(version)  \(outcome.fixture.id.prefix(12))  \(commit)  \(mark)  \(words(outcome))  "
      + terminal.styled(outcome.isCached ? "cached" : "\(String(format: "%.2f s", outcome.seconds))", .faint)
  }

  /// Describes the outcome of a fixture, without a verdict.
  func words(_ outcome: Verification.FixtureOutcome) -> String {
    let wasTried = outcome.isOfAnotherLineage && ![.anotherLineage, .notWhole].contains(outcome.result)
    return (wasTried ? "another lineage, tried nevertheless: " : "") + result(outcome)
  }

  private func result(_ outcome: Verification.FixtureOutcome) -> String {
    switch outcome.result {
    case .migrated where outcome.findings.worst == .warning: codes(outcome.findings.unwaived)
    case .migrated: outcome.steps.map { "\(Wording.count($0, "migration")) run" } ?? "migrated"
    case .current: outcome.destination == nil ? "today's schema" : "the same schema"
    case .failed: codes(outcome.findings.unwaived)
    case .waived: codes(outcome.findings.waived)
    case .unknownTables: "tables not known: only its model was checked"
    case .mappingModel: "migrated by a mapping model, which is not run"
    case .noUpgradePath: outcome.obstacle ?? "the source has no migrations to upgrade it"
    case .anotherLineage:
      "another lineage, \(Wording.count(outcome.fixture.entry.migrations.count, "migration")): an upgrade with today's migrations is not tried"
    case .notWhole: "damaged, and replaced: " + codes(outcome.findings)
    }
  }

  private func codes(_ findings: [Finding]) -> String {
    Set(findings.map(\.code.rawValue)).sorted().joined(separator: " ")
  }

  func summary(_ report: Verification.Report) -> DisplayText {
    VerifySummary(
      part: shard.map { "shard \($0)" }, total: report.part?.total, results: report.outcomes.map(\.result),
      arrived: report.outcomes.count(where: \.hasArrived), findings: report.findings,
      hasVersionTargets: trials.map { $0.pairs != .head } == true || report.outcomes.contains { $0.destination != nil },
      place: report.scope == .allHistory
        ? "in \(Wording.count(report.commitCount, "commit"))" : isBare ? "at HEAD" : "in the work tree"
    ).text
  }

  func writeJSON(to terminal: Terminal) throws {
    try terminal.document(.json(shard.map { try ShardReport(self, $0).document } ?? document))
  }

  /// The report of a run that is not a shard.
  ///
  /// - Throws: `EncodingError`.
  var document: VerifyDocument {
    get throws {
      let findings = try reports.flatMap { try $0.findings.documents(database: $0.database) }
      let hasLimits = trials?.isEmpty == false || reports.contains { !$0.limits.isEmpty }
      return VerifyDocument(
        brokenReferences: brokenReferences, commitsWalked: reports.map(\.commitCount).max() ?? 0, findings: findings,
        fixtures: reports.flatMap { report in
          report.outcomes.map { FixtureDocument($0, database: report.database) }
        },
        limits: hasLimits
          ? reports.flatMap { report in report.limits.map { LimitDocument($0, database: report.database) } } : nil,
        notes: notes, options: OptionsDocument(rows: rows, trials: trials?.names ?? []),
        scope: reports.first?.scope == .allHistory ? .allHistory : .tree, summary: SummaryDocument(findings),
        untried: reports.flatMap { report in report.untried.map { UntriedDocument($0, database: report.database) } })
    }
  }
}

extension Trials {
  /// The requested trials, by the names of `limits`.
  fileprivate var names: [String] {
    let requested: [(Trials.Kind, Bool)] = [
      (.pairs, pairs != .head), (.twice, runsTwice), (.interrupt, interrupts), (.down, runsDownMigrations),
      (.budget, budget != nil),
    ]
    return requested.filter(\.1).map(\.0.rawValue)
  }
}

extension Verification.FixtureOutcome {
  /// The version and its destination, if any: `1.0.0`, or `1.0.0 to 1.1.0`.
  var name: String { fixture.entry.version.name + (destination.map { " to " + $0 } ?? "") }
}
