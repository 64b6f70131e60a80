import Foundation

extension PredicateExpressions.Value: PredicateNode {
  func term(in translator: PredicateTranslator) -> PredicateTerm { .captured(value) }
}

extension PredicateExpressions.NilLiteral: PredicateNode {
  func term(in translator: PredicateTranslator) -> PredicateTerm { .captured(Wrapped?.none as Any) }
}

extension PredicateExpressions.Variable: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm { try translator.term(of: key) }
}

/// `&&`, whose sides can be translated independently.
protocol ConjunctionNode {
  var sides: (any PredicateExpression<Bool>, any PredicateExpression<Bool>) { get }
}

extension PredicateExpressions.Conjunction: PredicateNode, ConjunctionNode {
  var sides: (any PredicateExpression<Bool>, any PredicateExpression<Bool>) { (lhs, rhs) }

  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    let (left, right) = try (translator.condition(lhs), translator.condition(rhs))
    return .scalar(left.joined("AND", right, .and))
  }
}

extension PredicateExpressions.Disjunction: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    let (left, right) = try (translator.condition(lhs), translator.condition(rhs))
    return .scalar(left.joined("OR", right, .or))
  }
}

extension ScalarTerm {
  /// Joins two conditions. A chain of the same operator has no parentheses, because SQLite's parser stack has a depth
  /// of 100.
  func joined(_ word: String, _ other: ScalarTerm, _ binding: Binding) -> ScalarTerm {
    let left = self.binding == binding ? sql : within(binding)
    return ScalarTerm(
      sql: left + " \(word) " + other.within(binding), null: null == .never && other.null == .never ? .never : .asFalse,
      binding: binding)
  }
}

extension PredicateExpressions.Negation: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    .scalar(try translator.condition(wrapped).negated)
  }
}

extension PredicateExpressions.Equal: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    try translator.binaryOperation(self, lhs, rhs) { .scalar(try translator.equal($0, $1, type: LHS.Output.self)) }
  }
}

extension PredicateExpressions.NotEqual: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    try translator.binaryOperation(self, lhs, rhs) {
      .scalar(try translator.equal($0, $1, type: LHS.Output.self).negated)
    }
  }
}

extension PredicateExpressions.Comparison: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    try translator.binaryOperation(self, lhs, rhs) {
      .scalar(try translator.compare($0, op, $1, type: LHS.Output.self))
    }
  }
}

extension PredicateExpressions.Conditional: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    let test = try translator.condition(test)
    let yes = try translator.operand(translator.term(trueBranch))
    let no = try translator.operand(translator.term(falseBranch))
    return .scalar(
      ScalarTerm(
        sql: "CASE WHEN " + test.sql + " THEN " + yes.value + " ELSE " + no.value + " END",
        null: yes.isNil || no.isNil ? .asNil : .never))
  }
}

extension ScalarTerm {
  /// Whether the value may be `nil`.
  var isNil: Bool { null == .asNil || guarded != nil }
}

extension PredicateTranslator {
  /// Translates an operator with two operands. If both are known values, the result is a known value.
  func binaryOperation<Node: PredicateExpression>(
    _ node: Node, _ lhs: some PredicateExpression, _ rhs: some PredicateExpression,
    _ combine: (PredicateTerm, PredicateTerm) throws -> PredicateTerm
  ) throws -> PredicateTerm {
    let (left, right) = try (term(lhs), term(rhs))
    if case .captured = left, case .captured = right { return try captured(node) }
    return try combine(left, right)
  }
}
