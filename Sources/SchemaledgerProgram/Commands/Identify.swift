import ArgumentParser
import GitStore
import LedgerCore
import LedgerKit

struct Identify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Report which frozen version a database file is, or the nearest one and how it differs.",
    discussion: """
      Compares the file with the versions in the work tree and, if none has the same schema, with those of all commits of \
      all branches. If the configuration has several databases, it finds out of which database the file is a version. \
      The file is only read, even while an application uses it. No code of the repository runs.

      The exit status is 1 if any of the files is not a frozen version.

      Example:
        schemaledger identify user.db
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var format: FormatOption

  @Argument(help: .init("Database files.", valueName: "store"), completion: .file())
  var stores: [String]

  @Flag(help: "Always search all commits.")
  var allHistory = false

  func run() throws {
    let repository = try options.repository()
    let databases = try options.databases(in: try repository.present())
    let searches = try stores.map { name in
      try StoreSearch(of: options.store(name), in: repository, databases, everywhere: allHistory)
    }
    IdentifyReport(searches: searches).write(format.format, to: options.terminal)
    if searches.contains(where: { !$0.isFound }) { throw ExitCode.finding }
  }
}
