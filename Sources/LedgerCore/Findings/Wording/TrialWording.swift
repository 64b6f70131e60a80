package import Findings
internal import SQLiteSandbox

// SL311 to SL313, SL315 and SL316.

extension TrialFacts {
  func message(of finding: Finding) -> String {
    let path = finding.path ?? ""
    let version = finding.version ?? ""
    switch self {
    case .secondRun(_, let outcome): return "a second run of \(path) \(outcome.predicate)"
    case .secondRunOfCommand(_, let outcome):
      return "a second run of the command, on a migrated \(version) database, \(outcome.predicate)"
    case .interrupted(let line, _, _, let outcome):
      return "\(path), interrupted after line \(line) and run again, \(outcome.ending)"
    case .commandInterrupted(let outcome):
      return "the command, killed while it migrates \(version) and run again, \(outcome.ending)"
    case .commandNotInterrupted:
      return "the command was not interrupted on \(version), because two complete runs produce different schemas"
    case .takesTooLong(let seconds, let limit, let rows, _):
      return
        "\(path) takes \(seconds.roundedToHundredths) s for \(rows) rows; the budget is \(limit.roundedToHundredths) s"
    case .growsTooMuch(let factor, let limit, _):
      return
        "\(path) makes the file \(factor.roundedToHundredths) times as large; the budget is \(limit.roundedToHundredths)"
    case .downFails(let error): return "the down migration of \(path) fails: \(error.message)"
    case .downDiffers(let isReordered):
      return
        "the down migration of \(path) restores \(isReordered ? "the columns in a different order" : "a different schema")"
    case .downLosesRows(let tables):
      return "the down migration of \(path) loses or changes rows of \(tables.joined(separator: ", "))"
    case .downDoesNotRestore(let places):
      return "the down migration of \(path) cannot restore what \(path) changes in \(places.joined(separator: ", "))"
    case .upAgainFails(let error): return "\(path) fails after its down migration: \(error.message)"
    case .upAgainDiffers: return "\(path) produces a different schema after its down migration"
    case .queryFails(let query, let sql, let reason):
      let line = sql.prefix { !$0.isNewline }
      let start = line.count > 60 ? line.prefix(60) + "…" : line
      let subject =
        switch query {
        case .file(let line): "\(path):\(line)"
        case .view: "the view \(finding.object ?? "")"
        }
      return "\(subject) of \(version) no longer compiles on the migrated database: \(reason) (\(start))"
    }
  }

  func help(for finding: Finding) -> Help? {
    let path = finding.path ?? ""
    return switch self {
    case .secondRun(true, _): "it runs again whenever its text changes: use DROP … IF EXISTS and INSERT OR IGNORE"
    case .secondRun(false, _):
      "it contains IF NOT EXISTS, so it may run at every start: use INSERT OR IGNORE, or remove what must run once"
    case .secondRunOfCommand(let command, _): "the command must leave an up-to-date database unchanged: \(command)"
    case .interrupted(_, _, true, _):
      "it is released: an application that runs it must detect and repair what an interruption leaves behind"
    case .interrupted(_, true, false, _):
      "it ends the transaction of the migration tool: keep all of it in one transaction"
    case .interrupted(_, false, false, _):
      "put all of it into one transaction, or make each statement safe to run again (IF NOT EXISTS, OR IGNORE)"
    case .commandInterrupted: "make each step and the record that it is done one transaction"
    case .commandNotInterrupted(let command): "its result must depend on the database alone: \(command)"
    case .takesTooLong(_, _, _, let rows):
      "measured with \(rows) rows in a table; to see each migration: \(inspect: "schemaledger verify --timings")"
    case .growsTooMuch(_, _, let rows): "measured with \(rows) rows in a table; free pages count until VACUUM"
    case .downFails: "it runs directly after the migration, with no other in between"
    case .downDiffers(true): .columnOrder
    case .downDiffers(false): "undo there what it leaves behind (+), and restore what it lacks (-)"
    case .downLosesRows: "\(path) keeps these rows: copy them by name if the down migration rebuilds a table"
    case .downDoesNotRestore: nil
    case .upAgainFails, .upAgainDiffers: "undo in the down migration everything that \(path) does"
    case .queryFails: "a program of \(finding.version ?? "that version") that opens a migrated database fails there"
    }
  }
}

extension TrialFacts.Outcome {
  /// What a run does that should do nothing.
  fileprivate var predicate: String {
    switch self {
    case .fails(let error): "fails: \(error.message)"
    case .differs(.schema): "changes the schema"
    case .differs(.userVersion(let from, let to)): "changes user_version from \(from) to \(to)"
    case .differs(.rows(let tables)): "changes rows of \(tables.joined(separator: ", "))"
    }
  }

  /// What a run ends with.
  fileprivate var ending: String {
    switch self {
    case .fails(let error): "fails: \(error.message)"
    case .differs(.schema): "ends with different tables or columns"
    case .differs(.userVersion(let from, let to)): "ends with user_version \(to) instead of \(from)"
    case .differs(.rows(let tables)): "ends with different rows in \(tables.joined(separator: ", "))"
    }
  }
}

extension Double {
  /// Rounded to two decimal places.
  fileprivate var roundedToHundredths: String {
    let value = (self * 100).rounded() / 100
    return value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
