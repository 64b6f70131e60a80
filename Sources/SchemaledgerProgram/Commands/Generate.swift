import ArgumentParser
import GitStore
import LedgerKit

struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write test files for the schemas of a Swift package. Existing files are not overwritten.",
    subcommands: [SchemaTests.self, MigrationTests.self], aliases: ["g"])

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
}

extension GlobalOptions {
  fileprivate func scaffold() throws -> TestScaffold {
    let repository = try repository()
    return try TestScaffold(for: oneDatabase(in: repository.snapshot(.workTree)), in: repository)
  }

  fileprivate func report(_ file: TestScaffold.File) {
    terminal.out(file.isWritten ? "wrote    \(file.path)" : "skipped  \(file.path)  (already exists)")
  }
}
