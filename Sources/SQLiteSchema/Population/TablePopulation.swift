/// Adds rows to one table: each is made, tried, and made otherwise where SQLite does not take it.
struct TablePopulation {
  private var table: PopulatedTable
  private let rows: Int
  private let seed: UInt64
  private let makers: [ValueMaker]
  private var choosers: [ReferenceChooser]
  private var writer: RowWriter
  /// The first rowid that is free.
  private let firstRowid: Int64
  /// What the table's own rows are referred to by, for each chooser that grows.
  private let ownKeys: [Int: [Int]]

  /// What came of it.
  struct Outcome {
    var added = 0
    /// SQLite's words on the first row that could not be had in any way.
    var refusal: String?
  }

  init(
    _ table: PopulatedTable, rows: Int, seed: UInt64, choosers: [ReferenceChooser], ownKeys: [Int: [Int]],
    firstRowid: Int64, writer: RowWriter
  ) {
    self.table = table
    self.rows = rows
    self.seed = seed
    self.choosers = choosers
    self.ownKeys = ownKeys
    self.firstRowid = firstRowid
    self.writer = writer
    makers = table.columns.enumerated().map { position, column in
      ValueMaker(column, position: position, seed: Draw.seed(column.name, "\(seed)"))
    }
  }

  /// How a column of a row is made.
  private enum Mode: Equatable {
    case set, null, leftOut
    case exactly(RowValue)
  }

  private struct Draft {
    let number: Int
    var modes: [Mode]
    /// How often another value was asked for.
    var turns: [Int]
    var referenceTurns: [Int]
  }

  /// Adds the rows.
  ///
  /// - Parameter isOver: asked now and then whether there is time left.
  mutating func run(isOver: () -> Bool) throws(SchemaError) -> Outcome {
    var outcome = Outcome()
    defer { writer.close() }
    var failures = 0
    for number in 0..<rows {
      if number % 64 == 0, isOver() { throw .timedOut(seconds: Limits.seconds) }
      if try add(number, attempts: outcome.added == 0 ? 400 : 60, &outcome) {
        outcome.added += 1
        failures = 0
      } else {
        failures += 1
        if failures >= (outcome.added == 0 ? 3 : 8) { break }
      }
    }
    return outcome
  }

  private mutating func add(_ number: Int, attempts: Int, _ outcome: inout Outcome) throws(SchemaError) -> Bool {
    var draft = draft(number)
    var first: String?
    for attempt in 0..<attempts {
      guard let values = values(draft) else {
        if outcome.refusal == nil { outcome.refusal = "no parent is left for another row" }
        return false
      }
      guard let rejection = try writer.write(values) else {
        accept(draft, values)
        return true
      }
      first = first ?? writer.message
      vary(&draft, after: rejection, attempt)
    }
    if outcome.refusal == nil { outcome.refusal = first }
    return false
  }

  private mutating func accept(_ draft: Draft, _ values: [RowValue?]) {
    for index in choosers.indices where !isNull(choosers[index].reference, draft) {
      choosers[index].accept(attempt: draft.referenceTurns[index])
    }
    for (index, columns) in ownKeys {
      let key = columns.compactMap { values[$0] }
      if key.count == columns.count, !key.contains(.null) { choosers[index].grow(key) }
    }
  }

  // MARK: What a row is to be

  /// The first row has everything, the second as little as it can; of the others, each has something else.
  private func draft(_ number: Int) -> Draft {
    let modes = table.columns.indices.map { position -> Mode in
      let column = table.columns[position]
      guard column.isSettable else { return .leftOut }
      if column.hasDefault, number == 1 || (number < 256 && number % 16 == 2 + position % 14) { return .leftOut }
      if column.isNullable, number == 1 || (number > 1 && Draw.below(4, seed &+ UInt64(position), number) == 0) {
        return .null
      }
      return .set
    }
    return Draft(
      number: number, modes: modes, turns: modes.map { _ in 0 }, referenceTurns: choosers.map { _ in 0 })
  }

  private func isNull(_ reference: PopulatedTable.Reference, _ draft: Draft) -> Bool {
    reference.columns.contains { draft.modes[$0] != .set }
  }

  // MARK: Values

  /// Nil where a parent is needed and none is left.
  private func values(_ draft: Draft) -> [RowValue?]? {
    var values: [RowValue?] = draft.modes.map { mode in
      switch mode {
      case .leftOut: nil
      case .exactly(let value): value
      case .null, .set: .null
      }
    }
    var isDone = draft.modes.map { $0 != .set }
    for index in choosers.indices {
      guard fill(&values, &isDone, by: index, draft) else { return nil }
    }
    for position in values.indices where !isDone[position] {
      values[position] = value(position, draft, beside: values)
    }
    return values
  }

