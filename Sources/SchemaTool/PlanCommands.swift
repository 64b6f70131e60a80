internal import ArgumentParser
internal import Foundation
internal import SchemaModel

/// What the program can be asked.
struct PlanCommands {
  let plan: any SchemaMigrationPlan.Type

  /// - Throws: `PlanError`, `SwiftDataError`, `StoreError`, and what ArgumentParser throws for wrong usage.
  func run(_ arguments: [String]) throws {
    switch try ToolArguments.parseAsRoot(arguments) {
    case is ToolArguments.Versions: try show(versions())
    case let command as ToolArguments.Create: try create(at: command.path, version: command.version)
    case let command as ToolArguments.Migrate: try migrate(command.path, to: command.to)
    case let command as ToolArguments.Populate: try populate(command.path, rows: command.rows)
    case let command as ToolArguments.Describe: try show(schema(command.version).modelDocument)
    case var command: try command.run()
    }
  }

  private func show(_ line: String) throws { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  private func versions() throws -> String {
    struct Answer: Encodable {
      struct Version: Encodable {
        let schema: String
        let version: String
      }
      let schemamodel = 1
      let versions: [Version]
    }
    let answer = Answer(
      versions: plan.schemas.map {
        .init(schema: String(describing: $0), version: $0.versionIdentifier.description)
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(answer), as: UTF8.self)
  }

  /// The schema of a version; of the newest for nil.
  private func schema(_ version: String?) throws -> Schema {
    let schemas = plan.schemas.map { Schema(versionedSchema: $0) }
    let name = String(describing: plan)
    guard let newest = schemas.last else { throw PlanError.noVersions(name) }
    guard let version else { return newest }
    let known = schemas.map(\.version.description)
    guard let position = known.firstIndex(of: version) else {
      throw PlanError.unknownVersion(version, plan: name, known: known)
    }
    return schemas[position]
  }

  private func create(at path: String, version: String?) throws {
    let schema = try schema(version)
    guard !FileManager.default.fileExists(atPath: path) else { throw PlanError.exists(path) }
    _ = try ModelContainer(for: schema, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
  }

  /// Which version a store has is told by what it declares.
  private func populate(_ path: String, rows: Int) throws {
    let url = URL(fileURLWithPath: path)
    let schema = try StoreIdentity(at: url).schema(in: plan)
    let container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
    for gap in try ModelPopulation(of: container, rows: rows).gaps { try show(gap) }
  }

  private func migrate(_ path: String, to version: String?) throws {
    let schema = try schema(version)
    guard FileManager.default.fileExists(atPath: path) else { throw StoreError.missing(path: path) }
    _ = try ModelContainer(
      for: schema, migrationPlan: plan, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
  }
}

/// What is wrong with a plan, or with what was asked of it.
enum PlanError: Error {
  case noVersions(String)
  case unknownVersion(String, plan: String, known: [String])
  case exists(String)

  var message: String {
    switch self {
    case .noVersions(let plan): "\(plan) has no schemas"
    case .unknownVersion(let version, let plan, let known):
      "\(plan) has no version \(version); it has \(known.joined(separator: ", "))"
    case .exists(let path): "\(path) is there already"
    }
  }
}

/// The program's arguments.
struct ToolArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Answers schemaledger's questions about a migration plan.",
    subcommands: [Versions.self, Create.self, Migrate.self, Populate.self, Describe.self])

  struct Versions: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the versions, oldest first, as JSON.")
  }

  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Make an empty store.")
    @Argument(help: "Where; nothing may be there yet.") var path: String
    @Option(help: "The version; the newest unless given.") var version: String?
  }

  struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run the plan's stages on a store.")
    @Argument(help: "The store.") var path: String
    @Option(help: "The version to arrive at; the newest unless given.") var to: String?
  }

  struct Populate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add made-up objects to a store, the same ones each time.")
    @Argument(help: "The store.") var path: String
    @Option(help: "How many objects of each entity.") var rows = ModelPopulation.defaultRows
  }

  struct Describe: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show what a version declares, as JSON.")
    @Argument(help: "The version; the newest unless given.") var version: String?
  }
}
