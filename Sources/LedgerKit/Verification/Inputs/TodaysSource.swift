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
  /// Runs the stages of the migration plan of an app; `nil` if the configuration does not say so, or it cannot.
  let stages: StageTool?

  /// - Parameter stages: builds the program of the plan.
  /// - Throws: `LedgerError` for an error outside the source, `CancellationError`.
  init(
    _ definition: SourceDefinition, _ settings: BuildSettings, with runner: CommandRunner?, ledger: Ledger,
    building stages: () async throws -> StageTool? = { nil }
  ) async throws {
    self.definition = definition
    self.settings = settings
    self.runner = runner
    lineage = Lineage(of: ledger, source: definition.records(knowing: ledger.meanings))
    do {
      built = try await definition.build(settings, with: runner)
    } catch let error as LedgerError where error.isOfSource {
      built = nil
      self.stages = nil
      failure = .migrationFailed(nil, error).setting(\.remedy, to: definition.remedy(for: error))
      return
    }
    do {
      self.stages = try await stages()
      failure = nil
    } catch let error as LedgerError where error.isOfSource {
      self.stages = nil
      failure = .migrationFailed(nil, error)
    }
  }

  /// The scripts that may run a second time.
  var rerunScripts: [Migration] { SecondRunTrial(of: definition).scripts }
}
