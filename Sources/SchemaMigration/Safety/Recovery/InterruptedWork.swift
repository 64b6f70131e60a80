internal import Foundation

/// Finishes what a killed process has begun with the files of a store.
struct InterruptedWork {
  let files: StoreFiles
  let environment: SafetyEnvironment

  /// A program that opens stores in another way may have opened this one meanwhile. Its connection would go on with the
  /// file that is moved, so the work waits for a launch at which nothing has the store open.
  ///
  /// - Throws: ``MigrationError/rollbackFailed(underlying:attemptedRestoreFrom:)`` if it cannot be finished. Nothing is lost
  ///   then, and the next call tries again.
  func finish() throws {
    do {
      guard let journal = try SafetyJournal.read(files) else { return }
      if !isMoved(journal) { try StoreUse.checkUnused(files) }
      switch journal.operation {
      case .quarantine: try StoreAside(files: files, environment: environment).finish(journal)
      case .restore: try StoreRestore(files: files, environment: environment).finish(journal)
      }
    } catch {
      throw MigrationError.rollbackFailed(underlying: error, attemptedRestoreFrom: files.journal)
    }
  }

  /// Whether the store's name leads to no file that is still to be moved or replaced.
  private func isMoved(_ journal: SafetyJournal) -> Bool {
    switch journal.operation {
    case .quarantine:
      FileCall.exists(files.moved(to: files.folder.appendingPathComponent(journal.aside, isDirectory: true)).url)
    case .restore: !FileCall.exists(files.replacement)
    }
  }
}
