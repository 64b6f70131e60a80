extension Expression {
  /// The expression with other expressions in place of names. Names within queries are replaced too, so a caller that
  /// must not change those has to reject such expressions first.
  ///
  /// - Parameter replacement: receives the parts of a name; `nil` to keep the name.
  package func replacingNames(_ replacement: ([Name]) -> Expression?) -> Expression {
    func replaced(_ expression: Expression) -> Expression { expression.replacingNames(replacement) }
    switch self {
    case .name(let parts): return replacement(parts) ?? self
    case .literal, .string, .parameter: return self
    case .prefix(let symbol, let operand): return .prefix(symbol, replaced(operand))
    case .infix(let first, let rest):
      return .infix(replaced(first), rest.map { Infix(symbol: $0.symbol, operand: replaced($0.operand)) })
    case .collate(let operand, let collation): return .collate(replaced(operand), collation)
    case .isNull(let operand, let negated): return .isNull(replaced(operand), negated: negated)
    case .like(let operand, let word, let pattern, let escape, let negated):
      return .like(replaced(operand), word, replaced(pattern), escape: escape.map(replaced), negated: negated)
    case .between(let operand, let low, let high, let negated):
      return .between(replaced(operand), replaced(low), replaced(high), negated: negated)
    case .among(let operand, let target, let negated):
      return .among(replaced(operand), target.replacingNames(replacement), negated: negated)
    case .call(let call):
      return .call(
        FunctionCall(
          name: call.name, arguments: call.arguments.replacingNames(replacement),
          suffix: call.suffix.replacingNames(replacement)))
    case .cast(let operand, let type): return .cast(replaced(operand), type)
    case .choice(let base, let branches, let otherwise):
      return .choice(
        base.map(replaced), branches.map { WhenThen(when: replaced($0.when), then: replaced($0.then)) },
        otherwise: otherwise.map(replaced))
    case .exists(let query): return .exists(query.replacingNames(replacement))
    case .subquery(let query): return .subquery(query.replacingNames(replacement))
    case .row(let elements): return .row(elements.map(replaced))
    case .raise(let action, let message): return .raise(action, message.map(replaced))
    }
  }
}

extension Phrase {
  fileprivate func replacingNames(_ replacement: ([Name]) -> Expression?) -> Phrase {
    Phrase(
      pieces: pieces.map { piece in
        switch piece {
        case .expression(let expression): .expression(expression.replacingNames(replacement))
        case .parenthesised(let inner): .parenthesised(inner.replacingNames(replacement))
        case .reaching(let reach, let inner): .reaching(reach, inner.replacingNames(replacement))
        case .inFrom(let inner): .inFrom(inner.replacingNames(replacement))
        case .tableFunction(let call):
          .tableFunction(
            FunctionCall(
              name: call.name, arguments: call.arguments.replacingNames(replacement),
              suffix: call.suffix.replacingNames(replacement)))
        case .word, .name, .wholeRow: piece
        }
      })
  }
}
