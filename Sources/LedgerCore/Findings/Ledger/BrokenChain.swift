package import Findings
package import LedgerEntries

extension FindingCode {
  package static let chainBroken = FindingCode("SL104", "Missing parent entry", isWaivable: false)
}

/// An entry, or a withdrawn one, names a parent, by id, that does not exist.
struct BrokenChain: LedgerFinding {
  let parent: String
  /// Present if it is a withdrawal that names the parent.
  var isWithdrawn: Bool?

  var code: FindingCode { .chainBroken }
  var name: String { "missingParent" }

  func message(of finding: Finding) -> String {
    let version = finding.version ?? ""
    return "\(isWithdrawn == nil ? version : "the withdrawal of \(version)") names a parent that is not in the ledger: "
      + "entry \(parent.prefix(12))"
  }

  func help(for finding: Finding) -> Help? {
    "to see where entries were deleted: \(inspect: "git log --all --diff-filter=D -- '*/\(Entry.fileName)'")"
  }
}

extension Finding {
  package static func brokenChain(_ entry: Entry, id: String, missing parent: String) -> Finding {
    Finding(BrokenChain(parent: parent)).with(version: entry.version.name, entry: id)
  }

  package static func brokenChain(_ withdrawal: Withdrawal, path: String, missing parent: String) -> Finding {
    Finding(BrokenChain(parent: parent, isWithdrawn: true)).about(withdrawal, path)
  }
}
