package import Findings
package import SQLiteData
internal import SQLiteSyntax

extension FindingCode {
  package static let assumptionViolated = FindingCode("SL319", "Rows violate an assumption")
}

/// Rows of the finding's object that were frozen or supplied violate a condition of the configuration.
struct AssumptionViolated: UpgradeFinding {
  let condition: String
  private(set) var count: Int
  private(set) var total: Int

  var code: FindingCode { .assumptionViolated }
  var name: String { "violated" }

  var withoutCounts: AssumptionViolated { AssumptionViolated(condition: condition, count: 0, total: 0) }

  func message(of finding: Finding) -> String {
    let rows = "\(count) of \(total) row\(total == 1 ? "" : "s")"
    let verb = count == 1 ? "violates" : "violate"
    return
      "\(rows) of \(finding.object ?? "") in the rows of \(finding.version ?? "") \(verb) an assumption: \(condition)"
  }

  func help(for finding: Finding) -> Help? {
    "such rows exist, so migrations must handle them: remove the assumption from assume in \(Configuration.fileName)"
  }
}

extension Finding {
  package static func violates(
    _ version: String, _ assumption: Assumption, _ rows: (violating: Int, total: Int)
  ) -> Finding {
    let kind = AssumptionViolated(condition: assumption.condition, count: rows.violating, total: rows.total)
    return Finding(kind).with(version: version, path: Configuration.fileName).setting(
      \.object, to: assumption.table.text)
  }
}
