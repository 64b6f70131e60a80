import GRDB
import InventoryDatabase
import MigratorTool

@main struct InventoryLedger: MigratorTool { static var migrator: DatabaseMigrator { Inventory.migrator } }
