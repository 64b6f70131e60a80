package import GitStore
package import LedgerEntries

extension Ledger {
  /// Refuses what makes a clone have other files than those that are stored: attributes that convert them, and names that
  /// some file systems do not distinguish. Neither needs to be in the ledger's folder.
  ///
  /// - Throws: `LedgerError.namesFold`, `LedgerError.attributesConvert`, `GitError`.
  package static func refuseOtherCheckouts(of path: String, in snapshot: FileSnapshot) throws {
    try refuseFoldedNames(of: path, in: snapshot)
    try LedgerAttributes(of: path, in: snapshot).refuseConversions()
  }

  /// Refuses two names that some file systems do not distinguish, above the ledger, in it, and of the configuration: such a
  /// clone has one of the two, and it may not be the one that was checked. An entry has no other files than its own.
  ///
  /// > NTFS and HFS+ … are case-insensitive
  ///
  /// https://git-scm.com/docs/git-config#Documentation/git-config.txt-coreignoreCase
  private static func refuseFoldedNames(of path: String, in snapshot: FileSnapshot) throws {
    var wanted: [(folder: String, name: String?)] = [("", Configuration.fileName)]
    var folder = ""
    for name in path.split(separator: "/").map(String.init) {
      wanted.append((folder, name))
      folder += (folder.isEmpty ? "" : "/") + name
    }
    wanted += [folder, fixturesFolder(of: path), withdrawnFolder(of: path)].map { ($0, nil) }
    for (folder, name) in wanted {
      let names = (try snapshot.list(folder) ?? []).map(\.name)
      // Strings are equal if they are in Unicode, whatever their bytes.
      for same in Dictionary(grouping: names, by: { $0.lowercased() }).values where same.count > 1 {
        guard name.map(same.contains) ?? true else { continue }
        let paths = same.sorted().map { folder.isEmpty ? $0 : folder + "/" + $0 }
        throw LedgerError.namesFold(path: paths[0], other: paths[1])
      }
    }
  }
}
