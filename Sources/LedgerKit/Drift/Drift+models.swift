internal import EntityModel
internal import LedgerCore
internal import LedgerEntries
internal import ProjectModels
internal import SQLiteSchema

extension Drift {
  /// Findings about the versions that the files of an application declare: SL201 for a frozen version whose stores would be
  /// others now, SL204 for one that is gone although stores need it, SL212 for changes that Core Data does not see, SL213 to
  /// SL219 for the plan, the containers, renames, and values that are dropped or that the app can no longer read, and SL301
  /// for a version whose declaration cannot be read any more.
  ///
  /// - Throws: `LedgerError`, `GitError`.
  func modelFindings(_ declared: DeclaredVersions, _ definition: SourceDefinition) throws -> [Finding] {
    var findings = planFindings(declared) + (try pendingFindings(declared)) + (try unreadableFindings(declared))
    for item in ledger.items where !item.entry.isFromStore && item.entry.sourceKind == definition.kind {
      let name = item.entry.version.name
      guard let version = declared.version(named: name) else {
        if let finding = try removal(of: item, declared) { findings.append(finding) }
        continue
      }
      do {
        let built = try definition.build(version, configuration.buildSettings(timeLimit: timeLimit))
        findings += try changes(of: item, to: version, built)
      } catch let error as LedgerError where error.isOfSource {
        findings.append(.migrationFailed(name, error))
      }
    }
    return findings
  }

  private func planFindings(_ declared: DeclaredVersions) -> [Finding] {
    declared.planFindings.map { problem in
      let isFrozen = ledger.items.contains { $0.entry.version.name == problem.version }
      return .planProblem(problem, version: isFrozen ? problem.version : nil)
    }
  }

  /// Compares a version that is not frozen yet with the last frozen one. The code of a custom stage may move the values.
  private func pendingFindings(_ declared: DeclaredVersions) throws -> [Finding] {
    let current = declared.current
    guard let latest = ledger.latest, ledger.items.allSatisfy({ $0.entry.version.name != current.name }),
      declared.mappingModels.isEmpty, !declared.leadsThroughCode,
      let frozen = try frozenModel(of: latest), try !isFrozen(current.model)
    else { return [] }
    let version = latest.entry.version.name
    let renames = SuspectedRename.all(from: frozen, to: current.model)
    let told = Set(renames.map { [$0.property == nil ? "" : $0.entity, $0.oldName] })
    let dropped = DroppedValues.all(from: frozen, to: current.model).filter { dropped in
      !told.contains(dropped.property.map { [dropped.newEntity ?? dropped.entity, $0] } ?? ["", dropped.entity])
    }
    return renames.map { rename in
      .suspectedRename(rename, since: version, at: current.place(ofEntity: rename.entity, property: rename.property))
    } + dropped.map { .valuesDropped($0, since: version, at: current.place(ofEntity: $0.newEntity ?? $0.entity)) }
  }

  /// Compares what the program reads with what that of the last frozen version wrote. The code of a custom stage may
  /// convert values.
  private func unreadableFindings(_ declared: DeclaredVersions) throws -> [Finding] {
    let current = declared.current
    guard let latest = ledger.latest, !latest.entry.isFromStore, let frozen = try frozenModel(of: latest),
      frozen.entities == current.model.entities || !declared.leadsThroughCode
    else { return [] }
    let values = try file(latest, Entry.valuesName).map {
      try ReadableValues(reading: $0, at: latest.folder + "/" + Entry.valuesName)
    }
    return UnreadableValues.all(from: frozen, values ?? ReadableValues(), to: current.model, current.values).map {
      .valuesUnreadable(
        $0, since: latest.entry.version.name, at: current.place(ofEntity: $0.entity, property: $0.property))
    }
  }

