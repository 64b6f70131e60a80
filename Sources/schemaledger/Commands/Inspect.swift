import ArgumentParser
import LedgerKit

struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what is in a database file: tables, rows, settings, migrations.",
    discussion: """
      No repository is needed. The file is only read, also while an application uses it.

      Exit status 1 when the file is damaged.

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
