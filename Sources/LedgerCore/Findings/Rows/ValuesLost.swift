package import Findings
internal import SQLiteData

extension FindingCode {
  package static let valuesLost = FindingCode("SL305", "Values lost")
}

/// Values lost.
package struct ValuesLost: RowFinding {
  package let change: RowChange

  package init(_ change: RowChange) { self.change = change }

  package var code: FindingCode { .valuesLost }
  package var severity: Severity {
    [.sequenceLost, .notMoved, .storageClassNew].contains(change.kind) ? .warning : .error
  }
}
