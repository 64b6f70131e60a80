import ArgumentParser
import GitStore
import LedgerKit

struct Log: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List frozen versions with commit, author, tags and what changed.",
    discussion: """
      Example:
        schemaledger log --all
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var format: FormatOption

  @Flag(help: "Also versions that only other branches or deleted commits have.")
  var all = false

  @Flag(help: "A line each, without what changed, which takes longer than to find them.")
  var oneline = false

  @OptionGroup var history: HistoryOptions

  func validate() throws {
    if !all, !history.includeRefs.isEmpty { throw ValidationError("--include-refs needs --all") }
  }

  func run() throws {
    let repository = try options.repository()
    let present = try repository.present()
    let logs = try options.databases(in: present).map { database in
      (
        database.name,
        try LedgerLog(
          of: database.ledger, in: repository, present: present, everywhere: all, references: history.references,
          comparing: !oneline)
      )
    }
    if repository.isShallow {
      options.terminal.talk("note: this clone is shallow, and commits may be later ones: git fetch --unshallow")
    }
    LogReport(logs: logs, isBrief: oneline).write(format.format, to: options.terminal)
  }
}
