internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSchema

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
      failure = .migrationFailed(nil, error).setting(\.remedy, to: definition.remedy(for: error))
    }
  }

  /// The scripts that may run a second time.
  var rerunScripts: [Migration] { SecondRunTrial(of: definition).scripts }
}
