public import Foundation
public import SchemaModel

/// Opens a store so that no failure loses it: not of the migration, of the program, of the disk, or of the power.
///
///     let container = try await SafeModelContainer.make(
///       for: Schema(versionedSchema: SchemaV4.self), plan: PostsMigrationPlan.plan, storeURL: url)
///
/// A migration is one transaction of SQLite, so a failed one leaves the store as it was. The backup is for everything else.
/// See <doc:Safety>.
public enum SafeModelContainer {
  /// The precautions for a migration.
  public enum Safety: Sendable, Equatable {
    /// Nothing. The migration is a transaction nevertheless.
    case none
    /// A verified backup is made before the migration. It is never restored by itself.
    case backupOnly
    /// A verified backup is made before the migration. If the store is not as before after a failed migration, the backup
    /// takes its place.
    case backupAndRollback
    /// As ``backupAndRollback``; and a store that this version of the program cannot use is set aside, and a new one
    /// created. ``SafeModelContainer/open(for:plan:storeURL:safety:cloudKitDatabase:configurations:)`` returns the reason.
    case quarantine
  }

  /// Opens the store of a schema, and creates or migrates it if necessary.
  ///
  /// Tasks and processes that migrate one store wait for each other. A store that needs no migration is opened without a
  /// backup, without the plan's hooks, and without waiting.
  ///
  /// - Parameters:
  ///   - schema: one of the versions of `plan`.
  ///   - plan: the versions and the steps between them.
  ///   - storeURL: the file of the store.
  ///   - safety: the precautions.
  ///   - cloudKitDatabase: the CloudKit option of the store's configuration; `nil`, which `.none` means here, for none. With
  ///     a database, ``Safety/backupAndRollback`` means ``Safety/backupOnly``: other devices may already have the changes
  ///     that a rollback would undo. Nothing is synchronised outside Apple's systems.
  ///   - configurations: for compatibility. One for `storeURL` is ignored, because this function makes its own, unless it
  ///     asks for something else than a file with all models that may be written to. A plan cannot migrate a second store.
  /// - Returns: the container, whose only store is that of `storeURL`.
  /// - Throws: ``MigrationError/validationFailed(reasons:)`` before any file is opened;
  ///   ``MigrationError/backupFailed(underlying:path:)`` if there is no verified backup, in which case nothing is migrated;
  ///   ``MigrationError/migrationFailed(underlying:backupAvailableAt:)`` if the store cannot be migrated, or the
  ///   `preMigration` hook failed; ``MigrationError/postMigrationHookFailed(underlying:backupAvailableAt:)`` if that hook
  ///   failed after a successful migration; ``MigrationError/rollbackFailed(underlying:attemptedRestoreFrom:)``;
  ///   ``MigrationError/storeUnreadable(path:underlying:)`` if the store cannot be opened; `SwiftDataError` for the
  ///   configurations; `CancellationError` if the task is cancelled while it waits for another one.
  @discardableResult
  public static func make(
    for schema: Schema, plan: MigrationPlan, storeURL: URL, safety: Safety = .backupAndRollback,
    cloudKitDatabase: ModelConfiguration.CloudKitDatabase? = nil, configurations: [ModelConfiguration] = []
  ) async throws -> ModelContainer {
    try await open(
      for: schema, plan: plan, storeURL: storeURL, safety: safety, cloudKitDatabase: cloudKitDatabase,
      configurations: configurations
    ).container
  }

  /// What ``open(for:plan:storeURL:safety:cloudKitDatabase:configurations:)`` has done.
  public struct Opened: Sendable {
    /// The container.
    public let container: ModelContainer
    /// The version that was migrated; `nil` if no migration was necessary.
    public let migratedFrom: String?
    /// The backup that was made before the migration; `nil` if none was made.
    public let backup: StoreBackup?
    /// The store that was set aside, and why; `nil` if the store is the one that was found.
    public let quarantine: Quarantine?
  }

  /// Does what ``make(for:plan:storeURL:safety:cloudKitDatabase:configurations:)`` does, and reports what was done. With
  /// ``Safety/quarantine``, a program should use this function, and inform the user if a store was set aside.
  ///
  /// - Throws: as `make`.
  @concurrent
  public static func open(
    for schema: Schema, plan: MigrationPlan, storeURL: URL, safety: Safety = .backupAndRollback,
    cloudKitDatabase: ModelConfiguration.CloudKitDatabase? = nil, configurations: [ModelConfiguration] = []
  ) async throws -> Opened {
    try await open(
      for: schema, plan: plan, storeURL: storeURL, safety: safety, cloudKitDatabase: cloudKitDatabase,
      configurations: configurations, environment: .system)
  }

  /// The same in another environment.
  @concurrent
  package static func open(
    for schema: Schema, plan: MigrationPlan, storeURL: URL, safety: Safety = .backupAndRollback,
    cloudKitDatabase: ModelConfiguration.CloudKitDatabase? = nil, configurations: [ModelConfiguration] = [],
    environment: SafetyEnvironment
  ) async throws -> Opened {
    let isCapped = cloudKitDatabase != nil && safety == .backupAndRollback
    return try await SafeOpening(
      schema: schema, plan: plan, url: storeURL, safety: isCapped ? .backupOnly : safety,
      cloudKitDatabase: cloudKitDatabase ?? .none, configurations: configurations, environment: environment
    ).run()
  }

  /// The verified backups of a store, oldest first.
  public static func backups(ofStore storeURL: URL) -> [StoreBackup] {
    BackupFolder(files: StoreFiles(storeURL), environment: .system).list()
  }

  /// Puts a copy of a backup in the place of a store. The store is set aside, and the backup stays. All containers of the
  /// store must have been released.
  ///
  /// A process that is killed meanwhile leaves either store, and the next call of `make` or `restore` finishes the work.
  ///
  /// - Throws: ``MigrationError/rollbackFailed(underlying:attemptedRestoreFrom:)``; `CancellationError`.
  @concurrent
  public static func restore(_ backup: StoreBackup, to storeURL: URL) async throws {
    let files = StoreFiles(storeURL)
    do {
      let lock = try await StoreLock.wait(for: files)
      defer { withExtendedLifetime(lock) {} }
      try InterruptedWork(files: files, environment: .system).finish()
      try StoreRestore(files: files, environment: .system).run(backup)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw MigrationError.rollbackFailed(underlying: error, attemptedRestoreFrom: backup.url)
    }
  }
}
