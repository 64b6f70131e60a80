internal import EntityModel
internal import Foundation
internal import GRDB

/// A store for the objects of a schema, opened, or made, or brought to the schema by a plan. It may be shared by threads;
/// each works with a ``ModelContext`` of its own.
public final class ModelContainer: Sendable, Equatable {
  /// What is kept.
  public let schema: Schema
  /// How stores of older versions get here.
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// Where it is kept.
  public let configurations: Set<ModelConfiguration>
  let store: Store
  @MainActor private var main: ModelContext?

  /// Opens the store of a schema.
  ///
  /// A store of an older version is brought to the schema: by the plan's stages, or by what can be inferred when there is
  /// no plan. It happens in one transaction, so that a failure leaves the file as it was.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` with the reason, a `StoreError`, as `underlyingError`;
  ///   `SwiftDataError` for a configuration that says what cannot be.
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

  /// Opens the store of some models.
  ///
  /// - Throws: as ``init(for:migrationPlan:configurations:)-(_,_,[ModelConfiguration])``.
  public convenience init(
    for types: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    // The plan says which version these models are.
    let version = migrationPlan?.schemas.last {
      Set($0.models.map(ObjectIdentifier.init)) == Set(types.map(ObjectIdentifier.init))
    }
    let schema = Schema(types, version: version?.versionIdentifier ?? Schema.Version(1, 0, 0))
    try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Within a migration.
  init(stage store: Store, plan: any SchemaMigrationPlan.Type) {
    schema = store.schema
    migrationPlan = plan
    configurations = []
    self.store = store
  }

  private static func single(_ configurations: [ModelConfiguration], _ schema: Schema) throws -> ModelConfiguration {
    guard let first = configurations.first else { return ModelConfiguration(schema: schema) }
    guard configurations.allSatisfy({ $0 == first }) else {
      throw SwiftDataError.duplicateConfiguration.because("a container has one store; make a container for each")
    }
    try first.validate()
    let own = first.schema ?? schema
    guard own.descriptions.allSatisfy({ schema.description(of: $0.type) != nil }) else {
      throw SwiftDataError.configurationSchemaNotFoundInContainerSchema
    }
    return first
  }

  /// The context of the main actor.
  @MainActor public var mainContext: ModelContext {
    if let main { return main }
    let context = ModelContext(self)
    main = context
    return context
  }

  /// The same container.
  public static func == (one: ModelContainer, other: ModelContainer) -> Bool { one === other }

  /// Deletes all objects, at once. Contexts that are in use must be ended before.
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

  /// The same.
  ///
  /// - Throws: `StoreError`.
  public func erase() throws { try deleteAllData() }
}
