import ArgumentParser
import GitStore
import LedgerKit

struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write test files for the schemas of a Swift package. A file that is there stays as it is.",
    subcommands: [SchemaTests.self, MigrationTests.self], aliases: ["g"])

  struct SchemaTests: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema-tests",
      abstract: "A file for each schema with @FreezeSchema, that holds it against what was frozen.",
      discussion: """
        Example:
          schemaledger generate schema-tests --schema 1.0.0
        """)

    @OptionGroup var options: GlobalOptions

    @Option(name: .shortAndLong, help: .init("Only the schema of this version.", valueName: "version"))
    var schema: String?

    func run() throws {
      try options.scaffold().schemaTests(schema).forEach(options.tell)
    }
  }

  struct MigrationTests: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "migration-tests",
      abstract: "A file that migrates what was frozen as one version to another.",
      discussion: """
        Example:
          schemaledger generate migration-tests --from-schema 1.0.0 --to-schema 2.0.0
        """)

    @OptionGroup var options: GlobalOptions

    @Option(name: .shortAndLong, help: .init("The version that was frozen.", valueName: "version"))
    var fromSchema: String

    @Option(name: .shortAndLong, help: .init("The version to arrive at.", valueName: "version"))
    var toSchema: String

    func run() throws {
      options.tell(try options.scaffold().migrationTests(from: fromSchema, to: toSchema))
    }
  }
}

extension GlobalOptions {
  fileprivate func scaffold() throws -> TestScaffold {
    let repository = try repository()
    return try TestScaffold(for: oneDatabase(in: repository.snapshot(.workTree)), in: repository)
  }

  fileprivate func tell(_ file: TestScaffold.File) {
    terminal.out(file.isWritten ? "wrote    \(file.path)" : "skipped  \(file.path)  (it is there already)")
  }
}
