import ArgumentParser
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import the fixtures that FreezeRay froze, in one commit.",
    discussion: """
      The folder contains a folder for each version, with a store, its SQL and the digest of the SQL, which must match. A \
      version that is already frozen is compared and left unchanged.

      Example:
        schemaledger import FreezeRay/Fixtures
      """)

  @Argument(help: "The folder of fixtures.", completion: .directory)
  var folder: String

  @Flag(help: "Write and stage the entries, but do not commit them.")
  var noCommit = false

  @OptionGroup var options: GlobalOptions

  func run() async throws {
    let repository = try options.repository()
    try options.startWriting(repository)
    defer { repository.endWriting() }
    let configuration = try options.oneDatabase(in: try repository.snapshot(.workTree))
    let fixtures = FixtureImport(repository: repository, configuration: configuration, processContext: .now(options))
    let (items, commit) = try await fixtures.run(options.file(folder), commits: !noCommit)
    let terminal = options.terminal.confirmations
    for item in items {
      let what: DisplayText = item.isNew ? "froze" : "known"
      let model: DisplayText = item.hasModel ? "" : "  (without a model: the store does not contain one)"
      terminal.out("\(what) \(terminal.styled("\(item.version)", .strong))  entry \(item.entry.prefix(12))\(model)")
    }
    let new = items.filter(\.isNew)
    if !new.isEmpty {
      let names = new.map(\.version.name)
      terminal.out(
        "nothing can make \(names.count == 1 ? "it" : "them") again, so \(EntryNotCompared.acceptance(of: names))")
      terminal.out(commit.map { "commit \($0.short)" } ?? "staged, not committed")
    }
  }
}
