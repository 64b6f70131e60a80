internal import EntityModel
internal import LedgerCore
internal import LedgerEntries
internal import ProjectModels

extension Drift {
  /// Findings SL210 about the models that a source declares, and SL211 about their changes since the frozen versions. Empty
  /// if CloudKit does not synchronise the stores.
  ///
  /// - Parameter built: the newest version.
  /// - Throws: `LedgerError`, `GitError`.
  func cloudKitFindings(_ built: BuiltSource) throws -> [Finding] {
    guard configuration.cloudKit ?? built.usesCloudKit,
      let model = try built.model.map({ try DeclaredModel(reading: $0, at: Entry.modelName) })
    else { return [] }
    let frozen = try ledger.items.compactMap { item -> DeclaredModel? in
      guard var model = try frozenModel(of: item) else { return nil }
      model.version = item.entry.version.name
      return model
    }
    let version = built.text.declared.flatMap { declared in
      declared.versions.first { $0.name == built.version && $0.model == model } ?? declared.current
    }
    let findings =
      model.cloudKitViolations.map(Finding.modelUnsupported)
      + model.cloudKitChanges(since: frozen).map(Finding.cloudSchemaChanged)
    return findings.map { finding in
      guard let entity = finding.object, let place = version?.place(ofEntity: entity, property: finding.column) else {
        return finding
      }
      var finding = finding
      (finding.path, finding.line) = (place.path, place.line)
      return finding
    }
  }
}
