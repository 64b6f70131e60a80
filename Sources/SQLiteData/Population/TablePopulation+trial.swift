internal import SQLiteSyntax

/// Changes to a row that SQLite has rejected.
extension TablePopulation {
  mutating func adjust(_ draft: inout Draft, after rejection: Rejection, _ attempt: Int) {
    let all = Array(table.columns.indices)
    switch rejection {
    case .unique(let columns, let index):
      let positions = columns.compactMap { table.column(named: $0) }
      let key = table.keys.first { $0.index == index || (index == nil && $0.columns == positions) }
      let blamed = table.settable(key?.columns ?? positions)
      // The columns of the key are changed one after the other, so that a value is tried with different values of the
      // others.
      let turned = blamed.isEmpty ? all : [blamed.reversed()[attempt % blamed.count]]
      for column in turned { turn(column, &draft) }
      // A change of the columns in a partial index's WHERE can also avoid the conflict.
      if attempt % 4 == 3 { randomize(table.settable(table.keys.flatMap(\.condition)), &draft, attempt) }
    case .notNull(let name):
      guard let column = table.column(named: name) else { return randomize(all, &draft, attempt) }
      table.columns[column].isNullable = false
      guard table.columns[column].isSettable else { return randomize(table.settable([column]), &draft, attempt) }
      if draft.fixed != column { draft.modes[column] = .set }
    case .check(let text):
      let columns = table.settable(columns(ofCheck: text))
      if columns.count == 1, draft.modes[columns[0]] == .null {
        // NULL does not pass a CHECK such as `json_valid(x) NOT NULL`.
        table.columns[columns[0]].isNullable = false
        if draft.fixed != columns[0] { draft.modes[columns[0]] = .set }
      } else {
        randomize(columns, &draft, attempt)
      }
    case .other:
      randomize(all, &draft, attempt)
      // An index may contain an expression that fails for each value.
      if attempt > 20, attempt % 4 == 0 { omitIndexed(&draft) }
    }
  }

  /// The columns of the CHECK that SQLite names in a message, by its name or its expression.
  private func columns(ofCheck text: String) -> [Int] {
    let named = table.checks.filter { $0.name == text.identifier }.map(\.condition)
    var parser = Parser(text)
    let conditions = named.isEmpty ? (try? parser.expression()).map { [$0] } ?? [] : named
    let columns = conditions.flatMap { $0.columns(table) }.uniqued
    return columns.isEmpty ? table.checks.flatMap { $0.condition.columns(table) }.uniqued : columns
  }

  /// Sets the columns in the expressions of indexes and generated columns to NULL.
  private func omitIndexed(_ draft: inout Draft) {
    for column in table.expressionColumns + table.sources.values.flatMap(\.self)
    where table.columns[column].isNullable && table.columns[column].isSettable && draft.fixed != column {
      draft.modes[column] = .null
    }
  }

  func turn(_ column: Int, _ draft: inout Draft) {
    guard draft.fixed != column else { return }
    if draft.modes[column] == .leftOut, table.columns[column].isSettable { draft.modes[column] = .set }
    draft.turns[column] += 1
    for index in choosers.indices where choosers[index].reference.columns.contains(column) {
      draft.referenceTurns[index] += 1
    }
  }

  /// Changes some of the columns: to another value, to NULL or back, or to a value that a CHECK contains.
  private func randomize(_ columns: [Int], _ draft: inout Draft, _ attempt: Int) {
    for column in columns where table.columns[column].isSettable && draft.fixed != column {
      let draw = Draw.below(12, seed &+ UInt64(column &* 31 &+ attempt &* 1009), draft.number)
      let mentioned = table.columns[column].facts.mentioned
      switch draw {
      case 0, 1, 2: turn(column, &draft)
      case 3, 4: if table.columns[column].isNullable { draft.modes[column] = .null }
      case 5, 6: draft.modes[column] = .set
      case 7 where !mentioned.isEmpty:
        draft.modes[column] = .exactly(mentioned[Draw.below(mentioned.count, seed, attempt)])
      case 8 where table.columns[column].hasDefault: draft.modes[column] = .leftOut
      default: break
      }
    }
  }
}
