import ArgumentParser
import Foundation
import LedgerCore
import LedgerKit
internal import SQLiteSandbox

struct Rehearse: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Run today's migrations on real databases, without changing them.",
    discussion: """
      Each file is only read, even while an application uses it. What the migrations write stays in memory and in \
      temporary files. The results are checked as by 'verify': schema, rows by their keys, foreign keys, integrity.

      The exit status is 1 if the migrations of a file fail, or if a file could not be rehearsed. It is 2 if a file could \
      not be read and another attempt may help.

      Examples:
        schemaledger rehearse user.db
        schemaledger rehearse backups/ --sample 5%
        find /srv -name '*.db' -print0 | schemaledger rehearse --files-from - -0 --format ndjson
      """)

  @OptionGroup var list: StoreListOptions

  @Flag(help: "Show the values of rows in findings, and not only their keys.")
  var showValues = false

  @Option(help: .init("Rehearse only this share of the files, always the same ones.", valueName: "percent"))
  var sample: SampleShare?

  @Option(help: .init("Stop after this many files have failed.", valueName: "count"))
  var untilFailures: Int?

  @OptionGroup var trust: TrustOption

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if let untilFailures, untilFailures < 1 { throw ValidationError("--until-failures must be at least 1") }
  }

  func run() async throws {
    let repository = try options.repository()
    let present = try repository.present()
    let databases = try options.databases(in: present)
    let jobs = list.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    try await Interruption.catching(databases.contains { $0.source.runsCommands }) {
      let paths = try list.paths(options)
      let rehearsal = try await Rehearsal(
        in: repository, databases, present: present, environment: options.commandEnvironment(trust.trust),
        options: .init(
          timeLimit: timeLimit, samples: showValues ? .values : .keys, memory: Limits.bytes / 2 / jobs,
          temporaryFolder: FileManager.default.temporaryDirectory.path, today: .now))
      let file = try list.outputFile(of: "rehearse", options)
      let report = RehearsalReport(
        to: file?.terminal(isQuiet: options.quiet) ?? options.terminal, terminal: options.terminal,
        format: list.format, isDetailed: list.format == .text && list.isFew(options),
        expectedCount: sample == nil ? paths.expectedCount : nil)
      let run = RehearsalRun(rehearsal, .init(paths, report), sample: sample, untilFailures: untilFailures)
      try await run.run(jobs: jobs)
      let (mayRetry, isGood) = try run.withState { state in
        try end(state)
        return (state.report.mayRetry, state.report.failureCount == 0 && !state.report.hasGaps)
      }
      try file?.finish()
      if mayRetry { throw ExitCode(2) }
      if !isGood { throw ExitCode.finding }
    }
  }

  private func end(_ run: RehearsalRun.State) throws {
    let (report, paths) = (run.report, run.paths)
    // As for the other commands, a single file that cannot be read is an error.
    if report.count == 1, list.stores.count == 1, list.isFew(options), let store = report.unread.first {
      throw store.error
    }
    if report.count == 0, paths.finishedCount == 0, paths.otherCount == 0 {
      throw run.leftOutCount > 0
        ? Failure(
          message: "the sample of \(Wording.count(run.leftOutCount, "file")) is empty", hint: "use a larger --sample")
        : paths.nothingFound
    }
    var notes: [DisplayText] = []
    if run.leftOutCount > 0, let sample {
      notes.append("\(Wording.grouped(run.leftOutCount)) files are not in the sample of \(sample)")
    }
    if run.hasStopped {
      notes.append("stopped after \(Wording.count(report.failureCount, "failure")); other files were not read")
    }
    if paths.finishedCount > 0 { notes.append("\(Wording.grouped(paths.finishedCount)) were rehearsed before") }
    if paths.skippedCount > 0 {
      notes.append("\(Wording.grouped(paths.skippedCount)) other files are no databases, and were skipped")
    }
    try report.end(notes)
  }

  /// The seconds that one migration may take: an hour, unless the user says otherwise. An empty database needs far less.
  private var timeLimit: Double {
    ProcessInfo.processInfo.environment["SCHEMALEDGER_TIME_LIMIT"] == nil ? 3600 : Limits.seconds
  }
}

/// A part of the files, chosen by the hash of their paths: a larger share contains a smaller one.
struct SampleShare: ExpressibleByArgument, CustomStringConvertible {
  let description: String
  private let share: Double

  /// Reads `5%` or `0.1%`.
  init?(argument: String) {
    guard argument.hasSuffix("%"), let percent = Double(argument.dropLast()), percent > 0, percent <= 100 else {
      return nil
    }
    description = argument
    share = percent / 100
  }

  func contains(_ name: String) -> Bool { Double(PathHash.hash(of: name)) < share * Double(UInt64.max) }
}
