import ArgumentParser
import GitStore
import LedgerKit

struct Identify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Tell which frozen version a database file is, or the nearest one and how it differs.",
    discussion: """
      The ledger as it is now is looked at first, and all commits of all branches where no version in it has the same \
      schema. The file is only read, also while an application uses it; no code of the repository runs.

      Exit status 1 when one of the files is no frozen version.

      Example:
        schemaledger identify user.db
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var format: FormatOption

  @Argument(help: .init("Database files.", valueName: "store"), completion: .file())
  var stores: [String]

  @Flag(help: "Look at all commits in any case.")
  var allHistory = false

  func run() throws {
    let repository = try options.repository()
    let configuration = try options.oneDatabase(in: try repository.present())
    let answers = try stores.map { name in
      try StoreIdentification(of: options.store(name), in: repository, configuration, everywhere: allHistory)
    }
    IdentifyReport(answers: answers).write(format.format, to: options.terminal)
    if answers.contains(where: \.matches.isEmpty) { throw ExitCode.finding }
  }
}
