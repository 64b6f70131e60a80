/// Edits of expressions. Each changes the meaning.
enum TermEdits {
  typealias Rule = @Sendable (Term) -> [Term]

  static let rules: [(kind: String, rule: Rule)] = [
    ("number", { if case .number(let text) = $0 { others(Names.numbers, text).map { .number($0) } } else { [] } }),
    ("letter case in a string", { changed(string: $0) { $0.contains("a") ? $0.replacing("a", with: "A") : nil } }),
    ("a space more in a string", { changed(string: $0) { $0 + " " } }),
    ("a space in a string doubled", { changed(string: $0) { $0.contains(" ") ? $0.replacing(" ", with: "  ") : nil } }),
    ("Unicode form of a string", { changed(string: $0) { $0 == "é" ? "e\u{301}" : nil } }),
    ("blob", { if case .blob(let text) = $0 { others(Names.blobs, text).map { .blob($0) } } else { [] } }),
    ("string to blob", { $0 == .string("") ? [.blob("x''")] : [] }),
    (
      "value keyword",
      { if case .keyword(let word) = $0 { others(["NULL", "TRUE", "FALSE"], word).map { .keyword($0) } } else { [] } }
    ),
    (
      "operator",
      { term in
        guard case .binary(let left, let symbol, let right) = term, !isRow(left) else { return [] }
        return others(TermGenerator.operators, symbol).map { .binary(left, $0, right) }
      }
    ),
    (
      "operands swapped",
      { term in
        guard case .binary(let left, let symbol, let right) = term, left != right,
          ["-", "/", "<", "||"].contains(symbol)
        else { return [] }
        return [.binary(right, symbol, left)]
      }
    ),
    ("grouping of operators", regrouped),
    (
      "unary operator",
      {
        if case .sign(let symbol, let operand) = $0 {
          others(["-", "+", "~"], symbol).map { .sign($0, operand) }
        } else {
          []
        }
      }
    ),
    ("NOT removed", { if case .not(let operand) = $0 { [operand] } else { [] } }),
    ("negation", negated),
    (
      "pattern operator",
      { term in
        guard case .like(let operand, let word, let pattern, nil, let isNegated) = term else { return [] }
        return [.like(operand, word == "LIKE" ? "GLOB" : "LIKE", pattern, escape: nil, isNegated: isNegated)]
      }
    ),
    (
      "ESCAPE removed",
      { term in
        guard case .like(let operand, let word, let pattern, _?, let isNegated) = term else { return [] }
        return [.like(operand, word, pattern, escape: nil, isNegated: isNegated)]
      }
    ),
    (
      "element of a list added",
      { term in
        guard case .inList(let operand, let elements, let isNegated) = term else { return [] }
        return [.inList(operand, elements + [.number("77")], isNegated: isNegated)]
      }
    ),
    (
      "type of a CAST",
      {
        if case .cast(let operand, let type) = $0 {
          others(["TEXT", "REAL", "BLOB"], type).map { .cast(operand, $0) }
        } else {
          []
        }
      }
    ),
    (
      "function",
      { term in
        guard case .call(var call) = term, ["abs", "length", "lower", "upper", "trim", "hex"].contains(call.name) else {
          return []
        }
        call.name = call.name == "hex" ? "quote" : "hex"
        return [.call(call)]
      }
    ),
    (
      "ELSE",
      { term in
        guard case .choice(let base, let when, let then, let otherwise) = term else { return [] }
        return [.choice(base: base, when: when, then: then, otherwise: otherwise == nil ? .number("77") : nil)]
      }
    ),
    (
      "collation of an operand",
      {
        if case .collate(let operand, let name) = $0 {
          others(Names.collations, name).map { .collate(operand, $0) }
        } else {
          []
        }
      }
    ),
    ("collation of an operand removed", { if case .collate(let operand, _) = $0 { [operand] } else { [] } }),
    (
      "BETWEEN bounds swapped",
      { term in
        guard case .between(let operand, let low, let high, let isNegated) = term, low != high else { return [] }
        return [.between(operand, high, low, isNegated: isNegated)]
      }
    ),
    (
      "OLD and NEW",
      { term in
        guard case .qualified(let row, true, let column) = term, row == "OLD" || row == "NEW" else { return [] }
        return [.qualified(row == "OLD" ? "NEW" : "OLD", isLocal: true, column)]
      }
    ),
  ]

  private static func others(_ all: [String], _ one: String) -> [String] { all.filter { $0 != one } }

  private static func isRow(_ term: Term) -> Bool { if case .row = term { true } else { false } }

  private static func changed(string term: Term, _ change: (String) -> String?) -> [Term] {
    guard case .string(let text) = term, let changed = change(text) else { return [] }
    return [.string(changed)]
  }

