package import Findings

/// A kind of finding about other branches. A collision with several of them is one finding.
package protocol BranchFinding: LedgerFinding {
  /// The short names of all branches concerned.
  var branches: [String] { get set }
}

extension Finding {
  /// The finding about these branches, of which the first is the one that its commits are from.
  package func about(_ branches: [String]) -> Finding {
    var finding = self
    if var kind = kind as? any BranchFinding {
      kind.branches = branches
      finding.kind = kind
    }
    finding.branch = branches.first
    return finding
  }
}
