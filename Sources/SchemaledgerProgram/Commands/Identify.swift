import ArgumentParser
import Foundation
import GitStore
import LedgerCore
import LedgerKit

struct Identify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Report which frozen version each database file is, or the nearest one and how it differs.",
    discussion: """
      Compares the files with the versions in the work tree and, if none has the same schema, with those of all commits of \
      all branches. If the configuration has several databases, it finds out of which database a file is a version. \
      The files are only read, even while an application uses them. No code of the repository runs.

      More than ten files, a folder or a list are reported in groups: how many files are which version, and how those \
      that are none differ. With --format ndjson, each file is a line of JSON, written as soon as the file is read.

      The exit status is 1 if any of the files is not a frozen version, and 2 if one could not be opened.

      Example:
        schemaledger identify user.db
        schemaledger identify tenants/
        find /srv -name '*.db' -print0 | schemaledger identify --files-from - -0 --format ndjson
      """)

  @OptionGroup var options: GlobalOptions

  @Option(help: "text, json, or ndjson (a line of JSON for each file, in the order in which they are read).")
  var format: StreamFormat = .text

  @OptionGroup var list: StoreListOptions

  @Flag(help: "Always search all commits.")
  var allHistory = false

  func validate() throws {
    if list.resume != nil, format != .ndjson { throw ValidationError("--resume needs --format ndjson") }
  }

  func run() throws {
    let repository = try options.repository()
    let databases = try options.databases(in: try repository.present())
    let paths = try list.paths(options)
    let searcher = try StoreSearcher(in: repository, databases, everywhere: allHistory)
    if format == .text, list.isFew(options) { return try runFew(searcher, paths) }
    let report = StoreListReport(terminal: options.terminal, format: format, expectedCount: paths.expectedCount)
    try StoreRun(searcher, paths) { outcome in
      switch outcome {
      case .found(let search): report.add(search)
      case .unread(let store): report.add(store)
      }
    }.run(jobs: list.jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    // A mistyped folder must not look like a fleet in which all is well.
    if report.count == 0, paths.finishedCount == 0 { throw paths.nothingFound }
    report.end(skipped: paths.skippedCount, finished: paths.finishedCount)
    if report.mayRetry { throw ExitCode(2) }
    if report.hasUnknown { throw ExitCode.finding }
  }

  /// A few files have a paragraph each.
  private func runFew(_ searcher: StoreSearcher, _ paths: StorePaths) throws {
    var searches: [StoreSearch] = []
    var unread: [UnreadStore] = []
    while let file = try paths.next() {
      do {
        searches.append(try searcher.search(file.path, named: file.name))
      } catch let error as UnreadStore {
        if list.stores.count == 1 { throw error.error }
        unread.append(error)
      }
    }
    IdentifyReport(searches: searches, unread: unread).write(to: options.terminal)
    if unread.contains(where: \.mayBeTransient) { throw ExitCode(2) }
    if !unread.isEmpty || searches.contains(where: { !$0.isFound }) { throw ExitCode.finding }
  }
}
