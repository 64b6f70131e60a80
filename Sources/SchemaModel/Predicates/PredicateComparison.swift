import Foundation

/// Order and arithmetic.
extension PredicateTranslator {
  typealias Operator = PredicateExpressions.ComparisonOperator

  /// Two values of a type in an order. Nil and what is not a number are in none.
  func compare(_ one: PredicateTerm, _ sign: Operator, _ other: PredicateTerm, type: Any.Type) throws -> ScalarTerm {
    guard let order = ScalarOrder(of: type) else {
      throw Untranslatable("puts values of \(type) in an order that is the program's own")
    }
    let (left, right) = try (bound(one, order), bound(other, order))
    return .nullable(Self.row(left) + " \(sign.sql) " + Self.row(right))
  }

  private func bound(_ term: PredicateTerm, _ order: ScalarOrder) throws -> [SQLFragment] {
    if case .captured(let value) = term {
      let stored = try stored(value) ?? .null
      if order == .text, case .text(let text) = stored { return [.argument(.text(CanonicalText.composed(text)))] }
      return order.key(.argument(stored))
    }
    return order.key(try operand(term).value)
  }

  private static func row(_ keys: [SQLFragment]) -> SQLFragment {
    guard keys.count > 1 else { return keys[0] }
    return "(" + keys.dropFirst().reduce(keys[0]) { $0 + ", " + $1 } + ")"
  }

  func range(_ range: RangeTerm, contains element: PredicateTerm, type: Any.Type) throws -> ScalarTerm {
    var tests: [ScalarTerm] = []
    if let lower = range.lower { tests.append(try compare(element, .greaterThanOrEqual, lower, type: type)) }
    if let upper = range.upper {
      tests.append(try compare(element, range.isClosed ? .lessThanOrEqual : .lessThan, upper, type: type))
    }
    return all(tests)
  }

  /// `one sign other`, where both are numbers that SQLite calculates with as Swift does.
  func arithmetic(_ one: PredicateTerm, _ sign: String, _ other: PredicateTerm, type: Any.Type) throws -> PredicateTerm
  {
    guard ScalarOrder.hasPlainArithmetic(type) else {
      throw Untranslatable("calculates with values of \(type), which SQLite does otherwise")
    }
    let (left, right) = try (operand(one), operand(other))
    return .scalar(
      ScalarTerm(
        sql: "(" + left.value + " \(sign) " + right.value + ")", null: .asNil,
        strictIn: left.strictIn.union(right.strictIn)))
  }
}

extension PredicateExpressions.ComparisonOperator {
  var sql: String {
    switch self {
    case .lessThan: "<"
    case .lessThanOrEqual: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqual: ">="
    @unknown default: "<"
    }
  }
}
