package import Findings

extension FindingCode {
  package static let planIncomplete = FindingCode("SL214", "Migration plan does not fit the versions", .warning)
}

/// The migration plan lists other versions than the sources declare, or a stage uses the classes of the wrong one.
struct PlanIncomplete: PlanProblemFinding {
  let problem: String
  let hint: String

  var code: FindingCode { .planIncomplete }
  var name: String { "list" }
}
