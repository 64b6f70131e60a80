import Foundation

/// Translates `==` with Swift's meaning: `nil` equals `nil`, and NaN equals nothing.
extension PredicateTranslator {
  func equal(_ one: PredicateTerm, _ other: PredicateTerm, type: Any.Type) throws -> ScalarTerm {
    switch (one, other) {
    case (.captured(let value), let term), (let term, .captured(let value)): try equal(term, captured: value)
    case (.scalar(let one), .scalar(let other)): try equal(one, other, type: type)
    case (.object(let one), .object(let other)):
      type is any OptionalValue.Type
        ? .condition(SQLFragment("\(one.key) IS \(other.key)")) : .nullable(SQLFragment("\(one.key) = \(other.key)"))
    case (.composite(let one), .composite(let other)):
      all(zip(one.columns, other.columns).map { .condition($0 + " IS " + $1) })
    default: throw Untranslatable("compares values that SQL cannot compare")
    }
  }

  private func equal(_ one: ScalarTerm, _ other: ScalarTerm, type: Any.Type) throws -> ScalarTerm {
    guard !one.isEncoded, !other.isEncoded else {
      throw Untranslatable("compares values that are stored as BLOBs of JSON")
    }
    if type is any OptionalValue.Type { return .condition(one.value + " IS " + other.value) }
    return .nullable(one.value + " = " + other.value)
  }

  private func equal(_ term: PredicateTerm, captured value: Any) throws -> ScalarTerm {
    if let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrappedValue else { return try isNil(term) }
      return try equal(term, captured: wrapped)
    }
    switch term {
    case .scalar(let scalar): return try equal(scalar, captured: value)
    case .object(let object): return identity(SQLFragment(object.key), value, of: object.type)
    case .composite(let composite): return try equal(composite, captured: value)
    case .captured, .objects, .range: throw Untranslatable("compares a collection as a whole")
    }
  }

  private func equal(_ scalar: ScalarTerm, captured value: Any) throws -> ScalarTerm {
    if let type = scalar.identifies { return identity(scalar.sql, value, of: type) }
    guard !scalar.isEncoded else {
      throw Untranslatable("compares a value that its column contains in an encoded form")
    }
    if let bool = value as? Bool {
      if scalar.null == .asNil, scalar.guarded == nil { return equal(optional: scalar, bool) }
      return bool ? scalar.condition : try equal(false, scalar)
    }
    guard let stored = try stored(value) else { return try isNil(.scalar(scalar)) }
    return equal(scalar.value, stored)
  }

  /// Compares a Boolean column, in which any value other than 0 is true.
  private func equal(optional scalar: ScalarTerm, _ bool: Bool) -> ScalarTerm {
    .nullable(bool ? scalar.within(.comparison) : scalar.within(.comparison) + " = 0", bool ? .operand : .comparison)
  }

  private func equal(_ bool: Bool, _ scalar: ScalarTerm) throws -> ScalarTerm {
    guard let guarded = scalar.guarded else { return scalar.negated }
    var inner = scalar
    inner.guarded = nil
    return .nullable(guarded + " AND " + inner.negated.within(.and), .and)
  }

  /// Tests whether an expression has one of the values that equal a stored one.
  func equal(_ sql: SQLFragment, _ stored: StoredValue) -> ScalarTerm {
    switch stored {
    case .null: return .constant(false)
    case .text(let text):
      let forms = CanonicalText.forms(of: text).map(StoredValue.text)
      return .nullable(forms.count == 1 ? sql + " = " + .argument(forms[0]) : sql + " IN " + .list(forms))
    case .integer, .real, .blob: return .nullable(sql + " = " + .argument(stored))
    }
  }

  /// Compares a key with a known object. No row matches an object that has never been saved.
  func identity(_ key: SQLFragment, _ value: Any, of type: Any.Type) -> ScalarTerm {
    guard let number = resolver.key(of: value, in: type) else { return .constant(false) }
    return .nullable(key + " = " + .argument(.integer(number)))
  }

  private func equal(_ composite: CompositeTerm, captured value: Any) throws -> ScalarTerm {
    guard let parts = try? composite.codec.encode(value), parts.count == composite.columns.count else {
      throw Untranslatable("compares with a \(type(of: value)) that cannot be stored")
    }
    return all(
      zip(composite.columns, parts).map { column, part in
        part.isNull ? .condition(column + " IS NULL") : equal(column, part)
      })
  }

  func isNil(_ term: PredicateTerm) throws -> ScalarTerm {
    switch term {
    case .captured(let value):
      let isNil = (value as? any OptionalValue).map { $0.wrappedValue == nil } ?? false
      return .constant(isNil)
    case .scalar(let scalar): return .condition(scalar.value + " IS NULL")
    case .composite(let composite): return .condition(composite.isNil, .operand)
    case .object(let object): return .condition(SQLFragment("\(object.key) IS NULL"))
    case .objects: return .constant(false)
    case .range: throw Untranslatable("compares a range with nil")
    }
  }

  /// Combines conditions that must all be true.
  func all(_ terms: [ScalarTerm]) -> ScalarTerm {
    let sql = terms.dropFirst().reduce(terms[0].within(.comparison)) { $0 + " AND " + $1.within(.comparison) }
    return ScalarTerm(sql: sql, null: terms.contains { $0.null != .never } ? .asFalse : .never, binding: .and)
  }
}
