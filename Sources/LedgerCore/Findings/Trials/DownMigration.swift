package import Findings

extension FindingCode {
  package static let downMigration = FindingCode(
    "SL313", "Down migration does not restore the database", canBeNote: true)
}

/// A down migration fails.
package struct DownFails: TrialFinding {
  let failure: FailureFacts

  package init(_ error: LedgerError) { failure = FailureFacts(error) }

  package init(from decoder: any Decoder) throws { failure = try FailureFacts(from: decoder) }

  package func encode(to encoder: any Encoder) throws { try failure.encode(to: encoder) }

  package var code: FindingCode { .downMigration }

  package func message(of finding: Finding) -> String {
    "the down migration of \(finding.path ?? "") fails: \(failure.error.message)"
  }

  package func help(for finding: Finding) -> Help? {
    "it runs directly after the migration, with no other in between"
  }
}

/// A down migration leaves a different schema, or only a different order of columns.
package struct DownDiffers: TrialFinding {
  let isReordered: Bool

  package init(isReordered: Bool) { self.isReordered = isReordered }

  package var code: FindingCode { .downMigration }
  package var severity: Severity { isReordered ? .warning : .error }

  package func message(of finding: Finding) -> String {
    "the down migration of \(finding.path ?? "") restores \(isReordered ? "the columns in a different order" : "a different schema")"
  }

  package func help(for finding: Finding) -> Help? {
    isReordered ? .columnOrder : "undo there what it leaves behind (+), and restore what it lacks (-)"
  }
}

/// A down migration loses rows of these tables that the migration kept.
package struct DownLosesRows: TrialFinding {
  let tables: [String]

  package init(tables: [String]) { self.tables = tables }

  package var code: FindingCode { .downMigration }

  package func message(of finding: Finding) -> String {
    "the down migration of \(finding.path ?? "") loses or changes rows of \(tables.joined(separator: ", "))"
  }

  package func help(for finding: Finding) -> Help? {
    "\(finding.path ?? "") keeps these rows: copy them by name if the down migration rebuilds a table"
  }
}

/// The migration changed values in these tables and columns, and the down migration cannot restore them.
package struct DownDoesNotRestore: TrialFinding {
  let places: [String]

  package init(places: [String]) { self.places = places }

  package var code: FindingCode { .downMigration }
  package var severity: Severity { .note }

  package func message(of finding: Finding) -> String {
    let path = finding.path ?? ""
    return
      "the down migration of \(path) cannot restore what \(path) changes in \(places.joined(separator: ", "))"
  }

  package func help(for finding: Finding) -> Help? { nil }
}

/// The migration fails after its down migration.
package struct UpAgainFails: TrialFinding {
  let failure: FailureFacts

  package init(_ error: LedgerError) { failure = FailureFacts(error) }

  package init(from decoder: any Decoder) throws { failure = try FailureFacts(from: decoder) }

  package func encode(to encoder: any Encoder) throws { try failure.encode(to: encoder) }

  package var code: FindingCode { .downMigration }

  package func message(of finding: Finding) -> String {
    "\(finding.path ?? "") fails after its down migration: \(failure.error.message)"
  }

  package func help(for finding: Finding) -> Help? { .undoAll(finding.path ?? "") }
}

/// The migration produces a different schema after its down migration.
package struct UpAgainDiffers: TrialFinding {
  package init() {}

  package var code: FindingCode { .downMigration }

  package func message(of finding: Finding) -> String {
    "\(finding.path ?? "") produces a different schema after its down migration"
  }

  package func help(for finding: Finding) -> Help? { .undoAll(finding.path ?? "") }
}

extension Help {
  fileprivate static func undoAll(_ path: String) -> Help {
    "undo in the down migration everything that \(path) does"
  }
}
