import CanonicalJSON
import Digests
import Findings
import LedgerCore

/// A report for the Code Quality widget of GitLab's merge requests. Findings that are waived are not in it, because the
/// format cannot mark them.
///
/// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
struct CodeQualityReport {
  let parts: [DatabaseFindings]
  /// Why the findings are incomplete; `nil` if they are complete.
  var failure: DisplayText?

  /// The complete document.
  var document: DisplayText {
    let issues = parts.fingerprinted.filter { $0.finding.waiver == nil }.map(Self.issue)
    return .json(.array((failure.map { [Self.issue($0)] } ?? []) + issues))
  }

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
