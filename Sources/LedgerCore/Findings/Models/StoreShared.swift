package import Findings

extension FindingCode {
  package static let storeShared = FindingCode("SL218", "Containers open one store with different models", .warning)
}

/// Two containers of an app open one file with different models.
struct StoreShared: PlanProblemFinding {
  let problem: String
  let hint: String

  var code: FindingCode { .storeShared }
  var name: String { "storeShared" }
}
