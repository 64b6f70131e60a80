import Findings
import LedgerCore
import LedgerKit

/// The output of `verify --merge`: the findings of the whole run, in each format but JUnit, whose test cases have the
/// durations of the fixtures. If shards are missing, each format says which.
struct MergedReport: ExportedReport {
  static let command = "verify"

  let report: ShardReport
  /// Whether everything that was not tried is a failure.
  let isStrict: Bool

  var isFailure: Bool { report.isFailure(strict: isStrict) }

  func write(_ format: ReportFormat, to terminal: Terminal) throws {
    try format.exporter.write(self, to: terminal)
    // The JSON report has their names.
    if format != .json { for warning in warnings { terminal.warn(warning) } }
  }

  var notes: [Note] { [] }
  var failure: DisplayText? { report.missing?.sentence }
  /// The reports of shards have no durations.
  var junit: JUnitReport? { nil }

  func writeJSON(to terminal: Terminal) throws { terminal.document(try .json(report.document)) }

  var parts: [DatabaseFindings] {
    report.databases.map { DatabaseFindings(database: $0.name, ledger: $0.ledger, findings: $0.findings) }
  }

  /// The broken references of the repository, which are the same for each database.
  var warnings: [DisplayText] {
    (report.databases.first?.record.brokenReferences ?? []).map { "\(Wording.brokenReference($0))" }
  }

  func writeText(to terminal: Terminal) {
    for database in report.databases {
      if report.databases.count > 1 { terminal.out(terminal.styled("\(database.name)", .strong)) }
      FindingText(terminal: terminal).lines(database.findings).forEach(terminal.out)
      for line in limits(of: database) { terminal.out(terminal.styled(line, .faint)) }
      let label: Terminal.Label =
        switch sign(of: database) {
        case .error: .error
        case .warning: .warning
        case .note: .success
        }
      terminal.out(terminal.styled(summary(of: database), label))
    }
    if let missing = report.missing { terminal.out(terminal.styled(missing.sentence, .error)) }
  }

  var markdown: DisplayText {
    var lines: [DisplayText] = []
    if let missing = report.missing {
      lines += ["### ❌ schemaledger verify: \(missing.sentence)", ""]
    }
    if report.databases.count > 1 {
      let verdict = isFailure ? "errors in some databases" : Wording.count(report.databases.count, "database")
      let worst = report.databases.map(sign).max()
      lines += ["### \(MarkdownText.sign(worst)) schemaledger verify: \(verdict)", ""]
    }
    for database in report.databases {
      let sign = MarkdownText.sign(sign(of: database))
      let title: DisplayText =
        report.databases.count > 1 ? "#### \(sign) \(database.name): " : "### \(sign) schemaledger verify: "
      lines += [title + summary(of: database), ""] + MarkdownText.findings(database.findings)
    }
    let notes = report.databases.flatMap(limits) + warnings
    lines += notes.isEmpty ? [] : notes.map { "* note: " + MarkdownText.code($0) } + [""]
    return lines.joined(separator: "\n")
  }

  /// The severity that the report of a database has as a whole.
  private func sign(of database: ShardReport.DatabaseResult) -> Finding.Severity {
    if isStrict && !database.record.untried.isEmpty || report.missing != nil { return .error }
    let untried: Finding.Severity = database.record.upgrades.contains { $0.result.isUntried } ? .warning : .note
    return max(database.findings.worst ?? .note, untried)
  }

  /// What could not be tried.
  private func limits(of database: ShardReport.DatabaseResult) -> [DisplayText] {
    let limits = database.record.limits.map { "\(Wording.limit($0))" as DisplayText }
    return limits + [UntriedText(database.record.untried, isStrict: isStrict).line].compactMap(\.self)
  }

  private func summary(of database: ShardReport.DatabaseResult) -> DisplayText {
    VerifySummary(
      part: report.missing?.present,
      results: database.record.upgrades.map(\.result),
      arrived: database.record.upgrades.count(where: \.hasArrived), findings: database.findings,
      hasVersionTargets: report.hasVersionTargets,
      // The reports of shards do not say whether the repository is bare.
      place: report.commitCount.map { "in \(Wording.count($0, "commit"))" } ?? "of the current state"
    ).text
  }
}
