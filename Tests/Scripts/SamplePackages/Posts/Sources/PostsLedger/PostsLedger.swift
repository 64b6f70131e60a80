import PostsModels
import SchemaModel
import SchemaTool

@main struct PostsLedger: SchemaTool { static let plan: any SchemaMigrationPlan.Type = PostsPlan.self }
