import ArgumentParser
import Foundation
import GitStore
import LedgerKit

struct Verify: AsyncParsableCommand, ReportingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prove that the ledger is whole and that every version migrates to today's schema.",
    discussion: """
      With --all-history also every version found in any commit of any branch, tag or remote branch: deleted, \
      rewritten, never merged.

      Example:
        schemaledger verify --all-history --jobs 4
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var format: ReportFormatOption

  @Flag(help: "Every version of every commit, not only those in the work tree.")
  var allHistory = false

  @OptionGroup var history: HistoryOptions

  @Option(help: "How many fixtures to migrate at a time.")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  func validate() throws {
    if !allHistory, !history.includeRefs.isEmpty {
      throw ValidationError("--include-refs needs --all-history")
    }
    if jobs < 1 { throw ValidationError("--jobs must be at least 1") }
  }

  func run() async throws {
    let terminal = options.terminal
    let repository = try options.repository()
    let present = try repository.present()
    let databases = try options.databases(in: present)
    let reports = try await Interruption.catching(databases.contains { $0.source.runsCommands }) {
      var reports: [Verification.Report] = []
      for database in databases {
        let verification = Verification(
          repository: repository, configuration: database, present: present, surroundings: options.surroundings,
          references: history.references)
        reports.append(
          try await verification.run(allHistory ? .allHistory : .tree, jobs: jobs) { progress in
            switch progress {
            case .walkingHistory: terminal.progress("reading history…")
            case .judged(let outcome, let done, let total):
              terminal.progress("migrating \(done)/\(total)  \(outcome.fixture.entry.version)")
            }
          })
      }
      return reports
    }
    terminal.progress("")
    let report = VerifyReport(reports: reports, isBare: repository.isBare)
    report.write(format.format, to: terminal)
    if report.isFailure { throw ExitCode.finding }
  }
}
