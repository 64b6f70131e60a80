import ArgumentParser
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
internal import SQLiteData

struct Verify: AsyncParsableCommand, ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that the ledger is intact and that every version migrates to today's schema.",
    discussion: """
      With --all-history, it also checks every version found in any commit of any branch, tag or remote branch, including \
      versions that were deleted, rewritten or never merged.

      Example:
        schemaledger verify --all-history --jobs 4
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var format: ReportFormatOption

  @Flag(help: "Verify the versions of every commit, not only those in the work tree.")
  var allHistory = false

  @OptionGroup var history: HistoryOptions

  @Option(help: "Number of fixtures to migrate at the same time.")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @Option(
    help: ArgumentHelp("Verify only one part of the fixtures, such as 2/5.", valueName: "k/n"),
    transform: { text in
      guard let shard = Shard(text) else { throw ValidationError("expected k/n, such as 2/5") }
      return shard
    })
  var shard: Shard?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Merge the JSON reports of all shards; verifies nothing.", valueName: "files"))
  var merge: [String] = []

  @Option(help: ArgumentHelp("Number of rows to generate for each table before migrating; 0 for none.", valueName: "n"))
  var rows: Int = Population.defaultRows

  @OptionGroup var trials: TrialOptions

  @Flag(name: .customLong("other-lineages"), help: "Also migrate versions of another lineage.")
  var triesOtherLineages = false

  @Flag(name: .customLong("strict"), help: "Fail if something was not tried.")
  var isStrict = false

  @Option(
    help: .init(
      "Also check that everything in a seal is still there: an annotated tag, or a file with its .sig beside it.",
      valueName: "tag|file"))
  var seal: String?

  @OptionGroup var trust: TrustOption

  @Flag(name: .customLong("no-cache"), help: "Neither read nor write what earlier runs have stored.")
  var isUncached = false

  func validate() throws {
    if !merge.isEmpty {
      if shard != nil || allHistory || !trials.trials.isEmpty {
        throw ValidationError("--merge cannot be combined with --shard, --all-history or trials")
      }
      if seal != nil { throw ValidationError("--merge cannot be combined with --seal") }
      guard MergedReport.supports(format.format) else {
        throw ValidationError("--merge does not write JUnit: each shard writes it for its own fixtures")
      }
    }
    if !allHistory, !history.includeRefs.isEmpty {
      throw ValidationError("--include-refs needs --all-history")
    }
    if rows < 0 || rows > 100_000 { throw ValidationError("--rows must be between 0 and 100000") }
    if jobs < 1 { throw ValidationError("--jobs must be at least 1") }
  }

  func run() async throws {
    let terminal = options.terminal
    if !merge.isEmpty {
      let report = MergedReport(
        report: try ShardReport(merging: merge.map { try .init(at: options.file($0), named: $0) }), isStrict: isStrict)
      report.write(format.format, to: terminal)
      if report.isFailure { throw ExitCode.finding }
      return
    }
    let repository = try options.repository()
    if !isUncached, let problem = repository.caches.problem {
      terminal.warn("\(problem.message)", hint: problem.hint.map { "\($0)" })
    }
    let present = try repository.present()
    let databases = try options.databases(in: present)
    let sealed = try await statement(in: repository)
    let names = try Configuration(from: present).databases.map(\.name)
    let reports = try await Interruption.catching(databases.contains { $0.source.runsCommands }) {
      var reports: [Verification.Report] = []
      for database in databases {
        let check = sealed.map { SealCheck($0, reportingOn: reports.isEmpty ? names : nil) }
        let verification = Verification(
          repository: repository, configuration: database, present: present,
          environment: options.commandEnvironment(trust.trust),
          options: .init(
            references: history.references, cache: isUncached ? .none : .standard,
            results: isUncached ? nil : ResultCache(in: repository.caches, program: programVersion),
            rows: rows, trials: trials.trials, today: .now, triesOtherLineages: triesOtherLineages, strict: isStrict,
            seal: check))
        let dealt = reports.compactMap(\.part?.total).reduce(0, +)
        reports.append(
          try await verification.run(
            allHistory ? .allHistory : .tree, jobs: jobs, shard: shard, behind: dealt
          ) { progress in
            switch progress {
            case .walkingHistory: terminal.progress("reading history…")
            case .judged(let outcome, let done, let total):
              terminal.progress("migrating \(done)/\(total)  \(outcome.name)")
            }
          })
      }
      return reports
    }
    terminal.progress("")
    let report = VerifyReport(
      reports: reports, isBare: repository.isBare, shard: shard, trials: trials.trials, isStrict: isStrict)
    try report.write(format.format, to: terminal)
    if let sealed, format.format == .text { terminal.out(Wording.summary(of: sealed, isKept: !report.breaksSeal)) }
    if report.isFailure { throw ExitCode.finding }
  }

  /// Reads the seal: a tag of this name, or else a file.
  private func statement(in repository: Repository) async throws -> SealedStatement? {
    guard let seal else { return nil }
    if try repository.annotatedTag(seal) != nil { return try await SealedStatement(tag: seal, in: repository) }
    let file = URL(filePath: options.file(seal))
    guard let size = try? file.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey]), size.isRegularFile == true
    else { throw LedgerError.seal(.notFound(name: seal)) }
    guard size.fileSize ?? 0 <= Seal.sizeLimit, let content = try? Data(contentsOf: file) else {
      throw LedgerError.seal(.notASeal(name: seal))
    }
    let signature = try? String(contentsOf: URL(filePath: options.file(seal) + ".sig"), encoding: .utf8)
    return try await SealedStatement(file: seal, Array(content), signature: signature, in: repository)
  }
}
