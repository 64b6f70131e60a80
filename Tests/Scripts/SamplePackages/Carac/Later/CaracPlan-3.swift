// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import SchemaModel

/// The migration of all released diaries to the current version.
public enum CaracPlan: SchemaMigrationPlan {
  public static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self, SchemaV3.self] }
  public static var stages: [MigrationStage] {
    [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self), addresses]
  }

  /// Only the program can compute the address of an exercise.
  static let addresses = MigrationStage.custom(
    fromVersion: SchemaV2.self, toVersion: SchemaV3.self,
    willMigrate: { context in
      for exercise in try context.fetch(FetchDescriptor<SchemaV2.Exercise>()) {
        exercise.name = exercise.name.trimmingCharacters(in: .whitespaces)
      }
      try context.save()
    },
    didMigrate: { context in
      for exercise in try context.fetch(FetchDescriptor<SchemaV3.Exercise>()) {
        exercise.slug = exercise.name.lowercased().split(separator: " ").joined(separator: "-")
      }
      try context.save()
    })
}
