internal import GitStore
internal import LedgerCore
internal import SQLiteSandbox

/// The ids of entries whose content earlier runs have found right, by the same program and SQLite. Each run compares the
/// files of every entry with their digests; see ``CheckedEntries``.
struct StoredChecks {
  private let file: StoredValues

  init(in folder: CacheFolder, program: String) {
    file = StoredValues(in: folder, "entries", as: "entries 2 \(program) \(ScratchDatabase.sqliteSourceID)")
  }

  func read() -> CheckedEntries { CheckedEntries(Set(file.read().map(\.key))) }

  /// Writes the entries that this run has checked and then the others, if this run has checked any.
  func write(_ checked: CheckedEntries) {
    if checked.found.isEmpty { return }
    file.write((checked.found + checked.ids.subtracting(checked.found).sorted()).map { ($0, []) })
  }
}
