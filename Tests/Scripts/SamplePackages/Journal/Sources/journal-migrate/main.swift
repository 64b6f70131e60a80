import GRDB
import JournalStore

let database = try DatabaseQueue(path: CommandLine.arguments[1])
try migrations.migrate(database)
