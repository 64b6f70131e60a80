internal import SchemaModel

/// Checks the stages of a plan without a store.
struct StageRules {
  private(set) var problems: [String] = []
  private let direction: MigrationDirection

  init(_ plan: any PercyMigrationPlan.Type, isSynchronised: Bool) {
    direction = plan.direction
    let stages = plan.stages
    let known = Set(plan.schemas.map { ObjectIdentifier($0) })
    if !isSorted(stages) {
      problems.append("the stages are not listed in \(direction == .forward ? "ascending" : "descending") order")
    }
    for (position, stage) in stages.enumerated() {
      checkVersions(stage, known)
      checkDirection(stage)
      checkKind(stage, isSynchronised)
      checkOthers(stage, stages[..<position])
    }
  }

  private func isSorted(_ stages: [MigrationStage]) -> Bool {
    zip(stages, stages.dropFirst()).allSatisfy { direction == .forward ? !($1 < $0) : !($0 < $1) }
  }

  private mutating func checkVersions(_ stage: MigrationStage, _ known: Set<ObjectIdentifier>) {
    for version in [stage.fromVersion, stage.toVersion] where !known.contains(ObjectIdentifier(version)) {
      problems.append("the stage \(stage.name) refers to \(version), which is not one of the plan's schemas")
    }
  }

  private mutating func checkDirection(_ stage: MigrationStage) {
    let (from, to) = (stage.fromVersion.versionIdentifier, stage.toVersion.versionIdentifier)
    guard direction == .forward ? from < to : to < from else {
      let needed = direction == .forward ? "newer" : "older"
      problems.append("the stage \(stage.name) does not lead to \(needed == "newer" ? "a newer" : "an older") version")
      return
    }
  }

  private mutating func checkKind(_ stage: MigrationStage, _ isSynchronised: Bool) {
    switch direction {
    case .forward where isSynchronised && !stage.isLightweight:
      problems.append("the stage \(stage.name) is custom; a store that CloudKit synchronises needs lightweight stages")
    case .backward where stage.isLightweight:
      problems.append("the stage \(stage.name) is lightweight; a migration to an older version must be custom")
    case .forward, .backward: break
    }
  }

  private mutating func checkOthers(_ stage: MigrationStage, _ earlier: ArraySlice<MigrationStage>) {
    if let other = earlier.first(where: { $0.fromVersion == stage.fromVersion }) {
      problems.append("the stages \(other.name) and \(stage.name) begin with the same version")
    } else if let previous = earlier.last, previous.toVersion != stage.fromVersion {
      problems.append("the stage \(stage.name) does not begin where the stage \(previous.name) ends")
    }
    if let other = earlier.first(where: { $0.toVersion == stage.toVersion }) {
      problems.append("the stages \(other.name) and \(stage.name) end with the same version")
    }
  }
}

extension MigrationStage {
  /// The two versions, such as `SchemaV1 → SchemaV2`.
  fileprivate var name: String { "\(fromVersion) → \(toVersion)" }
}
