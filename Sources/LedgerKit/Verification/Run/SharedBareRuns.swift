internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSyntax
internal import Synchronization

/// The ends of upgrades without generated rows, of which the versions of a ledger share long stretches.
///
/// The upgrade of one version reaches the next version, and does from there what that version's upgrade does. A run therefore
/// compares its database with the fixture of each version that it reaches, as the file that VACUUM INTO writes. If both are
/// equal, the end of the run is that of this version, too. A version that was made otherwise has a run of its own.
final class SharedBareRuns: Sendable {
  /// Upgrades of fixtures without rows to today's schema, by the number of their migrations.
  private let upgrades: [Int: UpgradePlan]
  private let settings: BuildSettings
  /// By the number of migrations; `nil` for a run that does not arrive, or whose end is not known from its file.
  private let ends = Mutex<[Int: DatabaseCheckpoint?]>([:])

  init(of upgrades: [UpgradePlan], _ settings: BuildSettings) {
    let own = upgrades.filter(\.canShareBareRun).map { ($0.remaining.count, $0) }
    self.upgrades = Dictionary(own) { first, _ in first }
    self.settings = settings
  }

  /// The database after an upgrade without generated rows; `nil` if it must run by itself.
  ///
  /// - Parameter start: the fixture without generated rows.
  /// - Throws: `SchemaError`.
  func database(after plan: UpgradePlan, from start: FixtureStart, foreignKeys: Bool) throws -> ScratchDatabase? {
    guard upgrades.count > 1, plan.canShareBareRun, let own = upgrades[plan.remaining.count],
      own.fixture.id == plan.fixture.id, own.remaining == plan.remaining,
      !foreignKeys || !plan.remaining.contains(where: { Script.dependsOnForeignKeys($0.up) }),
      let end = try end(of: plan, start)
    else { return nil }
    return try ScratchDatabase(
      end.with(foreignKeys: foreignKeys), tracking: .known, stubs: settings.stubs, timeLimit: settings.timeLimit)
  }

  private func end(of plan: UpgradePlan, _ start: FixtureStart) throws -> DatabaseCheckpoint? {
    try ends.withLock { ends in
      if let known = ends[plan.remaining.count] { return known }
      var run = try FixtureRun(start, plan.remaining, foreignKeys: false, settings: settings)
      var reached = [plan.remaining.count]
      var end: DatabaseCheckpoint?
      do throws(LedgerError) {
        while run.isResumable, try run.step() != nil {
          guard let other = upgrades[run.remaining.count], isAt(other, run) else { continue }
          if let known = ends[run.remaining.count] {
            end = known
            break
          }
          reached.append(run.remaining.count)
        }
        if run.remaining.isEmpty { end = run.state }
      } catch {
        // The upgrade runs by itself, and its error is reported.
      }
      // What makes this run fail need not concern the versions that it has reached.
      for count in end == nil ? reached.prefix(1) : reached[...] { ends[count] = .some(end) }
      return end
    }
  }

  /// Whether a run has the database from which another upgrade begins, and the same migrations before it.
  private func isAt(_ other: UpgradePlan, _ run: FixtureRun) -> Bool {
    guard run.remaining.elementsEqual(other.remaining), run.state?.hasStandardSettings == true,
      let file = try? run.database.file()
    else { return false }
    return FileComparison.areSame(file, other.fixture.database)
  }
}

extension UpgradePlan {
  /// Whether only the fixture's file and the migrations decide what the upgrade without generated rows does.
  fileprivate var canShareBareRun: Bool {
    guard case .migrations = path else { return false }
    return store == nil && modelSteps == nil && target.version == nil && isPossible && standing.integrity == .intact
      && fixture.prepared == nil && fixture.entry.rows == nil && !fixture.hasSuppliedRows
  }
}
