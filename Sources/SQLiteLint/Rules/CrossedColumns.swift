internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// Finds two columns that receive each other's values.
  static let crossedColumns = LintRule(
    "SL417", "Columns crossed in a copy", "crossed-columns", .error, isAboutRows: true
  ) { trace in
    trace.steps.compactMap { step in
      guard step.hasRun, case .insert(let insertion) = step.action, let table = step.before.table(insertion.table),
        let targets = insertion.targets(in: table, at: step)
      else { return nil }
      let names = Set(targets.map(\.column))
      // Both names are columns on both sides, and the value is written to the other column.
      let crossed = targets.compactMap { target -> ColumnsCrossed.Crossing? in
        guard let source = target.source, source != target.column,
          names.contains(source),
          targets.contains(where: { $0.source == target.column })
        else { return nil }
        return ColumnsCrossed.Crossing(column: target.column.text, source: source.text)
      }
      guard let first = crossed.first, crossed.count > 1 else { return nil }
      return LintFinding(
        step,
        ColumnsCrossed(
          table: insertion.table.text, columns: targets.map(\.column.text), crossed: crossed,
          isByPosition: insertion.columns == nil),
        object: table.name, column: first.column.identifier)
    }
  }
}

struct ColumnsCrossed: LintViolation {
  /// A column that receives the values of a different one.
  struct Crossing: Codable, Hashable {
    /// The column that is filled.
    let column: String
    /// The column whose values it receives.
    let source: String
  }

  let table: String
  /// All columns that the INSERT fills, in order.
  let columns: [String]
  /// At least two.
  let crossed: [Crossing]
  let isByPosition: Bool

  static var rule: LintRule { .crossedColumns }
  var message: String {
    let sentences = crossed.map { "\($0.column) gets the values of \($0.source)" }
    let others =
      crossed.count == 2
      ? crossed.map { "\($0.column) those of \($0.source)" }[1] : "\(crossed.count - 1) more columns are mixed up"
    return "\(isByPosition ? "columns are matched by position: " : "")\(sentences.first ?? ""), and \(others)"
  }
  var help: Help {
    "select the columns in the order in which the INSERT names them: INSERT INTO \(Keyword.quote(table)) (\(columns.map(Keyword.quote).joined(separator: ", "))) SELECT …"
  }
}
