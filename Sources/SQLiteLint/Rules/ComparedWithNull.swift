internal import SQLiteSyntax

extension LintRule {
  /// > The result of any binary operator other than the || … is NULL if either operand is NULL.
  ///
  /// https://www.sqlite.org/lang_expr.html#operators_and_parse_affecting_attributes
  static let comparedWithNull = LintRule.each("SL452", "compared-with-null", .error) { step, _ in
    let filter: [Token]
    let subject: String
    switch step.action {
    case .update(let update): (filter, subject) = (update.filter, "it selects no row to update")
    case .delete(let deletion): (filter, subject) = (deletion.filter, "it selects no row to delete")
    case .insert(let insertion): (filter, subject) = (insertion.source?.filter ?? [], "it selects no row to insert")
    default: return nil
    }
    let comparisons = ["=", "==", "<>", "!="]
    guard
      let index = filter.indices.dropFirst().first(where: { index in
        filter[index].isKeyword("NULL") && comparisons.contains(where: filter[index - 1].isPunctuation)
      }), index >= 2
    else { return nil }
    let isEqual = ["=", "=="].contains(where: filter[index - 1].isPunctuation)
    let operand = filter[index - 2].text
    return LintFinding(
      step, "\(operand) \(filter[index - 1].text) NULL is never true, so \(subject)",
      hint: "write \(operand) IS \(isEqual ? "" : "NOT ")NULL")
  }
}
