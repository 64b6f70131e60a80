package import Findings

// SL319 and SL320.

extension AssumptionFacts {
  func message(of finding: Finding) -> String {
    let table = finding.object ?? ""
    switch self {
    case .violated(let condition, let count, let total):
      let rows = "\(count) of \(total) row\(total == 1 ? "" : "s")"
      let verb = count == 1 ? "violates" : "violate"
      return "\(rows) of \(table) in the rows of \(finding.version ?? "") \(verb) an assumption: \(condition)"
    case .unneeded(let condition, true):
      return "the assumption \(condition) on \(table) rules out no generated row of any version"
    case .unneeded(let condition, false):
      return "the assumption \(condition) on \(table) applies to no frozen version"
    }
  }

  var help: Help? {
    switch self {
    case .violated:
      "such rows exist, so migrations must handle them: remove the assumption from assume in \(Configuration.fileName)"
    case .unneeded(_, true): "remove it from assume in \(Configuration.fileName)"
    case .unneeded(_, false):
      "correct the names in assume in \(Configuration.fileName)"
    }
  }
}
