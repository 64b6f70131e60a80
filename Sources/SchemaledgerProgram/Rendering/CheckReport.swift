import ArgumentParser
import CanonicalJSON
import Findings
import LedgerCore
import LedgerKit

/// The output of `check`.
struct CheckReport: ExportedReport {
  static let command = "check"

  /// The findings in the order of the configuration, which may list a database more than once.
  let results: [(database: String, findings: [Finding])]
  /// The ledger folder of each database.
  let ledgers: [String: String]
  /// The conflicts with unmerged branches.
  let branches: BranchReview.Result
  /// Whether a commit waits for the result of the check.
  let isStaged: Bool
  /// Whether the clone lacks older commits, so that less was compared.
  var isShallow = false

  private static let clean: DisplayText = "no frozen version has changed"
  private var all: [(database: String, findings: [Finding])] { results + branches.databases }
  private var findings: [Finding] { all.flatMap(\.findings) }

  /// - Throws: `ExitCode.finding` when a finding is an error.
  func write(_ format: ReportFormat, to terminal: Terminal) throws {
    // What was not compared comes before what was found.
    if format == .text { terminal.write(shallow) }
    try format.exporter.write(self, to: terminal)
    terminal.write(format == .text ? branches.allNotes : notes)
    if findings.worst == .error { throw ExitCode.finding }
  }

  var notes: [Note] { shallow + branches.allNotes }

  /// The hook compares the commit with the one before it, which every clone has.
  private var shallow: [Note] {
    guard isShallow, !isStaged else { return [] }
    let message =
      "this clone is shallow: only the commits that it has were compared. To have all of them: git fetch --unshallow"
    return [Note(code: .shallowHistory, message: message)]
  }

  var warnings: [DisplayText] { [] }
  var failure: DisplayText? { nil }

  func writeText(to terminal: Terminal) {
    // A hook prints nothing when it has no findings.
    let isClean = results.flatMap(\.findings).allSatisfy { $0.isRecord }
    if isClean, !isStaged { terminal.confirmations.out(Self.clean) }
    FindingText(terminal: terminal).lines(findings).forEach(terminal.out)
    if findings.worst == .error, isStaged {
      terminal.message("The commit was stopped. To commit anyway: git commit --no-verify")
    }
  }

  func writeJSON(to terminal: Terminal) throws {
    var report = JSONReport("check")
    report["branchesExcluded"] = .array(branches.excluded.map { .string($0) })
    report["branchesNotCompared"] = .array((branches.notCompared + branches.stale).map { .string($0) })
    try report.set(findings: all.flatMap { name, findings in try findings.documents(database: name) })
    try report.set("notes", to: notes)
    report.write(to: terminal)
  }

  /// The databases in order, each listed once.
  private var databases: [(name: String, findings: [Finding])] {
    var names: [String] = []
    for result in all where !names.contains(result.database) { names.append(result.database) }
    return names.map { name in (name, all.filter { $0.database == name }.flatMap(\.findings)) }
  }

  /// A report with a suite for each database and a test case for each finding.
  var junit: JUnitReport? {
    // Without a configuration, there is no database to name, but a report must have a suite.
    let all = databases.isEmpty ? [(name: Configuration.defaultDatabase, findings: [])] : databases
    let notes = self.notes.map(\.text)
    let suites = all.enumerated().map { place, database in
      let (name, findings) = database
      return JUnitReport.Suite(
        name: "\(name)",
        cases: findings.isEmpty
          ? [JUnitReport.Case(name: Self.clean, result: .passed)] : findings.map { JUnitReport.Case($0) },
        output: place == 0 ? notes : [])
    }
    return JUnitReport(name: "schemaledger check", suites: suites)
  }

  var parts: [DatabaseFindings] {
    databases.map { DatabaseFindings(database: $0.name, ledger: ledgers[$0.name], findings: $0.findings) }
  }

  var markdown: DisplayText {
    let verdict = findings.isEmpty ? Self.clean : "\(Wording.count(findings))"
    var lines: [DisplayText] = ["### \(MarkdownText.sign(findings.worst)) schemaledger check: \(verdict)", ""]
    for (name, findings) in databases where !findings.isEmpty {
      if databases.count > 1 { lines += ["#### \(name)", ""] }
      lines += MarkdownText.findings(findings)
    }
    lines += MarkdownText.notes(notes)
    return lines.joined(separator: "\n")
  }
}

extension Finding {
  /// Whether it only repeats what the ledger or the configuration records.
  fileprivate var isRecord: Bool {
    severity == .note && [.entryWithdrawn, .ledgerMoved, .ledgerUnreached].contains(code)
  }
}
