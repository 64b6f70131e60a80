import ArgumentParser
import Foundation
import GitStore
import LedgerCore
import LedgerKit

struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show which commits changed a version, a migration, a schema file or a model.",
    discussion: """
      Reads every commit of every branch, tag and remote branch. For a version, it shows who froze it and what happened to \
      it and its migrations since. For a file or folder, it shows each commit that changed it, and whether the commit \
      changed its meaning or only its text. For a model of SwiftData or Core Data, or one of its properties, it shows each \
      commit that changed the declaration, with the line. Without an argument, it shows everything.

      Example:
        schemaledger history 1.2.0
        schemaledger history migrations/003_notes.sql
        schemaledger history Note.title
      """)

  @OptionGroup var format: FormatOption
  @OptionGroup var pager: PagerOption

  @Argument(
    help: .init("A version, a path, or a model or its property.", valueName: "version|path|model"),
    completion: ArgumentCompletion.versions)
  var subject: String?

  @OptionGroup var history: HistoryOptions

  @OptionGroup var options: GlobalOptions

  func run() throws {
    pager.start(options)
    let repository = try options.repository()
    let present = try repository.present()
    let databases = try options.databases(in: present)
    var histories: [HistoryEvents] = []
    var missing: LedgerError?
    for database in databases {
      do {
        histories.append(
          try HistoryEvents(
            of: subject ?? "", path: subject.map { options.path($0, in: repository) } ?? "", in: database,
            of: repository, present: present,
            references: history.references, cache: .listing))
      } catch let error as LedgerError {
        guard case .noHistory = error else { throw error }
        missing = missing ?? error
      }
    }
    if histories.isEmpty, let missing {
      let models = try modelHistories(databases, in: repository)
      if models.isEmpty { throw missing }
      ModelHistoryReport(histories: models).write(format.format, to: options.terminal)
      return
    }
    try HistoryReport(subject: subject, histories: histories, isSilent: databases.silence).write(
      format.format, to: options.terminal)
  }

  /// The histories of the model or the property that ``subject`` names.
  private func modelHistories(
    _ databases: [DatabaseConfiguration], in repository: Repository
  ) throws -> [ModelHistory] {
    guard let (entity, property) = subject.flatMap(ModelHistory.subject) else { return [] }
    return try databases.compactMap {
      try ModelHistory(of: entity, property, in: $0, of: repository, references: history.references)
    }
  }
}
