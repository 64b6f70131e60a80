import ArgumentParser
import Foundation
import GitStore
import LedgerCore
import LedgerKit

struct Lint: AsyncParsableCommand, ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Report what pending migrations would do to existing rows.",
    discussion: """
      Applies SQLite rules to the migrations that no frozen version contains, each with the schema it runs on. To accept \
      a finding, put a comment at the statement:

        -- schemaledger:allow SL412 no query uses the index any more

      Applies CloudKit's rules to the models of a Swift package whose stores CloudKit synchronises. Only the package's \
      own program knows the models, so it must be allowed to run (schemaledger trust).

      Example:
        schemaledger lint
        schemaledger lint --all
        schemaledger lint migrations/014_accounts.sql
      """)

  @OptionGroup var format: ReportFormatOption

  @Flag(help: "Include frozen migrations.")
  var all = false

  @OptionGroup var trust: TrustOption

  @Argument(help: .init("Migrations or folders of migrations, frozen or not.", valueName: "paths"))
  var paths: [String] = []

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if all, !paths.isEmpty { throw ValidationError("--all cannot be combined with paths") }
  }

  func run() async throws {
    let repository = try options.repository()
    let present = try repository.present()
    let selected = paths.map { options.path($0, in: repository) }
    let selection: MigrationLint.Selection = all ? .all : selected.isEmpty ? .unfrozen : .paths(selected)
    let environment = options.commandEnvironment(trust.trust)
    var reports: [MigrationLint.Report] = []
    for database in try options.databases(in: present) {
      let linter = ModelLint(of: repository, database, environment: environment)
      // Paths select migrations.
      let models = try await Interruption.catching(selected.isEmpty && linter.runsCommands) {
        selected.isEmpty ? try await linter.outcome(in: present) : .noModels
      }
      reports.append(try MigrationLint(database, today: .now).report(on: selection, in: present, models: models))
    }
    if !selected.isEmpty, reports.allSatisfy(\.judged.isEmpty), !reports.contains(where: \.isWithoutStart) {
      throw Failure(
        message: "no migration found at \(paths.joined(separator: ", "))",
        hint: "to lint all migrations: schemaledger lint --all")
    }
    try LintReport(reports: reports, isSelection: selection != .unfrozen).write(format.format, to: options.terminal)
  }
}
