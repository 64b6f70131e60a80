package import Findings
package import SQLiteData
package import SQLiteSyntax

extension FindingCode {
  package static let assumptionUnneeded = FindingCode(
    "SL320", "An assumption rules nothing out", .note, canBeNote: true)
}

/// All generated rows satisfy a condition without being told, or it applies to no frozen version.
struct AssumptionUnneeded: UpgradeFinding {
  let condition: String
  let applies: Bool

  var code: FindingCode { .assumptionUnneeded }
  var name: String { "unneeded" }

  func message(of finding: Finding) -> String {
    "the assumption \(condition) on \(finding.object ?? "") "
      + (applies ? "rules out no generated row of any version" : "applies to no frozen version")
  }

  func help(for finding: Finding) -> Help? {
    applies
      ? "remove it from assume in \(Configuration.fileName)"
      : "correct the names in assume in \(Configuration.fileName)"
  }
}

extension Finding {
  package static func isUnneeded(_ assumption: Assumption, applies: Bool, tables: [Identifier]) -> Finding {
    let isTable = tables.contains(assumption.table)
    let near = applies || isTable ? [] : NearMiss.names(of: assumption.table.text, among: tables.map(\.text))
    let kind = AssumptionUnneeded(condition: assumption.condition, applies: applies)
    return Finding(kind, remedy: near.isEmpty ? nil : .correctName(to: near)).with(path: Configuration.fileName)
      .setting(\.object, to: assumption.table.text)
  }
}
