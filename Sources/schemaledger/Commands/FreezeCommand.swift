import ArgumentParser
import Foundation
import GitStore
import LedgerKit

struct FreezeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "freeze",
    abstract: "Record today's schema as a version: an entry in the ledger, committed.",
    discussion: """
      A frozen version is never overwritten: freezing it again checks that nothing has changed. What you have staged \
      stays staged and out of the commit.

      Example:
        schemaledger freeze 1.2.0
        schemaledger freeze 1.1.0 --at v1.1.0
        schemaledger freeze 1.0.0 --from backup-of-a-user.db
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var format: FormatOption

  @Argument(help: "The version's name.")
  var version: String

  @Option(help: .init("Read the source as it stood there, without a checkout.", valueName: "revision"))
  var at: String?

  @Option(
    help: .init("Record the schema of this database, which is out there, instead of the source's.", valueName: "store"))
  var from: String?

  @Flag(help: "Write and stage the entry, and leave the commit to you.")
  var noCommit = false

  func run() async throws {
    let version = try Version(version)
    let repository = try options.repository()
    let configuration = try options.oneDatabase(in: try repository.snapshot(.workTree))
    let circumstances = Freeze.Circumstances(
      environment: options.environment, now: .now, temporaryFolder: FileManager.default.temporaryDirectory,
      surroundings: options.surroundings, willWrite: Interruption.hold)
    let freeze = Freeze(repository: repository, configuration: configuration, circumstances: circumstances)
    let store = try from.map { name in
      try Store(
        at: name.hasPrefix("/") ? name : options.directory + "/" + name, named: name,
        temporaryFolder: FileManager.default.temporaryDirectory.path)
    }
    let outcome = try await Interruption.catching(configuration.source.runsCommands) {
      try await freeze.run(version, at: at, from: store, commits: !noCommit)
    }
    try FreezeReport(outcome: outcome, version: version, revision: at, store: from).write(
      format.format, to: options.terminal)
  }
}

extension Moment {
  /// This instant in this zone.
  static var now: Moment {
    let date = Date()
    return Moment(
      seconds: Int64(date.timeIntervalSince1970), offsetMinutes: TimeZone.current.secondsFromGMT(for: date) / 60)
  }
}
