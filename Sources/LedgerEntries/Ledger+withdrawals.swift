extension Ledger {
  /// The withdrawn entries by id.
  package var withdrawnEntries: [String: Entry] {
    Dictionary(withdrawals.map { ($0.entryID, $0.entry) }, uniquingKeysWith: { first, _ in first })
  }

  /// The ids of the withdrawn entries.
  public var withdrawnIDs: Set<String> { Set(withdrawals.map(\.entryID)) }

  /// All ids that an entry may name as a parent: those of the entries, of the withdrawals, and of the withdrawn entries.
  package var ids: Set<String> { withdrawnIDs.union(items.map(\.id)).union(withdrawals.map(\.id)) }

  /// The path of the file of a withdrawal.
  public func path(of withdrawal: Withdrawal) -> String {
    Self.withdrawnFolder(of: path) + "/" + withdrawal.fileName
  }

  /// The withdrawals of the contents of a version, in the order of the folder.
  public func withdrawals(of version: Version) -> [Withdrawal] { withdrawals.filter { $0.entry.version == version } }

  /// The parents of a new withdrawal: the heads, and the withdrawals that no entry and no other withdrawal names.
  public var parentsOfWithdrawal: [String] {
    let named = Set(items.flatMap(\.entry.parents) + withdrawals.flatMap(\.parents))
    return heads.map(\.id) + withdrawals.map(\.id).filter { !named.contains($0) }
  }
}
