internal import CanonicalJSON
package import Findings

extension FindingCode {
  package static let ledgerUnreached = FindingCode(
    "SL111", "Ledger that the configuration does not name", isWaivable: false)
}

/// The configuration does not name the ledger, which has or had these versions.
struct LedgerUnreached: LedgerFinding {
  let versions: [String]
  /// Why the configuration retires the ledger; `nil` if it does not.
  @NullIfNil var reason: String?

  var code: FindingCode { .ledgerUnreached }
  var severity: Severity { reason == nil ? .error : .note }

  func message(of finding: Finding) -> String {
    let path = finding.path ?? ""
    if let reason { return "the ledger \(path) (\(versions.listedBriefly)) is retired: \(reason)" }
    return "\(Configuration.fileName) does not name the ledger \(path), in which " + versions.listedBriefly + " "
      + (versions.count == 1 ? "was frozen" : "were frozen")
  }

  func help(for finding: Finding) -> Help? {
    reason == nil
      ? "correct it or, if no release has the database any more, list the folder under 'retired' with the reason; to see what was changed: \(inspect: "git log -p -- \(Configuration.fileName)")"
      : nil
  }
}

extension Finding {
  /// - Parameter reason: why the configuration retires the ledger; `nil` if it does not.
  package static func unreached(_ ledger: String, versions: [String], reason: String?) -> Finding {
    Finding(LedgerUnreached(versions: versions, reason: reason)).with(path: ledger)
  }
}
