import ArgumentParser
import GitStore
import LedgerCore
import LedgerKit
import SystemCalls

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write all frozen versions to one file, for machines without the repository.",
    discussion: """
      The file is a bundle that 'identify' and 'drift' read with --ledger. It contains the versions in the work tree and \
      those that only the history has, with the configuration, and the digests of everything. The same ledger makes the \
      same bytes.

      Example:
        schemaledger export app.bundle
        schemaledger identify --ledger app.bundle tenants/
      """)

  @Argument(help: "The file to write; - for standard output.", completion: .file())
  var file: String

  @Flag(help: "Leave out versions that only the history has.")
  var noHistory = false

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let repository = try options.repository()
    let bundle = try LedgerBundle(
      of: options.databases(in: repository.present()), in: repository, includesHistory: !noHistory)
    try MemoryShortage.check()
    if file == "-" {
      options.terminal.data(bundle.text)
    } else {
      try WholeFile.write(bundle.text, to: options.file(file), named: file.shownFileName)
      let past: DisplayText = bundle.pastCount == 0 ? "" : " and \(bundle.pastCount) of the history"
      options.terminal.confirmations.out(
        "exported \(Wording.count(bundle.presentCount, "version"))\(past)  (\(file.shownFileName))")
    }
    if bundle.leftOutCount > 0 {
      options.terminal.warn(
        "\(Wording.count(bundle.leftOutCount, "version")) of the history cannot be read or is damaged, and is not in the bundle",
        hint: "schemaledger verify --all-history")
    }
    if bundle.isHistoryPartial {
      options.terminal.warn(
        "history is incomplete in this clone, so versions may be missing in the bundle", hint: "git fetch --unshallow")
    }
  }
}
