internal import Findings
package import LedgerEntries

// SL109, and SL101 to SL104 about the record of a withdrawal.

extension Finding {
  package static func withdrawn(_ withdrawal: Withdrawal, path: String) -> Finding {
    Finding(.ledger(.withdrawal(.withdrawn(reason: withdrawal.reason))), severity: .note).about(withdrawal, path)
  }

  /// The file of the withdrawal differs from the committed one, or is missing.
  package static func withdrawalLost(
    _ withdrawal: Withdrawal, path: String, isDeleted: Bool, remedy: Remedy?
  ) -> Finding {
    Finding(.ledger(.withdrawal(isDeleted ? .deleted : .changed)), remedy: remedy).about(withdrawal, path)
  }

  /// - Parameter folder: the folder of the entry.
  package static func withdrawnIsPresent(_ withdrawal: Withdrawal, folder: String) -> Finding {
    Finding(.ledger(.withdrawal(.isPresent))).about(withdrawal, folder)
  }

  package static func brokenChain(_ withdrawal: Withdrawal, path: String, missing parent: String) -> Finding {
    Finding(.ledger(.withdrawal(.missingParent(id: parent)))).about(withdrawal, path)
  }

  private func about(_ withdrawal: Withdrawal, _ path: String) -> Finding {
    with(version: withdrawal.entry.version.name, entry: withdrawal.entryID, path: path)
  }
}
