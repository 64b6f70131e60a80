internal import ArgumentParser
internal import EntityModel
internal import Foundation
internal import SchemaModel

/// Implements the commands of a schema tool.
struct PlanCommands {
  let plan: any SchemaMigrationPlan.Type
  /// Whether CloudKit synchronises the stores.
  var usesCloudKit = false

  /// - Throws: `PlanError`, `SwiftDataError`, `StoreError`, and what ArgumentParser throws for wrong usage.
  func run(_ arguments: [String]) throws {
    switch try ToolArguments.parseAsRoot(arguments) {
    case is ToolArguments.Versions: try show(versions())
    case let command as ToolArguments.Create: try create(at: command.path, version: command.version)
    case let command as ToolArguments.Migrate:
      try adopt(command.path, as: command.adopt)
      try migrate(command.path, to: command.to)
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
      /// A stage whose operations rename columns, or delete objects on purpose.
      struct Stage: Encodable {
        struct Rename: Encodable {
          let entity: String
          let newEntity: String
          let property: String
          let newProperty: String
        }
        let from: String
        let to: String
        let renames: [Rename]
        let deletions: [String]
      }
      /// `nil` leaves the key out.
      let cloudkit: Bool?
      let schemamodel = 1
      let versions: [Version]
      /// `nil` if there is none.
      let stages: [Stage]?
    }
    let stages = plan.stages.compactMap { stage -> Answer.Stage? in
      guard case .operations(let from, let to, let operations) = stage,
        !operations.renames.isEmpty || !operations.deletions.isEmpty
      else { return nil }
      return Answer.Stage(
        from: from.versionIdentifier.description, to: to.versionIdentifier.description,
        renames: operations.renames.map {
          .init(entity: $0.entity, newEntity: $0.newEntity, property: $0.property, newProperty: $0.newProperty)
        }, deletions: Array(Set(operations.deletions)).sorted())
    }
    let answer = Answer(
      cloudkit: usesCloudKit ? true : nil,
      versions: plan.schemas.map {
        .init(schema: String(describing: $0), version: $0.versionIdentifier.description)
      }, stages: stages.isEmpty ? nil : stages)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(answer), as: UTF8.self)
  }

  /// The dotted name without the module: versions of a plan may have one identifier.
  private static func name(of schema: any VersionedSchema.Type) -> String {
    String(reflecting: schema).drop { $0 != "." }.dropFirst().description
  }

  /// Makes a store that has the tables of a version one of SchemaModel.
  private func adopt(_ path: String, as version: String?) throws {
    guard let version else { return }
    let url = URL(fileURLWithPath: path)
    let schema = try schema(version)
    let identity = try StoreIdentity(at: url)
    guard try identity.has(schema) else {
      throw PlanError.otherVersion(version, found: try identity.schema(in: plan).version.description)
    }
    if identity.isMadeBySwiftData { try StoreIdentity.adopt(url, as: schema) }
  }

  /// The schema of a version, by its name or its identifier; `nil` selects the newest.
  private func schema(_ version: String?) throws -> Schema {
    let schemas = plan.schemas.map { Schema(versionedSchema: $0) }
    let name = String(describing: plan)
    guard let newest = schemas.last else { throw PlanError.noVersions(name) }
    guard let version else { return newest }
    let known = schemas.map(\.version.description)
    let position = plan.schemas.firstIndex { Self.name(of: $0) == version } ?? known.firstIndex(of: version)
    guard let position else {
      throw PlanError.unknownVersion(version, plan: name, known: known)
    }
    return schemas[position]
  }

  private func create(at path: String, version: String?) throws {
    let schema = try schema(version)
    guard !FileManager.default.fileExists(atPath: path) else { throw PlanError.exists(path) }
    _ = try ModelContainer(for: schema, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
  }

  /// The version of the store is determined from its models.
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

/// An error in a plan or in the arguments of a command.
enum PlanError: Error {
  case noVersions(String)
  case unknownVersion(String, plan: String, known: [String])
  case exists(String)
  /// The store has the tables of another version than the one that it was said to have.
  case otherVersion(String, found: String)

  var message: String {
    switch self {
    case .noVersions(let plan): "\(plan) has no schemas"
    case .unknownVersion(let version, let plan, let known):
      "\(plan) has no version \(version); it has \(known.joined(separator: ", "))"
    case .exists(let path): "\(path) already exists"
    case .otherVersion(let version, let found): "the store has the tables of \(found), not those of \(version)"
    }
  }
}

/// The command line of a schema tool.
struct ToolArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Describe and run a migration plan for schemaledger.",
    subcommands: [Versions.self, Create.self, Migrate.self, Populate.self, Describe.self])

  struct Versions: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the versions, oldest first, as JSON.")
  }

  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Create an empty store.")
    @Argument(help: "The path of the store, which must not exist yet.") var path: String
    @Option(help: "The version (default: the newest).") var version: String?
  }

  struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run the plan's stages on a store.")
    @Argument(help: "The store.") var path: String
    @Option(help: "The version to migrate to (default: the newest).") var to: String?
    @Option(help: "The version of a store that SwiftData made, which then no longer opens it.") var adopt: String?
  }

  struct Populate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add generated objects to a store, the same ones each time.")
    @Argument(help: "The store.") var path: String
    @Option(help: "The number of objects of each entity.") var rows = ModelPopulation.defaultRows
  }

  struct Describe: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print the declarations of a version as JSON.")
    @Argument(help: "The version (default: the newest).") var version: String?
  }
}
