import ArgumentParser
import CanonicalJSON
import GitStore
import LedgerCore
import LedgerKit
internal import SQLiteSchema

struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two schemas: identical, cosmetic, reordered or changed.",
    discussion: """
      Each argument is a frozen version (or its tag, or 'latest'), an .sql file, a database file or a revision, in this \
      order. A single argument is compared with today's source. Without arguments, the last version is compared with \
      today's source. For the source at a tag that also names a version, write tags/NAME.

      The exit status is 1 if the schemas are reordered or changed.

      Example:
        schemaledger diff 1.0.0 v2.1
        schemaledger diff old.db new.db
      """)

  @OptionGroup var format: FormatOption
  @OptionGroup var pager: PagerOption

  @Argument(help: "The schema before.", completion: ArgumentCompletion.versions)
  var before: String?

  @Argument(help: "The schema after.", completion: ArgumentCompletion.versions)
  var after: String?

  @OptionGroup var options: GlobalOptions

  func run() throws {
    pager.start(options)
    // Comparing two files needs neither a repository nor a database of the configuration.
    let repository = try? options.repository()
    var undecided: LedgerError?
    let database = try repository.flatMap { repository in
      let present = try repository.present()
      do {
        return try options.oneDatabase(in: present)
      } catch LedgerError.noConfiguration {
        return nil
      } catch let error as LedgerError {
        guard case .severalDatabases = error else { throw error }
        undecided = error
        return nil
      }
    }
    func side(_ text: String) throws -> SchemaSide {
      do {
        return try SchemaSide(text, folder: options.directory, repository: repository, configuration: database)
      } catch LedgerError.unknownSide where undecided != nil {
        throw undecided ?? .noConfiguration(path: Configuration.fileName)
      }
    }
    func side(_ make: (Repository, DatabaseConfiguration) throws -> SchemaSide) throws -> SchemaSide {
      if let undecided { throw undecided }
      let (repository, database) = try ledger(repository, database)
      return try make(repository, database)
    }
    let left = try before.map(side) ?? side(SchemaSide.init(latestOf:configuration:))
    let right = try after.map(side) ?? side(SchemaSide.init(workTreeOf:configuration:))
    let diff = left.diff(to: right)
    try write(diff, left.title, right.title)
    if diff.verdict > .cosmetic { throw ExitCode.finding }
  }

  /// The repository and the database for the source and the ledger. Comparing two files needs neither.
  private func ledger(
    _ repository: Repository?, _ database: DatabaseConfiguration?
  ) throws -> (Repository, DatabaseConfiguration) {
    let repository = try repository ?? options.repository()
    guard let database else { throw LedgerError.noConfiguration(path: Configuration.fileName) }
    return (repository, database)
  }

  private func write(_ diff: SchemaDiff, _ left: String, _ right: String) throws {
    let terminal = options.terminal
    switch format.format {
    case .text:
      terminal.out("\(terminal.styled("\(diff.verdict.rawValue)", .strong))  \(left) → \(right)")
      DiffText(terminal: terminal).lines(diff.changes).forEach(terminal.out)
    case .json:
      var report = JSONReport("diff")
      report["before"] = .string(left)
      report["after"] = .string(right)
      report["verdict"] = .string(diff.verdict.rawValue)
      report["changes"] = try diff.changes.json()
      report.write(to: terminal)
    }
  }
}
