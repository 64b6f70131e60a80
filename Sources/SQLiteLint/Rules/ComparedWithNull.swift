internal import SQLiteSyntax

extension LintRule {
  /// > The result of any binary operator other than the || … is NULL if either operand is NULL.
  ///
  /// https://www.sqlite.org/lang_expr.html#operators_and_parse_affecting_attributes
  static let comparedWithNull = LintRule.each("SL452", "compared-with-null", .error) { step, _ in
    let filter: [Token]
    let statement: LintFacts.RowStatement
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
      .meaning(
        .comparedWithNull(operand: filter[index - 2].text, comparison: filter[index - 1].text, in: statement)))
  }
}
