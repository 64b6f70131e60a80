/// A name in SQL text. The form `"x"` is recorded, because SQLite reads it as a string if no column is called `x`.
///
/// > If a keyword in double quotes (ex: "key" or "glob") is used in a context where it cannot be resolved to an
/// > identifier but where a string literal is allowed, then the token is understood to be a string literal
/// https://www.sqlite.org/quirks.html#dblquote
package struct Name: Hashable, Sendable {
  package let identifier: Identifier
  package var isDoubleQuoted = false
  /// Whether the name is a bare word. If no column has such a name, `TRUE` and `FALSE` are values.
  package var isBare = false

  /// The name as it was written, without quotes.
  package var text: String { identifier.text }

  package init(_ identifier: Identifier, isDoubleQuoted: Bool = false, isBare: Bool = false) {
    self.identifier = identifier
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
  /// A name of one to three parts: column, table.column, schema.table.column.
  case name([Name])
  case parameter(String)
  /// `-x`, `+x`, `~x`, `NOT x`.
  case prefix(String, Expression)
  /// Operands separated by operators of one precedence, in the order in which SQLite applies them. The operands form a
  /// list and not a tree, so that a CHECK of a thousand ANDs does not need a thousand nested calls.
  case infix(Expression, [Infix])
  case collate(Expression, Identifier)
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
  package let name: Identifier
  /// The content of the parentheses: `*`, or DISTINCT, the arguments and an ORDER BY.
  package let arguments: Phrase
  /// The clauses after the parentheses: `FILTER (WHERE …)` and `OVER …`.
  package let suffix: Phrase
}

/// A part of a statement: words of the grammar, names, expressions and nested phrases.
///
/// Queries and trigger bodies need no finer model: two phrases mean the same if their words and their expressions are
/// equal.
package struct Phrase: Hashable, Sendable {
  package enum Piece: Hashable, Sendable {
    /// A keyword or a punctuation mark of the statement.
    case word(String)
    /// The name of a table, a column, an alias, a collation.
    case name(Name)
    case expression(Expression)
    /// A table-valued function in FROM, such as `json_each(…)`. The schema does not contain its columns.
    case tableFunction(FunctionCall)
    case parenthesised(Phrase)
    /// A phrase whose expressions see the columns of more tables than the expressions around it.
    case reaching(Reach, Phrase)
    /// A query in FROM, which does not see the other tables of that FROM.
    case inFrom(Phrase)
    /// A table whose columns are used by position: `INSERT INTO t VALUES …`, `… IN t`.
    case wholeRow(Name)
  }

  /// The tables and aliases that expressions of a phrase can name.
  package struct Reach: Hashable, Sendable {
    /// The names of tables and views.
    package var tables: [Identifier] = []
    /// The aliases of result columns.
    package var aliases: Set<Identifier> = []
    /// Whether some columns in reach are unknown, as those of a subquery or a common table are.
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
  /// The queries and lists in this expression, without those nested in them.
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
    // EXISTS ignores the columns that its query selects.
    case .exists(let query): [Phrase(pieces: query.pieces.filter { $0 != .word("*") })]
    case .row(let elements): elements.flatMap(\.phrases)
    case .raise(_, let message): message?.phrases ?? []
    }
  }
}

/// The precedence of operators, in increasing order, from the `%left` and `%right` lines of SQLite's `parse.y`.
package enum Precedence: Int, Comparable, Sendable {
  case or = 1
  case and, not, equality, comparison, escape, bits, sum, product, concatenation, collate, sign, primary

  package static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }

  /// The next higher precedence.
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
