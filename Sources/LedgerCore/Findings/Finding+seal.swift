internal import Findings
package import GitStore

// SL112 and SL113.

extension Finding {
  /// - Parameters:
  ///   - present: the id of the entry that the version has instead, or `nil` if it has none.
  ///   - path: the folder of that entry.
  package static func sealedEntryMissing(
    _ version: String, id: String, seal: String, present: String?, path: String?
  ) -> Finding {
    Finding(.ledger(.seal(.entryMissing(seal: seal, present: present))))
      .with(version: version, entry: id, path: path)
  }

  package static func sealedWithdrawalMissing(path: String, seal: String) -> Finding {
    Finding(.ledger(.seal(.withdrawalMissing(seal: seal)))).with(path: path)
  }

  package static func sealedDatabaseMissing(_ name: String, ledger: String, seal: String) -> Finding {
    Finding(.ledger(.seal(.databaseMissing(name: name, ledger: ledger, seal: seal))))
  }

  package static func unsignedSeal(_ seal: String) -> Finding {
    Finding(.ledger(.seal(.unsigned(seal: seal))), severity: .warning)
  }

  package static func untrustedSeal(_ seal: String, reason: String) -> Finding {
    Finding(.ledger(.seal(.untrusted(seal: seal, reason: reason))))
  }

  /// The history may have been rewritten, or HEAD may be on another branch.
  package static func sealedCommitMissing(_ commit: ObjectID, seal: String) -> Finding {
    Finding(.ledger(.seal(.commitMissing(commit, seal: seal))), severity: .warning)
  }
}
