import ArgumentParser
import GitStore
import LedgerCore
import LedgerKit

struct Profile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Describe the rows of database files without their values, and propose assumptions.",
    discussion: """
      Counts, for each column, how many rows are NULL, empty, JSON or distinct, and which shapes and lengths the values \
      have. No value is shown. The files are only read, even while an application uses them.

      Generated rows follow the profile that --write stores in the ledger. In a repository, the rows are also compared \
      with the assumptions of the configuration; the exit status is 1 if a row violates one.

      Example:
        schemaledger profile user.db other-user.db --write
      """)

  @OptionGroup var format: FormatOption

  @Argument(help: .init("Database files.", valueName: "store"), completion: .file())
  var stores: [String]

  @Flag(help: "Write the profile of all files together to profile.json in the ledger's folder.")
  var write = false

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let stores = try stores.map(options.store)
    guard try write || options.hasConfiguration() else {
      return ProfileReport(profile: try StoreProfile(of: stores)).write(format.format, to: options.terminal)
    }
    let repository = try options.repository()
    let database = try options.oneDatabase(in: try repository.present())
    let profile = try StoreProfile(of: stores, assumptions: database.assumptions, stubs: database.stubs)
    var report = ProfileReport(profile: profile)
    if write {
      guard let root = repository.root else { throw LedgerError.bareRepository(path: repository.gitDirectory) }
      try MemoryShortage.check()
      report.path = try profile.write(to: root, ledger: database.ledger)
    }
    report.write(format.format, to: options.terminal)
    if profile.hasViolations { throw ExitCode.finding }
  }
}
