public import Foundation
public import SchemaMigration
public import SchemaModel

extension MigrationTestCase {
  /// Migrates a store in place with `SafeModelContainer`, as the program does: the hooks of the plan run, too.
  ///
  /// - Parameters:
  ///   - store: the file of a store that no container has open. One that SwiftData made becomes a store of SchemaModel
  ///     first, which SwiftData cannot open again, so use a copy.
  ///   - schema: a version of the plan. All stages between the store's version and this one run.
  ///   - plan: the plan.
  ///   - safety: whether a backup is made, in the folder of the store.
  /// - Returns: the container of the migrated store.
  /// - Throws: as `SafeModelContainer.make(for:plan:storeURL:safety:cloudKitDatabase:configurations:)`; `StoreError.missing`
  ///   if the store does not exist.
  public func migrate(
    store: URL, to schema: any VersionedSchema.Type, plan: MigrationPlan, safety: SafeModelContainer.Safety = .none
  ) async throws -> ModelContainer {
    try adopt(store, plan.schemas)
    return try await SafeModelContainer.make(
      for: Schema(versionedSchema: schema), plan: plan, storeURL: store, safety: safety)
  }

  /// Migrates a store in place, with a plan of SwiftData's form.
  ///
  /// - Throws: as `ModelContainer(for:migrationPlan:configurations:)`.
  public func migrate(
    store: URL, to schema: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type
  ) async throws -> ModelContainer {
    try adopt(store, plan.schemas)
    return try ModelContainer(
      for: Schema(versionedSchema: schema), migrationPlan: plan, configurations: ModelConfiguration(url: store))
  }

  /// Migrates a store in place through all versions up to a given one. Equal to ``migrate(store:to:plan:safety:)``, which
  /// also runs all stages on the way; for a test of the whole chain, this name says more.
  ///
  /// - Throws: as ``migrate(store:to:plan:safety:)``.
  public func migrate(
    store: URL, through schema: any VersionedSchema.Type, plan: MigrationPlan,
    safety: SafeModelContainer.Safety = .none
  ) async throws -> ModelContainer {
    try await migrate(store: store, to: schema, plan: plan, safety: safety)
  }

  /// Migrates a store in place through all versions up to a given one, with a plan of SwiftData's form.
  ///
  /// - Throws: as `ModelContainer(for:migrationPlan:configurations:)`.
  public func migrate(
    store: URL, through schema: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type
  ) async throws -> ModelContainer {
    try await migrate(store: store, to: schema, plan: plan)
  }

  /// Migrates a store in place without a backup, and measures how long that takes: from the opening of the file to the
  /// committed transaction.
  ///
  /// - Throws: as ``migrate(store:to:plan:safety:)``.
  public func benchmarkMigration(
    store: URL, to schema: any VersionedSchema.Type, plan: MigrationPlan
  ) async throws -> (duration: Duration, container: ModelContainer) {
    try adopt(store, plan.schemas)
    let start = ContinuousClock.now
    let container = try await migrate(store: store, to: schema, plan: plan)
    return (start.duration(to: .now), container)
  }

  /// Migrates a store in place with a plan of SwiftData's form, and measures how long that takes.
  ///
  /// - Throws: as `ModelContainer(for:migrationPlan:configurations:)`.
  public func benchmarkMigration(
    store: URL, to schema: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type
  ) async throws -> (duration: Duration, container: ModelContainer) {
    try adopt(store, plan.schemas)
    let start = ContinuousClock.now
    let container = try await migrate(store: store, to: schema, plan: plan)
    return (start.duration(to: .now), container)
  }

  /// Turns a store that SwiftData made, such as a fixture of FreezeRay, into one that can be migrated here.
  private func adopt(_ store: URL, _ schemas: [any VersionedSchema.Type]) throws {
    guard FileManager.default.fileExists(atPath: store.path) else { throw StoreError.missing(path: store.path) }
    let identity = try StoreIdentity(at: store)
    guard identity.isMadeBySwiftData else { return }
    try StoreIdentity.adopt(store, as: try identity.schema(in: schemas))
  }
}
