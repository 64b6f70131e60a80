public import SchemaMigration
public import SchemaModel

/// Text about differences and plans, for a person to read.
public enum MigrationReport {
  private static let rule = String(repeating: "─", count: 50)

  /// The changes between two versions, one on each line: `+` for what is new, `-` for what was removed, `~` for what
  /// changed.
  ///
  ///     Schema diff: SchemaV2 → SchemaV3
  ///     ──────────────────────────────────────────────────
  ///       + model Author
  ///       + Post.content: String
  ///       - Post.body
  ///       ~ Post.title: ? → !
  ///
  /// `?` is an optional attribute, `!` one that always has a value. The text has no newline at its end.
  public static func render(_ diff: SchemaDiff) -> String {
    let lines = diff.isEmpty ? ["(no changes)"] : diff.changes.map { "  " + line($0) }
    return (["Schema diff: \(diff.from) → \(diff.to)", rule] + lines).joined(separator: "\n")
  }

  /// The stages of a plan with their operations, in the order in which these run; and what ``MigrationPlan/validate()``
  /// reports.
  ///
  ///     Migration plan: 2 stage(s), 3 schema(s)
  ///     ──────────────────────────────────────────────────
  ///       SchemaV1 → SchemaV2 (lightweight)
  ///       SchemaV2 → SchemaV3 (custom)
  ///         Rename Post.body → Post.content
  public static func render(_ plan: MigrationPlan) -> String {
    let stages = plan.stages.flatMap { stage in
      ["  \(stage.label) (\(stage.kind == .lightweight ? "lightweight" : "custom"))"]
        + stage.operations.map { "    " + $0.description }
    }
    let problems = plan.validate().map { "  ! " + $0 }
    return (heading(stages: plan.stages.count, schemas: plan.schemas.count) + stages + problems).joined(separator: "\n")
  }

  /// The stages of a plan. The functions of a `custom` stage cannot be described. A plan without stages migrates each version to the
  /// next by inference.
  public static func render(_ plan: any SchemaMigrationPlan.Type) -> String {
    if let declarative = plan as? any DeclarativeMigrationPlan.Type { return render(declarative.plan) }
    let stages = plan.stages.map { stage in
      "  \(String(describing: stage.fromVersion)) → \(String(describing: stage.toVersion)) (\(kind(of: stage)))"
    }
    return (heading(stages: stages.count, schemas: plan.schemas.count) + stages).joined(separator: "\n")
  }

  private static func heading(stages: Int, schemas: Int) -> [String] {
    ["Migration plan: \(stages) stage(s), \(schemas) schema(s)", rule]
  }

  private static func kind(of stage: MigrationStage) -> String {
    switch stage {
    case .lightweight: "lightweight"
    case .custom, .operations: "custom"
    }
  }

  private static func line(_ change: SchemaDiff.Change) -> String {
    switch change {
    case .modelAdded(let name): "+ model \(name)"
    case .modelRemoved(let name): "- model \(name)"
    case .modelRenamed(let from, let to): "~ model \(from) → \(to)"
    case .attributeAdded(let model, let name, let type): "+ \(model).\(name): \(type)"
    case .attributeRemoved(let model, let name): "- \(model).\(name)"
    case .attributeRenamed(let model, let from, let to), .relationshipRenamed(let model, let from, let to):
      "~ \(model).\(from) → \(model).\(to)"
    case .attributeTypeChanged(let model, let name, let from, let to): "~ \(model).\(name): \(from) → \(to)"
    case .attributeNullabilityChanged(let model, let name, let was, let now):
      "~ \(model).\(name): \(was ? "?" : "!") → \(now ? "?" : "!")"
    case .attributeUniquenessChanged(let model, let name, let was, let now):
      "~ \(model).\(name): unique=\(was) → unique=\(now)"
    case .relationshipAdded(let model, let name): "+ \(model).\(name) (relationship)"
    case .relationshipRemoved(let model, let name): "- \(model).\(name) (relationship)"
    case .declarationChanged(let model, let property, let description):
      "~ \(model)\(property.map { "." + $0 } ?? ""): \(description)"
    }
  }
}
