import ArgumentParser
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit

struct WithdrawCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw",
    abstract: "Withdraw a version that was frozen by mistake, so that it can be frozen again.",
    discussion: """
      Records the reason in the ledger, removes the version's entry, and commits both. The entry stays in history. \
      schemaledger then no longer verifies it, and no longer reports that it was deleted; check, log and show always \
      show that it was withdrawn, by whom, when and why.

      Do not withdraw a version that users have: their databases would no longer be verified.

      Example:
        schemaledger withdraw 1.2.0 --reason 'frozen before the last migration was merged'
        schemaledger withdraw 1.2.0 --entry 67a9b9db407d --reason 'frozen twice'
      """)

  @OptionGroup var format: FormatOption

  @Argument(help: "The version's name.", completion: ArgumentCompletion.versions)
  var version: String

  @Option(help: .init("Why the freeze was a mistake.", valueName: "text"))
  var reason: String

  @Option(
    help: .init(
      "The first digits of the id of the entry, if the version was frozen with several contents.", valueName: "id"))
  var entry: String?

  @Flag(help: "Write and stage the withdrawal, but do not commit it.")
  var noCommit = false

  @OptionGroup var options: GlobalOptions

  func run() async throws {
    let repository = try options.repository()
    try options.startWriting(repository)
    defer { repository.endWriting() }
    let configuration = try options.oneDatabase(in: try repository.snapshot(.workTree))
    let withdraw = Withdraw(repository: repository, configuration: configuration, processContext: .now(options))
    let version = try withdraw.version(named: version)
    let outcome = try await withdraw.run(version, entry: entry, reason: reason, commits: !noCommit)
    WithdrawReport(outcome: outcome).write(format.format, to: options.terminal)
  }
}
