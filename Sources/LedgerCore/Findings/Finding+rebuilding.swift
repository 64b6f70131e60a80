internal import Findings
package import GitStore

// SL114 and SL115.

extension Finding {
  /// - Parameter commit: the commit with the source, or `nil` for the files that are about to be committed.
  package static func madeOtherwise(_ difference: RebuildFacts.Difference, commit: ObjectID?) -> Finding {
    Finding(.ledger(.rebuilding(.differs(difference, commit: commit))))
  }

  package static func madeFromOtherSource(commit: ObjectID?) -> Finding {
    Finding(.ledger(.rebuilding(.otherSource(commit: commit))), severity: .warning)
  }

  package static func notCompared(_ versions: [String], _ reason: RebuildFacts.Reason) -> Finding {
    Finding(.ledger(.rebuilding(.notCompared(versions: versions, reason))), severity: .note)
  }

  /// - Parameter isCommitted: if so, `git rebase` or `git cherry-pick` may have moved the entry to another branch.
  package static func parentsDiffer(_ facts: RebuildFacts, isCommitted: Bool) -> Finding {
    Finding(.ledger(.rebuilding(facts)), severity: isCommitted ? .warning : .error)
  }

  /// The finding about an entry in this folder that is not committed yet.
  package func beforeCommit(of folder: String) -> Finding {
    severity == .error ? helped(by: .freezeAgain(folder: folder)) : self
  }
}
