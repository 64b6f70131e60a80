package import EntityModel
package import Findings

extension FindingCode {
  package static let modelUnsupported = FindingCode("SL210", "Model that CloudKit does not support")
}

/// A declaration that CloudKit does not support.
struct ModelUnsupported: LedgerFinding {
  let rule: CloudKitViolation.Rule
  let properties: [String]

  var code: FindingCode { .modelUnsupported }

  private func violation(_ finding: Finding) -> CloudKitViolation {
    CloudKitViolation(entity: finding.object ?? "", properties: properties, rule: rule)
  }

  func message(of finding: Finding) -> String {
    let violation = violation(finding)
    return "\(finding.placeBefore)\(violation.place) \(violation.message), which CloudKit does not support"
  }

  func help(for finding: Finding) -> Help? {
    let violation = violation(finding)
    return "\(violation.reason): \(violation.hint)"
  }
}

extension Finding {
  package static func modelUnsupported(_ violation: CloudKitViolation) -> Finding {
    var finding = Finding(ModelUnsupported(rule: violation.rule, properties: violation.properties))
    finding.object = violation.entity
    // A constraint of several properties is the entity's.
    finding.column = violation.properties.count == 1 ? violation.properties[0] : nil
    return finding
  }

  /// The place of a declaration of a model, at the start of a message.
  var placeBefore: String { path.map { path in line.map { "\(path):\($0): " } ?? "\(path): " } ?? "" }
}
