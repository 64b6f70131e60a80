internal import GitStore
internal import LedgerCore
internal import SQLiteSandbox

/// The checks of one kind that earlier runs of the same program have passed with the same SQLite; see ``PassedChecks``.
struct StoredChecks {
  private let file: StoredValues

  /// - Parameters:
  ///   - name: the name of the file.
  ///   - format: the version of what the digests are made from.
  init(in folder: CacheFolder, _ name: String, format: Int, program: String) {
    file = StoredValues(in: folder, name, as: "\(name) \(format) \(program) \(ScratchDatabase.sqliteSourceID)")
  }

  func read() -> PassedChecks { PassedChecks(Set(file.read().map(\.key))) }

  /// Writes the checks that this run has passed and then the others, if this run has passed any.
  func write(_ passed: PassedChecks) {
    if passed.found.isEmpty { return }
    file.write((passed.found + passed.ids.subtracting(passed.found).sorted()).map { ($0, []) })
  }
}
