public import SchemaModel

/// A step of a ``MigrationPlan`` from one version to another.
public struct Stage: Sendable {
  /// The kinds of stages.
  public enum Kind: Sendable, Hashable {
    /// The migration is inferred from the two versions.
    case lightweight
    /// Operations of the program run before and after the inferred migration.
    case custom
  }

  /// The version that the stage migrates from.
  public let fromSchema: any VersionedSchema.Type
  /// The version that the stage migrates to.
  public let toSchema: any VersionedSchema.Type
  /// The operations in the order in which they run: by phase, and within a phase as they were listed.
  public let operations: [any MigrationOperation]
  /// The kind of the stage.
  public let kind: Kind

  /// Creates a stage that is inferred from the two versions.
  public init(from: any VersionedSchema.Type, to: any VersionedSchema.Type) {
    fromSchema = from
    toSchema = to
    operations = []
    kind = .lightweight
  }

  /// Creates a stage with operations.
  public init(
    from: any VersionedSchema.Type, to: any VersionedSchema.Type,
    @StageBuilder _ build: () -> [any MigrationOperation]
  ) {
    fromSchema = from
    toSchema = to
    // A stable sort: operations of one phase keep their order.
    let listed = build().enumerated()
    operations = listed.sorted { ($0.element.phase, $0.offset) < ($1.element.phase, $1.offset) }.map(\.element)
    kind = .custom
  }

  /// The names of the two versions, such as `SchemaV1 → SchemaV2`.
  public var label: String { "\(String(describing: fromSchema)) → \(String(describing: toSchema))" }
}
