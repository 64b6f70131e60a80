public import Foundation
public import SchemaModel

/// A migration plan as a value: the versions of a store's models, and declared steps between them.
///
///     let plan = MigrationPlan(schemas: [SchemaV1.self, SchemaV2.self, SchemaV3.self]) {
///       Stage(from: SchemaV1.self, to: SchemaV2.self)
///       Stage(from: SchemaV2.self, to: SchemaV3.self) {
///         Rename(\PostV2.body, to: \PostV3.content)
///         Backfill(\PostV3.slug) { post in slug(of: post.title) }
///         Assert.unique(\PostV3.slug)
///       }
///     }
///
/// Open a store with ``SafeModelContainer``, or with `ModelContainer(for:plan:configurations:)`. To use the plan where a
/// `SchemaMigrationPlan` is expected, such as a `SchemaTool` or `@AutoTests`, see ``DeclarativeMigrationPlan``.
public struct MigrationPlan: Sendable {
  /// A function of the program that runs before or after a migration.
  public typealias Hook = @Sendable (HookContext) throws -> Void

  /// The arguments of a hook.
  public struct HookContext: Sendable {
    /// The store's file.
    public let storeURL: URL
    /// The version of the store before the migration, such as `1.0.0`. For a new store, no hook runs.
    public let sourceVersion: String
    /// The version of the container's schema.
    public let destinationVersion: String

    /// Creates the argument of a hook, for example to test one.
    public init(storeURL: URL, sourceVersion: String, destinationVersion: String) {
      self.storeURL = storeURL
      self.sourceVersion = sourceVersion
      self.destinationVersion = destinationVersion
    }
  }

  /// The versions, oldest first.
  public let schemas: [any VersionedSchema.Type]
  /// The steps between the versions.
  public let stages: [Stage]
  /// Runs before a store is migrated, after its backup. If it throws, nothing is migrated.
  public let preMigration: Hook?
  /// Runs after a store has been migrated. If it throws, the migration stays.
  public let postMigration: Hook?

  /// Creates a plan.
  ///
  /// A required property of a new version needs no default if an operation of the stage gives every object a value.
  /// (SwiftData requires a default, because it checks the new models before a stage can set anything.) The migration
  /// checks this after each stage: `StoreError.unfilled` names the property and the number of objects without a value.
  ///
  /// - Parameters:
  ///   - schemas: the versions, oldest first.
  ///   - preMigration: runs before a store is migrated. Only ``SafeModelContainer`` calls it.
  ///   - postMigration: runs after a store has been migrated. Only ``SafeModelContainer`` calls it.
  ///   - build: the stages.
  public init(
    schemas: [any VersionedSchema.Type], preMigration: Hook? = nil, postMigration: Hook? = nil,
    @MigrationPlanBuilder _ build: () -> [Stage]
  ) {
    self.schemas = schemas
    self.preMigration = preMigration
    self.postMigration = postMigration
    stages = build()
  }

  /// Checks the plan without a store.
  ///
  /// - Returns: the reasons why the plan cannot be used; empty if it can.
  public func validate() -> [String] { PlanValidation(self).reasons }

  /// The plan's versions and stages in the form in which a container runs them.
  package var steps: MigrationSteps { MigrationSteps(schemas: schemas, stages: stages.map(\.migrationStage)) }
}

/// A type that contains a declarative plan, for use where a `SchemaMigrationPlan` is expected.
///
///     enum PostsMigrationPlan: DeclarativeMigrationPlan {
///       static let plan = MigrationPlan(schemas: [SchemaV1.self, SchemaV2.self]) {
///         Stage(from: SchemaV1.self, to: SchemaV2.self)
///       }
///     }
public protocol DeclarativeMigrationPlan: SchemaMigrationPlan {
  /// The plan.
  static var plan: MigrationPlan { get }
}

extension DeclarativeMigrationPlan {
  /// The versions of ``plan``.
  public static var schemas: [any VersionedSchema.Type] { plan.schemas }
  /// The stages of ``plan``.
  public static var stages: [MigrationStage] { plan.steps.stages }
}

extension ModelContainer {
  /// Opens the store of a schema, and creates or migrates it if necessary. The plan's hooks are not called.
  ///
  /// The migration runs in one transaction, so a failure leaves the file unchanged. ``SafeModelContainer`` also makes
  /// backups.
  ///
  /// - Throws: ``MigrationError/validationFailed(reasons:)``; otherwise as
  ///   `ModelContainer(for:migrationPlan:configurations:)`.
  public convenience init(
    for schema: Schema, plan: MigrationPlan, configurations: ModelConfiguration...
  ) throws {
    let reasons = plan.validate()
    guard reasons.isEmpty else { throw MigrationError.validationFailed(reasons: reasons) }
    try self.init(for: schema, steps: plan.steps, configurations: configurations)
  }
}
