import CaracModels
import SchemaModel
import SchemaTool

@main struct CaracLedger: SchemaTool { static let plan: any SchemaMigrationPlan.Type = CaracPlan.self }
