internal import EntityModel
public import SchemaModel

/// A part of a ``Stage``. The operations of this module conform to it; a program may declare its own.
///
/// Both functions run inside the transaction of the migration. What they leave unsaved is saved after them.
public protocol MigrationOperation: Sendable {
  /// What the operation does, for reports and errors, such as `Backfill Post.slug (overwrite)`.
  var description: String { get }
  /// When the operation runs.
  var phase: MigrationPhase { get }
  /// What the operation will do in a stage between these models. There is no default, since an operation that deletes
  /// objects and does not declare it would look like a loss of rows to `schemaledger verify`.
  func declaration(between models: StageModels) -> OperationDeclaration
  /// Runs on the objects of the old version. It must use the types of that version.
  func willMigrate(_ context: ModelContext, stash: MigrationStash) throws
  /// Runs on the objects of the new version. It must use the types of that version.
  func didMigrate(_ context: ModelContext, stash: MigrationStash) throws
}

extension MigrationOperation {
  /// The phase of most operations.
  public var phase: MigrationPhase { .body }
  /// Does nothing.
  public func willMigrate(_ context: ModelContext, stash: MigrationStash) throws {}
  /// Does nothing.
  public func didMigrate(_ context: ModelContext, stash: MigrationStash) throws {}
}

/// What an operation declares before a store is opened.
public struct OperationDeclaration: Sendable {
  /// What prevents the operation, such as a model that is not part of the version; empty if nothing does.
  /// ``StageModels`` finds such problems.
  public var problems: [String]
  /// The models of the new version of which the operation deletes objects on purpose.
  public var deletedModels: [any PersistentModel.Type]
  /// The renaming of a column that does all the work of the operation; `nil` if the operation must run.
  var columnRename: DeclaredRename?
  /// Work that must be done on the objects as the mapping has made them, before any operation changes them.
  var start: (@Sendable (ModelContext, MigrationStash) throws -> Void)?

  /// Creates a declaration.
  public init(problems: [String], deletedModels: [any PersistentModel.Type]) {
    self.problems = problems
    self.deletedModels = deletedModels
  }
}

/// When an operation runs: those of a lower phase run first.
public enum MigrationPhase: Int, Sendable, Comparable, CaseIterable {
  /// Operations that keep values of the old version.
  case captures = 0
  /// All other operations that write.
  case body = 100
  /// Checks of what the other operations have written and saved. They run only on the new version.
  case assertions = 200

  /// Compares the raw values.
  public static func < (one: MigrationPhase, other: MigrationPhase) -> Bool { one.rawValue < other.rawValue }
}
