internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// Finds a copy with `*`, which returns all columns in the order that they have in each database.
  static let copyByStar = LintRule.each("SL418", "Copy by SELECT *", "copy-by-star", .warning) { step, trace in
    guard step.hasRun, case .insert(let insertion) = step.action, let source = insertion.source,
      source.results.contains(where: \.isStar), let from = source.tables.first, source.tables.count == 1,
      step.isOld(from), let old = step.before.table(from), old.statement != nil,
      let new = step.before.table(insertion.table), !new.isTemporary
    else { return nil }
    return LintFinding(
      step,
      CopyByStar(table: old.name.text, copy: new.name.text, columns: old.columns.map(\.name.text)),
      object: new.name, severity: insertion.matchesByName(old, new) ? .note : .warning)
  }
}

struct CopyByStar: LintViolation {
  let table: String
  /// The table that is filled.
  let copy: String
  let columns: [String]

  static var rule: LintRule { .copyByStar }
  var message: String {
    "* returns the columns of \(table) in the order that they have in each database, which can differ from the order here"
  }
  var help: Help {
    let list = columns.map(Keyword.quote).joined(separator: ", ")
    return "INSERT INTO \(Keyword.quote(copy)) (\(list)) SELECT \(list) FROM \(Keyword.quote(table));"
  }
}

extension Insertion {
  /// Whether each column that `*` returns has the same name as the column that it fills.
  fileprivate func matchesByName(_ old: SchemaState.Table, _ new: SchemaState.Table) -> Bool {
    let sources = (source?.results ?? []).flatMap { result -> [Identifier?] in
      result.isStar ? old.columns.map { $0.name } : [nil]
    }
    let targets = columns ?? new.storedColumns.map(\.name)
    return sources.count == targets.count && zip(sources, targets).allSatisfy { $0 == nil || $0 == $1 }
  }
}
