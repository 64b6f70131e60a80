import ArgumentParser
import GitStore
import LedgerKit

struct Check: AsyncParsableCommand, ReportingCommand {
  static let configuration = CommandConfiguration(
    abstract: "The drift gate: has anything frozen changed?",
    discussion: """
      Judges the work tree against HEAD. With --staged it judges what is about to be committed, as the pre-commit hook \
      does.

      Example:
        schemaledger check --staged
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var format: ReportFormatOption

  @Flag(help: "Judge the index instead of the work tree.")
  var staged = false

  func run() async throws {
    let repository = try options.repository()
    let candidate = try repository.snapshot(staged ? .index : .workTree)
    let base = try repository.head.commit.map { try repository.snapshot(.commit($0)) }
    let databases = try databases(in: candidate, after: base)
    var results: [(String, [Finding])] = []
    for database in databases {
      let gate = Gate(repository: repository, configuration: database)
      let findings = try await Interruption.catching(database.source.runsCommands) {
        try await gate.findings(in: candidate, after: base, surroundings: options.surroundings)
      }
      results.append((database.name, findings))
    }
    if let base, options.database == nil {
      let lost = try LostEntries.findings(leaving: base, for: databases, in: candidate)
      if !lost.isEmpty { results.append((databases.first?.name ?? Configuration.defaultDatabase, lost)) }
    }
    if staged, results.flatMap(\.1).worst != .error, try candidate.read(Configuration.fileName) == nil,
      try base.map({ try isWatched(databases, in: $0) }) == true
    {
      throw LedgerError.configurationRemoved(path: Configuration.fileName)
    }
    try CheckReport(results: results, isStaged: staged).write(format.format, to: options.terminal)
  }

  private func isWatched(_ databases: [DatabaseConfiguration], in base: FileSnapshot) throws -> Bool {
    try databases.contains { try !Ledger(at: $0.ledger, in: base).items.isEmpty }
  }

  /// What the commit would configure; a commit that removes the configuration is judged by the one before.
  private func databases(in candidate: FileSnapshot, after base: FileSnapshot?) throws -> [DatabaseConfiguration] {
    do {
      return try options.databases(in: candidate)
    } catch LedgerError.noConfiguration where staged {
      guard let base, let frozen = try? Configuration(from: base) else { return [] }
      return frozen.databases
    }
  }
}
