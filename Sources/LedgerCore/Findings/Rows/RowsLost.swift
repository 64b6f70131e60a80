package import Findings

extension FindingCode {
  package static let rowsLost = FindingCode("SL304", "Rows lost")
}

/// Rows lost.
package struct RowsLost: RowFinding {
  package let change: RowChange

  package init(_ change: RowChange) { self.change = change }

  package var code: FindingCode { .rowsLost }
}
