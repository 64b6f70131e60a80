internal import EntityModel
internal import Findings
internal import LedgerCore
internal import LedgerEntries
internal import ProjectModels

extension Drift {
  /// SL301 for frozen versions whose stores cannot be migrated to models that no version has yet, as far as that does not
  /// depend on rows. They are warnings: the commit may be one of several, and `verify` judges the result.
  ///
  /// - Throws: `LedgerError`, `GitError`.
  func pendingUpgradeFindings(_ definition: SourceDefinition) throws -> [Finding] {
    guard let upgrade = ModelUpgrade(definition), let declared = definition.declared,
      ledger.items.allSatisfy({ $0.entry.version.name != declared.current.name }),
      try !isFrozen(declared.current.model)
    else { return [] }
    return try ledger.items.filter { $0.entry.sourceKind == definition.kind }.flatMap { item -> [Finding] in
      guard let frozen = try frozenModel(of: item) else { return [] }
      let name = item.entry.version.name
      // A version that was edited is SL201, one that was removed SL204.
      if let version = declared.version(named: name), !CoreDataComparison.opens(from: frozen, to: version.model) {
        return []
      }
      if try removal(of: item, declared)?.severity == .error { return [] }
      let steps = upgrade.steps(from: frozen, named: name)
      let refusals = steps.refusal.map { [$0] } ?? steps.addedConstraints.map(LedgerError.mappingRefused)
      return refusals.flatMap { Finding.migrationFailures(name, $0) }
    }.map { $0.atMost(.warning) }.groupedByCause
  }
}
