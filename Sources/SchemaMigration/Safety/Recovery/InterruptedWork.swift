/// Finishes what a killed process has begun with the files of a store.
struct InterruptedWork {
  let files: StoreFiles
  let environment: SafetyEnvironment

  /// - Throws: ``MigrationError/rollbackFailed(underlying:attemptedRestoreFrom:)`` if it cannot be finished. Nothing is lost
  ///   then, and the next call tries again.
  func finish() throws {
    do {
      guard let journal = try SafetyJournal.read(files) else { return }
      switch journal.operation {
      case .quarantine: try StoreAside(files: files, environment: environment).finish(journal)
      case .restore: try StoreRestore(files: files, environment: environment).finish(journal)
      }
    } catch {
      throw MigrationError.rollbackFailed(underlying: error, attemptedRestoreFrom: files.journal)
    }
  }
}
