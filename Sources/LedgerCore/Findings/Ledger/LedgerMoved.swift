package import Findings

extension FindingCode {
  package static let ledgerMoved = FindingCode("SL110", "Ledger moved to another folder", .note, isWaivable: false)
}

/// The entries of the ledger were moved from another folder.
struct LedgerMoved: LedgerFinding {
  let from: String

  var code: FindingCode { .ledgerMoved }

  func message(of finding: Finding) -> String { "the ledger was moved from \(from) to \(finding.path ?? "")" }

  func help(for finding: Finding) -> Help? { nil }
}

extension Finding {
  /// - Parameters:
  ///   - ledger: the ledger's folder after the move.
  ///   - former: the folder before it.
  package static func moved(_ ledger: String, from former: String) -> Finding {
    Finding(LedgerMoved(from: former)).with(path: ledger)
  }
}
