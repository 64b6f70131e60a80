import ArgumentParser
import GitStore
import LedgerCore
import LedgerKit

struct Log: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List the frozen versions with commit, author, tags and changes.",
    discussion: """
      Example:
        schemaledger log --all
      """)

  @OptionGroup var format: FormatOption
  @OptionGroup var pager: PagerOption

  @Flag(help: "Include versions that are only on other branches or were deleted.")
  var all = false

  @Flag(help: "Print one line for each version, without its changes; this is faster.")
  var oneline = false

  @OptionGroup var history: HistoryOptions

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if !all, !history.includeRefs.isEmpty { throw ValidationError("--include-refs needs --all") }
  }

  func run() throws {
    pager.start(options)
    let repository = try options.repository()
    let present = try repository.present()
    let databases = try options.databases(in: present)
    let logs = try databases.map { database in
      (
        database.name,
        try LedgerLog(
          of: database.ledger, in: repository, present: present, everywhere: all, references: history.references,
          comparing: !oneline, cache: .listing)
      )
    }
    let shallow = Note(
      code: .shallowHistory,
      message: "this clone is shallow, so the first commits may be missing: git fetch --unshallow")
    let notes = repository.isShallow && !databases.silence(.shallowHistory) ? [shallow] : []
    try LogReport(logs: logs, notes: notes, isBrief: oneline).write(format.format, to: options.terminal)
  }
}
