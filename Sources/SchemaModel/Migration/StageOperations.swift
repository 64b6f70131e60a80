package import EntityModel

/// The operations of a stage of a declarative plan. The module SchemaMigration creates it from a `Stage`.
public struct StageOperations: Sendable {
  /// An operation's work in one of the two contexts of a stage.
  package struct Step {
    /// What an error names, such as `Backfill Post.slug (overwrite)`.
    let name: String
    let body: (ModelContext) throws -> Void

    package init(_ name: String, _ body: @escaping (ModelContext) throws -> Void) {
      self.name = name
      self.body = body
    }
  }

  /// The steps of one run of the stage, which share what was read before the mapping.
  package struct Run {
    /// Run one after the other on the objects of the old version.
    let before: [Step]
    /// Run one after the other on the objects of the new version, and saved after each.
    let after: [Step]

    package init(before: [Step], after: [Step]) {
      self.before = before
      self.after = after
    }
  }

  /// The renamings that are part of the mapping.
  package let renames: [DeclaredRename]
  /// The entities of the new version of which the stage deletes objects on purpose.
  package let deletions: [String]
  /// Creates the steps of a run.
  package let begin: @Sendable () -> Run

  package init(renames: [DeclaredRename], deletions: [String], begin: @escaping @Sendable () -> Run) {
    self.renames = renames
    self.deletions = deletions
    self.begin = begin
  }
}

/// The versions and stages of a migration plan, as values.
package struct MigrationSteps: Sendable {
  /// The versions, oldest first.
  package let schemas: [any VersionedSchema.Type]
  /// The steps between the versions. If there are none, each version is migrated to the next by inference.
  package let stages: [MigrationStage]
  /// Whether stores of versions whose code was deleted are migrated by inference.
  let infersDeletedVersions: Bool
  /// The type of the plan; `nil` for a plan that is a value.
  let type: (any SchemaMigrationPlan.Type)?

  package init(schemas: [any VersionedSchema.Type], stages: [MigrationStage]) {
    self.schemas = schemas
    self.stages = stages
    infersDeletedVersions = false
    type = nil
  }

  package init(_ plan: any SchemaMigrationPlan.Type) {
    schemas = plan.schemas
    stages = plan.stages
    infersDeletedVersions = plan.infersDeletedVersions
    type = plan
  }
}
