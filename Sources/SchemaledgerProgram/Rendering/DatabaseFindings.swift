import Digests
import Findings
import LedgerCore
import LedgerEntries

/// The findings of one database, in a report that a program reads.
struct DatabaseFindings {
  let database: String
  /// The ledger folder; `nil` if it is not known.
  let ledger: String?
  let findings: [Finding]

  /// Where a reader shows a finding: at the path that the finding names, otherwise at the entry of its version, otherwise
  /// at the configuration.
  func place(of finding: Finding) -> (path: String, line: Int?) {
    if let path = finding.path { return (path, finding.line) }
    let entry = finding.version.flatMap { version in ledger.map { "\($0)/Fixtures/\(version)/\(Entry.fileName)" } }
    return (entry ?? Configuration.fileName, nil)
  }

  /// A hash of the subject of a finding. It does not include the message, so that a change of wording does not create a new
  /// finding.
  fileprivate func subject(of finding: Finding) -> String {
    let parts = [database, finding.version, finding.path, finding.object, finding.column, finding.branch]
    return String(sha256((["\(finding.code.rawValue)"] + parts.map { $0 ?? "" }).joined(separator: "\n")).prefix(16))
  }
}

extension [DatabaseFindings] {
  /// Each finding with an identifier that it has in each run: a hash of its subject, and its number among those that have
  /// the same subject.
  var fingerprinted: [(part: DatabaseFindings, finding: Finding, fingerprint: String)] {
    var seen: [String: Int] = [:]
    return flatMap { part in
      part.findings.map { finding in
        let subject = part.subject(of: finding)
        seen[subject, default: 0] += 1
        return (part, finding, "\(subject):\(seen[subject, default: 1])")
      }
    }
  }
}

extension Finding {
  /// The message, and what the text report has below it.
  var wholeMessage: DisplayText {
    var text = FindingText.plain
    // A viewer shows the message at the line itself.
    text.hasExcerpts = false
    let more = text.lines(self).dropFirst().map(\.withoutSpacesAtStart)
    return (["\(message)."] + more).joined(separator: "\n")
  }
}
