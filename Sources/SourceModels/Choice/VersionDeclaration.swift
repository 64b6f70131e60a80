/// A type that conforms to `VersionedSchema`.
public struct VersionDeclaration: Sendable {
  /// The dotted name of the type.
  public let name: String
  /// Where the conformance is declared.
  public let location: SourceLocation
  /// The version identifier, such as `1.0.0`; `nil` if its expression is not understood.
  public let identifier: String?
  /// The dotted names of the classes in `models`, in order.
  public var models: [String] { types.map(\.text) }
  /// The listed classes that are not nested in the version: another version may share them, and they may change after
  /// this one was released.
  public var sharedModels: [String] { types.filter { !$0.path.starts(with: id.path) }.map(\.text) }
  /// What the sources do not determine.
  public let unresolved: [Unresolved]

  let id: TypeID
  let types: [TypeID]
}

/// A type that conforms to `SchemaMigrationPlan`.
public struct PlanDeclaration: Sendable {
  /// The dotted name of the type.
  public let name: String
  /// Where the conformance is declared.
  public let location: SourceLocation
  /// The dotted names of the versions, in order.
  public var versions: [String] { schemas.map(\.text) }
  /// The migration stages, in order.
  public let stages: [StageDeclaration]
  /// What the sources do not determine.
  public let unresolved: [Unresolved]

  let id: TypeID
  let schemas: [TypeID]
}

/// A stage of a migration plan.
public struct StageDeclaration: Sendable, Hashable {
  /// Where the stage is declared: its own constant, or the plan.
  public let location: SourceLocation
  /// The kind of stage: the name of the case of `MigrationStage`.
  public enum Kind: String, Sendable { case lightweight, custom, operations }

  /// The kind of stage.
  public let kind: Kind
  /// The dotted name of the version that it migrates from.
  public let fromVersion: String
  /// The dotted name of the version that it migrates to.
  public let toVersion: String
  /// The classes whose objects `willMigrate` fetches or deletes, as far as its closure is written in the stage.
  var willMigrateTypes: [TypeID] = []
  /// The same for `didMigrate`.
  var didMigrateTypes: [TypeID] = []
}

/// A store that the sources open: a container or, if it has several configurations with schemas, one of these. Also an
/// expression that creates a schema.
public struct ContainerUse: Sendable {
  /// Where the container or the configuration is.
  public let location: SourceLocation
  let callee: ContainerDeclaration.Callee
  /// The dotted names of the listed classes.
  public var models: [String] { types.map(\.text) }
  /// Whether it is in a test or a preview.
  public let isForTestsOrPreviews: Bool
  /// Whether no target compiles its file, although one compiles the file of another container.
  public internal(set) var isUnbuilt = false
  /// Whether the store is in memory only, so that no released version of it exists.
  public let isInMemory: Bool
  /// What the sources do not determine.
  public let unresolved: [Unresolved]
  /// Whether configurations that are not understood may put some of the models into another store.
  let hasUnknownStores: Bool
  /// The CloudKit container that its configuration names: its identifier, or the expression that gives it; `nil` if it names
  /// none, or code decides whether it does.
  public let cloudKitContainer: String?
  /// Whether CloudKit synchronises the store if the entitlements of the app name a container.
  public let usesCloudKitOfEntitlements: Bool
  /// The file of the store; `nil` if the sources do not determine it.
  public let file: StoreFile?
  /// Whether the store cannot be changed through it, and so not be migrated.
  let isReadOnly: Bool
  /// Whether it is one of several stores of a container, each with its own models.
  let isPart: Bool

  let types: [TypeID]
  /// The version in `Schema(…, version:)`.
  public let version: String?
  let versionedSchema: TypeID?
  let plan: TypeID?

  /// Whether it creates a schema, and no container.
  public var isSchema: Bool { callee == .schema }
  /// Whether it is a container of the app with a store in a file, and not only a schema.
  public var opensStore: Bool { !isSchema && !isForTestsOrPreviews && !isInMemory && !isUnbuilt }
}
