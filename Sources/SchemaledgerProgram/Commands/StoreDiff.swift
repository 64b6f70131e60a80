import ArgumentParser
import LedgerKit
internal import SQLiteSchema

struct StoreDiff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store-diff",
    abstract: "Compare the schemas and rows of two database files.",
    discussion: """
      Needs no repository. Rows are compared by primary key, in the columns that both tables have. The files are only \
      read, even while an application uses them.

      The exit status is 1 if the schemas are reordered or changed, or if rows differ.

      Example:
        schemaledger store-diff before.db after.db
      """)

  @OptionGroup var format: FormatOption

  @Argument(help: "The file before.", completion: .file())
  var before: String

  @Argument(help: "The file after.", completion: .file())
  var after: String

  @Flag(help: "Do not compare rows.")
  var schemaOnly = false

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let comparison = try StoreComparison(
      options.store(before), options.store(after), comparesRows: !schemaOnly)
    try StoreDiffReport(comparison: comparison).write(format.format, to: options.terminal)
    if comparison.diff.verdict > .cosmetic || comparison.hasOtherRows { throw ExitCode.finding }
  }
}
