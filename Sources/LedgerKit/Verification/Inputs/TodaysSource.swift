internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Today's source, read and built into a database.
struct TodaysSource {
  let definition: SourceDefinition
  let settings: BuildSettings
  /// `nil` if the source has no commands.
  let runner: CommandRunner?
  /// Which frozen versions have today's migrations.
  let lineage: Lineage
  /// The new database, or `nil` if the source does not run.
  let built: BuiltSource?
  /// SL301 if the source does not run.
  let failure: Finding?

  /// - Throws: `LedgerError` for an error outside the source, `CancellationError`.
  init(
    _ definition: SourceDefinition, _ settings: BuildSettings, with runner: CommandRunner?, ledger: Ledger
  ) async throws {
    self.definition = definition
    self.settings = settings
    self.runner = runner
    lineage = Lineage(of: ledger, source: definition.records(knowing: ledger.meanings))
    do {
      built = try await definition.build(settings, with: runner)
      failure = nil
    } catch let error as LedgerError where error.isOfSource {
      built = nil
      failure = .migrationFailed(nil, error).helped(by: definition.remedy(for: error))
    }
  }

  /// The scripts that may run a second time.
  var rerunScripts: [Migration] { SecondRunTrial(of: definition).scripts }
}

extension SourceDefinition {
  /// What explains a failure of the SQL, besides the SQL.
  fileprivate func remedy(for error: LedgerError) -> Remedy? {
    guard case .sqlFailed(let path, _, let reason) = error else { return nil }
    if reason.constraint == .notNull, ScratchDatabase.sqliteVersionNumber < 3_042_000, mentions("SUBSEC") {
      // Before, a date with an unknown modifier is NULL. https://www.sqlite.org/changes.html#version_3_42_0
      return .useNewerSQLite(for: "the modifier 'subsec' of dates", release: "3.42.0")
    }
    let isMissing = if case .table? = reason.unknownName { true } else { reason.unknownColumn != nil }
    // The last program before the file may make what is missing.
    let programs = notices.filter { $0.reason == .codeStep && $0.path < path }.map(\.path)
    return isMissing ? programs.max().map { .runProgram(path: $0) } : nil
  }

  private func mentions(_ word: StaticString) -> Bool {
    guard case .scripts(let scripts) = creation else { return false }
    return scripts.contains { $0.up.mentions(word) }
  }
}
