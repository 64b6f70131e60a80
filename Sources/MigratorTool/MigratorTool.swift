internal import ArgumentParser
internal import Foundation
public import GRDB

/// A program through which schemaledger uses a `DatabaseMigrator` of GRDB: it lists the migrations, creates databases and
/// migrates older ones. A complete program:
///
///     import MyDatabase
///     import MigratorTool
///
///     @main struct MyMigrations: MigratorTool { static var migrator: DatabaseMigrator { AppDatabase.migrator } }
///
/// schemaledger uses it as a source of kind `swift` with `migrations`, and runs
///
///     TOOL versions                     the identifiers of the migrations in their order, as JSON
///     TOOL create PATH [--to ID]        a new database, with all migrations or those up to one
///     TOOL migrate PATH [--to ID]       the migrations that a database has not had yet
///
/// The exit status is 0; 1, with the reason on standard error, if a migration fails or the migrator is refused; or 64 for wrong
/// usage. Foreign keys are checked as the migrator does:
/// <https://swiftpackageindex.com/groue/grdb.swift/documentation/grdb/databasemigrator>.
public protocol MigratorTool {
  /// The migrator. It must not set `eraseDatabaseOnSchemaChange`, with which nothing of a database would remain to be
  /// checked.
  static var migrator: DatabaseMigrator { get }
  /// The configuration of the connection, for functions and collations of the application; by default, an empty one.
  static var configuration: Configuration { get }
}

extension MigratorTool {
  /// An empty configuration.
  public static var configuration: Configuration { Configuration() }

  /// Runs the program with the arguments of the process.
  public static func main() {
    do {
      try MigratorCommands(migrator: migrator, configuration: configuration).run(
        Array(CommandLine.arguments.dropFirst()))
    } catch let error as MigratorToolError {
      FileHandle.standardError.write(Data("error: \(error.message)\n".utf8))
      Foundation.exit(1)
    } catch {
      MigratorArguments.exit(withError: error)
    }
  }
}
