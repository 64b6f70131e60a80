internal import SchemaModel

/// Checks a plan without a store.
struct PlanValidation {
  private(set) var reasons: [String] = []

  init(_ plan: MigrationPlan) {
    guard !plan.stages.isEmpty else {
      reasons = ["Plan has no stages."]
      return
    }
    let known = plan.schemas.map { ObjectIdentifier($0) }
    for (index, stage) in plan.stages.enumerated() {
      let from = known.firstIndex(of: ObjectIdentifier(stage.fromSchema))
      let to = known.firstIndex(of: ObjectIdentifier(stage.toSchema))
      if from == nil { reasons.append("Stage \(index): source schema \(stage.fromSchema) not in plan.schemas") }
      if to == nil { reasons.append("Stage \(index): destination schema \(stage.toSchema) not in plan.schemas") }
      if let from, let to, abs(to - from) > 1 {
        let skipped = plan.schemas[(min(from, to) + 1)..<max(from, to)].map { "\($0)" }.joined(separator: ", ")
        reasons.append("Stage \(index): \(stage.label) skips \(skipped).")
      }
    }
    for (index, pair) in zip(plan.stages, plan.stages.dropFirst()).enumerated()
    where ObjectIdentifier(pair.0.toSchema) != ObjectIdentifier(pair.1.fromSchema) {
      reasons.append(
        "Stage \(index)→\(index + 1) gap: \(pair.0.toSchema) is not the source of the next stage "
          + "(\(pair.1.fromSchema)).")
    }
    for (index, stage) in plan.stages.enumerated() where !stage.operations.isEmpty {
      let models = StageModels(stage)
      for operation in stage.operations {
        reasons += operation.declaration(between: models).problems.map {
          "Stage \(index): \(operation.description): \($0)"
        }
      }
    }
  }
}
