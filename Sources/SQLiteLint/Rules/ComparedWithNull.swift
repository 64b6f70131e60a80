internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > The result of any binary operator other than the || … is NULL if either operand is NULL.
  ///
  /// https://www.sqlite.org/lang_expr.html#operators_and_parse_affecting_attributes
  static let comparedWithNull = LintRule.each("SL452", "Comparison with NULL", "compared-with-null", .error) {
    step, _ in
    let filter: [Token]
    let statement: ComparedWithNull.Action
    switch step.action {
    case .update(let update): (filter, statement) = (update.filter, .update)
    case .delete(let deletion): (filter, statement) = (deletion.filter, .delete)
    case .insert(let insertion): (filter, statement) = (insertion.source?.filter ?? [], .insert)
    default: return nil
    }
    let comparisons = ["=", "==", "<>", "!="]
    guard
      let index = filter.indices.dropFirst().first(where: { index in
        filter[index].isKeyword("NULL") && comparisons.contains(where: filter[index - 1].isPunctuation)
      }), index >= 2
    else { return nil }
    return LintFinding(
      step,
      ComparedWithNull(operand: filter[index - 2].text, comparison: filter[index - 1].text, action: statement))
  }
}

struct ComparedWithNull: LintViolation {
  /// What the statement does to the rows that it selects.
  enum Action: String, Codable { case insert, update, delete }

  let operand: String
  let comparison: String
  let action: Action

  static var rule: LintRule { .comparedWithNull }
  var message: String { "\(operand) \(comparison) NULL is never true, so it selects no row to \(action.rawValue)" }
  var help: Help { ["=", "=="].contains(comparison) ? "write \(operand) IS NULL" : "write \(operand) IS NOT NULL" }
}
