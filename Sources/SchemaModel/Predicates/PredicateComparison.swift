import Foundation

/// Translates comparisons and arithmetic.
extension PredicateTranslator {
  typealias Operator = PredicateExpressions.ComparisonOperator

  /// Compares two values of a type. The result is false if one is `nil` or NaN.
  func compare(_ one: PredicateTerm, _ sign: Operator, _ other: PredicateTerm, type: Any.Type) throws -> ScalarTerm {
    guard let order = ScalarOrder(of: type) else {
      throw Untranslatable("compares values of \(type), whose order the program defines")
    }
    let (left, right) = try (bound(one, order), bound(other, order))
    if order == .text {
      return .nullable("(" + left[0] + " COLLATE \(TextCollation.unicode.rawValue)) \(sign.sql) " + right[0])
    }
    return .nullable(Self.row(left) + " \(sign.sql) " + Self.row(right))
  }

  private func bound(_ term: PredicateTerm, _ order: ScalarOrder) throws -> [SQLFragment] {
    if case .captured(let value) = term {
      return order.key(.argument(try stored(value) ?? .null))
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

  /// Translates `one sign other` for numbers whose arithmetic is the same in SQLite and Swift.
  func arithmetic(_ one: PredicateTerm, _ sign: String, _ other: PredicateTerm, type: Any.Type) throws -> PredicateTerm
  {
    guard ScalarOrder.hasPlainArithmetic(type) else {
      throw Untranslatable("calculates with values of \(type), for which SQLite's arithmetic differs")
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
