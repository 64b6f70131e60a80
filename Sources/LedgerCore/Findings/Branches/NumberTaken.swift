package import Findings

extension FindingCode {
  package static let numberTaken = FindingCode("SL207", "Migration collides with another branch", .warning)
}

/// A branch has a different new migration at the same path.
package struct SameFile: BranchFinding {
  /// Whether the migration is frozen here.
  let isFrozen: Bool
  package var branches: [String]

  package init(isFrozen: Bool, branches: [String]) { (self.isFrozen, self.branches) = (isFrozen, branches) }

  package var code: FindingCode { .numberTaken }

  package func message(of finding: Finding) -> String {
    "\(finding.path ?? "") is also new in \(branches.named), with different content"
  }

  package func help(for finding: Finding) -> Help? {
    isFrozen
      ? "\(finding.path ?? "") is frozen here: on \(finding.branch ?? ""), give the other one a later number (git mv)"
      : .laterNumber(finding.path ?? "")
  }
}

/// A branch has a new migration with the same number at another path.
package struct SameNumber: BranchFinding {
  let number: String
  let otherPath: String
  let isFrozen: Bool
  package var branches: [String]

  package init(number: String, otherPath: String, isFrozen: Bool, branches: [String]) {
    (self.number, self.otherPath, self.isFrozen, self.branches) = (number, otherPath, isFrozen, branches)
  }

  package var code: FindingCode { .numberTaken }

  package func message(of finding: Finding) -> String {
    "\(finding.path ?? "") and \(otherPath) in \(branches.named) have the same number, \(number)"
  }

  package func help(for finding: Finding) -> Help? {
    isFrozen
      ? "\(finding.path ?? "") is frozen here: on \(finding.branch ?? ""), give \(otherPath) a later number (git mv)"
      : .laterNumber(finding.path ?? "")
  }
}

extension Help {
  fileprivate static func laterNumber(_ path: String) -> Help {
    "give one of them a later number before the branches are merged: git mv \(path.shellWord) …"
  }
}
