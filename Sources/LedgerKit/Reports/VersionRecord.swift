public import GitStore
internal import LedgerCore
public import LedgerEntries

/// A version as `show` shows it: its entry in the ledger or, if it was withdrawn, the one that history has, and the
/// withdrawals of the version.
public struct VersionRecord: Sendable {
  /// The entry and the folder that it has, or had.
  public let item: Ledger.Item
  /// `schema.sql`, or `nil` for a withdrawn entry that is not in the history of this clone.
  public let schema: [UInt8]?
  /// `model.json`, or `nil` if the source does not declare objects.
  public let model: [UInt8]?
  /// Whether the entry is in the ledger.
  public let isPresent: Bool
  /// The withdrawals of any content of the version.
  public let withdrawals: [LedgerLog.Withdrawn]

  /// - Parameter name: a name of a version; see `VersionNames`. `nil` for the latest version.
  /// - Throws: `LedgerError`, `EntryError`, `GitError`.
  public init(_ name: String?, of ledger: Ledger, in present: FileSnapshot, _ repository: Repository) throws {
    if let past = name.flatMap(ledger.withdrawal) {
      let folder = Ledger.folder(of: past.entry.version, in: ledger.path)
      let history = try LedgerHistory(of: ledger.path, in: repository)
      let frozen = history.occurrences.lazy.filter { $0.version == past.entry.version.name }
        .compactMap { try? $0.read(from: repository, ledger: ledger.path) }.first { $0.id == past.entryID }
      item = Ledger.Item(entry: past.entry, id: past.entryID, folder: folder)
      schema = frozen?.files["schema.sql"]
      model = frozen?.files[Entry.modelName]
      isPresent = false
    } else {
      item = try name.map { name in try ledger.require(name, in: repository) } ?? ledger.requireLatest()
      schema = try present.read(item.folder + "/schema.sql")
      model = try present.read(item.folder + "/" + Entry.modelName)
      isPresent = true
      if schema == nil { throw EntryError.notAnEntry(folder: item.folder, reason: "it has no schema.sql") }
    }
    let records = ledger.withdrawals(of: item.entry.version)
    let history = records.isEmpty ? nil : try LedgerHistory(ofHeadAt: ledger.path, in: repository)
    withdrawals = try records.map {
      LedgerLog.Withdrawn(withdrawal: $0, commit: try history?.commit(of: $0, in: repository))
    }
  }
}
