package import Findings

extension FindingCode {
  package static let someName = FindingCode("SL321", "Example of a finding")
}

/// The example of a finding for the section "How to add" of Architecture.md.
struct SomeName: LedgerFinding {
  var code: FindingCode { .someName }
  var name: String { "someName" }

  func message(of finding: Finding) -> String { "the version is an example" }

  func help(for finding: Finding) -> Help? { "remove the example" }
}

extension Finding {
  package static func someName(_ version: String) -> Finding { Finding(SomeName()).with(version: version) }
}
