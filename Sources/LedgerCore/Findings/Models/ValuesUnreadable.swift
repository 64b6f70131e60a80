package import EntityModel
package import Findings
package import ProjectModels

extension FindingCode {
  package static let valuesUnreadable = FindingCode("SL219", "Values that the app can no longer read", .warning)
}

/// Values that an older version of an app may have stored, and that a property's type can no longer read.
struct ValuesUnreadable: LedgerFinding {
  /// A clause, without the property.
  let problem: String
  /// Whether an enumeration lacks cases; otherwise a structure requires a key.
  let lacksCases: Bool

  var code: FindingCode { .valuesUnreadable }

  func message(of finding: Finding) -> String {
    finding.placeBefore
      + "\(finding.place ?? "") of \(finding.version ?? "") may have values that the app can no longer read: \(problem)"
  }

  func help(for finding: Finding) -> Help? {
    let remedy = lacksCases ? "keep the cases" : "make the part optional, or decode both forms in init(from:)"
    return
      "\(remedy), or convert the values in a custom stage; if no store has such values, accept that with a waiver (schemaledger help waivers)"
  }
}

extension Finding {
  /// - Parameter version: the frozen version that wrote them.
  package static func valuesUnreadable(
    _ values: UnreadableValues, since version: String, at place: ModelPlace
  ) -> Finding {
    let lacksCases = if case .casesRemoved = values.reason { true } else { false }
    var finding = Finding(ValuesUnreadable(problem: values.message, lacksCases: lacksCases))
      .with(version: version, path: place.path)
    (finding.line, finding.object, finding.column) = (place.line, values.entity, values.property)
    return finding
  }
}
