internal import CanonicalJSON
package import Findings

extension FindingCode {
  package static let sealBroken = FindingCode("SL112", "Sealed entry missing", isWaivable: false)
}

/// A seal has an entry of the finding's version, and the ledger does not.
struct SealedEntryMissing: LedgerFinding {
  /// The name of the seal.
  let seal: String
  /// The id of the version's entry now; `nil` if it has none.
  @NullIfNil var present: String?

  var code: FindingCode { .sealBroken }

  func message(of finding: Finding) -> String {
    let version = finding.version ?? ""
    let entry = finding.entry.map { "entry \($0.prefix(12))" } ?? ""
    guard let present else { return "\(version) (\(entry)) is sealed in \(seal), and is not in the ledger" }
    return "\(version) is sealed in \(seal) as \(entry), and is now another one: entry \(present.prefix(12))"
  }

  func help(for finding: Finding) -> Help? {
    "if no reference has it, restore it from another clone that has the commit of \(seal); to find it: \(inspect: "schemaledger log --all")"
  }
}

/// A seal has a withdrawal, and the ledger does not.
struct SealedWithdrawalMissing: LedgerFinding {
  let seal: String

  var code: FindingCode { .sealBroken }

  func message(of finding: Finding) -> String {
    "\(finding.path ?? "") is sealed in \(seal), and is not in the ledger"
  }

  func help(for finding: Finding) -> Help? {
    "to see where it was deleted: \(inspect: "git log --all --diff-filter=D -- \((finding.path ?? "").shellWord)")"
  }
}

/// A seal has a database that the configuration does not have; its ledger was in this folder.
struct SealedDatabaseMissing: LedgerFinding {
  let database: String
  let ledger: String
  let seal: String

  var code: FindingCode { .sealBroken }

  func message(of finding: Finding) -> String {
    "database \(database) is sealed in \(seal), with its ledger in \(ledger), and is not configured"
  }

  func help(for finding: Finding) -> Help? { "configure it again, with ledger: \(ledger)" }
}

extension Finding {
  /// - Parameters:
  ///   - present: the id of the entry that the version has instead, or `nil` if it has none.
  ///   - path: the folder of that entry.
  package static func sealedEntryMissing(
    _ version: String, id: String, seal: String, present: String?, path: String?
  ) -> Finding {
    Finding(SealedEntryMissing(seal: seal, present: present)).with(version: version, entry: id, path: path)
  }

  package static func sealedWithdrawalMissing(path: String, seal: String) -> Finding {
    Finding(SealedWithdrawalMissing(seal: seal)).with(path: path)
  }

  package static func sealedDatabaseMissing(_ name: String, ledger: String, seal: String) -> Finding {
    Finding(SealedDatabaseMissing(database: name, ledger: ledger, seal: seal))
  }
}
