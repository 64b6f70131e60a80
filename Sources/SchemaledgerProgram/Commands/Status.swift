import ArgumentParser
import GitStore
import LedgerKit

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the frozen versions, what changed since the last one, and any problems.",
    discussion: """
      Example:
        schemaledger status --format json
      """)

  @OptionGroup var format: FormatOption

  @Flag(inversion: .prefixedNo, help: "Compare with branches that are not merged.")
  var otherBranches = true

  @OptionGroup var options: GlobalOptions

  func run() throws { try Self.run(options, format.format, otherBranches: otherBranches) }

  static func run(_ options: GlobalOptions, _ format: OutputFormat = .text, otherBranches: Bool = true) throws {
    let repository = try options.repository()
    let workTree = try repository.snapshot(.workTree)
    let databases = try options.databases(in: workTree)
    let states = try databases.map { try LedgerStatus(of: $0, in: repository, today: .now) }
    let review = BranchReview(
      repository: repository, database: options.database, today: .now,
      results: ResultCache(in: repository.caches, program: programVersion))
    let branches = otherBranches ? try review.result(for: workTree) : BranchReview.Result()
    try StatusReport(states: states, branches: branches).write(format, to: options.terminal)
  }
}
