internal import CanonicalJSON
package import Findings
internal import GitStore
package import LedgerEntries
package import SQLiteSchema

extension FindingCode {
  package static let entryRewritten = FindingCode("SL101", "Frozen entry rewritten", isWaivable: false)
}

/// A commit rewrote these files of an entry, or only their modes.
struct EntryRewritten: LedgerFinding {
  let files: [String]
  /// How the schemas compare, where both can be read.
  @NullIfNil var verdict: Verdict?
  let isCurrent: Bool

  var code: FindingCode { .entryRewritten }
  var name: String { "rewritten" }
  var severity: Severity { isCurrent ? .error : .warning }

  func message(of finding: Finding) -> String {
    let changed = files.isEmpty ? "file modes" : files.joined(separator: ", ")
    return "\(finding.version ?? "") was rewritten after it was frozen\(isCurrent ? "" : ", and later restored"): "
      + "\(changed) changed\(verdict.map { "; \($0.sentence)" } ?? "")"
  }

  func help(for finding: Finding) -> Help? {
    isCurrent ? nil : "the current content is the original one; no action is needed"
  }
}

/// A file of an entry differs in what is about to be committed.
struct EntryRewriting: LedgerFinding {
  var code: FindingCode { .entryRewritten }
  var name: String { "rewriting" }

  func message(of finding: Finding) -> String {
    "\(finding.path ?? "") is part of frozen version \(finding.version ?? "") and must not change"
  }

  func help(for finding: Finding) -> Help? { nil }
}

/// The file of a withdrawal differs in what is about to be committed.
struct WithdrawalChanged: LedgerFinding {
  var code: FindingCode { .entryRewritten }

  func message(of finding: Finding) -> String {
    "\(finding.path ?? "") records that \(finding.version ?? "") was withdrawn, and must not change"
  }

  func help(for finding: Finding) -> Help? { nil }
}

extension Verdict {
  /// What it says about the schema of a rewritten entry.
  fileprivate var sentence: String {
    switch self {
    case .identical: "the schema is identical"
    case .cosmetic: "the schema differs only in its text"
    case .reordered: "the schema differs in the order of columns"
    case .changed: "the schema is different"
    }
  }
}

extension Finding {
  package static func rewritten(
    _ entry: Entry, id: String, files: [String], verdict: Verdict?, isCurrent: Bool, remedy: Remedy?
  ) -> Finding {
    Finding(EntryRewritten(files: files, verdict: verdict, isCurrent: isCurrent), remedy: isCurrent ? remedy : nil)
      .with(version: entry.version.name, entry: id)
  }

  /// A rewrite that is about to be committed.
  package static func rewriting(_ version: String, path: String, changes: [SchemaChange], remedy: Remedy) -> Finding {
    Finding(EntryRewriting(), remedy: remedy).with(version: version, path: path, changes: changes)
  }
}
