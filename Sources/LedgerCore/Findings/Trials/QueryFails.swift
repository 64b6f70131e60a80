package import Findings

extension FindingCode {
  package static let queryNoLongerCompiles = FindingCode(
    "SL316", "Query of an older program no longer compiles", .warning)
}

/// A query of an older program no longer compiles.
package struct QueryFails: UpgradeFinding {
  let sql: String
  let reason: String
  /// Its line in the file at the finding's path; `nil` if it is the finding's object, a view.
  var queryLine: Int?

  package init(sql: String, reason: String, queryLine: Int?) {
    (self.sql, self.reason, self.queryLine) = (sql, reason, queryLine)
  }

  package var code: FindingCode { .queryNoLongerCompiles }

  package func message(of finding: Finding) -> String {
    let line = sql.prefix { !$0.isNewline }
    let start = line.count > 60 ? line.prefix(60) + "…" : line
    let subject = queryLine.map { "\(finding.path ?? ""):\($0)" } ?? "the view \(finding.object ?? "")"
    return
      "\(subject) of \(finding.version ?? "") no longer compiles on the migrated database: \(reason) (\(start))"
  }

  package func help(for finding: Finding) -> Help? {
    "a program of \(finding.version ?? "that version") that opens a migrated database fails there"
  }
}
