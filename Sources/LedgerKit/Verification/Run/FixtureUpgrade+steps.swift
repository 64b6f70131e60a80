internal import LedgerCore
internal import MigrationSources

extension FixtureUpgrade {
  /// The migration after which each fact first holds, of those that hold after the run.
  ///
  /// The facts of the run's milestones show in which stretch of the run a fact begins to hold. Only these stretches run
  /// again. A fact that begins to hold several times has the first stretch at whose end it holds.
  ///
  /// - Parameters:
  ///   - facts: what to look for.
  ///   - run: a complete run.
  ///   - holding: those of the given facts that hold in the present state of a run.
  /// - Returns: by fact, the migration and what `holding` says after it. A fact that is not found is missing.
  /// - Throws: `LedgerError`, `SchemaError`, what `holding` throws.
  func firstSteps<Fact: Hashable, Detail>(
    of facts: Set<Fact>, in run: FixtureRun, holding: (Set<Fact>, FixtureRun) throws -> [Fact: Detail]
  ) throws -> [Fact: (migration: Migration, detail: Detail)] {
    var wanted = facts
    var found: [Fact: (migration: Migration, detail: Detail)] = [:]
    var stretch = try again(run)
    for index in 0...run.milestoneCount where !wanted.isEmpty {
      let end = index < run.milestoneCount ? try run.stopped(at: index, settings: context.settings) : run
      var present = Set(try holding(wanted, end).keys)
      while !present.isEmpty, stretch.remaining.count > end.remaining.count, let migration = try stretch.step() {
        for (fact, detail) in try holding(present, stretch) {
          found[fact] = (migration, detail)
          wanted.remove(fact)
          present.remove(fact)
        }
      }
      stretch = end
    }
    return found
  }
}
