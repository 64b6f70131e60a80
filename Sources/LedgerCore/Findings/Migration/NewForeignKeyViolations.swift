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

extension Finding {
  package static func foreignKeyViolation(_ version: String, table: String, parent: String, count: Int) -> Finding {
    Finding(NewForeignKeyViolations(parent: parent, rowCount: count)).with(version: version).setting(
      \.object, to: table)
  }

  package static func danglingForeignKey(_ version: String, table: String, parent: String) -> Finding {
    Finding(DanglingForeignKey(parent: parent)).with(version: version).setting(\.object, to: table)
  }
}
