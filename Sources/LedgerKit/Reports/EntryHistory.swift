public import GitStore
public import LedgerEntries

/// The commits of one entry, as far as the history of HEAD can be read. A damaged repository still shows its entries.
public struct EntryHistory: Sendable {
  /// The entry with its commits, or `nil` if the history cannot be read.
  public let logged: LedgerLog.Item?
  /// Why the commit that added the entry is not known; `nil` if it is known, or if the entry is not committed.
  public let gap: Gap?

  /// What cannot be read.
  public enum Gap: Sendable {
    /// A content of the version, because an object is missing.
    case content
    /// The ledger of some commits, because objects are missing.
    case commits(count: Int)
    /// The history as a whole.
    case history(reason: String)
  }

  /// - Parameters:
  ///   - ledger: the ledger's folder.
  ///   - present: the current ledger.
  public init(of item: Ledger.Item, at ledger: String, in repository: Repository, _ present: FileSnapshot) {
    do {
      let log = try LedgerLog(of: ledger, in: repository, present: present, everywhere: false, comparing: false)
      logged = log.items.first { $0.id == item.id }
      let count = log.unreadableCommitCount
      gap =
        logged?.commit != nil
        ? nil
        : log.unreadableVersions.contains(item.entry.version.name)
          ? .content : count > 0 ? .commits(count: count) : nil
    } catch {
      logged = nil
      gap = .history(reason: (error as? GitError)?.message ?? "\(error)")
    }
  }
}
