package import Findings

extension FindingCode {
  package static let parentsDiffer = FindingCode("SL115", "Parents that freeze would not name")
}

/// These versions have only migrations of the entry, and are not its ancestors.
package struct AncestorsMissing: LedgerFinding {
  let versions: [String]

  package init(versions: [String]) { self.versions = versions }

  package var code: FindingCode { .parentsDiffer }

  package func message(of finding: Finding) -> String {
    "\(finding.version ?? "") does not name \(versions.listedBriefly) as \(versions.count == 1 ? "an ancestor" : "ancestors"), "
      + "although it has all of \(versions.count == 1 ? "its" : "their") migrations"
  }

  package func help(for finding: Finding) -> Help? { .movedEntry }
}

/// These parents have migrations that the entry does not have.
package struct ForeignParents: LedgerFinding {
  let versions: [String]

  package init(versions: [String]) { self.versions = versions }

  package var code: FindingCode { .parentsDiffer }

  package func message(of finding: Finding) -> String {
    let version = finding.version ?? ""
    return "\(version) names \(versions.listedBriefly) as \(versions.count == 1 ? "a parent" : "parents"), "
      + "which \(versions.count == 1 ? "has" : "have") migrations that \(version) does not have"
  }

  package func help(for finding: Finding) -> Help? { .movedEntry }
}

extension Help {
  fileprivate static var movedEntry: Help {
    "ask who made the entry; git rebase and git cherry-pick of a freeze lead to the same state"
  }
}

extension Finding {
  /// - Parameter isCommitted: if so, `git rebase` or `git cherry-pick` may have moved the entry to another branch.
  package static func parentsDiffer(_ kind: some LedgerFinding, isCommitted: Bool) -> Finding {
    Finding(kind).atMost(isCommitted ? .warning : .error)
  }
}
