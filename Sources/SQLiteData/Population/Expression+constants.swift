internal import SQLiteSyntax

extension Expression {
  /// The operands of an AND, all of which must be true; the expression itself if it is not an AND.
  var conjuncts: [Expression] {
    guard case .infix(let first, let rest) = self, rest.allSatisfy({ $0.symbol == "AND" }) else { return [self] }
    return first.conjuncts + rest.flatMap(\.operand.conjuncts)
  }

  /// The operands of an OR, one of which must be true; the expression itself if it is not an OR.
  var disjuncts: [Expression] {
    guard case .infix(let first, let rest) = self, rest.allSatisfy({ $0.symbol == "OR" }) else { return [self] }
    return first.disjuncts + rest.flatMap(\.operand.disjuncts)
  }

  /// The negation; `nil` if it has no simple form.
  var negated: Expression? {
    switch self {
    case .isNull(let operand, let negated): .isNull(operand, negated: !negated)
    case .like(let operand, let word, let pattern, let escape, let negated):
      .like(operand, word, pattern, escape: escape, negated: !negated)
    case .among(let operand, let target, let negated): .among(operand, target, negated: !negated)
    case .prefix("NOT", let inner): inner
    default: nil
    }
  }

  /// The value of a literal; `nil` for any other expression, and for a name that is a column.
  func constant(_ table: PopulatedTable?) -> RowValue? {
    switch self {
    case .string(let text): .text(text)
    case .literal("NULL"): .null
    case .literal("TRUE"): .integer(1)
    case .literal("FALSE"): .integer(0)
    case .literal(let text): RowValue(number: text)
    case .prefix("-", let operand):
      switch operand.constant(table) {
      case .integer(let value)?: .integer(0 &- value)
      case .real(let value)?: .real(-value)
      default: nil
      }
    case .prefix("+", let operand): operand.constant(table)
    case .name(let parts) where parts.count == 1:
      constant(of: parts[0], table)
    default: nil
    }
  }

  /// Reads a name as a value: `"x"` is a string if no column has that name, and `true` is a number.
  private func constant(of name: Name, _ table: PopulatedTable?) -> RowValue? {
    if table?.column(named: name.identifier) != nil { return nil }
    if name.isDoubleQuoted { return .text(name.text) }
    switch name.identifier {
    case "true" where name.isBare: return .integer(1)
    case "false" where name.isBare: return .integer(0)
    default: return nil
    }
  }

  /// The positions of the columns in the expression, without repetitions.
  func columns(_ table: PopulatedTable) -> [Int] {
    leaves.compactMap { ColumnFacts.position(of: $0, table) }.uniqued
  }

  /// The names of columns in the expression, each without its table.
  var names: [Name] {
    leaves.compactMap { if case .name(let parts) = $0 { parts.last } else { nil } }
  }

  /// The values of the literals in the expression.
  var constants: [RowValue] { leaves.compactMap { $0.constant(nil) } }

  /// The names, strings and numbers in the expression, including those in calls and lists.
  private var leaves: [Expression] {
    switch self {
    case .prefix("-", .literal): [self]
    case .literal, .string, .name, .parameter, .raise: [self]
    case .prefix(_, let operand), .collate(let operand, _), .isNull(let operand, _), .cast(let operand, _):
      operand.leaves
    case .infix(let first, let rest): first.leaves + rest.flatMap(\.operand.leaves)
    case .like(let operand, _, let pattern, let escape, _):
      operand.leaves + pattern.leaves + (escape?.leaves ?? [])
    case .between(let operand, let low, let high, _): operand.leaves + low.leaves + high.leaves
    case .among(let operand, let target, _): operand.leaves + target.leaves
    case .call(let call): call.arguments.leaves
    case .choice(let base, let branches, let otherwise):
      (base?.leaves ?? []) + branches.flatMap { $0.when.leaves + $0.then.leaves } + (otherwise?.leaves ?? [])
    case .exists(let query), .subquery(let query): query.leaves
    case .row(let elements): elements.flatMap(\.leaves)
    }
  }
}

extension Phrase {
  fileprivate var leaves: [Expression] {
    pieces.flatMap { piece -> [Expression] in
      switch piece {
      case .expression(let expression): Phrase.leaves(of: expression)
      case .tableFunction(let call): call.arguments.leaves
      case .parenthesised(let inner), .reaching(_, let inner), .inFrom(let inner): inner.leaves
      case .word, .name, .wholeRow: []
      }
    }
  }

  private static func leaves(of expression: Expression) -> [Expression] {
    expression.everyLeaf
  }

  /// The values of a list of literals in parentheses; `nil` if the list contains anything else.
  func constants(_ table: PopulatedTable?) -> [RowValue]? {
    guard pieces.count == 1, case .parenthesised(let list) = pieces[0] else { return nil }
    var values: [RowValue] = []
    for piece in list.pieces {
      switch piece {
      case .expression(let expression):
        guard let value = expression.constant(table) else { return nil }
        values.append(value)
      case .word(","): continue
      default: return nil
      }
    }
    return values
  }
}

extension Expression {
  fileprivate var everyLeaf: [Expression] { leaves }
}

extension FunctionCall {
  /// The arguments that are expressions.
  var operands: [Expression] {
    arguments.pieces.compactMap { if case .expression(let expression) = $0 { expression } else { nil } }
  }

  /// The position of the first column among the arguments, directly or within a call or a CAST, such as `trim(x)`,
  /// `CAST(x AS …)` or `strftime('%s', x)`.
  func firstColumn(_ table: PopulatedTable) -> Int? {
    operands.lazy.compactMap { operand -> Int? in
      if case .call(let inner) = operand { return inner.firstColumn(table) }
      if case .cast(let inner, _) = operand { return ColumnFacts.position(of: inner, table) }
      return ColumnFacts.position(of: operand, table)
    }.first
  }
}

extension RowValue {
  /// Reads a number or a blob as SQL writes it; `nil` for `CURRENT_TIMESTAMP` and similar words.
  init?(number text: String) {
    if let value = Int64(text) {
      self = .integer(value)
    } else if text.hasPrefix("0X"), let value = UInt64(text.dropFirst(2), radix: 16) {
      self = .integer(Int64(bitPattern: value))
    } else if text.hasPrefix("X'") {
      let digits = Array(text.dropFirst(2).dropLast())
      let pairs = stride(from: 0, to: digits.count - 1, by: 2).map { String(digits[$0...($0 + 1)]) }
      self = .blob(pairs.compactMap { UInt8($0, radix: 16) })
    } else if let value = Double(text) {
      self = .real(value)
    } else {
      return nil
    }
  }
}
