import Foundation

extension PredicateExpressions.CollectionContainsCollection: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    try translator.binaryOperation(self, base, other) { base, other in
      guard Base.Output.self == String.self, Other.Output.self == String.self else {
        throw Untranslatable("searches a value that is stored as a whole")
      }
      return .scalar(try translator.text(.contains, translator.operand(base), other))
    }
  }
}

extension PredicateExpressions.SequenceStartsWith: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    try translator.binaryOperation(self, base, prefix) { base, prefix in
      guard Base.Output.self == String.self, Prefix.Output.self == String.self else {
        throw Untranslatable("tests the beginning of a value that is stored as a whole")
      }
      return .scalar(try translator.text(.starts, translator.operand(base), prefix))
    }
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    try translator.binaryOperation(self, root, other) { root, other in
      .scalar(try translator.text(.search, translator.operand(root), other))
    }
  }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    try translator.binaryOperation(self, root, other) { root, other in
      .scalar(try translator.comparison(.compareWithoutCase, translator.operand(root), translator.operand(other)))
    }
  }
}

extension PredicateExpressions.StringLocalizedCompare: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    try translator.binaryOperation(self, root, other) { root, other in
      .scalar(try translator.comparison(.compareInLocale, translator.operand(root), translator.operand(other)))
    }
  }
}

extension PredicateTranslator {
  /// A function whose value is -1, 0 or 1, the raw values of `ComparisonResult`.
  func comparison(_ function: PredicateFunction, _ one: ScalarTerm, _ other: ScalarTerm) throws -> ScalarTerm {
    ScalarTerm(
      sql: function.call(one.value, other.value), null: one.isNil || other.isNil ? .asNil : .never,
      strictIn: one.strictIn.union(other.strictIn))
  }

  /// Swift compares characters and SQLite code points, so a function makes the final decision. If the searched text is
  /// ASCII, SQLite first selects candidates, with an index if there is one.
  func text(_ function: PredicateFunction, _ base: ScalarTerm, _ other: PredicateTerm) throws -> ScalarTerm {
    let needle = try operand(other)
    let exact = ScalarTerm.nullable(function.call(base.value, needle.value), .operand)
    guard case .captured(let value) = other, case .text(let text)? = try stored(value), !text.isEmpty,
      CanonicalText.isPlain(text), !text.utf8.contains(0)
    else { return exact }
    switch function {
    case .contains: return all([.nullable("instr(" + base.value + ", " + needle.value + ")", .operand), exact])
    case .starts:
      let next = Self.successor(of: text)
      return all([
        .nullable(base.value + " >= " + needle.value), .nullable(base.value + " < " + .argument(.text(next))), exact,
      ])
    case .search, .compareWithoutCase, .compareInLocale, .count, .decimalOrder: return exact
    }
  }

  /// The smallest text that is greater than all texts that begin with an ASCII text.
  private static func successor(of text: String) -> String {
    var bytes = Array(text.utf8)
    bytes[bytes.count - 1] += 1
    return String(decoding: bytes, as: UTF8.self)
  }
}
