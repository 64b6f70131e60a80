package import Findings
package import MigrationSources

extension FindingCode {
  package static let migrationNotRun = FindingCode("SL220", "New SQL file that is not run", .warning)
}

/// A new file among the migrations that their tool would not run.
struct MigrationNotRun: LedgerFinding {
  /// Why it is not run, as a sentence with its path.
  let problem: String
  /// Whether only a statement of it is not run.
  let isPart: Bool

  var code: FindingCode { .migrationNotRun }

  func message(of finding: Finding) -> String { problem }

  func help(for finding: Finding) -> Help? {
    isPart
      ? "put --> statement-breakpoint before the statement"
      : "if it is a migration, correct its name or what lists it; otherwise move it out of the folder"
  }
}

extension Finding {
  /// The finding about a notice; `nil` if the file is run, or is no migration by its form.
  package static func migrationNotRun(_ notice: MigrationNotice) -> Finding? {
    switch notice.reason {
    case .unrecognised, .notInJournal, .numberTooLarge, .notListed, .downOnly, .folderNotRead, .secondStatement:
      Finding(MigrationNotRun(problem: notice.message, isPart: notice.reason == .secondStatement)).with(
        path: notice.path)
    default: nil
    }
  }
}
