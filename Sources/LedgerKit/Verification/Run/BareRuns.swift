internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

/// The runs of one upgrade without generated rows, which separate failures caused by generated rows. Assumptions about
/// generated rows do not change them, so there is one for each setting of foreign keys. It advances on demand.
final class BareRuns {
  private struct Progress {
    var run: FixtureRun
    /// What has stopped the run.
    var failure: LedgerError?
  }

  private let upgrade: FixtureUpgrade
  private var progress: [Bool: Progress] = [:]

  init(_ upgrade: FixtureUpgrade) { self.upgrade = upgrade }

  /// What stops the upgrade without generated rows at the next migration of `run`, or before it; `nil` if it gets past
  /// that migration.
  ///
  /// - Parameter start: the start of `run` without generated rows.
  /// - Throws: `SchemaError`.
  func failure(matching run: FixtureRun, from start: FixtureStart) throws -> LedgerError? {
    try advance(like: run, from: start) { $0.remaining.count >= run.remaining.count }.failure
  }

  /// The complete run with the settings of `run`.
  ///
  /// - Parameter start: as for ``failure(matching:from:)``.
  /// - Throws: `LedgerError` if it fails, `SchemaError`.
  func finished(like run: FixtureRun, from start: FixtureStart) throws -> FixtureRun {
    let progress = try advance(like: run, from: start) { _ in true }
    if let failure = progress.failure { throw failure }
    return progress.run
  }

  private func advance(
    like run: FixtureRun, from start: FixtureStart, while isEarlier: (FixtureRun) -> Bool
  ) throws -> Progress {
    var progress = try progress(like: run, from: start)
    while progress.failure == nil, isEarlier(progress.run) {
      do throws(LedgerError) {
        if try progress.run.step() == nil { break }
      } catch {
        progress.failure = error
      }
    }
    self.progress[run.foreignKeys] = progress
    return progress
  }

  private func progress(like run: FixtureRun, from start: FixtureStart) throws -> Progress {
    guard let known = progress[run.foreignKeys] else {
      if run.foreignKeys, run.unenforced.isEmpty, let other = progress[false]?.run,
        let same = try other.enforcingForeignKeys(settings: upgrade.context.settings)
      {
        return Progress(run: same)
      }
      return Progress(
        run: try upgrade.run(from: start, foreignKeys: run.foreignKeys, unenforced: run.unenforced))
    }
    if known.run.unenforced == run.unenforced { return known }
    return Progress(run: try upgrade.run(known.run, with: run.unenforced))
  }
}
