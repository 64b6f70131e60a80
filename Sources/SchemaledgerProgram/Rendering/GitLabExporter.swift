import CanonicalJSON
import Digests
import Findings
import LedgerCore

/// A report for the Code Quality widget of GitLab's merge requests. Findings that are waived are not in it, because the
/// format cannot mark them.
///
/// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
enum GitLabExporter: ReportExporter {
  static let purpose: String? = "Code Quality"
  static let fileExtension = "json"
  static let reasonNotToMerge: String? = nil

  static func write(_ report: some ExportedReport, to terminal: Terminal) {
    let issues = report.parts.fingerprinted.filter { $0.finding.waiver == nil }.map(issue)
    terminal.document(.json(.array((report.failure.map { [issue($0)] } ?? []) + issues)))
  }

  /// GitLab reads a report only if the job leaves one, and an empty one would mean that there are no findings.
  static func write(_ failure: Failure, of command: String, to terminal: Terminal) {}

  /// GitLab shows only issues, so what is missing is one.
  private static func issue(_ failure: DisplayText) -> JSONValue {
    [
      "check_name": "incomplete", "description": .string(failure.text), "fingerprint": .string(sha256(failure.text)),
      "location": ["lines": ["begin": 1], "path": .string(Configuration.fileName)], "severity": "blocker",
    ]
  }

  private static func issue(part: DatabaseFindings, finding: Finding, fingerprint: String) -> JSONValue {
    let place = part.place(of: finding)
    let severity =
      switch finding.severity {
      case .error: "critical"
      case .warning: "minor"
      case .note: "info"
      }
    return [
      "check_name": .string(finding.code.rawValue),
      // The widget shows one line.
      "description": .string(("\(finding.code.rawValue): \(finding.message)" as DisplayText).text),
      "fingerprint": .string(fingerprint),
      "location": ["lines": ["begin": .number(place.line ?? 1)], "path": .string(place.path)],
      "severity": .string(severity),
    ]
  }
}
