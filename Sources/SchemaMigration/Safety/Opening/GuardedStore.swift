package import Foundation
package import SchemaModel

/// A store that another library of this package migrates, with the precautions of ``SafeModelContainer``: the same lock,
/// the same recovery after a killed process, and a verified backup.
package struct GuardedStore: Sendable {
  private let files: StoreFiles
  private let environment: SafetyEnvironment

  package init(_ url: URL, environment: SafetyEnvironment) {
    files = StoreFiles(url)
    self.environment = environment
  }

  /// Whether a process was killed while it restored the store or set it aside. The store must not be opened before
  /// ``finishInterruptedWork()``.
  package var isInterrupted: Bool { FileCall.exists(files.journal) }

  /// Reads what the store is, without writing.
  ///
  /// - Returns: `nil` if there is no store.
  /// - Throws: `StoreError`, also if the file is missing but its write-ahead log exists.
  package func identity() throws -> StoreIdentity? {
    guard try StoreReader.isThere(files) else { return nil }
    do {
      return try StoreReader.identity(files.url)
    } catch StoreError.notAStore(_, let tables) where tables.isEmpty {
      // A process was killed while it created the store.
      return nil
    }
  }

  /// Waits until no other process and no other task migrates the store, restores it, or sets it aside. The right ends when
  /// the result is released.
  ///
  /// - Throws: ``FileCallError``; `CancellationError` if the task is cancelled meanwhile.
  package func lock() async throws -> StoreLock { try await StoreLock.wait(for: files) }

  /// Finishes what a killed process has begun. The caller has the lock.
  ///
  /// - Throws: ``MigrationError/rollbackFailed(underlying:attemptedRestoreFrom:)``.
  package func finishInterruptedWork() throws {
    try InterruptedWork(files: files, environment: environment).finish()
  }

  /// Makes and verifies a backup, and replaces the former one. At each moment there is a whole backup, if there ever was
  /// one. The caller has the lock.
  ///
  /// - Parameters:
  ///   - identity: the store as it is now.
  ///   - backup: the file of the backup. Its folder belongs to backups, and is created if it does not exist.
  /// - Throws: ``BackupError``, ``FileCallError``, `StoreError.locked` if a program has the former backup open;
  ///   `DatabaseError`.
  package func backUp(_ identity: StoreIdentity, to backup: URL) throws {
    try FixedBackup(store: files, backup: StoreFiles(backup), environment: environment).make(identity)
  }
}
