import ArgumentParser
import Foundation
import GitStore
import LedgerCore
import LedgerKit
import ReportPage
import SQLiteSchema

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a page about the versions, their schemas and what verify finds.",
    discussion: """
      Verifies the ledger as verify does, and writes one HTML file that loads nothing from elsewhere: whether the schema \
      can be released, what changed, each check of each version, a diagram of each schema, the findings, and the history \
      of each column. \
      The exit status is that of verify.

      With --from, nothing is verified. The files are reports of verify --format json, of this repository or others, or all \
      reports of the shards of a run, or a folder of them. The exit status is 0 if the page was written. The page has the schemas of those versions that the ledger of this repository contains.

      Example:
        schemaledger report --all-history
        schemaledger report --from verify.json --output report.html
      """)

  @Option(
    name: .shortAndLong, help: .init("The file to write; - for standard output.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var output = "schemaledger-report.html"

  @Option(
    parsing: .upToNextOption,
    help: .init(
      "Show these reports of verify --format json, or the folder with the reports of shards, instead of a new run.",
      valueName: "files"))
  var from: [String] = []

  @Flag(help: "With --from: accept that shards are missing. The page says which, and the exit status is 2.")
  var allowMissing = false

  @Option(help: .init("The title (default: the name of the repository's folder).", valueName: "text"))
  var title: String?

  @Option(
    help: .init(
      "A date to show, such as that of the build. By default there is none, so that equal inputs give equal pages.",
      valueName: "text"))
  var date: String?

  @OptionGroup var verification: VerificationOptions

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if !from.isEmpty, verification.allHistory || !verification.trials.trials.isEmpty || verification.isStrict {
      throw ValidationError("--from cannot be combined with options for verifying")
    }
    if from.isEmpty, allowMissing { throw ValidationError("--allow-missing needs --from") }
  }

  func run() async throws {
    let terminal = options.terminal
    let repository = try self.repository()
    let present = try repository?.present()
    let databases = try present.map { try options.databases(in: $0) } ?? []
    var runs = try runs()
    var isFailure = false
    if runs.isEmpty, let repository, let present {
      let report = try await verification.run(databases, in: repository, present: present, options: options)
      isFailure = report.isFailure
      runs = [PageReport.Run(file: nil, document: try report.document)]
    }
    var logs: [String: LedgerLog] = [:]
    var pending: [String: SchemaDiff] = [:]
    if let repository, let present {
      terminal.progress("reading versions…")
      for database in databases {
        logs[database.name] = try LedgerLog(
          of: database.ledger, in: repository, present: present, everywhere: verification.allHistory || !from.isEmpty,
          references: verification.history.references)
        if from.isEmpty { pending[database.name] = Self.pending(database, in: repository) }
      }
      terminal.progress("")
    }
    let page = PageReport(
      runs: runs, logs: logs, pending: pending, title: title ?? repository.map(name) ?? "schemaledger",
      commit: from.isEmpty ? try repository?.head.commit?.short : nil, date: date
    ).report.html()
    try write(page)
    if let missing = runs.lazy.compactMap(\.missing).first { throw terminal.incomplete(missing) }
    if isFailure { throw ExitCode.finding }
  }

  /// How today's source differs from the newest version. `nil` if nothing is frozen, and if the source does not run or
  /// comes from a command, which is not run again.
  private static func pending(_ database: DatabaseConfiguration, in repository: Repository) -> SchemaDiff? {
    guard let latest = try? SchemaSide(latestOf: repository, configuration: database),
      let today = try? SchemaSide(workTreeOf: repository, configuration: database)
    else { return nil }
    return latest.diff(to: today)
  }

  /// The runs of `--from`. A folder has the shards of one run, and so have the reports of shards that are named themselves.
  private func runs() throws -> [PageReport.Run] {
    var runs: [PageReport.Run] = []
    var shards: [String] = []
    for name in from {
      if let reports = try ShardFolder.reports(in: name, at: options.file(name)) {
        runs.append(PageReport.Run(file: name, document: try merged(reports).document))
        continue
      }
      guard let bytes = FileManager.default.contents(atPath: options.file(name)) else {
        throw LedgerError.file(path: name, reason: "cannot be read")
      }
      let run = PageReport.Run(file: name, document: try VerifyDocument(Array(bytes), file: name))
      if run.isShard { shards.append(name) } else { runs.append(run) }
    }
    if let first = shards.first { runs.append(PageReport.Run(file: first, document: try merged(shards).document)) }
    return runs
  }

  private func merged(_ reports: [String]) throws -> ShardReport {
    try ShardReport(
      merging: reports.map { try .init(at: options.file($0), named: $0) }, allowsMissing: allowMissing)
  }

  /// Reports from files can be shown anywhere.
  private func repository() throws -> Repository? {
    if from.isEmpty { return try options.repository() }
    guard let repository = try? options.repository(), (try? options.hasConfiguration()) == true else { return nil }
    return repository
  }

  private func name(of repository: Repository) -> String {
    let folder = repository.root ?? repository.gitDirectory
    return URL(filePath: folder).lastPathComponent
  }

  /// Writes the whole file or none.
  private func write(_ page: String) throws {
    if output == "-" { return options.terminal.data(page) }
    try WholeFile.write(page, to: options.file(output), named: output)
    let size = page.utf8.count
    let amount = size < 1_000_000 ? "\((size + 999) / 1000) KB" : String(format: "%.1f MB", Double(size) / 1_000_000)
    options.terminal.confirmations.out("wrote \(output)  (\(amount)); open it in a browser")
  }
}
