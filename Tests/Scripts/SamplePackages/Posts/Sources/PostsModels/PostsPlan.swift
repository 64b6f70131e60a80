// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import SchemaMigration
import SchemaModel

/// The migration of all released stores to the current version.
public enum PostsPlan: DeclarativeMigrationPlan {
  public static let plan = MigrationPlan(schemas: [PostsSchemaV1.self, PostsSchemaV2.self]) {
    Stage(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
  }
}
