/// The work of one verification: an upgrade for each fixture and target.
struct VerificationPlan: Sendable {
  /// `nil` if the source cannot upgrade databases.
  let path: UpgradePath?
  /// Today's schema.
  let target: UpgradeTarget
  let context: UpgradeContext
  /// In the order of versions, the upgrades of one fixture together.
  let upgrades: [UpgradePlan]
  /// What cannot be tried.
  let limits: [TrialLimit]

  /// - Parameters:
  ///   - today: the upgrade of each fixture to today's schema, in the order of versions.
  ///   - queries: of the programs that shipped with the fixtures.
  init(
    _ today: [UpgradePlan], queries: OldQueries, along path: UpgradePath?, to target: UpgradeTarget,
    _ context: UpgradeContext
  ) {
    let compiling = zip(today, queries.queries).map { $0.compiling($1) }
    let pairs = VersionPairs(context.trials.pairs, of: compiling, context)
    self.path = path
    self.target = target
    self.context = context
    upgrades = MeasurementPlan(pairs.upgrades, context).upgrades
    limits = pairs.limits + queries.limits + context.trials.limits(path, context.rerunScripts, upgrades)
  }
}
