package import GitStore
package import LedgerEntries

extension Ledger {
  /// Reads every file of the `Withdrawn` folder. Files with another ending than `.json` are not withdrawals.
  ///
  /// - Parameter known: the same ledger in another snapshot. A withdrawal with the same bytes is not parsed again.
  /// - Throws: `GitError`, `LedgerError.ledgerIsNoFolder`.
  package static func withdrawals(
    at path: String, in snapshot: FileSnapshot, knowing known: Ledger? = nil
  ) throws -> (valid: [Withdrawal], broken: [Broken]) {
    let folder = withdrawnFolder(of: path)
    guard let children = try snapshot.list(folder) else {
      try refuseNonFolder([folder], in: snapshot)
      return ([], [])
    }
    var valid: [Withdrawal] = []
    var broken: [Broken] = []
    for child in children where child.name.hasSuffix(".json") {
      let file = folder + "/" + child.name
      do {
        guard let bytes = try snapshot.read(file) else {
          throw EntryError.notAnEntry(folder: file, reason: "it is not a file")
        }
        let read = known?.withdrawals.first { $0.fileName == child.name && $0.bytes == bytes }
        valid.append(try read ?? Withdrawal(parsing: bytes, path: file))
      } catch let error as EntryError {
        broken.append(Broken(folder: file, error: error))
      }
    }
    return (valid, broken)
  }
}

extension Ledger {
  /// Withdrawals whose parents are missing, and withdrawn entries that are in the ledger.
  ///
  /// - Parameters:
  ///   - only: the paths of the withdrawals whose parents to check, or `nil` for all.
  ///   - known: the ids that may be parents, or `nil` to check no parents.
  func withdrawalFindings(only: Set<String>?, known: Set<String>?) -> [Finding] {
    withdrawals.flatMap { withdrawal -> [Finding] in
      let path = path(of: withdrawal)
      let isChecked = only?.contains(path) ?? true
      let missing = withdrawal.parents.filter { isChecked && known?.contains($0) == false }
      let present = items.filter { $0.id == withdrawal.entryID }
      return present.map { .withdrawnIsPresent(withdrawal, folder: $0.folder) }
        + missing.map { .brokenChain(withdrawal, path: path, missing: $0) }
    }
  }
}

extension Ledger {
  /// The last withdrawal of the version that a text names and that is not frozen again. A `v` before the number does not
  /// count.
  package func withdrawal(named text: String) -> Withdrawal? {
    let frozen = Set(items.map(\.entry.version))
    return withdrawals.last { !frozen.contains($0.entry.version) && $0.entry.version.isSame(as: text) }
  }
}
