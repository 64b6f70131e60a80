// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import SchemaModel

/// How the diaries of people become those of today.
public enum CaracPlan: SchemaMigrationPlan {
  public static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  public static var stages: [MigrationStage] {
    [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
  }
}