  /// Sets the columns of a reference; false where it needs a parent and there is none.
  private func fill(_ values: inout [RowValue?], _ isDone: inout [Bool], by index: Int, _ draft: Draft) -> Bool {
    let chooser = choosers[index]
    let columns = chooser.reference.columns
    guard columns.contains(where: { !isDone[$0] }) else { return true }
    if isNull(chooser.reference, draft) {
      // Half a key refers to nothing: what can be NULL is.
      for column in columns where draft.modes[column] == .set && table.columns[column].isNullable && !isDone[column] {
        values[column] = .null
        isDone[column] = true
      }
      return true
    }
    let fixed = columns.indices.filter { isDone[columns[$0]] }
    func agrees(_ key: [RowValue]) -> Bool { fixed.allSatisfy { values[columns[$0]] == key[$0] } }
    let turn = draft.referenceTurns[index]
    let chosen =
      chooser.key(turn) { key in
        agrees(key) && zip(columns, key).allSatisfy { column, value in isDone[column] || !values.contains(value) }
      } ?? chooser.key(turn, where: agrees)
    if let chosen {
      for (column, value) in zip(columns, chosen) {
        values[column] = value
        isDone[column] = true
      }
      return true
    }
    if chooser.reference.isImplied { return true }
    if columns.contains(where: { table.columns[$0].isNullable && !isDone[$0] }) {
      for column in columns where table.columns[column].isNullable && !isDone[column] {
        values[column] = .null
        isDone[column] = true
      }
      return true
    }
    // A first row that has to have a parent is its own.
    return chooser.isGrowing
  }

  private func value(_ position: Int, _ draft: Draft, beside values: [RowValue?]) -> RowValue {
    let column = table.columns[position]
    let turn = draft.turns[position]
    if column.isRowid, column.facts.words == nil { return .integer(rowid(draft.number, turn)) }
    if let own = ownValue(position, values) { return own }
    let isDistinct = turn > 0 || table.isUnique([position]) || column.keyPosition > 0
    let maker = makers[position]
    let number = draft.number + turn * (rows + 11)
    var value = maker.value(number, isDistinct: isDistinct)
    guard maker.count ?? .max > 2, !isDistinct || turn > 0 else { return value }
    for step in 1...6 where values.contains(value) { value = maker.value(number + step * 17, isDistinct: isDistinct) }
    return value
  }

  /// The key of the row itself, where it has to have a parent before there is another row.
  private func ownValue(_ position: Int, _ values: [RowValue?]) -> RowValue? {
    for (index, keyColumns) in ownKeys where choosers[index].isEmpty {
      let columns = choosers[index].reference.columns
      guard !table.columns[position].isNullable, let place = columns.firstIndex(of: position),
        place < keyColumns.count, keyColumns[place] != position
      else { continue }
      if let value = values[keyColumns[place]], value != .null { return value }
    }
    return nil
  }

  /// From 1 on, with gaps, and a last one that 32 bits do not hold.
  private func rowid(_ number: Int, _ turn: Int) -> Int64 {
    let id = firstRowid + Int64(number) + Int64(number / 8 * 3) + Int64(turn * (rows * 2 + 11))
    return number >= 5 && number == rows - 1 ? id + 4_294_967_296 : id
  }

  // MARK: Trial and error

  private mutating func vary(_ draft: inout Draft, after rejection: Rejection, _ attempt: Int) {
    switch rejection {
    case .unique(let names) where !names.isEmpty:
      let columns = names.compactMap { table.column(named: $0) }
      if columns.isEmpty { fallthrough }
      for column in columns { turn(column, &draft) }
    case .unique:
      for column in table.keys.filter(\.hasExpression).flatMap(\.columns) + Array(table.columns.indices) {
        turn(column, &draft)
      }
    case .notNull(let name):
      guard let column = table.column(named: name) else { return shake(Array(table.columns.indices), &draft, attempt) }
      table.columns[column].isNullable = false
      draft.modes[column] = .set
    case .check(let text): shake(columns(ofCheck: text), &draft, attempt)
    case .other: shake(Array(table.columns.indices), &draft, attempt)
    }
  }

  private func columns(ofCheck text: String) -> [Int] {
    var parser = Parser(text)
    let expression = try? parser.expression()
    let named = expression.map { $0.columns(table) } ?? []
    return named.isEmpty ? table.checks.flatMap { $0.columns(table) }.uniqued : named
  }

  private func turn(_ column: Int, _ draft: inout Draft) {
    if draft.modes[column] == .leftOut, table.columns[column].isSettable { draft.modes[column] = .set }
    draft.turns[column] += 1
    for index in choosers.indices where choosers[index].reference.columns.contains(column) {
      draft.referenceTurns[index] += 1
    }
  }

  /// Changes some of the columns: to another value, to NULL or back, to what a CHECK names.
  private func shake(_ columns: [Int], _ draft: inout Draft, _ attempt: Int) {
    for column in columns where table.columns[column].isSettable {
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
