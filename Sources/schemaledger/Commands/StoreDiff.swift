import ArgumentParser
import LedgerKit
import SQLiteSchema

struct StoreDiff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store-diff",
    abstract: "Compare two database files: their schemas and their rows.",
    discussion: """
      No repository is needed. Rows are compared by primary key, in the columns that both tables have. The files are only \
      read, also while an application uses them.

      Exit status 1 when the schemas are reordered or changed, or rows differ.

      Example:
        schemaledger store-diff before.db after.db
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var format: FormatOption

  @Argument(help: "The one file.", completion: .file())
  var before: String

  @Argument(help: "The other file.", completion: .file())
  var after: String

  @Flag(help: "Leave the rows out.")
  var schemaOnly = false

  func run() throws {
    let comparison = try StoreComparison(
      options.store(before), options.store(after), comparesRows: !schemaOnly)
    StoreDiffReport(comparison: comparison).write(format.format, to: options.terminal)
    if comparison.diff.verdict > .cosmetic || comparison.hasOtherRows { throw ExitCode.finding }
  }
}
