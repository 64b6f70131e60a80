package import SQLiteSyntax

/// Writes expressions and phrases in canonical form, so that equal ones have the same text: keywords in upper case,
/// functions in lower case, single spaces, names quoted only if necessary, no parentheses without effect.
package struct CanonicalPrinter {
  let scope: NameScope
  let isFolded: Bool

  /// Both forms of the text that `write` returns.
  package static func both(_ scope: NameScope, _ write: (CanonicalPrinter) -> String) -> CanonicalText {
    CanonicalText(
      text: write(CanonicalPrinter(scope: scope, isFolded: false)),
      folded: write(CanonicalPrinter(scope: scope, isFolded: true)))
  }

  func name(_ name: Identifier) -> String { Keyword.quote(spelled(name)) }

  private func spelled(_ name: Identifier) -> String {
    isFolded ? name.folded : (scope.spelling[name] ?? name).text
  }

  package static func string(_ text: String) -> String {
    "'" + text.doubling("'") + "'"
  }

  /// SQLite finds collations in any letter case. https://www.sqlite.org/c3ref/create_collation.html
  static func collation(_ name: Identifier) -> CanonicalText {
    CanonicalText(plain: Keyword.quote(name.text.uppercasedASCII))
  }

  package func write(_ expression: Expression, in context: Precedence = .or) -> String {
    let text = bare(expression)
    return Self.precedence(of: expression) < context ? "(\(text))" : text
  }

  private static func precedence(of expression: Expression) -> Precedence {
    switch expression {
    case .prefix("NOT", _): .not
    case .prefix: .sign
    case .infix(_, let rest): Precedence.of(infix: rest[0].symbol) ?? .or
    case .collate: .collate
    case .isNull, .like, .between, .among: .equality
    default: .primary
    }
  }

  private func bare(_ expression: Expression) -> String {
    switch expression {
    case .literal(let text), .parameter(let text): return text
    case .string(let text): return Self.string(text)
    case .name(let parts): return write(parts)
    case .prefix("NOT", let operand): return "NOT " + write(operand, in: .not)
    case .prefix(let symbol, let operand):
      let text = write(operand, in: .sign)
      // A space is needed, because `--1` would be a comment.
      return symbol + (text.hasPrefix(symbol) ? " " : "") + text
    case .infix(let first, let rest): return infix(first, rest)
    case .collate(let operand, let collation):
      return write(operand, in: .collate) + " COLLATE " + Self.collation(collation).text
    case .isNull(let operand, let negated):
      return write(operand, in: .equality) + (negated ? " IS NOT NULL" : " IS NULL")
    case .like(let operand, let word, let pattern, let escape, let negated):
      return write(operand, in: .equality) + (negated ? " NOT " : " ") + word + " "
        + write(pattern, in: .bits) + (escape.map { " ESCAPE " + write($0, in: .bits) } ?? "")
    case .between(let operand, let low, let high, let negated):
      return write(operand, in: .equality) + (negated ? " NOT BETWEEN " : " BETWEEN ")
        + write(low, in: .comparison) + " AND " + write(high, in: .comparison)
    case .among(let operand, let target, let negated):
      return write(operand, in: .equality) + (negated ? " NOT IN " : " IN ") + write(target)
    case .call(let call): return write(call)
    case .cast(let operand, let type): return "CAST(" + write(operand) + " AS " + type + ")"
    case .choice(let base, let branches, let otherwise):
      return "CASE" + (base.map { " " + write($0) } ?? "")
        + branches.map { " WHEN " + write($0.when) + " THEN " + write($0.then) }.joined()
        + (otherwise.map { " ELSE " + write($0) } ?? "") + " END"
    case .exists(let query): return "EXISTS (" + write(query) + ")"
    case .subquery(let query): return "(" + write(query) + ")"
    case .row(let elements): return "(" + elements.map { write($0) }.joined(separator: ", ") + ")"
    case .raise(let action, let message): return "RAISE(" + action + (message.map { ", " + write($0) } ?? "") + ")"
    }
  }

  private func write(_ parts: [Name]) -> String {
    if parts.count == 1 {
      switch scope.reading(of: parts[0]) {
      case .name: break
      case .string: return Self.string(parts[0].text)
      case .undecided: return Keyword.quoteAlways(parts[0].text)
      }
    }
    if parts.count == 1, scope.isBoolean(parts[0]) { return parts[0].text.uppercasedASCII }
    return parts.count == 1 ? column(parts[0]) : parts.map { name($0.identifier) }.joined(separator: ".")
  }

  /// A name that is not qualified. In double quotes it would be a string if no such column exists; in grave accents it
  /// is always a name.
  private func column(_ column: Name) -> String {
    let text = name(column.identifier)
    guard text.utf8.first == UInt8(ascii: "\""), !column.isDoubleQuoted,
      scope.reading(of: Name(column.identifier, isDoubleQuoted: true)) != .name
    else { return text }
    return "`" + spelled(column.identifier).doubling("`") + "`"
  }

  private func infix(_ first: Expression, _ rest: [Infix]) -> String {
    let precedence = Precedence.of(infix: rest[0].symbol) ?? .or
    return rest.reduce(into: write(first, in: precedence)) { text, next in
      text +=
        " " + next.symbol + " "
        + write(next.operand, in: isAssociative(next) ? precedence : precedence.tighter)
    }
  }

  /// Whether the parentheses around the operand have no effect. AND, OR and || give the same result with any grouping;
  /// the other operators group only to the left.
  private func isAssociative(_ next: Infix) -> Bool {
    guard ["AND", "OR", "||"].contains(next.symbol), case .infix(_, let inner) = next.operand else { return false }
    return inner.allSatisfy { $0.symbol == next.symbol }
  }

  private func write(_ call: FunctionCall) -> String {
    let suffix = call.suffix.isEmpty ? "" : " " + write(call.suffix)
    return Keyword.quoteFunction(call.name.folded) + "(" + write(call.arguments) + ")" + suffix
  }

  private func with(_ scope: NameScope) -> CanonicalPrinter { CanonicalPrinter(scope: scope, isFolded: isFolded) }

  func write(_ phrase: Phrase) -> String {
    var text = ""
    var joinsNext = true
    for piece in phrase.pieces {
      let next =
        switch piece {
        case .word(let word): word
        case .name(let name): self.name(name.identifier)
        case .expression(let expression): write(expression)
        case .tableFunction(let call): write(call)
        case .parenthesised(let inner): "(" + write(inner) + ")"
        case .reaching(let reach, let inner): with(scope.within(reach)).write(inner)
        case .inFrom(let inner): with(scope.around).write(inner)
        case .wholeRow(let name): self.name(name.identifier)
        }
      let joinsPrevious = next == "," || next == "."
      text += (joinsNext || joinsPrevious ? "" : " ") + next
      joinsNext = next == "."
    }
    return text
  }
}

extension Keyword {
  /// The name of a function. Keywords such as `replace`, `glob` or `like` need no quotes before a parenthesis.
  static func quoteFunction(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy {
      ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x5F
    }
    return isPlain && !isReserved(name) && name.utf8.first.map { $0 > 0x39 } ?? false ? name : quoteAlways(name)
  }
}
