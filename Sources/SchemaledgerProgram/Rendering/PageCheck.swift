import Findings
import LedgerCore
import LedgerKit
import ReportDocuments

/// What a run of `verify` checks of a version: a column of the matrix.
enum PageCheck: String, CaseIterable {
  case files = "Files"
  case source = "Source"
  case migration = "Migration"
  case rows = "Rows"
  case pairs = "Other versions"
  case twice = "Second run"
  case interrupt = "Interrupted"
  case down = "Down"
  case budget = "Cost"
  case queries = "Queries"

  /// The trial that makes the check, as the JSON of `verify` names it; `nil` for what each run checks.
  var trial: String? {
    switch self {
    case .files, .source, .migration, .rows: nil
    case .pairs: Trials.Kind.pairs.rawValue
    case .twice: Trials.Kind.twice.rawValue
    case .interrupt: Trials.Kind.interrupt.rawValue
    case .down: Trials.Kind.down.rawValue
    case .budget: Trials.Kind.budget.rawValue
    case .queries: Trials.Kind.queries.rawValue
    }
  }

  /// The check that has findings of a code; `nil` for findings about no version, such as those about waivers.
  fileprivate init?(_ code: Finding.Code) {
    switch code {
    case .secondRunChanges: self = .twice
    case .doesNotRecover: self = .interrupt
    case .downMigration: self = .down
    case .overBudget: self = .budget
    case .queryNoLongerCompiles: self = .queries
    case .rowsLost, .valuesLost, .valuesMoved, .filledWithName, .dependsOnForeignKeys, .customRows, .rowsChanged,
      .assumptionViolated:
      self = .rows
    case .migrationFailed, .schemaDiffers, .columnOrderDiffers, .foreignKeyViolation, .integrityCheck, .doesNotCompile:
      self = .migration
    default:
      if code.rawValue.hasPrefix("SL1") {
        self = .files
      } else if code.rawValue.hasPrefix("SL2") {
        self = .source
      } else {
        return nil
      }
    }
  }
}

extension FindingDocument {
  /// The check that it belongs to; `nil` also for a code that this program does not have.
  var check: PageCheck? { Finding.Code(rawValue: code).flatMap(PageCheck.init) }
}