  /// SwiftData looks for the model of a store in the plan; an app without one declares only its current version. Core Data
  /// can also infer a mapping from the model that the store keeps. Neither looks at the version's name.
  ///
  /// A SwiftData version whose name is not from the sources was never in a plan, so that this commit does not remove it.
  /// `verify` reports whether its stores are migrated.
  ///
  /// - Throws: `LedgerError`, `GitError`.
  func removal(of item: Ledger.Item, _ declared: DeclaredVersions) throws -> Finding? {
    let isSwiftData = item.entry.sourceKind == ModelSourceConfiguration.Framework.swiftData.rawValue
    guard configuration.source.models?.usesDeclaredNames == true || isSwiftData else { return nil }
    guard !isSwiftData || declared.listsVersions else { return nil }
    let name = item.entry.version.name
    if let document = try file(item, Entry.modelName), let frozen = try frozenModel(of: item) {
      let isNamedBySources =
        configuration.source.models?.usesDeclaredNames == true && DeclaredModel.states(name, document: document)
      if isSwiftData, !isNamedBySources { return nil }
      if declared.versions.contains(where: { CoreDataComparison.opens(from: frozen, to: $0.model) }) { return nil }
    }
    guard case .staged(let plan) = declared.migration else {
      return isSwiftData
        ? Finding.versionRemoved(name, product: declared.folder)
        : Finding.modelVersionRemoved(name, package: declared.folder)
    }
    // The app opens the store without the plan.
    if plan.fallback != nil { return nil }
    var finding = Finding.versionRemoved(name, product: plan.name)
    (finding.path, finding.line) = (plan.place.path, plan.place.line)
    return finding
  }

  /// Whether a frozen version has the entities of a model, under any name.
  ///
  /// - Throws: `LedgerError`, `GitError`.
  func isFrozen(_ model: DeclaredModel) throws -> Bool {
    // The latest version is the most probable one.
    try ledger.items.reversed().contains { try frozenModel(of: $0)?.entities == model.entities }
  }

  /// The model that a version was frozen with; `nil` if it was frozen without one.
  ///
  /// - Throws: `LedgerError.file` if the model cannot be read; `GitError`.
  func frozenModel(of item: Ledger.Item) throws -> DeclaredModel? {
    try file(item, Entry.modelName).map { try DeclaredModel(reading: $0, at: item.folder + "/" + Entry.modelName) }
  }

  private func changes(
    of item: Ledger.Item, to version: DeclaredVersions.Version, _ built: BuiltSource
  ) throws -> [Finding] {
    if built.schema.digest == item.entry.schema, item.entry.hasModel(built.model) { return [] }
    guard let frozen = try frozenModel(of: item) else { return [] }
    let comparison = CoreDataComparison(from: frozen, to: version.model)
    let place = version.place(ofFirst: ModelDifference(from: frozen, to: version.model).changes)
    let isRefused = if case .refuses = comparison.verdict { true } else { false }
    let isComparable = item.entry.hasTables && built.unknownTables.isEmpty
    if isRefused || isComparable && built.schema.digest != item.entry.schema {
      return try schemaChanged(item, to: built.schema, model: built.model, remedy: .newVersion).map { finding in
        var finding = finding
        (finding.path, finding.line) = (place.path, place.line)
        return finding
      }
    }
    if comparison.unseen.isEmpty { return [] }
    return [
      .changeUnseen(item.entry.version.name, comparison.unseen.map(\.message), path: place.path, line: place.line)
    ]
  }
}

extension DeclaredVersions {
  /// Whether the sources declare versions besides the current one, in a plan.
  fileprivate var listsVersions: Bool {
    if case .staged = migration { return true }
    return versions.count > 1
  }

  /// Whether a custom stage leads to the current version.
  fileprivate var leadsThroughCode: Bool {
    guard case .staged(let plan) = migration else { return false }
    return plan.stages.contains { $0.to == current.title && $0.isCustom }
  }

  /// The folder of a Core Data model; for SwiftData, the file of the current version.
  fileprivate var folder: String {
    let parts = current.place.path.split(separator: "/")
    let end = parts.firstIndex { $0.hasSuffix(".xcdatamodeld") } ?? parts.count - 1
    return parts[...end].joined(separator: "/")
  }
}
