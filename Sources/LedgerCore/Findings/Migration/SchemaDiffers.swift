internal import CanonicalJSON
package import Findings
internal import LedgerEntries
package import SQLiteSchema

extension FindingCode {
  package static let schemaDiffers = FindingCode("SL302", "Migrated schema differs from a new database")
  package static let columnOrderDiffers = FindingCode(
    "SL303", "Migrated column order differs from a new database", .warning)
}

/// A database has a different schema, or only a different order of columns, than it should have.
protocol SchemaFinding: UpgradeFinding {
  var isReordered: Bool { get }
  /// The same about other changes.
  func reordered(_ isReordered: Bool) -> Self
}

extension SchemaFinding {
  var code: FindingCode { isReordered ? .columnOrderDiffers : .schemaDiffers }

  fileprivate var outcome: String { isReordered ? "a different order of columns" : "a different schema" }

  fileprivate func parts(of finding: Finding) -> String { isReordered ? "" : finding.changes.missingParts }
}

/// A migrated database of the finding's version.
struct SchemaDiffers: SchemaFinding {
  let isReordered: Bool

  func reordered(_ isReordered: Bool) -> SchemaDiffers { SchemaDiffers(isReordered: isReordered) }

  func message(of finding: Finding) -> String {
    finding.migrating("produces \(outcome) than \(finding.destination ?? "a new database")") + parts(of: finding)
  }

  func help(for finding: Finding) -> Help? {
    isReordered ? .columnOrder : "add a migration that gives existing databases the schema of new ones"
  }
}

/// A database that the migrations make, from nothing or from the snapshot at `base`.
struct MigrationsDiffer: SchemaFinding {
  @NullIfNil var base: String?
  let isReordered: Bool

  func reordered(_ isReordered: Bool) -> MigrationsDiffer { MigrationsDiffer(base: base, isReordered: isReordered) }

  func message(of finding: Finding) -> String {
    let subject = base.map { "migrating \($0) produces" } ?? "the migrations produce"
    return "\(subject) \(outcome) than a new database" + parts(of: finding)
  }

  func help(for finding: Finding) -> Help? {
    "make both the same: change the schema of new databases, or add a migration"
  }
}

/// A snapshot of an older version that the source keeps at the finding's path.
struct SnapshotDiffers: SchemaFinding {
  let isReordered: Bool

  func reordered(_ isReordered: Bool) -> SnapshotDiffers { SnapshotDiffers(isReordered: isReordered) }

  func message(of finding: Finding) -> String {
    "\(finding.path ?? "") has \(outcome) than the migrations up to it produce"
  }

  func help(for finding: Finding) -> Help? {
    "the file or a migration before it was changed; to see when the file was written: \(inspect: "git log -p -- \((finding.path ?? "").shellWord)")"
  }
}

extension Help {
  /// Why the order of columns matters.
  static var columnOrder: Help {
    "SELECT * and INSERT without a column list depend on the order: name the columns"
  }
}

extension Finding {
  /// - Parameter diff: from the migrated database to a new one.
  package static func schemaDiffers(_ version: String, _ diff: SchemaDiff) -> Finding {
    Finding(SchemaDiffers(isReordered: diff.verdict == .reordered))
      .with(version: version, changes: diff.meaningfulChanges)
  }

  /// What migrations make from nothing, or from the database at `base`, is not what a new database has.
  ///
  /// - Parameter diff: from the migrated database to a new one.
  package static func migrationsDisagree(from base: String?, _ diff: SchemaDiff) -> Finding {
    Finding(MigrationsDiffer(base: base, isReordered: diff.verdict == .reordered))
      .with(path: base, changes: diff.meaningfulChanges)
  }

  /// A database that the source keeps of an older version is not what the migrations make.
  package static func snapshotDisagrees(_ path: String, _ diff: SchemaDiff) -> Finding {
    Finding(SnapshotDiffers(isReordered: diff.verdict == .reordered))
      .with(path: path, changes: diff.meaningfulChanges)
  }

  /// A difference SL302 or SL303 that is about these of its changes alone.
  package func about(_ changes: [SchemaChange]) -> Finding {
    guard let kind = kind as? any SchemaFinding else { return self }
    var finding = self
    finding.kind = kind.reordered(changes.allSatisfy { $0.verdict <= .reordered })
    (finding.object, finding.column) = (nil, nil)
    return finding.with(changes: changes)
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
