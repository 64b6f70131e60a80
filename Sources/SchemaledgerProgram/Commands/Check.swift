import ArgumentParser
import Findings
import GitStore
import LedgerCore
import LedgerKit

struct Check: AsyncParsableCommand, ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that nothing frozen has changed.",
    discussion: """
      Compares the work tree with HEAD. With --staged it compares the index with HEAD, as the pre-commit hook does. With \
      --range it compares two commits, written as for git diff: A..B compares A with B, and A...B compares their merge \
      base with B.

      It also warns of conflicts with branches that are not merged. Such a warning does not affect the exit status.

      Example:
        schemaledger check --range origin/main...HEAD
      """)

  @OptionGroup var format: ReportFormatOption

  @Flag(help: "Check the index instead of the work tree.")
  var staged = false

  @Option(help: .init("Compare the last commit of a range with its first.", valueName: "old..new"))
  var range: String?

  @Flag(inversion: .prefixedNo, help: "Compare with branches that are not merged.")
  var otherBranches = true

  @OptionGroup var trust: TrustOption

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if staged, range != nil { throw ValidationError("--staged and --range cannot be combined") }
  }

  func run() async throws {
    let repository = try options.repository()
    var branches = BranchReview.Result()
    let result =
      if let range {
        try await judge(range: range, in: repository)
      } else {
        try await judgeChange(in: repository, collecting: &branches)
      }
    if result.findings.worst != .error, let removal = result.removal { throw removal }
    try CheckReport(
      results: result.databases, ledgers: result.ledgers, branches: branches, isStaged: staged,
      isShallow: repository.isShallow
    ).write(format.format, to: options.terminal)
  }

  private func judgeChange(
    in repository: Repository, collecting branches: inout BranchReview.Result
  ) async throws -> RepositoryGate.Result {
    // A bare repository may contain a file named index, but commits are not made from it.
    if repository.isBare { throw GitError.bareRepository(path: repository.gitDirectory) }
    var candidate = try repository.snapshot(staged ? .index : .workTree)
    // A work tree without a configuration has no ledger. For the index, the commit may be the one that removes the
    // configuration.
    let configuration = staged ? try? Configuration(from: candidate) : try Configuration(from: candidate)
    let gate = gate(in: repository)
    let reading = SettledReading(
      repository: repository, folders: staged ? [] : (configuration?.databases ?? []).map(\.ledger))
    var base: FileSnapshot?
    let result = try await Interruption.catching(gate.runsCommands(in: candidate)) {
      try await reading.value(accusing: \.findings) {
        candidate = try repository.snapshot(staged ? .index : .workTree)
        base = try repository.head.commit.map { try repository.snapshot(.commit($0)) }
        return try await gate.findings(in: candidate, after: base, merging: repository.mergedCommits)
      }
    }
    if otherBranches {
      let review = BranchReview(
        repository: repository, database: options.database, today: .now,
        results: ResultCache(in: repository.caches, program: programVersion))
      branches = try staged ? review.result(for: candidate, after: base) : review.result(for: candidate)
    }
    return result
  }

  private func gate(in repository: Repository) -> RepositoryGate {
    RepositoryGate(
      repository: repository, database: options.database, environment: options.commandEnvironment(trust.trust),
      today: .now)
  }

  private func judge(range: String, in repository: Repository) async throws -> RepositoryGate.Result {
    let gate = gate(in: repository)
    let ends = RangeGate(gate)
    let (bases, tip) = try ends.commits(of: range)
    let result = try await Interruption.catching(gate.runsCommands(in: repository.snapshot(.commit(tip)))) {
      try await ends.findings(of: tip, after: bases)
    }
    // A hook may run on branches without a ledger. A range that the user names must have one.
    if result.databases.isEmpty { _ = try Configuration(from: repository.snapshot(.commit(tip))) }
    return result
  }
}
