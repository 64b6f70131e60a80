internal import Findings
internal import MigrationSources
internal import ProjectModels
internal import SQLiteSandbox
package import SQLiteSchema

// SL301 to SL303 and SL308 to SL310: the outcome of a migration.

extension Finding {
  package static func migrationFailed(_ version: String?, _ error: LedgerError, needsRows: Bool = false) -> Finding {
    var finding = Finding(.migration(.failed(error, needsRows: needsRows)))
    finding.version = version
    finding.output = error.output
    if case .sqlFailed(let path, _, _) = error { finding.path = path }
    if case .stubsMissing(let path, _, _, _) = error { finding.path = path }
    if case .transactionLeftOpen(let path) = error { finding.path = path }
    if case .room(let cause) = error { finding.path = cause.path }
    if case .mappingRefused(let refusal) = error {
      (finding.path, finding.line) = (refusal.place.path, refusal.place.line)
      (finding.object, finding.column) = (refusal.entity, refusal.property)
    }
    if case .modelsUnread(_, let cause) = error, case .unread(let problems) = cause,
      let place = problems.lazy.compactMap(\.place).first
    {
      (finding.path, finding.line) = (place.path, place.line)
    }
    return finding
  }

  /// A migration that fails only if there are rows.
  ///
  /// - Parameter row: a row that makes it fail, with its table.
  package static func migrationFailedWithRows(
    _ version: String, _ error: LedgerError, row: (table: String, row: String)?
  ) -> Finding {
    var finding = migrationFailed(version, error, needsRows: true)
    if let row {
      finding.object = row.table
      finding.samples = ["\(row.table): \(row.row)"]
    }
    return finding
  }

  /// The same finding with a cause that names what the application declares instead of the SQL of a mapping.
  package func explained(by refusal: MappingRefusal) -> Finding {
    guard case .migration(.failed(_, let needsRows)) = facts else { return self }
    var finding = self
    finding.facts = .migration(.failed(.mappingRefused(refusal), needsRows: needsRows))
    (finding.path, finding.line) = (refusal.place.path, refusal.place.line)
    (finding.object, finding.column) = (refusal.entity ?? object, refusal.property)
    return finding
  }

  /// - Parameter diff: from the migrated database to a new one.
  package static func schemaDiffers(_ version: String, _ diff: SchemaDiff) -> Finding {
    differs(.migrated, diff).with(version: version)
  }

  /// What migrations make from nothing, or from the database at `base`, is not what a new database has.
  ///
  /// - Parameter diff: from the migrated database to a new one.
  package static func migrationsDisagree(from base: String?, _ diff: SchemaDiff) -> Finding {
    differs(.madeByMigrations(base: base), diff).with(path: base)
  }

  /// A database that the source keeps of an older version is not what the migrations make.
  package static func snapshotDisagrees(_ path: String, _ diff: SchemaDiff) -> Finding {
    differs(.snapshot, diff).with(path: path)
  }

  private static func differs(_ subject: MigrationFacts.Subject, _ diff: SchemaDiff) -> Finding {
    let isReordered = diff.verdict == .reordered
    return Finding(
      .migration(.differs(subject, isReordered: isReordered)), severity: isReordered ? .warning : .error
    ).with(changes: diff.meaningfulChanges)
  }

  package static func foreignKeyViolation(_ version: String, table: String, parent: String, count: Int) -> Finding {
    var finding = Finding(.migration(.foreignKeyViolation(parent: parent, count: count)))
    finding.version = version
    finding.object = table
    return finding
  }

  package static func danglingForeignKey(_ version: String, table: String, parent: String) -> Finding {
    var finding = Finding(.migration(.danglingForeignKey(parent: parent)))
    finding.version = version
    finding.object = table
    return finding
  }

  package static func integrity(_ version: String, _ report: String) -> Finding {
    Finding(.migration(.integrity(report))).with(version: version)
  }

  package static func doesNotCompile(_ version: String, kind: String, name: String, _ reason: String) -> Finding {
    var finding = Finding(.migration(.doesNotCompile(kind: kind, reason: reason)))
    finding.version = version
    finding.object = name
    return finding
  }
}
