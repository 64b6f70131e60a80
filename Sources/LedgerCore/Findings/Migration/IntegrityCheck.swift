package import Findings

extension FindingCode {
  package static let integrityCheck = FindingCode("SL309", "Integrity check failed")
}

/// A line of `PRAGMA integrity_check`, or why it cannot run.
struct IntegrityCheck: UpgradeFinding {
  let report: String

  var code: FindingCode { .integrityCheck }
  var name: String { "integrity" }

  func message(of finding: Finding) -> String {
    finding.migrating("makes PRAGMA integrity_check report") + ": \(report)"
  }

  func help(for finding: Finding) -> Help? {
    finding.path == nil ? "run PRAGMA integrity_check after each migration to see which one causes this" : nil
  }
}

extension Finding {
  package static func integrity(_ version: String, _ report: String) -> Finding {
    Finding(IntegrityCheck(report: report)).with(version: version)
  }
}
