package import Findings

extension FindingCode {
  package static let shallowClone = FindingCode("SL107", "Shallow clone", isWaivable: false)
}

struct ShallowClone: LedgerFinding {
  var code: FindingCode { .shallowClone }

  func message(of finding: Finding) -> String {
    "this clone is shallow: its history is truncated, so earlier versions are not checked"
  }

  func help(for finding: Finding) -> Help? { "\(fix: "git fetch --unshallow") (in CI: fetch-depth: 0)" }
}

extension Finding {
  package static func shallow() -> Finding { Finding(ShallowClone()) }
}
