internal import EntityModel
internal import LedgerCore
internal import LedgerEntries

extension Drift {
  /// Findings SL210 about the models that a source declares, and SL211 about their changes since the frozen versions. Empty
  /// if CloudKit does not synchronise the stores.
  ///
  /// - Parameter built: the newest version.
  /// - Throws: `LedgerError`, `GitError`.
  func cloudKitFindings(_ built: BuiltSource) throws -> [Finding] {
    guard configuration.cloudKit ?? built.usesCloudKit,
      let model = built.model.flatMap({ try? DeclaredModel(parsing: $0) })
    else { return [] }
    let frozen = try ledger.items.compactMap { item -> DeclaredModel? in
      guard let bytes = try file(item, Entry.modelName), var model = try? DeclaredModel(parsing: bytes) else {
        return nil
      }
      model.version = item.entry.version.name
      return model
    }
    return model.cloudKitViolations.map(Finding.modelUnsupported)
      + model.cloudKitChanges(since: frozen).map(Finding.cloudSchemaChanged)
  }
}
