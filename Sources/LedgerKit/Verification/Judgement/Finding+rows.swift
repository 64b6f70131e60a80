internal import LedgerCore
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

// SL304 to SL307 and SL314: rows after a migration.

extension Finding {
  static func dataChange(_ version: String, _ change: DataChange, path: String?) -> Finding {
    var facts = change
    (facts.samples, facts.scripts) = ([], [])
    var finding = Finding(.rows(.changed(facts)), severity: change.kind == .sequenceLost ? .warning : .error)
    finding.version = version
    finding.path = path
    finding.object = change.table
    finding.column = change.column
    finding.samples = change.samples
    return finding
  }

  static func dependsOnForeignKeys(_ version: String, _ difference: DatabaseContent.Difference) -> Finding {
    Finding(.rows(.dependsOnForeignKeys(difference))).with(version: version)
  }
}
