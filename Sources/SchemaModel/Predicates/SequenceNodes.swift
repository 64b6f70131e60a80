import Foundation

extension PredicateExpressions.SequenceContains: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    let (list, element) = try (translator.term(sequence), translator.term(element))
    switch (list, element) {
    case (.captured, .captured): return try translator.captured(self)
    case (.captured(let value), _):
      guard let members = value as? LHS.Output else { throw Untranslatable("searches a value of another type") }
      return .scalar(try translator.isMember(element, of: members))
    case (.objects(let objects), .captured(let value)):
      return .scalar(
        .condition(
          objects.exists(where: translator.identity(SQLFragment("\(objects.alias).Z_PK"), value, of: objects.type).sql),
          .operand))
    case (.objects(let objects), .object(let object)):
      return .scalar(.condition(objects.exists(where: SQLFragment("\(objects.alias).Z_PK = \(object.key)")), .operand))
    case (.scalar(let text), _) where LHS.Output.self == String.self && !text.isEncoded:
      return .scalar(try translator.text(.contains, text, element))
    default: throw Untranslatable("searches a value that is stored as a whole")
    }
  }
}

extension PredicateExpressions.SequenceContainsWhere: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    switch try translator.term(sequence) {
    case .captured(let value):
      guard let members = value as? LHS.Output else { throw Untranslatable("searches a value of another type") }
      return .scalar(try translator.each(of: members, variable, test, "OR", .or))
    case .objects(let objects):
      translator.bind(variable, to: .object(objects.element))
      return .scalar(.condition(objects.exists(where: try translator.condition(test).within(.and)), .operand))
    default: throw Untranslatable("searches a value that is stored as a whole")
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    switch try translator.term(sequence) {
    case .captured(let value):
      guard let members = value as? LHS.Output else { throw Untranslatable("searches a value of another type") }
      return .scalar(try translator.each(of: members, variable, test, "AND", .and))
    case .objects(let objects):
      translator.bind(variable, to: .object(objects.element))
      let not = try translator.condition(test).negated
      return .scalar(.condition("NOT " + objects.exists(where: not.within(.and))))
    default: throw Untranslatable("searches a value that is stored as a whole")
    }
  }
}

extension PredicateExpressions.Filter: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    guard case .objects(var objects) = try translator.term(sequence) else { return try translator.captured(self) }
    translator.bind(variable, to: .object(objects.element))
    objects.condition = try objects.condition + " AND " + translator.condition(filter).within(.and)
    return .objects(objects)
  }
}

extension PredicateExpressions.Range: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    .range(RangeTerm(lower: try translator.term(lower), upper: try translator.term(upper), isClosed: false))
  }
}

extension PredicateExpressions.ClosedRange: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    .range(RangeTerm(lower: try translator.term(lower), upper: try translator.term(upper), isClosed: true))
  }
}

extension PredicateExpressions.RangeExpressionContains: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    let (range, element) = try (translator.term(range), translator.term(element))
    switch range {
    case .range(let range):
      return .scalar(try translator.range(range, contains: element, type: Element.Output.self))
    case .captured(let value as any BoundedRange):
      return .scalar(try translator.range(value.term, contains: element, type: Element.Output.self))
    default: throw Untranslatable("uses a range with unknown bounds")
    }
  }
}

extension PredicateTranslator {
  /// The longest list whose values become separate parameters. SQLite allows 32,766 in a statement.
  /// https://www.sqlite.org/limits.html#max_variable_number
  private static let longestList = 1000
  /// The longest chain of terms. SQLite limits the depth of an expression to 1,000.
  /// https://www.sqlite.org/limits.html#max_expr_depth
  private static let longestChain = 200

  /// Tests whether an expression equals one of some known values.
  func isMember<Members: Sequence>(_ element: PredicateTerm, of members: Members) throws -> ScalarTerm {
    switch element {
    case .object(let object): return try isMember(SQLFragment(object.key), keys(members, of: object.type))
    case .scalar(let scalar):
      if let type = scalar.identifies { return try isMember(scalar.sql, keys(members, of: type)) }
      let values = try members.map { try stored($0) }
      let operand = try operand(element).value
      let isListed = try isMember(operand, values.compactMap { $0 }.filter { !$0.isNull })
      guard values.contains(nil) else { return isListed }
      return isListed.joined("OR", .condition(operand + " IS NULL"), .or)
    case .composite:
      let tests = try members.prefix(Self.longestChain + 1).map {
        try equal(element, .captured($0), type: Members.Element.self)
      }
      guard tests.count <= Self.longestChain else { throw Untranslatable("searches a long list of structures") }
      return tests.dropFirst().reduce(tests.first ?? .constant(false)) { $0.joined("OR", $1, .or) }
    case .captured, .objects, .range: throw Untranslatable("searches a list for a collection")
    }
  }

  private func keys<Members: Sequence>(_ members: Members, of type: Any.Type) -> [StoredValue] {
    members.compactMap { resolver.key(of: $0, in: type).map(StoredValue.integer) }
  }

  /// A list of up to a thousand values is passed as parameters. Their number is rounded up to a power of two, so that
  /// there are few different statements. A longer list is passed as a JSON array.
  private func isMember(_ operand: SQLFragment, _ values: [StoredValue]) throws -> ScalarTerm {
    guard let last = values.last else { return .constant(false) }
    let forms = values.flatMap { value in
      guard case .text(let text) = value else { return [value] }
      return CanonicalText.forms(of: text).map(StoredValue.text)
    }
    guard forms.count <= Self.longestList else { return try isMember(operand, ofJSON: forms) }
    var length = 1
    while length < forms.count { length *= 2 }
    let list = forms + Array(repeating: last, count: min(length, Self.longestList) - forms.count)
    return .nullable(operand + " IN " + .list(list))
  }

  private func isMember(_ operand: SQLFragment, ofJSON values: [StoredValue]) throws -> ScalarTerm {
    var (integers, texts): ([Int64], [String]) = ([], [])
    var isHexadecimal = false
    for value in values {
      switch value {
      case .integer(let value): integers.append(value)
      case .text(let value) where !value.utf8.contains(0): texts.append(value)
      case .blob(let value):
        isHexadecimal = true
        texts.append(value.map { String(format: "%02X", $0) }.joined())
      default:
        throw Untranslatable("searches a list of over \(Self.longestList) values that JSON cannot represent exactly")
      }
    }
    guard integers.isEmpty || texts.isEmpty else { throw Untranslatable("searches a long list of several types") }
    let json = try integers.isEmpty ? JSONEncoder().encode(texts) : JSONEncoder().encode(integers)
    let key = isHexadecimal ? "hex(" + operand + ")" : operand
    return .nullable(
      key + " IN (SELECT value FROM json_each(" + .argument(.text(String(decoding: json, as: UTF8.self))) + "))")
  }

  /// Tests each of some known values.
  func each<Members: Sequence, Element>(
    of members: Members, _ variable: PredicateExpressions.Variable<Element>, _ test: some PredicateExpression<Bool>,
    _ word: String, _ binding: ScalarTerm.Binding
  ) throws -> ScalarTerm {
    var result: ScalarTerm?
    for (index, member) in members.enumerated() {
      guard index < Self.longestChain else { throw Untranslatable("tests each of a long list of values") }
      bind(variable, to: .captured(member))
      let next = try condition(test)
      result = result?.joined(word, next, binding) ?? next
    }
    return result ?? .constant(word == "AND")
  }
}
