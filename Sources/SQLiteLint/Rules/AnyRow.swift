internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > If the join between the target table and the FROM clause results in multiple output rows for the same target table
  /// > row, then only one of those output rows is used for updating the target table. The output row selected is arbitrary
  ///
  /// https://www.sqlite.org/lang_update.html#update_from
  static let anyRow = LintRule.each(
    "SL443", "UPDATE with the values of any row", "any-row", .error, isAboutRows: true
  ) { step, trace in
    guard step.hasRun, case .update(let update) = step.action, trace.mayHaveUserRows(update.table, at: step) else {
      return nil
    }
    if update.hasFrom, update.filter.isEmpty, let source = step.tokens.untiedSource(besides: update.table) {
      return LintFinding(step, UntiedSource(table: update.table.text, source: source.text), object: update.table)
    }
    if let source = update.assignments.lazy.compactMap({ $0.value.untiedTable }).first,
      source != update.table, trace.mayHaveUserRows(source, at: step)
    {
      return LintFinding(step, UntiedSource(table: update.table.text, source: source.text), object: update.table)
    }
    guard let column = step.tokens.selfCompared(in: step.before, outside: update.table) else { return nil }
    return LintFinding(
      step, ComparedWithItself(table: update.table.text, column: column.name.text, inner: column.table.text),
      object: update.table, column: column.name)
  }
}

struct UntiedSource: LintViolation {
  let table: String
  /// The table, or the common table expression, in FROM.
  let source: String

  static var rule: LintRule { .anyRow }
  var message: String {
    "no condition ties a row of \(source) to a row of \(table), so that each row gets the values of an arbitrary one"
  }
  var help: Help { "add WHERE with a condition on \(Keyword.quote(source)) and \(Keyword.quote(table))" }
}

struct ComparedWithItself: LintViolation {
  let table: String
  let column: String
  /// The table of the subquery.
  let inner: String

  static var rule: LintRule { .anyRow }
  var message: String {
    "the subquery compares \(inner).\(column) with itself, because \(column) alone is the column of \(inner), and not that of \(table)"
  }
  var help: Help { "write \(Keyword.quote(table)).\(Keyword.quote(column))" }
}

extension [Token] {
  /// The first name in the FROM clause of an UPDATE, if it may have several rows and nothing there names the updated table.
  fileprivate func untiedSource(besides table: Identifier) -> Identifier? {
    guard let set = clause("SET", from: startIndex), let from = clause("FROM", from: set), from + 1 < endIndex else {
      return nil
    }
    let sources = self[(from + 1)...]
    guard !Array(sources).mention(table), let name = sources.first, name.isName else { return nil }
    return hasOneRow(commonTable: name.identifier) ? nil : name.identifier
  }

  /// The table in `(SELECT x FROM t)`, of which SQLite takes the first row that it finds; `nil` for any other expression, such
  /// as one with a condition, a LIMIT, or an aggregate function.
  fileprivate var untiedTable: Identifier? {
    guard count > 5, self[0].isPunctuation("("), self[1].isKeyword("SELECT"), self[count - 1].isPunctuation(")"),
      let from = firstIndex(where: { $0.isKeyword("FROM") }), from + 2 == count - 1, self[from + 1].isName,
      !self[2..<from].contains(where: { $0.isPunctuation("(") })
    else { return nil }
    return self[from + 1].identifier
  }

  /// The position of a keyword outside parentheses.
  private func clause(_ word: String, from start: Int) -> Int? {
    var depth = 0
    for index in start..<endIndex {
      if self[index].isPunctuation("(") { depth += 1 }
      if self[index].isPunctuation(")") { depth -= 1 }
      if depth == 0, self[index].isKeyword(word) { return index }
    }
    return nil
  }

  /// Whether the name is that of a common table expression with LIMIT, or with an aggregate function and no GROUP BY.
  private func hasOneRow(commonTable name: Identifier) -> Bool {
    guard first?.isKeyword("WITH") == true,
      let start = indices.first(where: { index in
        index + 2 < endIndex && self[index].isName && self[index].identifier == name
          && (self[index + 1].isKeyword("AS") || self[index + 1].isPunctuation("("))
      }),
      let open = self[start...].firstIndex(where: { $0.isKeyword("SELECT") })
    else { return false }
    var depth = 0
    var hasAggregate = false
    for token in self[open...] {
      if token.isPunctuation("(") { depth += 1 }
      if token.isPunctuation(")") {
        depth -= 1
        if depth < 0 { break }
      }
      if token.isKeyword("LIMIT") { return true }
      if token.isKeyword("GROUP") || token.isKeyword("UNION") { return false }
      if ["MAX", "MIN", "COUNT", "SUM", "TOTAL", "AVG"].contains(where: token.isKeyword) { hasAggregate = true }
    }
    return hasAggregate
  }

  /// A column of a subquery's only table that a condition `t.column = column` compares with itself, although the table
  /// `outer` has such a column too.
  fileprivate func selfCompared(
    in schema: SchemaState, outside outer: Identifier
  ) -> (table: Identifier, name: Identifier)? {
    for index in indices where self[index].isPunctuation("=") || self[index].isPunctuation("==") {
      guard let (qualifier, name) = equalNames(around: index), schema.table(outer)?.column(name) != nil,
        let (table, alias) = onlyTable(around: index), qualifier == alias ?? table,
        schema.table(table)?.column(name) != nil
      else { continue }
      return (table, name)
    }
    return nil
  }

  /// The qualifier and the name, if the operands of `=` are `qualifier.name` and `name`.
  private func equalNames(around index: Int) -> (qualifier: Identifier, name: Identifier)? {
    func isAlone(_ place: Int) -> Bool {
      place > 0 && indices.contains(place) && self[place].isName
        && !(indices.contains(place + 1) && (self[place + 1].isPunctuation(".") || self[place + 1].isPunctuation("(")))
        && !self[place - 1].isPunctuation(".")
    }
    func qualified(_ place: Int) -> (Identifier, Identifier)? {
      guard place >= 0, place + 2 < endIndex, self[place].isName, self[place + 1].isPunctuation("."),
        self[place + 2].isName
      else { return nil }
      return (self[place].identifier, self[place + 2].identifier)
    }
    if let (qualifier, name) = qualified(index - 3), isAlone(index + 1), self[index + 1].identifier == name {
      return (qualifier, name)
    }
    if let (qualifier, name) = qualified(index + 1), index > 0, isAlone(index - 1), self[index - 1].identifier == name {
      return (qualifier, name)
    }
    return nil
  }

  /// The table in FROM of the innermost subquery around a place, if it is the only one, and its alias.
  private func onlyTable(around index: Int) -> (table: Identifier, alias: Identifier?)? {
    var depth = 0
    var start: Int?
    for place in (startIndex..<index).reversed() {
      if self[place].isPunctuation(")") { depth += 1 }
      if self[place].isPunctuation("(") {
        depth -= 1
        if depth < 0 {
          guard self[place + 1].isKeyword("SELECT") else { return nil }
          start = place + 1
          break
        }
      }
    }
    guard let start, let from = clause("FROM", from: start), from < index, from + 2 < endIndex, self[from + 1].isName
    else { return nil }
    var next = from + 2
    var alias: Identifier?
    if self[next].isKeyword("AS") { next += 1 }
    if self[next].isName, !self[next].isKeyword("WHERE"), !self[next].isKeyword("JOIN") {
      alias = self[next].identifier
      next += 1
    }
    guard next < endIndex, self[next].isKeyword("WHERE") else { return nil }
    return (self[from + 1].identifier, alias)
  }
}
