internal import Foundation
internal import SchemaModel

/// Opens the store of a configuration.
struct StoreSetup: Sendable {
  let configuration: any PercyConfiguration.Type
  let store: URL

  struct Opened: Sendable {
    let container: ModelContainer
    let rollbackReason: PercyError?
  }

  /// Runs outside the caller's actor, which is the main one.
  ///
  /// - Throws: `PercyError`.
  @concurrent func run(rollback: Bool) async throws -> Opened {
    let version = try storedVersion()
    do {
      return Opened(container: try open(from: version), rollbackReason: nil)
    } catch {
      guard rollback, let version, let container = try? open(version, plan: nil) else { throw error }
      return Opened(container: container, rollbackReason: error)
    }
  }

  /// The plan's version that the store has; `nil` if there is no store.
  private func storedVersion() throws(PercyError) -> Schema? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: store.path)
    guard let attributes, attributes[.size] as? Int != 0 else { return nil }
    do {
      return try StoreIdentity(at: store).schema(in: configuration.migrationPlan.schemas)
    } catch {
      throw .setupFailed("\(error)")
    }
  }

  private func open(from version: Schema?) throws(PercyError) -> ModelContainer {
    let schema = configuration.schema
    let isMigrated = version.map { $0.version != schema.version } ?? false
    if isMigrated {
      do {
        try StoreBackup(of: store).make()
      } catch {
        throw .backupFailed("\(error)")
      }
    }
    do {
      return try open(schema, plan: configuration.migrationPlan)
    } catch {
      let reason = "\((error as? SwiftDataError)?.underlyingError ?? error)"
      throw isMigrated ? .migrationFailed(reason) : .setupFailed(reason)
    }
  }

  private func open(_ schema: Schema, plan: (any SchemaMigrationPlan.Type)?) throws -> ModelContainer {
    let database = configuration.iCloudContainer.map { ModelConfiguration.CloudKitDatabase.private($0) }
    return try ModelContainer(
      for: schema, migrationPlan: plan,
      configurations: ModelConfiguration(
        configuration.name, schema: schema, url: store, cloudKitDatabase: database ?? .none))
  }
}
