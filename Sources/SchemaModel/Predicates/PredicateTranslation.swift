import Foundation

/// What SQL can do of a predicate.
struct PredicateTranslation {
  /// Which rows of `t0` may match; nil for all.
  var condition: SQLFragment?
  /// Why some of it is left to Swift, as clauses that follow "the predicate"; empty when the condition says all.
  var reasons: [String] = []

  /// Whether the condition looks at other objects than those that are fetched.
  var usesRelationships = false

  /// Whether the rows that the condition finds are those that match, no others.
  var isExact: Bool { reasons.isEmpty }

  /// The conjuncts of a predicate that have SQL, and why others have not.
  ///
  /// Throws a ``PredicateError`` for a predicate that the store's objects cannot answer in Swift either.
  init<Model>(_ predicate: Predicate<Model>, resolver: any PredicateResolver) throws {
    let translator = PredicateTranslator(resolver: resolver)
    let row = ObjectTerm(type: Model.self, key: "t0.Z_PK", alias: "t0")
    translator.bind(predicate.variable, to: .object(row))
    if let known = predicate.expression as? PredicateExpressions.Value<Bool>, known.value { return }
    let term = try conjuncts(of: predicate.expression, translator)
    condition = term.map { $0.binding == .or ? "(" + $0.sql + ")" : $0.sql }
    usesRelationships = translator.usesRelationships
  }

  private mutating func conjuncts(
    of expression: any PredicateExpression<Bool>, _ translator: PredicateTranslator
  ) throws -> ScalarTerm? {
    if let conjunction = expression as? any ConjunctionNode {
      let (left, right) = conjunction.sides
      let terms = try [conjuncts(of: left, translator), conjuncts(of: right, translator)].compactMap { $0 }
      guard terms.count == 2 else { return terms.first }
      return terms[0].joined("AND", terms[1], .and)
    }
    do {
      return try translator.condition(expression)
    } catch let untranslatable as Untranslatable {
      reasons.append(untranslatable.reason)
      return nil
    }
  }
}
