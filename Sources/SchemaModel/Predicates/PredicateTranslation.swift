import Foundation

/// The translation of a predicate to SQL.
struct PredicateTranslation {
  /// A condition on the rows of `t0` that may match; `nil` if all may.
  var condition: SQLFragment?
  /// The reasons why parts are left to Swift, as verb phrases after "the predicate"; empty if the condition is
  /// complete.
  var reasons: [String] = []

  /// Whether the condition depends on objects other than the fetched ones.
  var usesRelationships = false

  /// Whether the condition selects exactly the matching rows.
  var isExact: Bool { reasons.isEmpty }

  /// Translates the conjuncts of a predicate that can be expressed in SQL, and records the reasons for the others.
  ///
  /// Throws a ``PredicateError`` for a predicate that Swift cannot evaluate on stored objects either.
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
