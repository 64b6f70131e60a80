internal import Foundation
internal import SchemaMigration
internal import SchemaModel

/// Opens the store of a configuration.
struct StoreSetup: Sendable {
  let configuration: any PercyConfiguration.Type
  let store: URL
  private let guarded: GuardedStore

  init(configuration: any PercyConfiguration.Type, store: URL, environment: SafetyEnvironment) {
    self.configuration = configuration
    self.store = store
    guarded = GuardedStore(store, environment: environment)
  }

  struct Opened: Sendable {
    let container: ModelContainer
    let rollbackReason: PercyError?
  }

  /// A store and the plan's version that it has.
  private struct Stored {
    let identity: StoreIdentity
    /// `nil` if the plan no longer has it, and migrates it all the same.
    let version: Schema?
  }

  private var backup: URL { store.deletingLastPathComponent().appendingPathComponent("percy/backup.store") }

  /// Runs outside the caller's actor, which is the main one.
  ///
  /// - Throws: `PercyError`, `CancellationError`.
  @concurrent func run(rollback: Bool) async throws -> Opened {
    do {
      return Opened(container: try await openOrMigrate(), rollbackReason: nil)
    } catch let error as PercyError {
      guard rollback, !guarded.isInterrupted, let version = try? stored()?.version,
        let container = try? open(version, plan: nil)
      else { throw error }
      return Opened(container: container, rollbackReason: error)
    }
  }

  private func openOrMigrate() async throws -> ModelContainer {
    if !guarded.isInterrupted, !needsMigration(try stored()) { return try openCurrent() }
    let lock: StoreLock
    do {
      lock = try await guarded.lock()
    } catch let error as FileCallError {
      throw PercyError.migrationFailed("\(error)")
    }
    defer { withExtendedLifetime(lock) {} }
    do {
      try guarded.finishInterruptedWork()
    } catch {
      throw PercyError.setupFailed("\(error)")
    }
    // Another process may have migrated the store meanwhile.
    let current = try stored()
    guard let current, needsMigration(current) else { return try openCurrent() }
    return try migrate(current)
  }

  /// Reads the store's version; `nil` if there is no store.
  private func stored() throws(PercyError) -> Stored? {
    do {
      guard let identity = try guarded.identity() else { return nil }
      let plan = configuration.migrationPlan
      if identity.isMigrated(by: MigrationSteps(plan)) { return Stored(identity: identity, version: nil) }
      return Stored(identity: identity, version: try identity.schema(in: plan.schemas))
    } catch {
      throw .setupFailed("\(error)")
    }
  }

  private func needsMigration(_ stored: Stored?) -> Bool {
    stored.map { $0.version?.version != configuration.schema.version } ?? false
  }

  /// Opens a store that needs no migration.
  private func openCurrent() throws(PercyError) -> ModelContainer {
    do {
      return try open(configuration.schema, plan: configuration.migrationPlan)
    } catch {
      throw .setupFailed(Self.reason(error))
    }
  }

  private func migrate(_ stored: Stored) throws(PercyError) -> ModelContainer {
    do {
      try guarded.backUp(stored.identity, to: backup)
    } catch {
      throw .backupFailed("\(error)")
    }
    do {
      return try open(configuration.schema, plan: configuration.migrationPlan)
    } catch {
      throw .migrationFailed(Self.reason(error))
    }
  }

  private static func reason(_ error: any Error) -> String {
    "\((error as? SwiftDataError)?.underlyingError ?? error)"
  }

  private func open(_ schema: Schema, plan: (any SchemaMigrationPlan.Type)?) throws -> ModelContainer {
    let database = configuration.iCloudContainer.map { ModelConfiguration.CloudKitDatabase.private($0) }
    return try ModelContainer(
      for: schema, migrationPlan: plan,
      configurations: ModelConfiguration(
        configuration.name, schema: schema, url: store, cloudKitDatabase: database ?? .none))
  }
}
