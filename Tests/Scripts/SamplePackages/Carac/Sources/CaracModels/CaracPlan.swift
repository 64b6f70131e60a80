// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import SchemaModel

/// The migration of all released diaries to the current version.
public enum CaracPlan: SchemaMigrationPlan {
  public static var schemas: [any VersionedSchema.Type] { [SchemaV1.self] }
  public static var stages: [MigrationStage] { [] }
}
