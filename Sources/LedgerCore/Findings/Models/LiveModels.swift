package import Findings

extension FindingCode {
  package static let liveModels = FindingCode("SL213", "Older version lists today's models", .warning)
}

/// An older version of the migration plan lists models of today.
struct LiveModels: PlanProblemFinding {
  let problem: String
  let hint: String

  var code: FindingCode { .liveModels }
}
