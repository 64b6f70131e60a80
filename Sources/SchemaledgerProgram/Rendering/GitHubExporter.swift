import Findings
import LedgerCore

/// The text, and then the annotations that the runner of GitHub Actions shows.
enum GitHubExporter: ReportExporter {
  static let purpose: String? = "annotations of GitHub Actions, after the text"
  static let fileExtension = "txt"
  static let reasonNotToMerge: String? = nil

  static func write<Report: ExportedReport>(_ report: Report, to terminal: Terminal) {
    report.writeText(to: terminal)
    let failures = report.failure.map { [WorkflowCommand(failure: $0, of: "schemaledger \(Report.command)")] } ?? []
    terminal.commands(failures + annotations(of: report.parts))
  }

  static func write(_ failure: Failure, of command: String, to terminal: Terminal) {
    let message = failure.lines.joined(separator: "\n")
    terminal.commands([WorkflowCommand(failure: message, of: "schemaledger \(command)")])
  }

  /// The annotations for the findings that are not waived, errors first: GitHub shows ten errors and ten warnings of a step.
  private static func annotations(of parts: [DatabaseFindings]) -> [WorkflowCommand] {
    parts.flatMap { part in part.findings.unwaived.map { (part, $0) } }.sorted { $0.1.severity > $1.1.severity }
      .map { WorkflowCommand($1, of: $0) }
  }
}

extension WorkflowCommand {
  /// An annotation for a finding.
  fileprivate init(_ finding: Finding, of part: DatabaseFindings) {
    let name: StaticString =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    let place = part.place(of: finding)
    self.init(
      name, path: place.path, line: place.line, title: "\(finding.code.rawValue): \(finding.code.title)",
      message: finding.wholeMessage)
  }

  /// An annotation that is not for a place.
  fileprivate init(failure message: DisplayText, of command: DisplayText) {
    self.init("error", path: nil, line: nil, title: "\(command) failed", message: message)
  }
}
