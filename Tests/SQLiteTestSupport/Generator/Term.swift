/// An expression of a generated schema, as a tree. The writer adds parentheses.
indirect enum Term: Hashable, Sendable {
  case number(String)
  case string(String)
  case blob(String)
  /// `NULL`, `TRUE`, `CURRENT_DATE`, …
  case keyword(String)
  case column(String)
  /// `alias.column`. A local name is an alias, `NEW` or `OLD`; any other is a table's own name.
  case qualified(String, isLocal: Bool, String)
  case sign(String, Term)
  case not(Term)
  case binary(Term, String, Term)
  case collate(Term, String)
  case isNull(Term, isNegated: Bool)
  case like(Term, String, Term, escape: Term?, isNegated: Bool)
  case between(Term, Term, Term, isNegated: Bool)
  case inList(Term, [Term], isNegated: Bool)
  case inQuery(Term, Query, isNegated: Bool)
  case call(Call)
  case cast(Term, String)
  case choice(base: Term?, when: [Term], then: [Term], otherwise: Term?)
  case exists(Query)
  case subquery(Query)
  case row([Term])
  case raise(String, String?)
}

struct Call: Hashable, Sendable {
  var name: String
  /// Empty if `isStar` is true: `count(*)`.
  var arguments: [Term] = []
  var isStar = false
  var isDistinct = false
  var filter: Term?
  var over: Over?
}

enum Over: Hashable, Sendable {
  case named(String)
  case defined(Window)
}

struct Window: Hashable, Sendable {
  var base: String?
  var partition: [Term] = []
  var order: [OrderTerm] = []
  var frame: Frame?
}

struct Frame: Hashable, Sendable {
  var unit: String
  var start: String
  var end: String?
  var exclude: String?
}

struct OrderTerm: Hashable, Sendable {
  var term: Term
  var isDescending = false
  /// `FIRST` or `LAST`.
  var nulls: String?
}

extension Term {
  /// The operands that are terms, without those inside queries.
  var children: [Term] {
    switch self {
    case .sign(_, let operand), .not(let operand), .collate(let operand, _), .isNull(let operand, _),
      .cast(let operand, _), .inQuery(let operand, _, _):
      [operand]
    case .binary(let left, _, let right): [left, right]
    case .like(let operand, _, let pattern, let escape, _): [operand, pattern] + (escape.map { [$0] } ?? [])
    case .between(let operand, let low, let high, _): [operand, low, high]
    case .inList(let operand, let elements, _): [operand] + elements
    case .call(let call): call.arguments
    case .choice(let base, let when, let then, let otherwise):
      (base.map { [$0] } ?? []) + when + then + (otherwise.map { [$0] } ?? [])
    case .row(let elements): elements
    default: []
    }
  }

  /// The same node with different operands, whose number must be equal.
  func with(children: [Term]) -> Term {
    switch self {
    case .sign(let symbol, _): return .sign(symbol, children[0])
    case .not: return .not(children[0])
    case .collate(_, let name): return .collate(children[0], name)
    case .isNull(_, let isNegated): return .isNull(children[0], isNegated: isNegated)
    case .cast(_, let type): return .cast(children[0], type)
    case .inQuery(_, let query, let isNegated): return .inQuery(children[0], query, isNegated: isNegated)
    case .binary(_, let symbol, _): return .binary(children[0], symbol, children[1])
    case .like(_, let word, _, let escape, let isNegated):
      return .like(children[0], word, children[1], escape: escape.map { _ in children[2] }, isNegated: isNegated)
    case .between(_, _, _, let isNegated):
      return .between(children[0], children[1], children[2], isNegated: isNegated)
    case .inList(_, _, let isNegated): return .inList(children[0], Array(children.dropFirst()), isNegated: isNegated)
    case .call(var call):
      call.arguments = children
      return .call(call)
    case .choice(let base, let when, _, let otherwise):
      let first = base == nil ? 0 : 1
      return .choice(
        base: base.map { _ in children[0] }, when: Array(children[first..<(first + when.count)]),
        then: Array(children[(first + when.count)..<(first + 2 * when.count)]),
        otherwise: otherwise.flatMap { _ in children.last })
    case .row: return .row(children)
    default: return self
    }
  }
}
