import Findings
import LedgerCore

extension WorkflowCommand {
  /// An annotation for a finding.
  init(_ finding: Finding, of part: DatabaseFindings) {
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
  init(failure message: DisplayText, of command: DisplayText) {
    self.init("error", path: nil, line: nil, title: "\(command) failed", message: message)
  }
}

extension [DatabaseFindings] {
  /// The annotations for the findings that are not waived, errors first: GitHub shows ten errors and ten warnings of a step.
  var annotations: [WorkflowCommand] {
    flatMap { part in part.findings.unwaived.map { (part, $0) } }.sorted { $0.1.severity > $1.1.severity }
      .map { WorkflowCommand($1, of: $0) }
  }
}
