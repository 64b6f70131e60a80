import Findings
import GitStore
import LedgerCore
import LedgerKit
import MigrationSources

extension VerifyReport {
  /// The report in Markdown, for a comment on a pull request or for `$GITHUB_STEP_SUMMARY`.
  var markdown: DisplayText {
    var lines: [DisplayText] = []
    if reports.count > 1 {
      let worst = reports.flatMap(\.findings).worst
      let verdict = worst == .error ? "errors in some databases" : Wording.count(reports.count, "database")
      lines += ["### \(MarkdownText.sign(worst)) schemaledger verify: \(verdict)", ""]
    }
    for report in reports { lines += markdown(report) }
    let limits = reports.flatMap(\.limits).map { "\(Wording.limit($0))" as DisplayText }
    let notes = reports.flatMap { StatementText($0).lines } + limits + self.notes.map(\.text) + warnings
    lines += notes.isEmpty ? [] : notes.map { "* note: " + MarkdownText.code($0) } + [""]
    return lines.joined(separator: "\n")
  }

  private func markdown(_ report: Verification.Report) -> [DisplayText] {
    let untried: Finding.Severity = report.outcomes.contains(where: \.isUntried) ? .warning : .note
    let sign = MarkdownText.sign(max(report.findings.worst ?? .note, untried))
    let title: DisplayText =
      reports.count > 1 ? "#### \(sign) \(report.database): " : "### \(sign) schemaledger verify: "
    return [title + summary(report), ""] + table(report.outcomes) + MarkdownText.findings(report.findings)
  }

  /// Returns a table of the outcomes. If there are more than `limit`, it contains only fixtures that failed, have
  /// warnings or were not tried.
  private func table(_ outcomes: [Verification.FixtureOutcome], limit: Int = 100) -> [DisplayText] {
    if outcomes.isEmpty { return [] }
    let wanted =
      outcomes.count <= limit
      ? outcomes : outcomes.filter { $0.result == .failed || $0.isUntried || $0.findings.worst == .warning }
    let shown = wanted.prefix(limit)
    var lines: [DisplayText] = ["| version | entry | read from | outcome |", "|---|---|---|---|"]
    lines += shown.map { outcome in
      let place =
        outcome.fixture.commits.first.map { MarkdownText.code("\($0.short)") } ?? (isBare ? "HEAD" : "work tree")
      let entry = MarkdownText.code("\(outcome.fixture.id.prefix(12))")
      return "| \(MarkdownText.code("\(outcome.name)")) | \(entry) | \(place) | \(cell(outcome)) |"
    }
    let rest = outcomes.count - shown.count
    if shown.isEmpty { return [] }
    return lines + (rest > 0 ? ["", "and \(Wording.count(rest, "fixture")) more"] : []) + [""]
  }

  private func cell(_ outcome: Verification.FixtureOutcome) -> DisplayText {
    switch outcome.result {
    case .migrated, .current: "\(MarkdownText.sign(outcome.findings.worst)) \(words(outcome))"
    case .failed: "❌ \(words(outcome))"
    case .waived: "⚠️ waived: \(words(outcome))"
    case .noUpgradePath, .unknownTables, .mappingModel, .anotherLineage, .notWhole: "⚠️ not tried: \(words(outcome))"
    }
  }
}
