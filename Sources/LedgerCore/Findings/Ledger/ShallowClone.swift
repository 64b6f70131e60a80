package import Findings

extension FindingCode {
  package static let shallowClone = FindingCode("SL107", "Shallow clone", isWaivable: false)
}

struct ShallowClone: LedgerFinding {
  var code: FindingCode { .shallowClone }

  func message(of finding: Finding) -> String {
    "this clone is shallow: its history is truncated, so earlier versions are not checked"
  }

  func help(for finding: Finding) -> Help? { "in CI, set fetch-depth: 0; elsewhere: \(fix: "git fetch --unshallow")" }
}

extension Finding {
  package static func shallow() -> Finding { Finding(ShallowClone()) }
}
