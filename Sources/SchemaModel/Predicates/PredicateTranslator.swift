import EntityModel
import Foundation

/// An expression of a predicate that has SQL.
protocol PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm
}

/// Turns the expressions of one predicate into SQL. Rows of the fetched class's table are `t0`.
final class PredicateTranslator {
  let resolver: any PredicateResolver
  private var variables: [PredicateExpressions.VariableID: PredicateTerm] = [:]
  /// Of variables whose value is known, for expressions that are evaluated here and now.
  var bindings = PredicateBindings()
  /// Whether other rows than those that are fetched have a say.
  var usesRelationships = false
  private var lastAlias = 0
  private var lastOptional = 0

  init(resolver: any PredicateResolver) { self.resolver = resolver }

  func nextAlias() -> String {
    lastAlias += 1
    return "t\(lastAlias)"
  }

  /// A name for an optional value that is unwrapped.
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

  /// What an expression stands for. One that is not known to have SQL may still be a value.
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

  /// `SequenceMaximum` of `PredicateExpressions.SequenceMaximum<…>`.
  static func name(of type: Any.Type) -> String {
    String(String(describing: type).prefix { $0 != "<" }) + ", which SQL does not have"
  }

  // MARK: Conditions

  /// An expression that is true or false.
  func condition<Expression: PredicateExpression>(_ expression: Expression) throws -> ScalarTerm {
    try condition(term(expression))
  }

  func condition(_ term: PredicateTerm) throws -> ScalarTerm {
    switch term {
    case .captured(let value as Bool): return .constant(value)
    case .scalar(var scalar):
      if scalar.null == .asNil { scalar.null = .asFalse }
      return scalar.condition
    default: throw Untranslatable("takes something for true or false that is neither")
    }
  }

  // MARK: Values

  /// A value that is known, as the store holds it; nil for nil.
  func stored(_ value: Any) throws -> StoredValue? {
    if let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrappedValue else { return nil }
      return try stored(wrapped)
    }
    if let scalar = value as? any PersistentScalar { return scalar.storedValue }
    if let raw = value as? any RawRepresentable, let scalar = Self.rawValue(of: raw) { return scalar.storedValue }
    throw Untranslatable("compares with a value of \(type(of: value)), which has no column of its own")
  }

  static func rawValue(of value: some RawRepresentable) -> (any PersistentScalar)? {
    value.rawValue as? any PersistentScalar
  }

  /// A scalar, or a value that is known, as an operand.
  func operand(_ term: PredicateTerm) throws -> ScalarTerm {
    switch term {
    case .captured(let value):
      let stored = try stored(value)
      return ScalarTerm(sql: .argument(stored ?? .null), null: stored == nil || stored == .null ? .asNil : .never)
    case .scalar(let scalar):
      guard !scalar.isEncoded else { throw Untranslatable("looks into a value that is stored as one BLOB") }
      guard scalar.identifies == nil else { throw Untranslatable("does more with an identifier than compare it") }
      return scalar
    case .composite: throw Untranslatable("compares a structure as a whole in a way SQL does not have")
    case .object: throw Untranslatable("does more with an object than compare it and read its properties")
    case .objects: throw Untranslatable("does more with a relationship than count and search it")
    case .range: throw Untranslatable("does more with a range than ask what it contains")
    }
  }
}
