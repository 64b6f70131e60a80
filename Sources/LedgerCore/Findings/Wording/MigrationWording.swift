package import Findings
internal import LedgerEntries
internal import SQLiteSandbox
internal import SQLiteSchema

// SL301 to SL303 and SL308 to SL310.

extension MigrationFacts {
  func message(of finding: Finding) -> String {
    switch self {
    case .failed(let error, let needsRows): return Self.failure(error, needsRows, finding)
    case .differs(.migrated, let isReordered):
      return finding.migrating("produces \(Self.outcome(isReordered)) than \(finding.destination ?? "a new database")")
        + (isReordered ? "" : finding.changes.missingParts)
    case .differs(.madeByMigrations(let base), let isReordered):
      let subject = base.map { "migrating \($0) produces" } ?? "the migrations produce"
      return "\(subject) \(Self.outcome(isReordered)) than a new database"
        + (isReordered ? "" : finding.changes.missingParts)
    case .differs(.snapshot, let isReordered):
      return "\(finding.path ?? "") has \(Self.outcome(isReordered)) than the migrations up to it produce"
    case .foreignKeyViolation(let parent, let count):
      let rows =
        count == 1
        ? "1 row of \(finding.object ?? "") that refers" : "\(count) rows of \(finding.object ?? "") that refer"
      return finding.migrating("leaves \(rows) to missing rows of \(parent)")
    case .danglingForeignKey(let parent):
      return finding.migrating(
        "leaves a foreign key of \(finding.object ?? "") to \(parent), a table that does not exist,")
    case .integrity(let report): return finding.migrating("makes PRAGMA integrity_check report") + ": \(report)"
    case .doesNotCompile(let kind, let reason):
      return finding.migrating("breaks the \(kind) \(finding.object ?? "")") + ": \(reason)"
    }
  }

  private static func outcome(_ isReordered: Bool) -> String {
    isReordered ? "a different order of columns" : "a different schema"
  }

  private static func failure(_ error: LedgerError, _ needsRows: Bool, _ finding: Finding) -> String {
    let database = finding.version.map { version in
      "a \(version) database" + (finding.destination.map { " that is migrated to \($0)" } ?? "")
    }
    guard case .sqlFailed(let path, let line, let reason) = error else {
      // A message is one line. An error may have several reasons, each on a line of its own.
      return (database.map { "\($0) cannot be migrated: " } ?? "") + error.message.replacing("\n", with: "; ")
    }
    let place = path + (line.map { ":\($0)" } ?? "")
    let rows = needsRows ? reason.offendingRows : ""
    return "\(place) fails\(database.map { " on \($0)\(rows)" } ?? ""): \(reason.message)"
  }

  func help(for finding: Finding) -> Help? {
    switch self {
    case .failed(let error, let needsRows): return error.hint.map { Help($0) } ?? (needsRows ? error.rowsHelp : nil)
    case .differs(.migrated, false): return "add a migration that gives existing databases the schema of new ones"
    case .differs(.migrated, true): return .columnOrder
    case .differs(.madeByMigrations, _):
      return "make both the same: change the schema of new databases, or add a migration"
    case .differs(.snapshot, _):
      return
        "the file or a migration before it was changed; to see when the file was written: \(inspect: "git log -p -- \((finding.path ?? "").shellWord)")"
    case .foreignKeyViolation: return "to list these rows: PRAGMA foreign_key_check(\(finding.object ?? ""))"
    case .danglingForeignKey(let parent):
      return
        "since SQLite 3.26, ALTER TABLE … RENAME also changes references to the table: rebuild \(finding.object ?? "the table") with a reference to the right table instead of \(parent)"
    case .integrity:
      return finding.path == nil ? "run PRAGMA integrity_check after each migration to see which one causes this" : nil
    case .doesNotCompile(let kind, _):
      return "drop the \(kind) and create it again in the migration that changes what it uses"
    }
  }
}

