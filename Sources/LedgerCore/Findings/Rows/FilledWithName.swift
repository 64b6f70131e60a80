package import Findings

extension FindingCode {
  package static let filledWithName = FindingCode("SL307", "Column filled with a column name")
}

/// Column filled with a column name.
package struct FilledWithName: RowFinding {
  package let change: RowChange

  package init(_ change: RowChange) { self.change = change }

  package var code: FindingCode { .filledWithName }
}
