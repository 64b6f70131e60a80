internal import ArgumentParser
internal import Foundation
internal import GRDB

/// Implements the commands of a migrator tool.
struct MigratorCommands {
  private var migrator: DatabaseMigrator
  private let configuration: Configuration

  /// - Throws: `MigratorToolError.erases`.
  init(migrator: DatabaseMigrator, configuration: Configuration) throws(MigratorToolError) {
    self.migrator = migrator
    self.configuration = configuration
    // An application sets it in debug builds, as GRDB's documentation advises.
    #if !DEBUG
      if migrator.eraseDatabaseOnSchemaChange { throw .erases }
    #endif
    self.migrator.eraseDatabaseOnSchemaChange = false
  }

  /// - Throws: `MigratorToolError`, and what ArgumentParser throws for wrong usage.
  func run(_ arguments: [String]) throws {
    switch try MigratorArguments.parseAsRoot(arguments) {
    case is MigratorArguments.Versions: try showMigrations()
    case let command as MigratorArguments.Create:
      if FileManager.default.fileExists(atPath: command.path) { throw MigratorToolError.exists(command.path) }
      try migrate(command.path, to: command.to)
    case let command as MigratorArguments.Migrate:
      if !FileManager.default.fileExists(atPath: command.path) { throw MigratorToolError.missing(command.path) }
      try migrate(command.path, to: command.to)
    case var command: try command.run()
    }
  }

  private func showMigrations() throws {
    struct Answer: Encodable {
      let grdb = 1
      let migrations: [String]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    FileHandle.standardOutput.write(try encoder.encode(Answer(migrations: migrator.migrations)) + Data("\n".utf8))
  }

  /// Runs the migrations one at a time, so that an error names the one that failed.
  private func migrate(_ path: String, to target: String?) throws {
    let known = migrator.migrations
    guard let last = known.last else { throw MigratorToolError.noMigrations }
    guard let end = known.firstIndex(of: target ?? last) else {
      throw MigratorToolError.unknown(target ?? last, known: known)
    }
    let queue: DatabaseQueue
    let applied: Set<String>
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
      applied = try queue.read(migrator.appliedIdentifiers)
    } catch {
      throw MigratorToolError.failed(path, "\(error)")
    }
    let latest = known.lastIndex(where: applied.contains)
    if let latest, latest > end { throw MigratorToolError.beyond(known[end], has: known[latest]) }
    // GRDB cannot migrate to less than what a database has had: what was inserted before runs with the next one.
    let first = min(latest.map { $0 + 1 } ?? 0, end)
    for identifier in known[first...end] {
      do {
        try migrator.migrate(queue, upTo: identifier)
      } catch {
        throw MigratorToolError.failed(identifier, "\(error)")
      }
    }
  }
}

/// An error in a migrator or in the arguments of a command.
enum MigratorToolError: Error {
  case erases
  case noMigrations
  case unknown(String, known: [String])
  case exists(String)
  case missing(String)
  case beyond(String, has: String)
  /// A migration, or the path of a database that cannot be opened, and the reason.
  case failed(String, String)

  var message: String {
    switch self {
    case .erases:
      "the migrator sets eraseDatabaseOnSchemaChange, which deletes the database when a migration has changed; set it only in '#if DEBUG'"
    case .noMigrations: "the migrator has no migrations"
    case .unknown(let name, let known):
      "the migrator has no migration '\(name)'; it has \(known.map { "'\($0)'" }.joined(separator: ", "))"
    case .exists(let path): "\(path) already exists"
    case .missing(let path): "there is no database at \(path)"
    case .beyond(let name, let latest): "the database has had '\(latest)', which comes after '\(name)'"
    case .failed(let name, let reason): "'\(name)' fails: \(reason)"
    }
  }
}

/// The command line of a migrator tool.
struct MigratorArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Describe and run the migrations of a DatabaseMigrator for schemaledger.",
    subcommands: [Versions.self, Create.self, Migrate.self])

  struct Versions: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the migrations in their order, as JSON.")
  }

  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Create a database.")
    @Argument(help: "The path of the database, which must not exist yet.") var path: String
    @Option(help: "The last migration to run (default: all).") var to: String?
  }

  struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run the migrations that a database has not had yet.")
    @Argument(help: "The database.") var path: String
    @Option(help: "The last migration to run (default: all).") var to: String?
  }
}
