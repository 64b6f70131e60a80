import ArgumentParser
import GitStore
import LedgerCore
import LedgerKit
internal import SQLiteSchema

struct DriftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drift",
    abstract: "Show how the schema of a database file differs from a version.",
    discussion: """
      The migration tool's tracking table (or user_version) decides which version the file is compared with. If the file \
      has neither, it is compared with the version that has the same schema or, failing that, the fewest differences.

      The exit status is 1 if the schemas are reordered or changed.

      With --source, a file of SwiftData or Core Data is compared with the models that the source declares, and each \
      difference names the line of the declaration.

      Example:
        schemaledger drift user.db
        schemaledger drift user.db --against latest
        schemaledger drift user.db --source --against v1.2.0
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var format: FormatOption

  @Argument(help: "A database file.", completion: .file())
  var store: String

  @Option(help: .init("A version, its tag or 'latest', or a revision, meaning its source.", valueName: "version"))
  var against: String?

  @Flag(help: "Compare with the models that the source declares; --against then names a revision.")
  var source = false

  func run() throws {
    let repository = try options.repository()
    let configuration = try options.oneDatabase(in: try repository.present())
    if source {
      let drift = try SourceDrift(of: options.store(store), at: against, in: repository, configuration)
      SourceDriftReport(drift: drift).write(format.format, to: options.terminal)
      if drift.verdict > .cosmetic { throw ExitCode.finding }
      return
    }
    let drift = try StoreDrift(
      of: options.store(store), against: against, folder: options.directory, in: repository, configuration)
    DriftReport(drift: drift).write(format.format, to: options.terminal)
    if drift.diff.verdict > .cosmetic { throw ExitCode.finding }
  }
}
