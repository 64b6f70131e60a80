package import Findings

extension FindingCode {
  package static let doesNotCompile = FindingCode("SL310", "View or trigger no longer compiles")
}

/// A view or a trigger, the finding's object, no longer compiles.
struct DoesNotCompile: UpgradeFinding {
  let objectKind: String
  let reason: String

  var code: FindingCode { .doesNotCompile }

  func message(of finding: Finding) -> String {
    finding.migrating("breaks the \(objectKind) \(finding.object ?? "")") + ": \(reason)"
  }

  func help(for finding: Finding) -> Help? {
    "drop the \(objectKind) and create it again in the migration that changes what it uses"
  }
}

extension Finding {
  package static func doesNotCompile(_ version: String, kind: String, name: String, _ reason: String) -> Finding {
    Finding(DoesNotCompile(objectKind: kind, reason: reason)).with(version: version).setting(\.object, to: name)
  }
}
