package import Findings
internal import LedgerEntries

// SL109, and SL101 to SL104 about the record of a withdrawal.

extension WithdrawalFacts {
  func message(of finding: Finding) -> String {
    let version = finding.version ?? ""
    let entry = finding.entry.map { " (entry \($0.prefix(12)))" } ?? ""
    return switch self {
    case .withdrawn(let reason): "\(version)\(entry) was withdrawn: \(reason)"
    case .changed: "\(finding.path ?? "") records that \(version) was withdrawn, and must not change"
    case .deleted: "the record that \(version)\(entry) was withdrawn was deleted"
    case .isPresent: "\(version)\(entry) was withdrawn, and is in the ledger again"
    case .missingParent(let id):
      "the withdrawal of \(version) names a parent that is not in the ledger: entry \(id.prefix(12))"
    }
  }

  func help(for finding: Finding) -> Help? {
    switch self {
    case .withdrawn, .changed, .deleted: nil
    case .isPresent:
      "remove it: \(fix: "git rm -rfq -- \((finding.path ?? "").shellWord)"), then freeze \(finding.version ?? "it") anew if it is needed"
    case .missingParent:
      "to see where entries were deleted: \(inspect: "git log --all --diff-filter=D -- '*/\(Entry.fileName)'")"
    }
  }
}
