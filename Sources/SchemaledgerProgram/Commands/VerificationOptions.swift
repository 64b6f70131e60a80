import ArgumentParser
import Foundation
import GitStore
import LedgerCore
import LedgerKit
internal import SQLiteData

/// What is verified, and how.
struct VerificationOptions: ParsableArguments {
  @Flag(help: "Verify the versions of every commit, not only those in the work tree.")
  var allHistory = false

  @OptionGroup var history: HistoryOptions

  @Option(help: "Number of fixtures to migrate at the same time.")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @Option(help: ArgumentHelp("Number of rows to generate for each table before migrating; 0 for none.", valueName: "n"))
  var rows: Int = Population.defaultRows

  @OptionGroup var trials: TrialOptions

  @Flag(name: .customLong("other-lineages"), help: "Also migrate versions of another lineage.")
  var triesOtherLineages = false

  @Flag(name: .customLong("strict"), help: "Fail if something was not tried.")
  var isStrict = false

  @OptionGroup var trust: TrustOption

  @Flag(name: .customLong("no-cache"), help: "Neither read nor write what earlier runs have stored.")
  var isUncached = false

  func validate() throws {
    if !allHistory, !history.includeRefs.isEmpty {
      throw ValidationError("--include-refs needs --all-history")
    }
    if rows < 0 || rows > 100_000 { throw ValidationError("--rows must be between 0 and 100000") }
    if jobs < 1 { throw ValidationError("--jobs must be at least 1") }
  }

  /// Verifies databases one after the other, and shows the progress.
  ///
  /// - Parameters:
  ///   - present: the current state of the repository.
  ///   - deal: the part of the fixtures to verify; `nil` for all.
  ///   - sealed: what a seal says; `nil` if there is none to check.
  func run(
    _ databases: [DatabaseConfiguration], in repository: Repository, present: FileSnapshot, options: GlobalOptions,
    deal: ShardDeal? = nil, sealed: SealedStatement? = nil
  ) async throws -> VerifyReport {
    let terminal = options.terminal
    if !isUncached, let problem = repository.caches.problem {
      terminal.warn("\(problem.message)", hint: problem.hint.map { "\($0)" })
    }
    let configuration = try Configuration(from: present)
    let names = configuration.databases.map(\.name)
    let environment = options.commandEnvironment(trust.trust)
    let reports = try await Interruption.catching(databases.contains { !$0.source.repositoryCommands.isEmpty }) {
      var reports: [Verification.Report] = []
      var next = deal
      for database in databases {
        let check = sealed.map { SealCheck($0, reportingOn: reports.isEmpty ? names : nil) }
        let verification = Verification(
          repository: repository, configuration: database, present: present,
          environment: environment,
          options: .init(
            references: history.references, cache: isUncached ? .objectsOnly : .standard,
            results: isUncached
              ? nil : ResultCache(in: repository.caches, program: programVersion),
            rows: rows, trials: trials.trials, today: .now, triesOtherLineages: triesOtherLineages, strict: isStrict,
            seal: check))
        reports.append(
          try await verification.run(allHistory ? .allHistory : .tree, jobs: jobs, deal: next) { progress in
            switch progress {
            case .walkingHistory: terminal.progress("reading history…")
            case .judged(let outcome, let done, let total):
              terminal.progress("migrating \(done)/\(total)  \(outcome.name)")
            }
          })
        next = reports.last?.part?.next
      }
      return reports
    }
    terminal.progress("")
    return VerifyReport(
      reports: reports, isBare: repository.isBare, shard: deal?.shard, trials: trials.trials, rows: rows,
      isStrict: isStrict)
  }
}
