internal import EntityModel
internal import Foundation
internal import GRDB

/// The stores of a schema's objects. A container opens, creates or migrates its stores: one for each configuration. It
/// may be shared between threads; each thread uses its own ``ModelContext``.
public final class ModelContainer: Sendable, Equatable {
  /// The schema of the stored objects.
  public let schema: Schema
  /// The plan that migrates stores of older versions.
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// The location and options of each store.
  public let configurations: Set<ModelConfiguration>
  let stores: [Store]
  /// The positions of the stores of model types, if there are several stores.
  private let positions: [ObjectIdentifier: Int]
  @MainActor private var main: ModelContext?

  /// Opens the stores of a schema, and creates or migrates them if necessary.
  ///
  /// A store of an older version is migrated by the plan's stages, or by inference if there is no plan. The migration
  /// runs in one transaction, so a failure leaves the file unchanged.
  ///
  /// With several configurations, each has its own models, whose objects are in its store; see ``ModelConfiguration``.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` with a `StoreError` as `underlyingError`; other
  ///   `SwiftDataError` values for invalid configurations.
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: [ModelConfiguration]
  ) throws {
    try self.init(
      for: schema, steps: migrationPlan.map { MigrationSteps($0) }, configurations: configurations)
  }

  /// Opens the stores of a schema, and creates or migrates them with the steps of a plan.
  ///
  /// - Throws: as ``init(for:migrationPlan:configurations:)-(_,_,[ModelConfiguration])``.
  package init(
    for schema: Schema, steps: MigrationSteps?, configurations: [ModelConfiguration]
  ) throws {
    let parts = try ConfigurationParts(configurations, schema, hasPlan: steps != nil)
    self.schema = schema
    migrationPlan = steps?.type
    self.configurations = Set(parts.list.map(\.configuration))
    positions = parts.positions
    stores = try parts.list.enumerated().map { index, part in
      do {
        return try StoreOpening(part.configuration, part.schema, steps, index: index).open()
      } catch {
        throw SwiftDataError.loadIssueModelContainer.because(StoreError.of(error, part.configuration.url.path))
      }
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
  init(stage store: Store, of plan: MigrationSteps?) {
    schema = store.schema
    migrationPlan = plan?.type
    configurations = []
    stores = [store]
    positions = [:]
  }

  /// The context for use on the main actor. It saves its changes by itself; see ``ModelContext/autosaveEnabled``.
  @MainActor public var mainContext: ModelContext {
    if let main { return main }
    let context = ModelContext(self)
    context.autosaveExecutor = .mainActor
    context.autosaveEnabled = true
    main = context
    return context
  }

  /// Compares containers by identity.
  public static func == (one: ModelContainer, other: ModelContainer) -> Bool { one === other }

  /// Deletes all objects immediately. All contexts must have been released.
  ///
  /// - Throws: `StoreError`.
  public func deleteAllData() throws {
    for store in stores {
      let files = ExternalChanges(in: store.external)
      do {
        try store.connection.write { database in
          let columns = ExternalColumns(of: store.schema.declaredModel, store.layout)
          for column in try columns.references(in: database) { files.release(column) }
          for table in store.layout.entityTables { try database.execute(sql: "DELETE FROM \(table.name)") }
          for table in store.layout.joinTables { try database.execute(sql: "DELETE FROM \(table.name)") }
        }
        files.commit()
      } catch {
        files.rollBack()
        throw StoreError.of(error, store.path)
      }
    }
  }

  /// Deletes all objects. Equivalent to ``deleteAllData()``.
  ///
  /// - Throws: `StoreError`.
  public func erase() throws { try deleteAllData() }
}

extension ModelContainer {
  /// The store of an entity of the schema.
  func store(of entity: EntityDescription) -> Store {
    stores.count == 1 ? stores[0] : stores[positions[ObjectIdentifier(entity.type)] ?? 0]
  }

  /// - Throws: `SwiftDataError.unknownSchema` for a type of another schema.
  func store(of type: any PersistentModel.Type) throws -> Store {
    guard stores.count > 1 else { return stores[0] }
    guard let position = positions[ObjectIdentifier(type)] else {
      throw SwiftDataError.unknownSchema.because(
        StoreError.unknownModel(
          type: String(reflecting: type), schema: schema.version.description,
          known: schema.descriptions.map { String(reflecting: $0.type) }))
    }
    return stores[position]
  }

  /// - Throws: `SwiftDataError.unknownSchema` for a type of another schema.
  func reader(of type: any PersistentModel.Type) throws -> RowReader { try store(of: type).reader(of: type) }

  /// Whether any store may be written to.
  var allowsSave: Bool { stores.contains { !$0.isReadOnly } }
  /// Whether a migration stage is going to fill in required values. Its container has one store.
  var isUnfinished: Bool { stores[0].isUnfinished }
}
