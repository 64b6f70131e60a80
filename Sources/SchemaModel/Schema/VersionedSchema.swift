/// The models of one version that shipped, or will.
public protocol VersionedSchema: SendableMetatype {
  /// The classes of this version.
  static var models: [any PersistentModel.Type] { get }
  /// What this version is called; each has its own.
  static var versionIdentifier: Schema.Version { get }
}

/// The versions there have been, and how a store gets from each to the next.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The versions, oldest first.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The steps between them. Where there are none, each version becomes the next by inference.
  static var stages: [MigrationStage] { get }
}

/// A step from one version to another.
public enum MigrationStage: Sendable {
  /// What Core Data's rules infer from the two versions.
  ///
  /// https://developer.apple.com/documentation/coredata/using_lightweight_migration
  case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  /// The same between two functions of the program: the first sees the objects as they were, the second as they are
  /// then. All of it is one transaction.
  @preconcurrency case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (ModelContext) throws -> Void)?, didMigrate: (@Sendable (ModelContext) throws -> Void)?)
}

extension MigrationStage {
  /// The version it begins with.
  public var fromVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(let from, _), .custom(let from, _, _, _): from
    }
  }

  /// The version it ends with.
  public var toVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(_, let to), .custom(_, let to, _, _): to
    }
  }
}
