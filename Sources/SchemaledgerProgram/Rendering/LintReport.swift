import ArgumentParser
import CanonicalJSON
import Findings
import LedgerCore
import LedgerKit

/// The output of `lint`.
struct LintReport: ExportedReport {
  static let command = "lint"

  let reports: [MigrationLint.Report]
  /// Whether the checked migrations were selected, and so may include frozen ones.
  let isSelection: Bool

  private var findings: [Finding] { reports.flatMap(\.findings) }
  private var judged: Int { reports.map(\.judged.count).reduce(0, +) }

  /// - Throws: `ExitCode.finding` when a finding is an error.
  func write(_ format: ReportFormat, to terminal: Terminal) throws {
    try format.exporter.write(self, to: terminal)
    terminal.write(notes)
    if findings.worst == .error { throw ExitCode.finding }
  }

  func writeText(to terminal: Terminal) {
    FindingText(terminal: terminal).lines(findings).forEach(terminal.out)
    let end = findings.isEmpty ? terminal.confirmations : terminal
    end.out(terminal.styled(summary, findings.worst == .error ? .error : findings.isEmpty ? .success : .warning))
  }

  var warnings: [DisplayText] { [] }
  var failure: DisplayText? { nil }

  var notes: [Note] {
    let partial = reports.filter { !$0.partial.isEmpty }.map { report in
      let more = report.partial.count > 1 ? " and \(report.partial.count - 1) more" : ""
      return Note(
        code: .program,
        message: prefix(report)
          + "only the SQL of \(report.partial[0])\(more) was checked: other code in it is not SQL, and was not read",
        database: report.database)
    }
    return partial
      + reports.filter { !$0.isSilent }.compactMap { report in
        let message: String? =
          report.isWithoutStart
          ? "the migrations start from a schema that is not in the source, so none was checked: freeze a version first, or name a script that creates the schema under before: in schemaledger.yml"
          : report.total == nil ? Self.nothing(report.models) : nil
        return message.map { Note(code: .nothingToLint, message: prefix(report) + $0, database: report.database) }
      }
  }

  /// Why nothing of a source without SQL migrations was checked; `nil` if its models were.
  private static func nothing(_ models: ModelLint.Outcome) -> String? {
    switch models {
    case .checked: nil
    case .noModels: "the source has no SQL migrations to check"
    case .notSynchronised:
      "the source has no SQL migrations to check, and CloudKit's rules do not apply to its models, because CloudKit does not synchronise its stores"
    case .unknown:
      "the source has no SQL migrations to check; if CloudKit synchronises its stores, cloudkit: true in schemaledger.yml has its models checked by CloudKit's rules"
    case .notAllowed:
      "the source has no SQL migrations to check, and its models were not checked, because the program of the Swift package is not allowed to run: schemaledger trust, or cloudkit: false in schemaledger.yml"
    }
  }

  private func prefix(_ report: MigrationLint.Report) -> String { reports.count > 1 ? "\(report.database): " : "" }

  /// The number of models that were checked.
  private var models: Int {
    reports.map { if case .checked(let count, _) = $0.models { count } else { 0 } }.reduce(0, +)
  }

  private var summary: DisplayText {
    let total = reports.compactMap(\.total).reduce(0, +)
    if models > 0 {
      let migrations: DisplayText = judged > 0 ? "\(Wording.count(judged, "migration")) and " : ""
      let found: DisplayText = findings.isEmpty ? "nothing found" : "\(Wording.count(findings))"
      return "\(migrations)\(Wording.count(models, "model")) checked: \(found)"
    }
    let partial = reports.map(\.partial.count).reduce(0, +)
    if judged == 0, partial > 0 {
      let found: DisplayText = findings.isEmpty ? "nothing found in it" : "\(Wording.count(findings))"
      return "the SQL of \(Wording.count(partial, "migration")) checked: \(found)"
    }
    if judged == 0 {
      if reports.contains(where: \.isWithoutStart) { return "\(Wording.count(total, "migration")), none checked" }
      return total == 0 || isSelection
        ? "nothing to check"
        : "nothing to check: \(Wording.count(total, "migration")), all frozen (--all checks them all the same)"
    }
    let migrations = Wording.count(judged, "migration")
    return "\(migrations) checked: \(findings.isEmpty ? "nothing found" : Wording.count(findings))"
  }

  func writeJSON(to terminal: Terminal) throws {
    var report = JSONReport("lint")
    try report.set(findings: reports.flatMap { try $0.findings.documents(database: $0.database) })
    report["judged"] = .array(reports.flatMap(\.judged).map { .string($0) })
    if models > 0 { report["models"] = .number(models) }
    try report.set("notes", to: notes)
    report.write(to: terminal)
  }

  /// A report with a suite for each database and a test case for each migration.
  var junit: JUnitReport? {
    let suites = reports.map { report in
      let notes = notes.filter { $0.database == report.database }.map(\.text)
      let cases = report.judged.map { path in
        JUnitReport.Case(
          name: "\(path)", findings: report.findings.filter { $0.path == path || $0.migrationName == path },
          otherwise: .passed)
      }
      let others = report.findings.filter { finding in
        !report.judged.contains { $0 == finding.path || $0 == finding.migrationName }
      }
      let all = cases + others.map { JUnitReport.Case($0) }
      return JUnitReport.Suite(
        name: "\(report.database)",
        cases: all.isEmpty ? [JUnitReport.Case(name: "migrations", result: .skipped(reason: summary))] : all,
        output: notes)
    }
    return JUnitReport(name: "schemaledger lint", suites: suites)
  }

  var parts: [DatabaseFindings] {
    reports.map { DatabaseFindings(database: $0.database, ledger: nil, findings: $0.findings) }
  }

  var markdown: DisplayText {
    var lines: [DisplayText] = ["### \(MarkdownText.sign(findings.worst)) schemaledger lint: \(summary)", ""]
    for report in reports where !report.findings.isEmpty {
      if reports.count > 1 { lines += ["#### \(report.database)", ""] }
      lines += MarkdownText.findings(report.findings)
    }
    lines += MarkdownText.notes(notes)
    return lines.joined(separator: "\n")
  }
}
