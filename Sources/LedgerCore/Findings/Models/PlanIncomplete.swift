package import Findings

extension FindingCode {
  package static let planIncomplete = FindingCode("SL214", "Migration plan is not complete")
}

/// The migration plan lists other versions than the sources declare.
struct PlanIncomplete: PlanProblemFinding {
  let problem: String
  let hint: String

  var code: FindingCode { .planIncomplete }
  var name: String { "list" }
}
