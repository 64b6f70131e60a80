import Foundation

extension PredicateExpressions.Arithmetic: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    try translator.binaryOperation(self, lhs, rhs) {
      try translator.arithmetic($0, op.sql, $1, type: LHS.Output.self)
    }
  }
}

extension PredicateExpressions.ArithmeticOperator {
  var sql: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    @unknown default: "+"
    }
  }
}

extension PredicateExpressions.IntDivision: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    try translator.binaryOperation(self, lhs, rhs) { try translator.arithmetic($0, "/", $1, type: LHS.Output.self) }
  }
}

extension PredicateExpressions.IntRemainder: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    try translator.binaryOperation(self, lhs, rhs) { try translator.arithmetic($0, "%", $1, type: LHS.Output.self) }
  }
}

/// Translated only for a known divisor other than 0, because division by 0 is NULL in SQLite and infinite in Swift.
extension PredicateExpressions.FloatDivision: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    try translator.binaryOperation(self, lhs, rhs) { left, right in
      guard case .captured(let divisor as Double) = right, divisor != 0 else {
        throw Untranslatable("divides by a number that may be 0")
      }
      return try translator.arithmetic(left, "/", right, type: LHS.Output.self)
    }
  }
}

extension PredicateExpressions.UnaryMinus: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    let inner = try translator.term(wrapped)
    if case .captured = inner { return try translator.captured(self) }
    guard ScalarOrder.hasPlainArithmetic(Wrapped.Output.self) else {
      throw Untranslatable("calculates with values of \(Wrapped.Output.self), for which SQLite's arithmetic differs")
    }
    let operand = try translator.operand(inner)
    return .scalar(ScalarTerm(sql: "(-" + operand.value + ")", strictIn: operand.strictIn))
  }
}
