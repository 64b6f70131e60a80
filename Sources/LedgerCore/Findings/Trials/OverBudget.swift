package import Findings

extension FindingCode {
  package static let overBudget = FindingCode("SL315", "Migration exceeds its budget")
}

/// A migration takes longer than its budget allows.
package struct TakesTooLong: TrialFinding {
  let seconds: Double
  let limit: Double
  /// The number of rows for which the time was computed, from that of the rows with which it was measured.
  let rowCount: Int
  let measuredRowCount: Int

  package init(seconds: Double, limit: Double, rowCount: Int, measuredRowCount: Int) {
    (self.seconds, self.limit) = (seconds, limit)
    (self.rowCount, self.measuredRowCount) = (rowCount, measuredRowCount)
  }

  package var code: FindingCode { .overBudget }

  package func message(of finding: Finding) -> String {
    "\(finding.path ?? "") takes \(seconds.roundedToHundredths) s for \(rowCount) rows; the budget is \(limit.roundedToHundredths) s"
  }

  package func help(for finding: Finding) -> Help? {
    "measured with \(measuredRowCount) rows in a table; to see each migration: \(inspect: "schemaledger verify --timings")"
  }
}

/// A migration makes the file larger than its budget allows.
package struct GrowsTooMuch: TrialFinding {
  let factor: Double
  let limit: Double
  let measuredRowCount: Int

  package init(factor: Double, limit: Double, measuredRowCount: Int) {
    (self.factor, self.limit, self.measuredRowCount) = (factor, limit, measuredRowCount)
  }

  package var code: FindingCode { .overBudget }

  package func message(of finding: Finding) -> String {
    "\(finding.path ?? "") makes the file \(factor.roundedToHundredths) times as large; the budget is \(limit.roundedToHundredths)"
  }

  package func help(for finding: Finding) -> Help? {
    "measured with \(measuredRowCount) rows in a table; free pages count until VACUUM"
  }
}
