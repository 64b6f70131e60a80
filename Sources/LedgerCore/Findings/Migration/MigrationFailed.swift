package import Findings
internal import LedgerEntries
package import MigrationSources
internal import ProjectModels
package import SQLiteSandbox
package import SQLiteSyntax

extension FindingCode {
  package static let migrationFailed = FindingCode("SL301", "Migration failed")
}

/// A step fails; without a version, of today's source by itself.
package struct MigrationFailed: UpgradeFinding {
  package let failure: FailureFacts
  /// Whether it succeeds without rows.
  let needsRows: Bool

  init(_ error: LedgerError, needsRows: Bool) {
    failure = FailureFacts(error)
    self.needsRows = needsRows
  }

  package init(from decoder: any Decoder) throws {
    failure = try FailureFacts(from: decoder)
    needsRows = try decoder.member("needsRows")
  }

  package func encode(to encoder: any Encoder) throws {
    try failure.encode(to: encoder)
    try encoder.add(needsRows, "needsRows")
  }

  package var code: FindingCode { .migrationFailed }
  package var name: String { "failed" }

  package func message(of finding: Finding) -> String {
    let database = finding.version.map { version in
      "a \(version) database" + (finding.destination.map { " that is migrated to \($0)" } ?? "")
    }
    guard case .sqlFailed(let path, let line, let reason) = failure.error else {
      // A message is one line. An error may have several reasons, each on a line of its own.
      return (database.map { "\($0) cannot be migrated: " } ?? "") + failure.error.message.replacing("\n", with: "; ")
    }
    let place = path + (line.map { ":\($0)" } ?? "")
    let rows = needsRows ? reason.offendingRows : ""
    return "\(place) fails\(database.map { " on \($0)\(rows)" } ?? ""): \(reason.message)"
  }

  /// Whether the help is about the statements of the migration.
  var asksForEdit: Bool { needsRows && failure.error.hint == nil }

  package func help(for finding: Finding) -> Help? {
    failure.error.hint.map { Help($0) } ?? (needsRows ? failure.error.rowsHelp : nil)
  }
}

extension SchemaError {
  /// What a database contains if the statement fails only with rows.
  fileprivate var offendingRows: String {
    switch constraint {
    case .unique: " that contains duplicates"
    case .notNull where columnWithoutValue == nil && !insertsNull: " that contains NULL"
    case .notNull: " with rows"
    case .check: " that violates a CHECK constraint"
    case .foreignKey, .other, nil: " with rows"
    }
  }

  /// The column that is NULL in each row, because the failed INSERT does not name it; `nil` for any other failure.
  fileprivate var columnWithoutValue: Identifier? {
    guard let column = failedColumns.first, let columns = failedInsertion?.columns, !columns.contains(column) else {
      return nil
    }
    return column
  }

  /// Whether a CASE of the failed INSERT gives NULL: then it is a test of the rows, which the migration makes to fail.
  fileprivate var insertsNull: Bool {
    failedInsertion?.source?.results.contains { result in
      zip(result.tokens, result.tokens.dropFirst()).contains { before, word in
        word.isKeyword("NULL") && (before.isKeyword("ELSE") || before.isKeyword("THEN"))
      }
    } == true
  }

  /// The INSERT that a NOT NULL constraint stopped.
  private var failedInsertion: Insertion? {
    guard constraint == .notNull, case .sqlite(_, _, let sql?) = self, let statement = Script.statements(of: sql).first,
      case .insert(let insertion) = Parser.action(
        of: String(decoding: Array(sql.utf8)[statement.range], as: UTF8.self))
    else { return nil }
    return insertion
  }
}

extension LedgerError {
  /// What helps with a statement that fails only with rows.
  fileprivate var rowsHelp: Help? {
    guard case .sqlFailed(_, _, let error) = self else { return nil }
    // "If a NOT NULL constraint is specified, then the column must have a default value other than NULL."
    // https://www.sqlite.org/lang_altertable.html#alter_table_add_column
    if error.message.hasPrefix("Cannot add a NOT NULL column") {
      return "give the column a DEFAULT, or leave out NOT NULL, fill it, and rebuild the table"
    }
    // https://www.sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes
    return switch error.constraint {
    case .unique: "resolve the duplicates earlier in the migration"
    case .notNull where error.insertsNull:
      "the statement gives NULL if rows are not as it expects: if users have such rows, change them earlier in the migration"
    case .notNull:
      error.columnWithoutValue.map {
        "each row fails: name \($0.text) in the INSERT, with a value in the SELECT, or give it a DEFAULT"
      } ?? "replace NULL earlier in the migration, or with coalesce() or a DEFAULT"
    case .check: "change such rows earlier in the migration"
    case .foreignKey:
      "switch foreign keys off before the transaction; if the application does so, set foreign-keys: off in \(Configuration.fileName)"
    case .other, nil: "such rows may exist: change them earlier in the migration"
    }
  }
}

extension Finding {
  package static func migrationFailed(_ version: String?, _ error: LedgerError, needsRows: Bool = false) -> Finding {
    var finding = Finding(MigrationFailed(error, needsRows: needsRows))
    finding.version = version
    finding.output = error.output
    if case .sqlFailed(let path, let line, _) = error { (finding.path, finding.line) = (path, line) }
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

  /// A stage of a migration plan that the app's own code runs.
  package static func failedStage(_ version: String, _ stage: Migration, _ error: LedgerError) -> Finding {
    migrationFailed(version, error).ofStage(stage)
  }

  /// A finding for each reason why a store of the version cannot be migrated, or why models cannot be read.
  package static func migrationFailures(_ version: String?, _ error: LedgerError) -> [Finding] {
    switch error {
    case .mappingRefused(let refusal): refusal.divided.map { migrationFailed(version, .mappingRefused($0)) }
    case .modelsUnread(let source, .unread(let problems)):
      problems.map { migrationFailed(version, .modelsUnread(source, .unread([$0]))) }
    default: [migrationFailed(version, error)]
    }
  }

  /// A migration that fails only if there are rows.
  ///
  /// - Parameter row: a row that makes it fail, with its table.
  package static func migrationFailedWithRows(
    _ version: String, _ error: LedgerError, row: (table: Identifier, row: String)?
  ) -> Finding {
    var finding = migrationFailed(version, error, needsRows: true)
    if let row {
      finding.object = row.table.text
      finding.samples = ["\(row.table): \(row.row)"]
    }
    return finding
  }

  /// The same finding with a cause that names what the application declares instead of the SQL of a mapping.
  package func explained(by refusal: MappingRefusal) -> Finding {
    guard let failed = kind as? MigrationFailed else { return self }
    var finding = self
    finding.kind = MigrationFailed(.mappingRefused(refusal), needsRows: failed.needsRows)
    (finding.path, finding.line) = (refusal.place.path, refusal.place.line)
    (finding.object, finding.column) = (refusal.entity ?? object, refusal.property)
    // The id of the mapping names the version of the store, and the finding may hold for several.
    return finding.ofNoMigration
  }

  /// The error of SQLite in a step of a migration; `nil` for any other finding.
  package var failedSQL: SchemaError? {
    guard case .sqlFailed(_, _, let error)? = (kind as? MigrationFailed)?.failure.error else { return nil }
    return error
  }

  /// Why a step of a migration failed; `nil` for any other finding.
  package var failureReason: String? {
    failedSQL.map(\.message) ?? (kind as? MigrationFailed)?.failure.error.message
  }
}
