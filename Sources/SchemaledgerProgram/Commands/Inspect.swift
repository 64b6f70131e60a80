import ArgumentParser
import LedgerKit

struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show the tables, row counts, settings and applied migrations of a database file.",
    discussion: """
      Needs no repository. The file is only read, even while an application uses it.

      The exit status is 1 if the file is damaged.

      Example:
        schemaledger inspect user.db
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var format: FormatOption

  @Argument(help: "A database file.", completion: .file())
  var store: String

  func run() throws {
    let inspection = try StoreInspection(of: options.store(store))
    InspectReport(inspection: inspection).write(format.format, to: options.terminal)
    if case .damaged = inspection.integrity { throw ExitCode.finding }
  }
}
