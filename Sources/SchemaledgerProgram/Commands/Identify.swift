import ArgumentParser
import Foundation
import GitStore
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

      With --ledger, it needs no repository.

      The exit status is 1 if any of the files is not a frozen version, and 2 if one could not be opened.

      Example:
        schemaledger identify user.db
        schemaledger identify tenants/
        find /srv -name '*.db' -print0 | schemaledger identify --files-from - -0 --format ndjson
      """)

  @OptionGroup var list: StoreListOptions
  @OptionGroup var ledger: LedgerOption

  @Flag(help: "Always search all commits.")
  var allHistory = false

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let versions = try ledger.versions(options, only: false)
    if allHistory, !versions.knowsPast {
      throw Failure(
        message: "--all-history: a ledger without a repository has no history",
        hint: "in the repository: schemaledger export FILE, which includes the history")
    }
    let paths = try list.paths(options)
    let searcher = try StoreSearcher(in: versions, everywhere: allHistory)
    try list.run("identify", options, paths) { try searcher.search($0.path, named: $0.name) }
  }
}
