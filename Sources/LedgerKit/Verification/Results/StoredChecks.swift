internal import GitStore
internal import LedgerCore
internal import SQLiteSandbox

/// The entries whose content earlier runs have found right, stored in the ``CacheFolder`` for later runs.
///
/// The file `entries` is
///
///     schemaledger entries 1 <version of the program> <version of SQLite>
///     <id>
///     <the authentication code of `CacheFolder`>
///
/// ``StoredLines`` says when the file counts as empty. Each run compares the files of every entry with their digests;
/// see ``CheckedEntries``.
struct StoredChecks {
  private let file: StoredLines

  init(in folder: CacheFolder, program: String) {
    let heading = "schemaledger entries 1 \(program) \(ScratchDatabase.sqliteSourceID)"
    file = StoredLines(in: folder, "entries", heading: heading)
  }

  func read() -> CheckedEntries { CheckedEntries(Set(file.read().map(String.init))) }

  /// Writes the entries that this run has checked and then the others, if this run has checked any.
  func write(_ checked: CheckedEntries) {
    if checked.found.isEmpty { return }
    file.write(checked.found + checked.ids.subtracting(checked.found).sorted())
  }
}
