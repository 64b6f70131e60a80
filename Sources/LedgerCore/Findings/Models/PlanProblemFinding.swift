internal import Findings
package import ProjectModels

/// Something that is wrong with the migration plan of an app: SL213 to SL215 and SL218.
protocol PlanProblemFinding: LedgerFinding {
  /// A sentence without a full stop, and without the place.
  var problem: String { get }
  /// What to do.
  var hint: String { get }

  init(problem: String, hint: String)
}

extension PlanProblemFinding {
  init(from decoder: any Decoder) throws {
    self.init(problem: try decoder.member("problem"), hint: try decoder.member("hint"))
  }

  /// Reports have the hint beside the facts.
  func encode(to encoder: any Encoder) throws {
    try encoder.add(problem, "problem")
    if encoder.storesErrors { try encoder.add(hint, "hint") }
  }

  func message(of finding: Finding) -> String { finding.placeBefore + problem }

  func help(for finding: Finding) -> Help? { Help(hint) }
}

extension Finding {
  /// - Parameter version: the frozen version that it is about, if it is about one.
  package static func planProblem(_ problem: PlanFinding, version: String?) -> Finding {
    let kind: any LedgerFinding =
      switch problem.kind {
      case .liveModels: LiveModels(problem: problem.message, hint: problem.hint)
      case .list: PlanIncomplete(problem: problem.message, hint: problem.hint)
      case .otherModels: OtherModelsOpened(problem: problem.message, hint: problem.hint)
      case .sharedStore: StoreShared(problem: problem.message, hint: problem.hint)
      }
    return Finding(kind).with(version: version, path: problem.place.path).setting(\.line, to: problem.place.line)
  }
}
