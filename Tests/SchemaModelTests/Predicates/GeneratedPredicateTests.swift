import Foundation
import Testing

@testable import SchemaModel

/// Predicates that nobody would write, of a few thousand shapes.
@Suite("Generated predicates")
struct GeneratedPredicateTests {
  typealias Expression = any StandardPredicateExpression<Bool>
  typealias P = PredicateExpressions
  typealias Root = PredicateExpressions.Variable<Person>

  @Test("SQL finds the same objects as Swift", arguments: 1...8 as ClosedRange<UInt64>)
  func generated(seed: UInt64) throws {
    let rows = try PeopleToHurt(seed: seed, count: 60)
    var random = SeededNumbers(state: seed)
    for _ in 0..<150 {
      let predicate = Predicate<Person> { Self.expression(depth: 3, $0, &random) }
      try rows.expectSame(predicate)
    }
  }

  private static func expression(depth: Int, _ root: Root, _ random: inout SeededNumbers) -> Expression {
    guard depth > 0 else { return test(root, &random) }
    let one = expression(depth: depth - 1, root, &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return not(one)
    case 1, 2: return and(one, expression(depth: depth - 1, root, &random))
    case 3, 4: return or(one, expression(depth: depth - 1, root, &random))
    case 5: return equal(one, expression(depth: depth - 1, root, &random))
    default:
      return choice(
        one, expression(depth: depth - 1, root, &random), expression(depth: depth - 1, root, &random))
    }
  }

  private static func test(_ root: Root, _ random: inout SeededNumbers) -> Expression {
    let operators: [P.ComparisonOperator] = [.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual]
    let sign = operators[Int.random(in: 0..<4, using: &random)]
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return compare(key(root, \.age), sign, value([0, 2, -7], &random))
    case 1: return compare(key(root, \.score), sign, value([0, .nan, .infinity, 1.5], &random))
    case 2: return compare(key(root, \.code), sign, value(PeopleToHurt.codes, &random))
    case 3: return compare(key(root, \.big), sign, value([0, 1 << 63, .max], &random))
    case 4: return same(key(root, \.rank), value([nil, 5, .max], &random))
    case 5: return same(key(root, \.nick), value([nil, "", "a", "é"], &random))
    case 6: return same(key(root, \.met), value([nil, Date(timeIntervalSinceReferenceDate: 0)], &random))
    case 7: return same(key(root, \.isKnown), value([nil, true, false], &random))
    case 8: return P.build_contains(key(root, \.name), value(PeopleToHurt.names, &random))
    case 9: return key(root, \.isActive)
    case 10:
      return compare(
        P.build_NilCoalesce(lhs: key(root, \.rank), rhs: key(root, \.age)), sign, value([0, 2, .max], &random))
    default:
      return same(
        P.build_flatMap(key(root, \.boss)) { P.build_KeyPath(root: $0, keyPath: \.rank) }, value([nil, 5], &random))
    }
  }

  private static func key<Value>(
    _ root: Root, _ keyPath: any KeyPath<Person, Value> & Sendable
  ) -> P.KeyPath<Root, Value> { P.build_KeyPath(root: root, keyPath: keyPath) }

  private static func value<Value>(_ values: [Value], _ random: inout SeededNumbers) -> P.Value<Value> {
    P.Value(values[Int.random(in: 0..<values.count, using: &random)])
  }

  private static func compare<LHS: StandardPredicateExpression, RHS: StandardPredicateExpression>(
    _ one: LHS, _ sign: P.ComparisonOperator, _ other: RHS
  ) -> Expression where LHS.Output: Comparable, LHS.Output == RHS.Output {
    P.build_Comparison(lhs: one, rhs: other, op: sign)
  }

  private static func same<LHS: StandardPredicateExpression, RHS: StandardPredicateExpression>(
    _ one: LHS, _ other: RHS
  ) -> Expression where LHS.Output: Equatable, LHS.Output == RHS.Output { P.build_Equal(lhs: one, rhs: other) }

  private static func not(_ one: some StandardPredicateExpression<Bool>) -> Expression { P.build_Negation(one) }

  private static func and(
    _ one: some StandardPredicateExpression<Bool>, _ other: some StandardPredicateExpression<Bool>
  ) -> Expression { P.build_Conjunction(lhs: one, rhs: other) }

  private static func or(
    _ one: some StandardPredicateExpression<Bool>, _ other: some StandardPredicateExpression<Bool>
  ) -> Expression { P.build_Disjunction(lhs: one, rhs: other) }

  private static func equal(
    _ one: some StandardPredicateExpression<Bool>, _ other: some StandardPredicateExpression<Bool>
  ) -> Expression { P.build_NotEqual(lhs: one, rhs: other) }

  private static func choice(
    _ test: some StandardPredicateExpression<Bool>, _ yes: some StandardPredicateExpression<Bool>,
    _ no: some StandardPredicateExpression<Bool>
  ) -> Expression { P.build_Conditional(test, yes, no) }
}
