import ArgumentParser
import GitStore
import LedgerKit

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show frozen versions, what has changed since the last one, and anything wrong.",
    discussion: """
      Example:
        schemaledger status --format json
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var format: FormatOption

  func run() throws { try Self.run(options, format.format) }

  static func run(_ options: GlobalOptions, _ format: OutputFormat = .text) throws {
    let repository = try options.repository()
    let databases = try options.databases(in: try repository.snapshot(.workTree))
    let states = try databases.map { try LedgerStatus(of: $0, in: repository) }
    try StatusReport(states: states).write(format, to: options.terminal)
  }
}
