import ArgumentParser
import GitStore
import LedgerKit
import SQLiteSchema

struct DriftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drift",
    abstract: "Show how the schema of a database file differs from a version.",
    discussion: """
      The version is the one that the file says it is: by the book of the migration tool, or by user_version. Where it \
      does not say, it is the one with the same schema, or else with the fewest changes.

      Exit status 1 when the schemas are reordered or changed.

      Example:
        schemaledger drift user.db
        schemaledger drift user.db --against latest
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var format: FormatOption

  @Argument(help: "A database file.", completion: .file())
  var store: String

  @Option(help: .init("A version, 'latest', or a revision, whose source is meant.", valueName: "version"))
  var against: String?

  func run() throws {
    let repository = try options.repository()
    let configuration = try options.oneDatabase(in: try repository.present())
    let drift = try StoreDrift(
      of: options.store(store), against: against, folder: options.directory, in: repository, configuration)
    DriftReport(drift: drift).write(format.format, to: options.terminal)
    if drift.diff.verdict > .cosmetic { throw ExitCode.finding }
  }
}
