internal import MigrationSources

/// Decides which upgrade measures which migration, so that each migration is measured once: by the upgrade of the last
/// version that has not run it.
struct MeasurementPlan {
  /// The upgrades, with the migrations that each measures.
  let upgrades: [UpgradePlan]

  init(_ upgrades: [UpgradePlan], _ context: UpgradeContext) {
    var taken: Set<String> = []
    var measuring = upgrades
    for (index, upgrade) in upgrades.enumerated().reversed() {
      guard context.trials(of: upgrade).budget != nil, !upgrade.standing.isOfAnotherLineage,
        case .migrations = upgrade.path
      else { continue }
      let ids = Set(upgrade.remaining.map(\.id)).subtracting(taken)
      measuring[index] = upgrade.measuring(ids)
      taken.formUnion(ids)
    }
    self.upgrades = measuring
  }
}
