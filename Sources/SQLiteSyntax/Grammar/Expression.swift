/// A name as it was written. `"x"` is kept apart, because SQLite reads it as a string where no column is called `x`.
///
/// > If a keyword in double quotes (ex: "key" or "glob") is used in a context where it cannot be resolved to an
/// > identifier but where a string literal is allowed, then the token is understood to be a string literal
/// https://www.sqlite.org/quirks.html#dblquote
package struct Name: Hashable, Sendable {
  package let text: String
  package var isDoubleQuoted = false
  /// A bare word: where no column has this name, `TRUE` and `FALSE` are values.
  package var isBare = false

  package init(text: String, isDoubleQuoted: Bool = false, isBare: Bool = false) {
    self.text = text
    self.isDoubleQuoted = isDoubleQuoted
    self.isBare = isBare
  }
}

/// An SQL expression, free of layout, redundant parentheses and synonyms.
///
/// https://www.sqlite.org/lang_expr.html
package indirect enum Expression: Hashable, Sendable {
  /// A number, blob, `NULL` or `CURRENT_…`, in its canonical spelling.
  case literal(String)
  case string(String)
  /// One to three parts: column, table.column, schema.table.column.
  case name([Name])
  case parameter(String)
  /// `-x`, `+x`, `~x`, `NOT x`.
  case prefix(String, Expression)
  /// Operands with operators of one precedence between them, in the order in which they are applied: a list and not a
  /// tree, since a CHECK of a thousand ANDs is no reason to go a thousand calls deep.
  case infix(Expression, [Infix])
  case collate(Expression, String)
  case isNull(Expression, negated: Bool)
  case like(Expression, String, Expression, escape: Expression?, negated: Bool)
  case between(Expression, Expression, Expression, negated: Bool)
  case among(Expression, Phrase, negated: Bool)
  case call(FunctionCall)
  case cast(Expression, String)
  case choice(Expression?, [WhenThen], otherwise: Expression?)
  case exists(Phrase)
  case subquery(Phrase)
  case row([Expression])
  case raise(String, Expression?)
}

package struct Infix: Hashable, Sendable {
  package let symbol: String
  package let operand: Expression
}

package struct WhenThen: Hashable, Sendable {
  package let when: Expression
  package let then: Expression
}

package struct FunctionCall: Hashable, Sendable {
  package let name: String
  /// What stands between the parentheses: `*`, or DISTINCT, the arguments and an ORDER BY.
  package let arguments: Phrase
  /// What follows them: `FILTER (WHERE …)`, `OVER …`.
  package let suffix: Phrase
}

/// A stretch of statement: words of the grammar with names, expressions and nested stretches between them.
///
/// Queries and trigger bodies need no finer model than this: two of them mean the same when their words are the same
/// and their expressions are.
package struct Phrase: Hashable, Sendable {
  package enum Piece: Hashable, Sendable {
    /// A keyword or a punctuation mark of the statement.
    case word(String)
    /// The name of a table, a column, an alias, a collation.
    case name(Name)
    case expression(Expression)
    /// `json_each(…)` where a table stands: its columns are known to nobody but the function.
    case tableFunction(FunctionCall)
    case parenthesised(Phrase)
    /// A stretch whose expressions see the columns of more tables than those around it.
    case reaching(Reach, Phrase)
    /// A query in FROM, which does not see the tables beside it.
    case inFrom(Phrase)
    /// A table whose columns are meant by their position: `INSERT INTO t VALUES …`, `… IN t`.
    case wholeRow(Name)
  }

  /// What expressions of a stretch can name.
  package struct Reach: Hashable, Sendable {
    /// Folded names of tables and views.
    package var tables: [String] = []
    /// Folded aliases of result columns.
    package var aliases: Set<String> = []
    /// Whether there are columns that cannot be known: those of a subquery, a common table, a function.
    package var isUnknown = false

    mutating func add(_ other: Reach) {
      tables += other.tables
      aliases.formUnion(other.aliases)
      isUnknown = isUnknown || other.isUnknown
    }
  }

  package var pieces: [Piece] = []

  package var isEmpty: Bool { pieces.isEmpty }

  mutating func append(words: String...) { pieces += words.map { .word($0) } }
  mutating func append(_ name: Name) { pieces.append(.name(name)) }
  mutating func append(_ expression: Expression) { pieces.append(.expression(expression)) }
  mutating func append(parenthesised phrase: Phrase) { pieces.append(.parenthesised(phrase)) }
  mutating func append(_ phrase: Phrase) { pieces += phrase.pieces }
}

extension Expression {
  /// The queries and lists in this expression, at the next level down.
  package var phrases: [Phrase] {
    switch self {
    case .literal, .string, .name, .parameter: []
    case .prefix(_, let operand), .collate(let operand, _), .isNull(let operand, _), .cast(let operand, _):
      operand.phrases
    case .infix(let first, let rest): first.phrases + rest.flatMap(\.operand.phrases)
    case .like(let operand, _, let pattern, let escape, _):
      operand.phrases + pattern.phrases + (escape?.phrases ?? [])
    case .between(let operand, let low, let high, _): operand.phrases + low.phrases + high.phrases
    case .among(let operand, let target, _): operand.phrases + [target]
    case .call(let call): [call.arguments, call.suffix]
    case .choice(let base, let branches, let otherwise):
      (base?.phrases ?? []) + branches.flatMap { $0.when.phrases + $0.then.phrases } + (otherwise?.phrases ?? [])
    case .subquery(let query): [query]
    // What EXISTS selects is of no consequence.
    case .exists(let query): [Phrase(pieces: query.pieces.filter { $0 != .word("*") })]
    case .row(let elements): elements.flatMap(\.phrases)
    case .raise(_, let message): message?.phrases ?? []
    }
  }
}

/// How tightly operators bind, loosest first: the `%left` and `%right` lines of SQLite's `parse.y`.
package enum Precedence: Int, Comparable, Sendable {
  case or = 1
  case and, not, equality, comparison, escape, bits, sum, product, concatenation, collate, sign, primary

  package static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }

  /// The next tighter level.
  package var tighter: Precedence { Precedence(rawValue: rawValue + 1) ?? .primary }

  package static func of(infix symbol: String) -> Precedence? {
    switch symbol {
    case "OR": .or
    case "AND": .and
    case "=", "<>", "IS", "IS NOT": .equality
    case "<", "<=", ">", ">=": .comparison
    case "&", "|", "<<", ">>": .bits
    case "+", "-": .sum
    case "*", "/", "%": .product
    case "||", "->", "->>": .concatenation
    default: nil
    }
  }
}
