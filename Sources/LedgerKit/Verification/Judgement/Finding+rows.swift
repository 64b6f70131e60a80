internal import Findings
internal import LedgerCore
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

// SL304 to SL307, SL314 and SL318: rows after a migration.

extension Finding {
  static func dataChange(_ version: String, _ change: DataChange, path: String?) -> Finding {
    var finding = Finding(
      .rows(.changed(change.withoutDetails)), severity: change.kind == .sequenceLost ? .warning : .error)
    finding.path = path
    return finding.about(change, version)
  }

  /// SL318.
  static func statedChange(_ version: String, _ change: DataChange, by migration: Migration) -> Finding {
    var finding = Finding(.rows(.stated(change.withoutDetails)), severity: .warning)
    finding.path = migration.path
    finding.isPending = true
    return finding.about(change, version).of(migration)
  }

  private func about(_ change: DataChange, _ version: String) -> Finding {
    var finding = self
    finding.version = version
    finding.object = change.table
    finding.column = change.column
    finding.samples = change.samples
    return finding
  }

  static func dependsOnForeignKeys(_ version: String, _ difference: DatabaseContent.Difference) -> Finding {
    Finding(.rows(.dependsOnForeignKeys(difference))).with(version: version)
  }
}

extension DataChange {
  /// The change without what a finding has itself.
  fileprivate var withoutDetails: DataChange {
    var change = self
    (change.samples, change.scripts, change.places, change.possibleAction) = ([], [], [], nil)
    return change
  }
}
