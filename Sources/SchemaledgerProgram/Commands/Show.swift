import ArgumentParser
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
internal import SQLiteSchema

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the entry and the schema of a frozen version, and who withdrew it.",
    discussion: """
      Example:
        schemaledger show 1.2.0 --sql
      """)

  @OptionGroup var format: FormatOption
  @OptionGroup var pager: PagerOption

  @Argument(
    help: "The version, its tag or 'latest' (default: the last one).", completion: ArgumentCompletion.versions)
  var version: String?

  @Flag(help: "Print only the schema, as SQL.")
  var sql = false

  @Option(help: .init("Print the schema of a database file, as Git's diff driver does.", valueName: "path"))
  var file: String?

  @Flag(help: .init("With --file: if there is no schema, print the reason instead.", visibility: .hidden))
  var describe = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if file != nil, version != nil { throw ValidationError("a version and --file cannot be combined") }
  }

  func run() throws {
    pager.start(options)
    if let file {
      do {
        options.terminal.data(try SchemaSide.file(options.file(file), named: file).sql)
      } catch let error as LedgerError where describe {
        // Git stops `log -p` if the program that shows a file fails.
        options.terminal.out("-- \(error.message)")
      }
      return
    }
    let repository = try options.repository()
    let present = try repository.present()
    let database = try options.oneDatabase(in: present)
    let ledger = try Ledger(at: database.ledger, in: present)
    let record = try VersionRecord(version, of: ledger, in: present, repository)
    let history =
      sql && format.format == .text ? nil : EntryHistory(of: record.item, at: database.ledger, in: repository, present)
    EntryReport(record: record, onlySQL: sql, history: history).write(format.format, to: options.terminal)
  }
}
