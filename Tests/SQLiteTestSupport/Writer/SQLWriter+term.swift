/// The precedence of each operator, from the `%left` and `%right` lines of SQLite's `parse.y`. It is repeated here so
/// that the library's own table is not tested against itself.
private enum Level {
  static let or = 1
  static let and = 2
  static let not = 3
  static let equality = 4
  static let bits = 7
  static let concatenation = 10
  static let collate = 11
  static let sign = 12
  static let primary = 13

  static func of(_ symbol: String) -> Int {
    switch symbol {
    case "OR": or
    case "AND": and
    case "=", "<>", "IS", "IS NOT": equality
    case "<", "<=", ">", ">=": 5
    case "&", "|", "<<", ">>": bits
    case "+", "-": 8
    case "*", "/", "%": 9
    default: concatenation
    }
  }

  static func of(_ term: Term) -> Int {
    switch term {
    case .binary(_, let symbol, _): of(symbol)
    case .not: not
    case .sign: sign
    case .collate: collate
    case .isNull, .like, .between, .inList, .inQuery: equality
    default: primary
    }
  }
}

extension SQLWriter {
  /// Writes `term` as an operand whose precedence must be at least `level`.
  mutating func write(_ term: Term, _ level: Int = Level.or) {
    let isRow = if case .row = term { true } else { false }
    if Level.of(term) < level || (!isRow && layout.chance(12)) {
      parenthesised { $0.write(term) }
    } else {
      bare(term)
    }
  }

  private mutating func bare(_ term: Term) {
    switch term {
    case .number(let text): put(layout.flipped(text))
    case .string(let text): put(Self.literal(text))
    case .blob(let text): put(layout.flipped(text))
    case .keyword(let word): words(word)
    case .column(let name): refer(name)
    case .qualified(let table, let isLocal, let name):
      if isLocal { local(table) } else { refer(table) }
      put(".")
      Names.resultAliases.contains(name) ? local(name) : refer(name)
    case .sign(let symbol, let operand):
      put(symbol)
      write(operand, Level.sign)
    case .not(let operand):
      words("NOT")
      write(operand, Level.not)
    case .binary(let left, let symbol, let right):
      write(left, Level.of(symbol))
      write(operator: symbol)
      write(right, Level.of(symbol) + 1)
    case .collate(let operand, let name):
      write(operand, Level.collate)
      words("COLLATE")
      put(layout.quoted(layout.flipped(name)))
    case .isNull(let operand, let isNegated):
      write(operand, Level.equality)
      words(isNegated ? layout.pick(["IS NOT NULL", "NOTNULL", "NOT NULL"]) : layout.pick(["IS NULL", "ISNULL"]))
    case .like(let operand, let word, let pattern, let escape, let isNegated):
      write(operand, Level.equality)
      words((isNegated ? "NOT " : "") + word)
      write(pattern, Level.bits)
      if let escape {
        words("ESCAPE")
        write(escape, Level.bits)
      }
    case .between(let operand, let low, let high, let isNegated):
      write(operand, Level.equality)
      words((isNegated ? "NOT " : "") + "BETWEEN")
      write(low, Level.bits)
      words("AND")
      write(high, Level.bits)
    case .inList(let operand, let elements, let isNegated):
      write(operand, Level.equality)
      words(isNegated ? "NOT IN" : "IN")
      parenthesised { $0.list(elements) { $0.write($1) } }
    case .inQuery(let operand, let query, let isNegated):
      write(operand, Level.equality)
      words(isNegated ? "NOT IN" : "IN")
      parenthesised { $0.write(query) }
    case .call(let call): write(call)
    case .cast(let operand, let type):
      words("CAST")
      parenthesised {
        $0.write(operand)
        $0.words("AS")
        $0.write(type: type)
      }
    case .choice(let base, let when, let then, let otherwise):
      words("CASE")
      if let base { write(base) }
      for (condition, value) in zip(when, then) {
        words("WHEN")
        write(condition)
        words("THEN")
        write(value)
      }
      if let otherwise {
        words("ELSE")
        write(otherwise)
      }
      words("END")
    case .exists(let query):
      words("EXISTS")
      parenthesised { $0.write(query) }
    case .subquery(let query): parenthesised { $0.write(query) }
    case .row(let elements): parenthesised { $0.list(elements) { $0.write($1) } }
    case .raise(let action, let message):
      words("RAISE")
      parenthesised { writer in
        writer.words(action)
        if let message {
          writer.put(",")
          writer.put(Self.literal(message))
        }
      }
    }
  }

  private mutating func write(operator symbol: String) {
    switch symbol {
    case "=": put(layout.pick(["=", "=="]))
    case "<>": put(layout.pick(["<>", "!="]))
    case "IS": words(layout.pick(["IS", "IS", "IS NOT DISTINCT FROM"]))
    case "IS NOT": words(layout.pick(["IS NOT", "IS NOT", "IS DISTINCT FROM"]))
    case "AND", "OR": words(symbol)
    default: put(symbol)
    }
  }

  private mutating func write(_ call: Call) {
    put(layout.flipped(call.name))
    parenthesised { writer in
      if call.isStar { writer.put("*") }
      if call.isDistinct { writer.words("DISTINCT") }
      writer.list(call.arguments) { $0.write($1) }
    }
    if let filter = call.filter {
      words("FILTER")
      parenthesised {
        $0.words("WHERE")
        $0.write(filter)
      }
    }
    switch call.over {
    case .named(let name):
      words("OVER")
      put("\"\(name)\"")
    case .defined(let window):
      words("OVER")
      parenthesised { $0.write(window) }
    case nil: break
    }
  }

  static func literal(_ text: String) -> String { "'" + Layout.doubled(text, "'") + "'" }
}
