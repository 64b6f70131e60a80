// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import SchemaFreezing
import SchemaModel

@AutoTests
public struct AppMigrations: SchemaMigrationPlan {
  public static var schemas: [any VersionedSchema.Type] { [AppSchemaV1.self, AppSchemaV2.self, AppSchemaV3.self] }
  public static var stages: [MigrationStage] { [migrateV1toV2, migrateV2toV3] }

  static let migrateV1toV2 = MigrationStage.lightweight(fromVersion: AppSchemaV1.self, toVersion: AppSchemaV2.self)
  static let migrateV2toV3 = MigrationStage.lightweight(fromVersion: AppSchemaV2.self, toVersion: AppSchemaV3.self)
}
