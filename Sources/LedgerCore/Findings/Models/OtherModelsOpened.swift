package import Findings

extension FindingCode {
  package static let otherModelsOpened = FindingCode("SL215", "Container opens other models than the plan", .warning)
}

/// A container opens other models than those of the plan.
struct OtherModelsOpened: PlanProblemFinding {
  let problem: String
  let hint: String

  var code: FindingCode { .otherModelsOpened }
  var name: String { "otherModels" }
}
