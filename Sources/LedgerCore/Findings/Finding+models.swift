package import EntityModel
internal import Findings
package import ProjectModels

// SL210 and SL211: the models of a source, if CloudKit synchronises their stores. SL212 to SL216: their versions.

extension Finding {
  package static func modelUnsupported(_ violation: CloudKitViolation) -> Finding {
    var finding = Finding(.models(.unsupported(violation)))
    finding.object = violation.entity
    // A constraint of several properties is the entity's.
    finding.column = violation.properties.count == 1 ? violation.properties[0] : nil
    return finding
  }

  package static func cloudSchemaChanged(_ change: CloudKitChange) -> Finding {
    var finding = Finding(.models(.notFollowed(change))).with(version: change.version)
    (finding.object, finding.column) = (change.entity, change.property)
    return finding
  }

  /// - Parameters:
  ///   - version: the frozen version that is declared otherwise now.
  ///   - changes: the changes, as sentences without a full stop.
  package static func changeUnseen(_ version: String, _ changes: [String], path: String, line: Int) -> Finding {
    var finding = Finding(.models(.unseen(changes: changes)), severity: .warning).with(version: version, path: path)
    finding.line = line
    return finding
  }

  /// - Parameter version: the frozen version that it is about, if it is about one.
  package static func planProblem(_ problem: PlanFinding, version: String?) -> Finding {
    let kind: ModelFacts.PlanKind =
      switch problem.kind {
      case .liveModels: .liveModels
      case .list: .list
      case .otherModels: .otherModels
      }
    var finding = Finding(
      .models(.plan(kind, message: problem.message, hint: problem.hint)), severity: .warning
    ).with(version: version, path: problem.place.path)
    finding.line = problem.place.line
    return finding
  }

  /// - Parameter version: the frozen version that has the old name.
  package static func suspectedRename(_ rename: SuspectedRename, since version: String, at place: ModelPlace) -> Finding
  {
    var finding = Finding(.models(.suspectedRename(from: rename.oldName)), severity: .warning)
      .with(version: version, path: place.path)
    (finding.line, finding.object, finding.column) = (place.line, rename.entity, rename.property)
    return finding
  }
}
