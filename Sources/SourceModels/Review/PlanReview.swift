internal import EntityModel

/// Looks for problems in one plan.
struct PlanReview {
  private let scope: SourceScope
  private let plan: PlanDeclaration
  /// The versions of the plan in its order, without repetitions.
  private let versions: [VersionDeclaration]
  /// Whether all entries of the plan's list are known.
  private let isListRead: Bool

  init(_ scope: SourceScope, _ plan: PlanDeclaration) {
    self.scope = scope
    self.plan = plan
    var seen: Set<TypeID> = []
    versions = plan.schemas.filter { seen.insert($0).inserted }.compactMap { id in
      scope.versions.first { $0.id == id }
    }
    isListRead = versions.count == seen.count && plan.isListRead
  }

  var problems: [PlanProblem] {
    sameIdentifiers + sameModels + omittedVersions + stageProblems + openedModels + liveModels
  }

  private func problem(_ kind: PlanProblem.Kind, at location: SourceLocation) -> PlanProblem {
    PlanProblem(plan: plan.name, kind: kind, location: location)
  }

  /// Where a static member is declared; the place of the type if it is not.
  private func place(of name: String, in id: TypeID, _ location: SourceLocation) -> SourceLocation {
    for entry in scope.symbols.entries(id) {
      if let variable = entry.declaration.variables.first(where: { $0.name == name }) {
        return SourceLocation(path: entry.file, line: variable.line)
      }
    }
    return location
  }

  private func entities(_ version: VersionDeclaration) -> Set<TypeID> { scope.entityTypes(version.types) }
  private func entityNames(_ version: VersionDeclaration) -> Set<String> { Set(entities(version).map(\.name)) }
}

// MARK: Versions

extension PlanReview {
  private var sameIdentifiers: [PlanProblem] {
    versions.enumerated().compactMap { position, version in
      guard let identifier = version.identifier else { return nil }
      let others = versions[..<position].filter { $0.identifier == identifier }
      guard !others.isEmpty else { return nil }
      return problem(
        .sameIdentifier(identifier, versions: others.map(\.name) + [version.name]),
        at: place(of: "versionIdentifier", in: version.id, version.location))
    }
  }

  /// Without stages, SwiftData has no use for the hashes of the versions.
  private var sameModels: [PlanProblem] {
    guard !plan.stages.isEmpty else { return [] }
    return versions.enumerated().compactMap { position, version in
      let others = versions[..<position].filter { haveSameModels($0, version) == true }
      guard !others.isEmpty else { return nil }
      return problem(
        .sameModels(versions: others.map(\.name) + [version.name]),
        at: place(of: "models", in: version.id, version.location))
    }
  }

  /// `nil` if it is not known, because models of one of them were not read.
  private func haveSameModels(_ one: VersionDeclaration, _ other: VersionDeclaration) -> Bool? {
    guard one.isListRead, other.isListRead, !one.types.isEmpty else { return nil }
    let (types, others) = (entities(one), entities(other))
    if types == others { return true }
    guard Set(types.map(\.name)) == Set(others.map(\.name)) else { return false }
    let (schema, otherSchema) = (scope.schema(of: one), scope.schema(of: other))
    guard schema.isComplete, otherSchema.isComplete else { return nil }
    return CoreDataComparison.opens(from: schema.model, to: otherSchema.model)
  }

  private var omittedVersions: [PlanProblem] {
    // A plan whose list is not known may list any version.
    guard isListRead, scope.plans.allSatisfy(\.isListRead) else { return [] }
    let listed = Set(scope.plans.flatMap(\.schemas))
    let inStages = Set(plan.stages.flatMap { [$0.fromVersion, $0.toVersion] })
    let known = versions.reduce(into: Set<String>()) { $0.formUnion(entityNames($1)) }
    return scope.versions.compactMap { version in
      guard !listed.contains(version.id), version.id.module == plan.id.module, !inStages.contains(version.name),
        !version.location.path.isOfTestsOrPreviews, !isOpenedWithoutPlan(version),
        // A store of it has the hashes of the listed version, and Core Data refuses a plan that lists both.
        !versions.contains(where: { haveSameModels($0, version) != false })
      else { return nil }
      let names = entityNames(version)
      let shared = names.intersection(known)
      // A version of another database may have a class of the same name.
      guard shared.count * 2 > names.count else { return nil }
      return problem(
        .omittedVersion(version.name, identifier: version.identifier, entities: shared.sorted()), at: version.location)
    }
  }

  private func isOpenedWithoutPlan(_ version: VersionDeclaration) -> Bool {
    let types = entities(version)
    return scope.containers.contains { container in
      guard container.plan != plan.id, container.opensStore else { return false }
      return container.versionedSchema == version.id
        || !container.types.isEmpty && scope.entityTypes(container.types) == types
    }
  }

