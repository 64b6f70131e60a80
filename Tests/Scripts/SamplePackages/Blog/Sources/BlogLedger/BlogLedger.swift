import BlogModels
import SchemaModel
import SchemaTool

@main struct BlogLedger: SchemaTool { static let plan: any SchemaMigrationPlan.Type = AppMigrations.self }
