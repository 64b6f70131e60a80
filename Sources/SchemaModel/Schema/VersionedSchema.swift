/// The models of one released or future version.
public protocol VersionedSchema: SendableMetatype {
  /// The model classes of this version.
  static var models: [any PersistentModel.Type] { get }
  /// The identifier of this version, different for each version.
  static var versionIdentifier: Schema.Version { get }
  // swift-format-ignore: NoLeadingUnderscores
  /// The name under which `@FreezeSchema` freezes this version; `nil` without the macro, which generates this property.
  static var _$frozenVersion: String? { get }
}

extension VersionedSchema {
  // swift-format-ignore: NoLeadingUnderscores
  /// The name of a version that is not frozen.
  public static var _$frozenVersion: String? { nil }
}

/// The versions of a store's models, and the steps that migrate a store from each version to the next.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The versions, oldest first.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The steps between the versions. If there are none, each version is migrated to the next by inference.
  static var stages: [MigrationStage] { get }
  /// Whether a store of a version that is older than all of ``schemas`` is migrated to the oldest of them by inference, from the
  /// models in the store. Declare it as `true` if the code of old versions was deleted, and the stages that began with them were
  /// lightweight. The default is `false`: such a store is refused, because a deleted custom stage may have done more. SwiftData
  /// has no such property.
  static var infersDeletedVersions: Bool { get }
}

extension SchemaMigrationPlan {
  /// `false`
  public static var infersDeletedVersions: Bool { false }
}

/// A migration step from one version to another.
public enum MigrationStage: Sendable {
  /// A migration that is inferred from the two versions with Core Data's rules.
  ///
  /// https://developer.apple.com/documentation/coredata/using_lightweight_migration
  case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  /// An inferred migration between two functions of the program. `willMigrate` sees the objects of the old version,
  /// `didMigrate` those of the new one. The stage is one transaction.
  @preconcurrency case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (ModelContext) throws -> Void)?, didMigrate: (@Sendable (ModelContext) throws -> Void)?)
  /// A stage of a declarative plan, a `MigrationPlan` of the module SchemaMigration. SwiftData has no such case.
  case operations(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type, operations: StageOperations)
}

extension MigrationStage {
  /// The version the step migrates from.
  public var fromVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(let from, _), .custom(let from, _, _, _), .operations(let from, _, _): from
    }
  }

  /// The version the step migrates to.
  public var toVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(_, let to), .custom(_, let to, _, _), .operations(_, let to, _): to
    }
  }
}
