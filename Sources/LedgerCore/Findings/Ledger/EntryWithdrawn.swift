package import Findings
package import LedgerEntries

extension FindingCode {
  package static let entryWithdrawn = FindingCode("SL109", "Frozen version withdrawn", .note, isWaivable: false)
}

/// The freeze was a mistake, for this reason.
struct EntryWithdrawn: LedgerFinding {
  let reason: String

  var code: FindingCode { .entryWithdrawn }
  var name: String { "withdrawn" }

  func message(of finding: Finding) -> String {
    "\(finding.version ?? "")\(finding.entryInParentheses) was withdrawn: \(reason)"
  }

  func help(for finding: Finding) -> Help? { nil }
}

extension Finding {
  package static func withdrawn(_ withdrawal: Withdrawal, path: String) -> Finding {
    Finding(EntryWithdrawn(reason: withdrawal.reason)).about(withdrawal, path)
  }

  /// The file of the withdrawal differs from the committed one, or is missing.
  package static func withdrawalLost(
    _ withdrawal: Withdrawal, path: String, isDeleted: Bool, remedy: Remedy?
  ) -> Finding {
    (isDeleted ? Finding(WithdrawalDeleted(), remedy: remedy) : Finding(WithdrawalChanged(), remedy: remedy))
      .about(withdrawal, path)
  }

  /// - Parameter folder: the folder of the entry.
  package static func withdrawnIsPresent(_ withdrawal: Withdrawal, folder: String) -> Finding {
    Finding(WithdrawnIsPresent()).about(withdrawal, folder)
  }

  func about(_ withdrawal: Withdrawal, _ path: String) -> Finding {
    with(version: withdrawal.entry.version.name, entry: withdrawal.entryID, path: path)
  }
}
