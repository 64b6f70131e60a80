import ArgumentParser
import GitStore
import LedgerCore
import LedgerKit

struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write Swift files: tests for the schemas of a package, and the models of a released version.",
    subcommands: [SchemaTests.self, MigrationTests.self, FrozenModels.self], aliases: ["g"])

  struct SchemaTests: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema-tests",
      abstract: "Write a test file for each schema with @FreezeSchema that checks it against the frozen version.",
      discussion: """
        Example:
          schemaledger generate schema-tests --schema 1.0.0
        """)

    @OptionGroup var options: GlobalOptions

    @Option(name: .shortAndLong, help: .init("Only the schema of this version.", valueName: "version"))
    var schema: String?

    func run() throws {
      try options.scaffold().schemaTests(schema).forEach(options.report)
    }
  }

  struct MigrationTests: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "migration-tests",
      abstract: "Write a test file that migrates one frozen version to another version.",
      discussion: """
        Example:
          schemaledger generate migration-tests --from-schema 1.0.0 --to-schema 2.0.0
        """)

    @OptionGroup var options: GlobalOptions

    @Option(name: .shortAndLong, help: .init("The frozen version to migrate.", valueName: "version"))
    var fromSchema: String

    @Option(name: .shortAndLong, help: .init("The version to migrate to.", valueName: "version"))
    var toSchema: String

    func run() throws {
      options.report(try options.scaffold().migrationTests(from: fromSchema, to: toSchema))
    }
  }

  struct FrozenModels: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "frozen-models",
      abstract: "Print a VersionedSchema with the models of a released version, as they were released.",
      discussion: """
        The version is a frozen one or, for a source of kind swiftdata, any revision. The head of the file lists the types \
        that it needs and that a model does not describe, such as enumerations with raw values: copy them from that \
        release.

        Example:
          schemaledger generate frozen-models 1.2.0 > App/Models/SchemaV1_2_0.swift
        """)

    @OptionGroup var options: GlobalOptions

    @Argument(
      help: .init("A version, or a revision, meaning its source.", valueName: "version"),
      completion: ArgumentCompletion.versions)
    var version: String

    @Option(help: .init("The name of the enumeration.", valueName: "name"))
    var name: String?

    func run() throws {
      let repository = try options.repository()
      let file = try FrozenModelsFile(
        of: version, named: name, in: options.oneDatabase(in: repository.present()), of: repository)
      options.terminal.out(.text(file.swift.hasSuffix("\n") ? String(file.swift.dropLast()) : file.swift))
      if file.requirementCount > 0 {
        options.terminal.message("\(file.name) needs types that its head lists")
      }
    }
  }
}

extension GlobalOptions {
  fileprivate func scaffold() throws -> TestScaffold {
    let repository = try repository()
    return try TestScaffold(for: oneDatabase(in: repository.snapshot(.workTree)), in: repository)
  }

  fileprivate func report(_ file: TestScaffold.File) {
    if file.isWritten {
      terminal.confirmations.out("wrote    \(file.path)")
    } else {
      terminal.out("skipped  \(file.path)  (already exists)")
    }
  }
}
