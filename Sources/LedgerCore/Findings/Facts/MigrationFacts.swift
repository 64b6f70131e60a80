/// Facts about the outcome of a migration: SL301 to SL303 and SL308 to SL310. The version is the finding's; without one,
/// they are about today's source by itself.
package enum MigrationFacts: Sendable, Hashable, Codable {
  /// A step fails; `needsRows` if it succeeds without rows.
  case failed(LedgerError, needsRows: Bool)
  /// The result has a different schema, or only a different order of columns, than it should have.
  case differs(Subject, isReordered: Bool)
  /// Rows of the finding's object refer to rows of `parent` that do not exist.
  case foreignKeyViolation(parent: String, count: Int)
  /// A foreign key of the finding's object refers to the table `parent`, which does not exist.
  case danglingForeignKey(parent: String)
  /// A line of `PRAGMA integrity_check`, or why it cannot run.
  case integrity(String)
  /// A view or a trigger, the finding's object, no longer compiles.
  case doesNotCompile(kind: String, reason: String)

  /// The database that has the wrong schema.
  package enum Subject: Sendable, Hashable, Codable {
    /// A migrated database of the finding's version.
    case migrated
    /// A database that the migrations make, from nothing or from the snapshot at `base`.
    case madeByMigrations(base: String?)
    /// A snapshot of an older version that the source keeps at the finding's path.
    case snapshot
  }

  var code: Finding.Code {
    switch self {
    case .failed: .migrationFailed
    case .differs(_, let isReordered): isReordered ? .columnOrderDiffers : .schemaDiffers
    case .foreignKeyViolation, .danglingForeignKey: .foreignKeyViolation
    case .integrity: .integrityCheck
    case .doesNotCompile: .doesNotCompile
    }
  }

  var withoutCounts: MigrationFacts {
    switch self {
    case .foreignKeyViolation(let parent, _): .foreignKeyViolation(parent: parent, count: 0)
    case .failed, .differs, .danglingForeignKey, .integrity, .doesNotCompile: self
    }
  }
}
