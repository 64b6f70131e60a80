package import EntityModel
package import Findings
package import ProjectModels

extension FindingCode {
  package static let valuesDropped = FindingCode("SL217", "Property or entity that a new version drops", .warning)
}

/// The next version of an app lacks a property or an entity of the finding's version.
struct ValuesDropped: LedgerFinding {
  /// The only new property that has the type of the dropped one, which is the only one of its type that is gone.
  let candidate: String?

  var code: FindingCode { .valuesDropped }

  func message(of finding: Finding) -> String {
    let version = finding.version ?? ""
    return finding.placeBefore
      + (finding.column == nil
        ? "\(finding.object ?? "") of \(version) is gone: its objects are deleted from stores"
        : "\(finding.place ?? "") of \(version) is gone: its values are deleted from stores")
  }

  func help(for finding: Finding) -> Help? {
    let accept = "if it is meant to go, accept that with a waiver (schemaledger help waivers)"
    guard let candidate else { return "\(accept)" }
    return "if it is \(candidate) now, declare that: \(finding.originalName(finding.column ?? "")); \(accept)"
  }
}

extension Finding {
  /// - Parameter version: the frozen version that has it.
  package static func valuesDropped(_ dropped: DroppedValues, since version: String, at place: ModelPlace) -> Finding {
    var finding = Finding(ValuesDropped(candidate: dropped.candidate)).with(version: version, path: place.path)
    (finding.line, finding.object, finding.column) = (place.line, dropped.entity, dropped.property)
    return finding
  }
}
