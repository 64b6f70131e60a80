import Foundation

extension PredicateExpressions.NilCoalesce: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    let left = try translator.term(lhs)
    if case .captured(let value) = left {
      guard let wrapped = (value as? any OptionalValue).map(\.wrappedValue) ?? value else {
        return try translator.term(rhs)
      }
      return .captured(wrapped)
    }
    let right = try translator.term(rhs)
    if case .objects = left { return left }
    let scalar = try translator.operand(left)
    guard scalar.isNil else { return left }
    if case .captured(let value as Bool) = right, !value { return .scalar(try translator.condition(left)) }
    let other = try translator.operand(right)
    return .scalar(
      ScalarTerm(
        sql: "COALESCE(" + scalar.value + ", " + other.value + ")", null: other.isNil ? .asNil : .never,
        strictIn: scalar.strictIn.intersection(other.strictIn)))
  }
}

/// Where Swift would stop because of `nil`, the row does not match.
extension PredicateExpressions.ForcedUnwrap: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    let inner = try translator.term(inner)
    if case .captured = inner { return try translator.captured(self) }
    return inner
  }
}

extension PredicateExpressions.OptionalFlatMap: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    let token = translator.nextOptional()
    let isThere: SQLFragment
    switch try translator.term(wrapped) {
    case .captured(let value):
      guard let unwrapped = (value as? any OptionalValue).map(\.wrappedValue) ?? value else {
        return .captured(Result?.none as Any)
      }
      translator.bind(variable, to: .captured(unwrapped))
      return try translator.term(transform)
    case .objects(let objects):
      translator.bind(variable, to: .objects(objects))
      return try translator.term(transform)
    case .scalar(var scalar):
      isThere = scalar.value + " IS NOT NULL"
      scalar.sql = scalar.value
      scalar.binding = .operand
      scalar.null = .never
      scalar.guarded = nil
      scalar.strictIn.insert(token)
      translator.bind(variable, to: .scalar(scalar))
    case .composite(var composite):
      isThere = composite.isThere
      composite.strictIn.insert(token)
      translator.bind(variable, to: .composite(composite))
    case .object(var object):
      isThere = SQLFragment("\(object.key) IS NOT NULL")
      object.isNullable = false
      object.strictIn.insert(token)
      translator.bind(variable, to: .object(object))
    case .range: throw Untranslatable("unwraps a range")
    }
    return try translator.optional(translator.term(transform), token, isThere)
  }
}

extension PredicateTranslator {
  /// Wraps the result of an unwrapped value in an optional that is `nil` if the value is.
  fileprivate func optional(_ term: PredicateTerm, _ token: Int, _ isThere: SQLFragment) throws -> PredicateTerm {
    switch term {
    case .scalar(var scalar):
      guard scalar.guarded != nil || !scalar.strictIn.contains(token) else {
        scalar.null = .asNil
        return .scalar(scalar)
      }
      scalar.guarded = scalar.guarded.map { isThere + " AND " + $0 } ?? isThere
      return .scalar(scalar)
    case .object(var object) where object.strictIn.contains(token):
      object.isNullable = true
      return .object(object)
    case .composite(let composite) where composite.strictIn.contains(token): return term
    case .captured(let value):
      let stored = try stored(value) ?? .null
      return .scalar(ScalarTerm(sql: .argument(stored), null: stored.isNull ? .asNil : .never, guarded: isThere))
    case .objects, .object, .composite, .range:
      throw Untranslatable("maps an optional value to a result that SQL cannot represent as NULL")
    }
  }
}

extension PredicateExpressions.TypeCheck: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    guard case .object(let object) = try translator.term(input) else { return try translator.captured(self) }
    return .scalar(.nullable(SQLFragment(try translator.test(that: object, isA: Desired.self))))
  }
}

extension PredicateExpressions.ConditionalCast: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    guard case .object(let object) = try translator.term(input) else { return try translator.captured(self) }
    let test = try translator.test(that: object, isA: Desired.self)
    return .object(
      ObjectTerm(
        type: Desired.self, key: "CASE WHEN \(test) THEN \(object.key) END", isNullable: true,
        strictIn: object.strictIn))
  }
}

/// Where Swift would stop because of an object of another class, the row does not match.
extension PredicateExpressions.ForceCast: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    guard case .object(let object) = try translator.term(input) else { return try translator.captured(self) }
    let test = try translator.test(that: object, isA: Desired.self)
    return .object(
      ObjectTerm(
        type: Desired.self, key: "CASE WHEN \(test) THEN \(object.key) END", strictIn: object.strictIn))
  }
}

extension PredicateTranslator {
  /// Entity numbers are written into the SQL like names, because they are part of the schema.
  fileprivate func test(that object: ObjectTerm, isA type: Any.Type) throws -> String {
    guard let numbers = resolver.entityNumbers(of: type) else { throw Untranslatable("casts to \(type)") }
    let column = try column("Z_ENT", of: object)
    return "\(column) IN (\(numbers.sorted().map(String.init).joined(separator: ", ")))"
  }
}
