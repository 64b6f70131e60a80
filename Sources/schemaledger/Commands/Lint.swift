import ArgumentParser
import Foundation
import GitStore
import LedgerKit

struct Lint: ParsableCommand, ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Judge new migrations by what SQLite will do to the rows of users.",
    discussion: """
      Judges the migrations that no version has been frozen with yet, each on the schema that it runs on. What is right \
      all the same is allowed in the SQL, by a comment at its statement:

        -- schemaledger:allow SL412 the index is of no use any more

      Example:
        schemaledger lint
        schemaledger lint --all
        schemaledger lint migrations/014_accounts.sql
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var format: ReportFormatOption

  @Flag(help: "Frozen migrations too.")
  var all = false

  @Argument(help: .init("Migrations, or folders of them, frozen or not.", valueName: "paths"))
  var paths: [String] = []

  func validate() throws {
    if all, !paths.isEmpty { throw ValidationError("--all and paths exclude each other") }
  }

  func run() throws {
    let repository = try options.repository()
    let present = try repository.present()
    let selected = paths.map { options.path($0, in: repository) }
    let selection: MigrationLint.Selection = all ? .all : selected.isEmpty ? .unfrozen : .paths(selected)
    let reports = try options.databases(in: present).map {
      try MigrationLint($0, today: .now).report(on: selection, in: present)
    }
    if !selected.isEmpty, reports.allSatisfy(\.judged.isEmpty), !reports.contains(where: \.isWithoutStart) {
      throw Failure(
        message: "no migration is at \(paths.joined(separator: ", "))", hint: "schemaledger lint --all judges them all")
    }
    try LintReport(reports: reports, isSelection: selection != .unfrozen).write(format.format, to: options.terminal)
  }
}
