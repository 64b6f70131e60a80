package import Findings

extension FindingCode {
  package static let migrationInserted = FindingCode("SL205", "Migrations out of order", canBeNote: true)
}

/// A new migration runs before a frozen one.
struct MigrationInserted: LedgerFinding {
  /// The frozen migration.
  let before: String
  /// Whether the tool is configured to run it out of order.
  let isAllowed: Bool

  var code: FindingCode { .migrationInserted }
  var name: String { "inserted" }
  var severity: Severity { isAllowed ? .note : .error }

  func message(of finding: Finding) -> String {
    "\(finding.migrationName ?? "") is new and runs before \(before), which was released in \(finding.version ?? "")"
  }

  func help(for finding: Finding) -> Help? {
    let version = finding.version ?? ""
    return isAllowed
      ? "out-of-order is set; to check whether databases of \(version) get the schema of new ones: \(inspect: "schemaledger verify")"
      : "databases of \(version) would run it after \(before), and new ones before: \(finding.isInProgram ? "register it after the released ones" : "give it a later number")"
  }
}

/// A new migration has a time that is not later than that of a frozen one, and the tool compares the times.
///
/// > if (!lastDbMigration || Number(lastDbMigration[2])! < migration.folderMillis)
///
/// https://github.com/drizzle-team/drizzle-orm/blob/0.44.0/drizzle-orm/src/sqlite-core/dialect.ts
struct MigrationSkipped: LedgerFinding {
  /// The frozen migration.
  let after: String

  var code: FindingCode { .migrationInserted }
  var name: String { "skipped" }

  func message(of finding: Finding) -> String {
    "databases of \(finding.version ?? "") skip \(finding.migrationName ?? ""): its `when` is not later than that of \(after)"
  }

  func help(for finding: Finding) -> Help? {
    "give it a later `when` in meta/_journal.json; Drizzle runs a migration only if that is later than that of the last one which the database has run"
  }
}

/// Two frozen migrations have changed places.
struct MigrationMoved: LedgerFinding {
  let before: String

  var code: FindingCode { .migrationInserted }
  var name: String { "moved" }

  func message(of finding: Finding) -> String {
    "\(finding.migrationName ?? "") now runs before \(before), but ran after it in \(finding.version ?? "")"
  }

  func help(for finding: Finding) -> Help? {
    "databases of \(finding.version ?? "") ran them in the other order: restore that order"
  }
}

extension Finding {
  /// - Parameter isAllowed: whether the tool is configured to run it out of order.
  package static func migrationInserted(
    _ path: String, before frozen: String, version: String, isAllowed: Bool = false
  ) -> Finding {
    Finding(MigrationInserted(before: frozen, isAllowed: isAllowed)).with(version: version, path: path)
  }

  package static func migrationSkipped(_ path: String, after frozen: String, version: String) -> Finding {
    Finding(MigrationSkipped(after: frozen)).with(version: version, path: path)
  }

  package static func migrationMoved(_ path: String, before other: String, version: String) -> Finding {
    Finding(MigrationMoved(before: other)).with(version: version, path: path)
  }
}