  /// Changes `a - (b - c)` to `(a - b) - c`. AND, OR and || have the same result with either grouping.
  @Sendable private static func regrouped(_ term: Term) -> [Term] {
    guard case .binary(let left, let outer, .binary(let middle, let inner, let right)) = term, !isRow(left),
      !isRow(middle), !(outer == inner && ["AND", "OR", "||"].contains(outer))
    else { return [] }
    return [.binary(.binary(left, outer, middle), inner, right)]
  }

  @Sendable private static func negated(_ term: Term) -> [Term] {
    switch term {
    case .isNull(let operand, let isNegated): [.isNull(operand, isNegated: !isNegated)]
    case .like(let operand, let word, let pattern, let escape, let isNegated):
      [.like(operand, word, pattern, escape: escape, isNegated: !isNegated)]
    case .between(let operand, let low, let high, let isNegated):
      [.between(operand, low, high, isNegated: !isNegated)]
    case .inList(let operand, let elements, let isNegated): [.inList(operand, elements, isNegated: !isNegated)]
    case .inQuery(let operand, let query, let isNegated): [.inQuery(operand, query, isNegated: !isNegated)]
    default: []
    }
  }

  /// All terms that `rule` makes from one node of `term`.
  static func variants(of term: Term, _ rule: Rule) -> [Term] {
    let children = term.children
    return rule(term)
      + children.indices.flatMap { index in
        variants(of: children[index], rule).map { variant in
          var changed = children
          changed[index] = variant
          return term.with(children: changed)
        }
      }
  }
}

extension SchemaModel {
  /// Passes every expression to `visit` until it returns true, which means that it changed the expression.
  mutating func changeTerm(_ visit: (inout Term) -> Bool) -> Bool {
    for table in tables.indices {
      for check in tables[table].checks.indices where visit(&tables[table].checks[check].term) { return true }
      for column in tables[table].columns.indices {
        if var generated = tables[table].columns[column].generated, visit(&generated.term) {
          tables[table].columns[column].generated = generated
          return true
        }
        switch tables[table].columns[column].defaultValue {
        case .expression(var term) where visit(&term):
          tables[table].columns[column].defaultValue = .expression(term)
          return true
        case .literal(var term) where visit(&term):
          tables[table].columns[column].defaultValue = .literal(term)
          return true
        default: break
        }
      }
    }
    for index in indexes.indices {
      for element in indexes[index].elements.indices where visit(&indexes[index].elements[element].term) { return true }
      if Self.change(&indexes[index].filter, visit) { return true }
    }
    for view in views.indices where views[view].query.changeTerm(visit) { return true }
    for trigger in triggers.indices {
      if Self.change(&triggers[trigger].condition, visit) { return true }
      for statement in triggers[trigger].body.indices where triggers[trigger].body[statement].changeTerm(visit) {
        return true
      }
    }
    return false
  }

  fileprivate static func change(_ term: inout Term?, _ visit: (inout Term) -> Bool) -> Bool {
    guard var value = term, visit(&value) else { return false }
    term = value
    return true
  }
}

extension Query {
  /// Like the method of the schema, but leaves expressions of queries in FROM unchanged.
  mutating func changeTerm(_ visit: (inout Term) -> Bool) -> Bool {
    for index in commonTables.indices where commonTables[index].query.changeTerm(visit) { return true }
    for index in cores.indices {
      switch cores[index] {
      case .values(var rows):
        for row in rows.indices {
          for column in rows[row].indices where visit(&rows[row][column]) {
            cores[index] = .values(rows)
            return true
          }
        }
      case .select(var select):
        if select.changeTerm(visit) {
          cores[index] = .select(select)
          return true
        }
      }
    }
    return SchemaModel.change(&limit, visit)
  }
}

extension Select {
  fileprivate mutating func changeTerm(_ visit: (inout Term) -> Bool) -> Bool {
    for index in results.indices {
      if case .term(var term, let alias) = results[index], visit(&term) {
        results[index] = .term(term, alias: alias)
        return true
      }
    }
    for index in sources.indices where SchemaModel.change(&sources[index].condition, visit) { return true }
    return SchemaModel.change(&filter, visit) || SchemaModel.change(&having, visit)
  }
}

extension BodyStatement {
  fileprivate mutating func changeTerm(_ visit: (inout Term) -> Bool) -> Bool {
    switch self {
    case .select(var query):
      guard query.changeTerm(visit) else { return false }
      self = .select(query)
    case .delete(let table, var filter):
      guard SchemaModel.change(&filter, visit) else { return false }
      self = .delete(table: table, filter: filter)
    case .update(var change):
      let index = change.assignments.indices.first { visit(&change.assignments[$0].value) }
      guard index != nil || SchemaModel.change(&change.filter, visit) else { return false }
      self = .update(change)
    case .insert(var insertion):
      guard insertion.source.changeTerm(visit) else { return false }
      self = .insert(insertion)
    }
    return true
  }
}
