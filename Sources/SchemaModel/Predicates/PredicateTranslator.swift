import EntityModel
import Foundation

/// An expression of a predicate that can be translated to SQL.
protocol PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm
}

/// Translates the expressions of one predicate to SQL. Rows of the fetched class's table are `t0`.
final class PredicateTranslator {
  let resolver: any PredicateResolver
  private var variables: [PredicateExpressions.VariableID: PredicateTerm] = [:]
  /// The variables with known values, for expressions that are evaluated during translation.
  var bindings = PredicateBindings()
  /// Whether the result depends on rows other than the fetched ones.
  var usesRelationships = false
  private var lastAlias = 0
  private var lastOptional = 0

  init(resolver: any PredicateResolver) { self.resolver = resolver }

  func nextAlias() -> String {
    lastAlias += 1
    return "t\(lastAlias)"
  }

  /// A token for the next unwrapped optional value.
  func nextOptional() -> Int {
    lastOptional += 1
    return lastOptional
  }

  func bind<Value>(_ variable: PredicateExpressions.Variable<Value>, to term: PredicateTerm) {
    variables[variable.key] = term
    if case .captured(let value) = term, let value = value as? Value {
      bindings = bindings.binding(variable, to: value)
    }
  }

  func term(of variable: PredicateExpressions.VariableID) throws -> PredicateTerm {
    guard let term = variables[variable] else { throw Untranslatable("uses a variable of another predicate") }
    return term
  }

  /// Translates an expression. One that cannot be translated may still have a known value.
  func term<Expression: PredicateExpression>(_ expression: Expression) throws -> PredicateTerm {
    if let node = expression as? any PredicateNode { return try node.term(in: self) }
    return try captured(expression)
  }

  func captured<Expression: PredicateExpression>(_ expression: Expression) throws -> PredicateTerm {
    guard let value = try? expression.evaluate(bindings) else {
      throw Untranslatable("uses \(Self.name(of: Expression.self))")
    }
    return .captured(value)
  }

  /// The name of an expression type without its arguments, such as `SequenceMaximum`, as part of a reason.
  static func name(of type: Any.Type) -> String {
    String(String(describing: type).prefix { $0 != "<" }) + ", which SQL does not support"
  }

  // MARK: Conditions

  /// Translates a Boolean expression.
  func condition<Expression: PredicateExpression>(_ expression: Expression) throws -> ScalarTerm {
    try condition(term(expression))
  }

  func condition(_ term: PredicateTerm) throws -> ScalarTerm {
    switch term {
    case .captured(let value as Bool): return .constant(value)
    case .scalar(var scalar):
      if scalar.null == .asNil { scalar.null = .asFalse }
      return scalar.condition
    default: throw Untranslatable("uses a value as a condition that is not a Boolean")
    }
  }

  // MARK: Values

  /// The stored form of a known value; `nil` for `nil`.
  func stored(_ value: Any) throws -> StoredValue? {
    if let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrappedValue else { return nil }
      return try stored(wrapped)
    }
    if let scalar = value as? any PersistentScalar { return scalar.storedValue }
    if let raw = value as? any RawRepresentable, let scalar = Self.rawValue(of: raw) { return scalar.storedValue }
    throw Untranslatable("compares with a value of \(type(of: value)), which is not stored in one column")
  }

  static func rawValue(of value: some RawRepresentable) -> (any PersistentScalar)? {
    value.rawValue as? any PersistentScalar
  }

  /// A scalar or a known value as an operand.
  func operand(_ term: PredicateTerm) throws -> ScalarTerm {
    switch term {
    case .captured(let value):
      let stored = try stored(value)
      return ScalarTerm(sql: .argument(stored ?? .null), null: stored == nil || stored == .null ? .asNil : .never)
    case .scalar(let scalar):
      guard !scalar.isEncoded else { throw Untranslatable("reads a part of a value that is stored as one BLOB") }
      guard scalar.identifies == nil else { throw Untranslatable("uses an identifier other than in a comparison") }
      return scalar
    case .composite: throw Untranslatable("compares a structure in a way that SQL does not support")
    case .object: throw Untranslatable("uses an object other than to compare it or read its properties")
    case .objects: throw Untranslatable("uses a relationship other than to count or search it")
    case .range: throw Untranslatable("uses a range other than to test whether it contains a value")
    }
  }
}
