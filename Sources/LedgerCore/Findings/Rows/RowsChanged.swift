package import Findings
package import MigrationSources
package import SQLiteData

extension FindingCode {
  package static let rowsChanged = FindingCode("SL318", "Existing rows deleted or overwritten", .warning)
}

/// A migration that is not frozen says that it deletes, leaves out or overwrites existing rows or values.
package struct RowsChanged: RowFinding {
  package let change: RowChange

  package init(_ change: RowChange) { self.change = change }

  package var code: FindingCode { .rowsChanged }

  package func help(for finding: Finding) -> Help? {
    "if this is intended, say so before the statement: -- schemaledger:allow \(code) REASON"
  }
}

extension Finding {
  package static func statedChange(_ version: String, _ change: DataChange, by migration: Migration) -> Finding {
    Finding(RowsChanged(RowChange(change))).with(path: migration.path).setting(\.isPending, to: true)
      .about(change, version).of(migration)
  }
}
