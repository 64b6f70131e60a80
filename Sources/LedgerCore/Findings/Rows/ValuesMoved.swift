package import Findings

extension FindingCode {
  package static let valuesMoved = FindingCode("SL306", "Values moved to another column")
}

/// Values moved to another column.
package struct ValuesMoved: RowFinding {
  package let change: RowChange

  package init(_ change: RowChange) { self.change = change }

  package var code: FindingCode { .valuesMoved }
}
