public import Foundation
public import Observation
package import SchemaMigration
public import SchemaModel

extension Percy {
  /// Checks an app's configuration, backs its store up before a migration, and opens it.
  ///
  ///     let percy = try Percy.Container(configuration: DiaryStorage.self)
  ///     try await percy.setup()
  ///
  /// The store is `percy.store` in its directory, and the backup is `percy/backup.store` there. The backup is a store, too:
  /// a `ModelContainer` with the models of its version opens it.
  @MainActor @Observable
  public final class Container {
    /// The container of the store; `nil` until ``setup(rollback:)`` has returned.
    public private(set) var container: ModelContainer?
    /// The settings of the store.
    public let configuration: any PercyConfiguration.Type
    /// Why the last ``setup(rollback:)`` rolled back to the version that the store had; `nil` if it did not.
    public private(set) var rollbackReason: PercyError?
    /// The file of the store.
    public nonisolated let storeURL: URL

    /// Checks the configuration. No file is opened or created.
    ///
    /// - Parameter storeDirectory: the folder of the store and its backup, with or without a slash at the end of its path;
    ///   by default `PercyStore` in the user's documents. ``setup(rollback:)`` creates it.
    /// - Throws: ``PercyError/invalidMigrationPlan``, ``PercyError/invalidSchema``. ``PercyConfiguration/problems`` says why.
    public init<Configuration: PercyConfiguration>(
      configuration: Configuration.Type, storeDirectory: URL? = nil
    ) throws {
      try configuration.validate()
      self.configuration = configuration
      let folder = storeDirectory ?? URL.documentsDirectory.appendingPathComponent("PercyStore")
      storeURL = folder.appendingPathComponent("percy.store")
    }

    /// Opens the store, and creates or migrates it if necessary. Before a migration, it is backed up. The backup of an
    /// earlier migration is replaced once the new one is verified.
    ///
    /// Tasks and processes that migrate one store wait for each other, also those that use `SafeModelContainer`.
    ///
    /// A migration is one transaction: if it fails, the store is as it was.
    ///
    /// - Parameter rollback: whether to open the store with the models of the version that it has if the one of the
    ///   configuration cannot be opened. No stage runs for this. ``rollbackReason`` then has the error, and the container's
    ///   `schema` has the version.
    /// - Throws: ``PercyError/backupFailed(_:)``, ``PercyError/migrationFailed(_:)``, ``PercyError/setupFailed(_:)``;
    ///   `CancellationError` if the task is cancelled while it waits for another one.
    public func setup(rollback: Bool = false) async throws {
      try await setup(rollback: rollback, environment: .system)
    }

    /// The same in another environment.
    package func setup(rollback: Bool = false, environment: SafetyEnvironment) async throws {
      let opening = StoreSetup(configuration: configuration, store: storeURL, environment: environment)
      let opened = try await opening.run(rollback: rollback)
      container = opened.container
      rollbackReason = opened.rollbackReason
    }
  }
}