extension Finding {
  /// A sentence about migrating the version: `db/2.sql PREDICATE in a 1.0.0 database`, or `migrating 1.0.0 PREDICATE`.
  func migrating(_ predicate: String) -> String {
    guard let path else {
      return "migrating \(version ?? "the database")\(destination.map { " to \($0)" } ?? "") \(predicate)"
    }
    guard let version else { return "\(path) \(predicate)" }
    let step = destination.map { " that is migrated to \($0)" } ?? ""
    return "\(path) \(predicate) in a \(version) database\(step)"
  }
}

extension Help {
  /// Why the order of columns matters.
  static var columnOrder: Help {
    "SELECT * and INSERT without a column list depend on the order: name the columns"
  }
}

extension SchemaError {
  /// What a database contains if the statement fails only with rows.
  fileprivate var offendingRows: String {
    switch constraint {
    case .unique: " that contains duplicates"
    case .notNull: " that contains NULL"
    case .check: " that violates a CHECK constraint"
    case .foreignKey, .other, nil: " with rows"
    }
  }
}

extension LedgerError {
  /// What helps with a statement that fails only with rows.
  fileprivate var rowsHelp: Help? {
    guard case .sqlFailed(_, _, let error) = self else { return nil }
    // https://www.sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes
    return switch error.constraint {
    case .unique: "resolve the duplicates earlier in the migration"
    case .notNull: "replace NULL earlier in the migration, or with coalesce() or a DEFAULT"
    case .check: "change such rows earlier in the migration"
    case .foreignKey:
      "switch foreign keys off before the transaction; if the application does so, set foreign-keys: off in \(Configuration.fileName)"
    case .other, nil: "such rows may exist: change them earlier in the migration"
    }
  }
}

extension [SchemaChange] {
  /// The parts that a database lacks, has besides or has differently, from that database to the one it should be.
  fileprivate var missingParts: String {
    guard let first else { return "" }
    let more = count - 1
    return ": \(first.state)" + (more == 0 ? "" : ", and \(more) more difference\(more == 1 ? "" : "s")")
  }
}

extension SchemaChange {
  /// `table notes is missing`.
  fileprivate var state: String {
    if let sentence { return sentence }
    switch kind.aspect {
    case .added, .removed, .changed, .reordered, nil: break
    case .type, .notNull, .defaultValue, .collation, .generated, .strict, .withoutRowid, .declared:
      return before == nil ? "\(part) is missing" : after == nil ? "\(part) is not expected" : "\(part) differs"
    }
    return before == nil && after != nil
      ? "\(part) is missing" : before != nil && after == nil ? "\(part) is not expected" : "\(part) differs"
  }

  private var part: String {
    switch (kind.part, kind.aspect) {
    case (.table, .strict?): "STRICT of table `\(object)`"
    case (.table, .withoutRowid?): "WITHOUT ROWID of table `\(object)`"
    case (.table, _): "table `\(object)`"
    case (.virtual, _): "virtual table `\(object)`"
    case (.index, _): "index `\(object)`"
    case (.view, _): "view `\(object)`"
    case (.trigger, _): "trigger `\(object)`"
    case (.column, .type?): "the type of column `\(place)`"
    case (.column, .notNull?): "NOT NULL of column `\(place)`"
    case (.column, .defaultValue?): "the default of column `\(place)`"
    case (.column, .collation?): "the collation of column `\(place)`"
    case (.column, .generated?): "the expression of column `\(place)`"
    case (.column, _): "column `\(place)`"
    case (.columns, _): "the order of columns of `\(object)`"
    case (.unique, _): "a UNIQUE constraint of `\(object)`"
    case (.check, _): "a CHECK constraint of `\(object)`"
    case (.primaryKey, _): "the primary key of `\(object)`"
    case (.foreignKey, _): "a foreign key of `\(object)`"
    case (.spelling, _): "the spelling of `\(place)`"
    case (.text, _): "the text of `\(object)`"
    case (.model, _): "the model of `\(place)`"
    }
  }
}
