internal import EntityModel
internal import Foundation
internal import GRDB

/// The store of a schema's objects. A container opens, creates or migrates its store. It may be shared between threads;
/// each thread uses its own ``ModelContext``.
public final class ModelContainer: Sendable, Equatable {
  /// The schema of the stored objects.
  public let schema: Schema
  /// The plan that migrates stores of older versions.
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// The location and options of the store.
  public let configurations: Set<ModelConfiguration>
  let store: Store
  @MainActor private var main: ModelContext?

  /// Opens the store of a schema, and creates or migrates it if necessary.
  ///
  /// A store of an older version is migrated by the plan's stages, or by inference if there is no plan. The migration
  /// runs in one transaction, so a failure leaves the file unchanged.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` with a `StoreError` as `underlyingError`; other
  ///   `SwiftDataError` values for an invalid configuration.
  public init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: [ModelConfiguration]
  ) throws {
    let configuration = try Self.single(configurations, schema)
    self.schema = schema
    self.migrationPlan = migrationPlan
    self.configurations = [configuration]
    do {
      store = try StoreOpening(configuration, schema, migrationPlan).open()
    } catch {
      throw SwiftDataError.loadIssueModelContainer.because(StoreError.of(error, configuration.url.path))
    }
  }

  /// Opens the store of a schema.
  ///
  /// - Throws: as ``init(for:migrationPlan:configurations:)-(_,_,[ModelConfiguration])``.
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens the store of some model types.
  ///
  /// - Throws: as ``init(for:migrationPlan:configurations:)-(_,_,[ModelConfiguration])``.
  public convenience init(
    for types: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    // The plan determines which version these models belong to.
    let version = migrationPlan?.schemas.last {
      Set($0.models.map(ObjectIdentifier.init)) == Set(types.map(ObjectIdentifier.init))
    }
    let schema = Schema(types, version: version?.versionIdentifier ?? Schema.Version(1, 0, 0))
    try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Creates the container of a migration stage.
  init(stage store: Store, plan: any SchemaMigrationPlan.Type) {
    schema = store.schema
    migrationPlan = plan
    configurations = []
    self.store = store
  }

  private static func single(_ configurations: [ModelConfiguration], _ schema: Schema) throws -> ModelConfiguration {
    guard let first = configurations.first else { return ModelConfiguration(schema: schema) }
    guard configurations.allSatisfy({ $0 == first }) else {
      throw SwiftDataError.duplicateConfiguration.because(
        "a container has one store; create one container for each store")
    }
    try first.validate()
    let own = first.schema ?? schema
    guard own.descriptions.allSatisfy({ schema.description(of: $0.type) != nil }) else {
      throw SwiftDataError.configurationSchemaNotFoundInContainerSchema
    }
    return first
  }

  /// The context for use on the main actor.
  @MainActor public var mainContext: ModelContext {
    if let main { return main }
    let context = ModelContext(self)
    main = context
    return context
  }

  /// Compares containers by identity.
  public static func == (one: ModelContainer, other: ModelContainer) -> Bool { one === other }

  /// Deletes all objects immediately. All contexts must have been released.
  ///
  /// - Throws: `StoreError`.
  public func deleteAllData() throws {
    do {
      try store.connection.write { database in
        for table in store.layout.entityTables { try database.execute(sql: "DELETE FROM \(table.name)") }
        for table in store.layout.joinTables { try database.execute(sql: "DELETE FROM \(table.name)") }
      }
    } catch {
      throw StoreError.of(error, store.path)
    }
  }

  /// Deletes all objects. Equivalent to ``deleteAllData()``.
  ///
  /// - Throws: `StoreError`.
  public func erase() throws { try deleteAllData() }
}
