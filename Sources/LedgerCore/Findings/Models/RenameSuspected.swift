package import EntityModel
package import Findings
package import ProjectModels

extension FindingCode {
  package static let suspectedRename = FindingCode("SL216", "Renamed without an original name", .warning)
}

/// The finding's entity or property probably has another name since the finding's version, without an original name.
struct RenameSuspected: LedgerFinding {
  let oldName: String

  var code: FindingCode { .suspectedRename }
  var name: String { "suspectedRename" }

  func message(of finding: Finding) -> String {
    let (object, version) = (finding.object ?? "", finding.version ?? "")
    return finding.placeBefore
      + (finding.column == nil
        ? "\(object) looks like \(oldName) of \(version) under a new name; without an original name, all its objects are lost"
        : "\(finding.place ?? "") looks like \(object).\(oldName) of \(version) under a new name; without an original name, its values are lost")
  }

  func help(for finding: Finding) -> Help? {
    "if it was renamed, declare the original name: \(finding.originalName(oldName))"
  }
}

extension Finding {
  /// How the model at the finding's place declares an original name.
  func originalName(_ name: String) -> String {
    path?.contains(".xcdatamodel") == true ? "the renaming ID \(name)" : "@Attribute(originalName: \"\(name)\")"
  }

  /// - Parameter version: the frozen version that has the old name.
  package static func suspectedRename(_ rename: SuspectedRename, since version: String, at place: ModelPlace) -> Finding
  {
    var finding = Finding(RenameSuspected(oldName: rename.oldName)).with(version: version, path: place.path)
    (finding.line, finding.object, finding.column) = (place.line, rename.entity, rename.property)
    return finding
  }
}