  private var liveModels: [PlanProblem] {
    guard isListRead, let last = versions.last else { return [] }
    let today = entities(last)
    return versions.dropLast().compactMap { version in
      let models = entities(version).intersection(today).compactMap { liveModel($0, last) }.sorted()
      guard !models.isEmpty else { return nil }
      return problem(
        .liveModels(version: version.name, models: models), at: place(of: "models", in: version.id, version.location))
    }
  }

  /// A class of an older version and of the last one; `nil` if it is nested in an older version.
  private func liveModel(_ id: TypeID, _ last: VersionDeclaration) -> PlanProblem.LiveModel? {
    let home = scope.versions.first { $0.id.module == id.module && id.path.starts(with: $0.id.path) }
    guard home == nil || home?.id == last.id, let location = scope.symbols.primary(id)?.location else { return nil }
    return PlanProblem.LiveModel(name: id.text, lastVersion: home?.name, location: location)
  }
}

// MARK: Stages and containers

extension PlanReview {
  private var stageProblems: [PlanProblem] {
    guard isListRead, plan.areStagesRead else { return [] }
    let location = place(of: "stages", in: plan.id, plan.location)
    return (unlistedVersions + stagesOutOfOrder + missingStages + classesOfOtherVersions).map {
      problem($0, at: location)
    }
  }

  private var unlistedVersions: [PlanProblem.Kind] {
    plan.stages.flatMap { stage in
      [stage.fromVersion, stage.toVersion].filter { !plan.versions.contains($0) }
        .map { .stageOfOmittedVersion($0, stage: stage) }
    }
  }

  private var stagesOutOfOrder: [PlanProblem.Kind] {
    zip(plan.stages, plan.stages.dropFirst()).compactMap { before, stage in
      guard let earlier = plan.versions.firstIndex(of: before.fromVersion),
        let later = plan.versions.firstIndex(of: stage.fromVersion), later < earlier
      else { return nil }
      return .stageOutOfOrder(stage, after: before)
    }
  }

  /// A plan without any stages leaves all migrations to SwiftData.
  private var missingStages: [PlanProblem.Kind] {
    guard !plan.stages.isEmpty else { return [] }
    return zip(plan.versions, plan.versions.dropFirst()).compactMap { from, to in
      let exists = from == to || plan.stages.contains { $0.fromVersion == from && $0.toVersion == to }
      return exists ? nil : .missingStage(from: from, to: to)
    }
  }

  private var classesOfOtherVersions: [PlanProblem.Kind] {
    plan.stages.flatMap { stage -> [PlanProblem.Kind] in
      guard let from = versions.first(where: { $0.name == stage.fromVersion && $0.isListRead }),
        let to = versions.first(where: { $0.name == stage.toVersion && $0.isListRead })
      else { return [] }
      func wrong(
        _ types: [TypeID], _ closure: String, in own: VersionDeclaration, of other: VersionDeclaration
      )
        -> [PlanProblem.Kind]
      {
        Set(types).intersection(entities(other)).subtracting(entities(own)).map(\.text).sorted().map {
          .classOfOtherVersion(name: $0, closure: closure, version: own.name, stage: stage)
        }
      }
      return wrong(stage.willMigrateTypes, "willMigrate", in: from, of: to)
        + wrong(stage.didMigrateTypes, "didMigrate", in: to, of: from)
    }
  }

  private var openedModels: [PlanProblem] {
    guard isListRead, let last = versions.last, last.isListRead else { return [] }
    let expected = Dictionary(entities(last).map { ($0.name, $0) }) { first, _ in first }
    return scope.containers.compactMap { container in
      guard container.plan == plan.id, container.opensStore, !container.isPart, container.unresolved.isEmpty,
        let types = openedTypes(container)
      else { return nil }
      let opened = Dictionary(types.map { ($0.name, $0) }) { first, _ in first }
      let both = Set(expected.keys).intersection(opened.keys)
      let models = PlanProblem.OpenedModels(
        container: container.location, version: last.name,
        missing: expected.keys.filter { !both.contains($0) }.sorted(),
        additional: opened.keys.filter { !both.contains($0) }.sorted(),
        different: both.filter { expected[$0] != opened[$0] }.sorted())
      guard !(models.missing + models.additional + models.different).isEmpty else { return nil }
      return problem(.otherModelsOpened(models, planHasStages: !plan.stages.isEmpty), at: container.location)
    }
  }

  private func openedTypes(_ container: ContainerUse) -> Set<TypeID>? {
    guard let id = container.versionedSchema else { return scope.entityTypes(container.types) }
    return scope.versions.first { $0.id == id && $0.isListRead }.map(entities)
  }
}

extension PlanDeclaration {
  fileprivate var isListRead: Bool { !unresolved.contains { $0.subject == name + ".schemas" } }
  fileprivate var areStagesRead: Bool { !unresolved.contains { $0.subject == name + ".stages" } }
}

extension VersionDeclaration {
  fileprivate var isListRead: Bool { !unresolved.contains { $0.subject == name + ".models" } }
}
