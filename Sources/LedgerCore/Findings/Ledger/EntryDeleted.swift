package import Findings

extension FindingCode {
  package static let entryDeleted = FindingCode("SL102", "Frozen entry deleted", isWaivable: false)
}

/// An entry was deleted; `isRestored` if the same entry exists again.
struct EntryDeleted: LedgerFinding {
  let isRestored: Bool

  var code: FindingCode { .entryDeleted }
  var name: String { "deleted" }
  var severity: Severity { isRestored ? .warning : .error }

  func message(of finding: Finding) -> String {
    "\(finding.version ?? "") was deleted from the ledger" + (isRestored ? ", and later restored" : "")
  }

  func help(for finding: Finding) -> Help? { nil }
}

/// The only branch or tag with the entry is about to be deleted.
struct EntryDeletedWithReference: LedgerFinding {
  let reference: String

  var code: FindingCode { .entryDeleted }
  var name: String { "deletedWithReference" }

  func message(of finding: Finding) -> String {
    "\(finding.version ?? "") is frozen only in \(reference), which is about to be deleted"
  }

  func help(for finding: Finding) -> Help? { "merge it first, or keep it under a tag" }
}

/// The file of a withdrawal was deleted, or is about to be.
struct WithdrawalDeleted: LedgerFinding {
  var code: FindingCode { .entryDeleted }

  func message(of finding: Finding) -> String {
    "the record that \(finding.version ?? "")\(finding.entryInParentheses) was withdrawn was deleted"
  }

  func help(for finding: Finding) -> Help? { nil }
}

extension Finding {
  package static func deleted(_ version: String, id: String?, isRestored: Bool, remedy: Remedy?) -> Finding {
    Finding(EntryDeleted(isRestored: isRestored), remedy: isRestored ? nil : remedy).with(version: version, entry: id)
  }

  /// A branch or tag is deleted, and no other has the entry.
  package static func deletedReference(_ reference: String, with version: String, id: String) -> Finding {
    Finding(EntryDeletedWithReference(reference: reference)).with(version: version, entry: id)
  }

  /// ` (entry 0a316bf9e005)`.
  var entryInParentheses: String { entry.map { " (entry \($0.prefix(12)))" } ?? "" }
}
