package import Findings

extension FindingCode {
  package static let foreignKeyViolation = FindingCode("SL308", "New foreign key violations")
}

/// Rows of the finding's object refer to rows of `parent` that do not exist.
package struct NewForeignKeyViolations: UpgradeFinding {
  package let parent: String
  package private(set) var rowCount: Int

  package var code: FindingCode { .foreignKeyViolation }
  package var name: String { "foreignKeyViolation" }

  package var withoutCounts: NewForeignKeyViolations { NewForeignKeyViolations(parent: parent, rowCount: 0) }

  package func message(of finding: Finding) -> String {
    let table = finding.object ?? ""
    let rows = rowCount == 1 ? "1 row of \(table) that refers" : "\(rowCount) rows of \(table) that refer"
    return finding.migrating("leaves \(rows) to missing rows of \(parent)")
  }

  package func help(for finding: Finding) -> Help? {
    "to list these rows: PRAGMA foreign_key_check(\(finding.object ?? ""))"
  }
}

/// A foreign key of the finding's object refers to the table `parent`, which does not exist.
struct DanglingForeignKey: UpgradeFinding {
  let parent: String

  var code: FindingCode { .foreignKeyViolation }

  func message(of finding: Finding) -> String {
    finding.migrating("leaves a foreign key of \(finding.object ?? "") to \(parent), a table that does not exist,")
  }

  func help(for finding: Finding) -> Help? {
    "since SQLite 3.26, ALTER TABLE … RENAME also changes references to the table: rebuild \(finding.object ?? "the table") with a reference to the right table instead of \(parent)"
  }
}

/// A foreign key of the finding's object refers to columns of the table `parent` that are no key.
struct MismatchedForeignKey: UpgradeFinding {
  let parent: String

  var code: FindingCode { .foreignKeyViolation }

  func message(of finding: Finding) -> String {
    finding.migrating(
      "leaves a foreign key of \(finding.object ?? "") to \(parent), which has no unique key of its columns,")
  }

  func help(for finding: Finding) -> Help? {
    "with foreign keys on, each statement that writes rows of these tables then fails with 'foreign key mismatch': give \(parent) a PRIMARY KEY or UNIQUE constraint, or a unique index, of exactly these columns, or rebuild \(finding.object ?? "the table") with another reference"
  }
}

extension Finding {
  package static func foreignKeyViolation(_ version: String, table: String, parent: String, count: Int) -> Finding {
    Finding(NewForeignKeyViolations(parent: parent, rowCount: count)).with(version: version).setting(
      \.object, to: table)
  }

  /// - Parameter hasParent: whether the parent table exists, and only its key is missing.
  package static func danglingForeignKey(
    _ version: String, table: String, parent: String, hasParent: Bool
  ) -> Finding {
    (hasParent ? Finding(MismatchedForeignKey(parent: parent)) : Finding(DanglingForeignKey(parent: parent)))
      .with(version: version).setting(\.object, to: table)
  }
}

extension Finding {
  /// What SL308 says about which foreign key of its object, without the number of rows; `nil` for other findings. A table can
  /// have several.
  package var foreignKeyFault: ForeignKeyFault? {
    switch kind {
    case let kind as NewForeignKeyViolations: ForeignKeyFault(kind: "rows", parent: kind.parent)
    case let kind as DanglingForeignKey: ForeignKeyFault(kind: "table", parent: kind.parent)
    case let kind as MismatchedForeignKey: ForeignKeyFault(kind: "key", parent: kind.parent)
    default: nil
    }
  }

  package struct ForeignKeyFault: Equatable {
    fileprivate let kind: String
    fileprivate let parent: String
  }
}
