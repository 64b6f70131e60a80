/// Adds rows to one table: each is made, tried, and made otherwise where SQLite does not take it.
struct TablePopulation {
  private(set) var table: PopulatedTable
  private let rows: Int
  private let seed: UInt64
  private let makers: [ValueMaker]
  private var choosers: [ReferenceChooser]
  private var writer: RowWriter
  /// The first rowid that is free.
  private let firstRowid: Int64
  /// What the table's own rows are referred to by, for each chooser that grows.
  private let ownKeys: [(chooser: Int, columns: [Int])]
  /// The columns of a table that only joins others: no application joins the same two twice, key or not.
  private let pair: [Int]
  /// References that are set later, and NULL until then.
  private let postponed: Set<Int>
  private var pairs: Set<[RowValue?]> = []
  private var goals: [Goal] = []
  private(set) var outcome = Outcome()

  /// What came of it.
  struct Outcome {
    var added = 0
    /// SQLite's words on the first row that could not be had in any way.
    var refusal: String?
    /// What no row could be made to have, with SQLite's words.
    var missed: [(goal: Goal, message: String)] = []
  }

  /// Something that at least one row is to have.
  struct Goal {
    let column: Int
    let mode: Mode
  }

  /// How a column of a row is made.
  enum Mode: Equatable {
    case set, null, leftOut
    case exactly(RowValue)
  }

  private struct Draft {
    let number: Int
    var modes: [Mode]
    /// How often another value was asked for.
    var turns: [Int]
    var referenceTurns: [Int]
    /// What is not to be changed.
    var fixed: Int?
  }

  init(
    _ table: PopulatedTable, rows: Int, seed: UInt64, choosers: [ReferenceChooser],
    ownKeys: [(chooser: Int, columns: [Int])], postponed: Set<Int>, firstRowid: Int64, writer: RowWriter
  ) {
    self.table = table
    self.rows = rows
    self.seed = seed
    self.choosers = choosers
    self.ownKeys = ownKeys
    self.postponed = postponed
    self.firstRowid = firstRowid
    self.writer = writer
    makers = table.columns.enumerated().map { position, column in
      ValueMaker(
        column, position: position, isUnique: table.isUnique([position]), seed: Draw.seed(column.name, "\(seed)"))
    }
    pair = table.joinedColumns
    let open = table.columns.indices.filter { table.columns[$0].isSettable && !postponed.contains($0) }
    goals = open.flatMap { [makers] column in
      Self.goals(column, table.columns[column], makers[column])
    }
  }

  private static func goals(_ position: Int, _ column: PopulatedTable.Column, _ maker: ValueMaker) -> [Goal] {
    var modes: [Mode] = column.isNullable ? [.null, .set] : []
    if column.hasDefault { modes.append(.leftOut) }
    if case .words(let words) = maker.purpose, words.count <= 64 { modes += words.map { .exactly($0) } }
    return modes.map { Goal(column: position, mode: $0) }
  }

  /// Adds the rows, and then some for what no row has yet.
  ///
  /// - Parameter isOver: asked now and then whether there is time left.
  mutating func run(isOver: () -> Bool) throws(SchemaError) {
    defer { writer.close() }
    var failures = 0
    for number in 0..<rows {
      if number % 64 == 0, isOver() { throw .timedOut(seconds: Limits.seconds) }
      if try add(draft(number), attempts: outcome.added == 0 ? 400 : 60) {
        failures = 0
      } else {
        failures += 1
        if failures >= (outcome.added == 0 ? 3 : 8) { break }
      }
    }
    guard outcome.added > 0 else { return }
    for (index, goal) in goals.enumerated() {
      guard goals.contains(where: { $0.column == goal.column && $0.mode == goal.mode }) else { continue }
      if isOver() { throw .timedOut(seconds: Limits.seconds) }
      var draft = draft(rows + index)
      draft.modes = draft.modes.map { $0 == .leftOut || $0 == .null ? $0 : .set }
      draft.modes[goal.column] = goal.mode
      draft.fixed = goal.column
      let refusal = outcome.refusal
      if try add(draft, attempts: 80) { continue }
      outcome.missed.append((goal, writer.message))
      outcome.refusal = refusal
    }
  }

  private mutating func add(_ first: Draft, attempts: Int) throws(SchemaError) -> Bool {
    var draft = first
    var message: String?
    for attempt in 0..<attempts {
      guard let values = values(draft) else {
        if outcome.refusal == nil { outcome.refusal = "no parent is left for another row" }
        return false
      }
      if !pair.isEmpty, pairs.contains(pair.map { values[$0] }) {
        for column in pair { turn(column, &draft) }
        continue
      }
      guard let rejection = try writer.write(values) else {
        accept(draft, values)
        return true
      }
      message = message ?? writer.message
      vary(&draft, after: rejection, attempt)
    }
    if outcome.refusal == nil { outcome.refusal = message }
    return false
  }

  private mutating func accept(_ draft: Draft, _ values: [RowValue?]) {
    outcome.added += 1
    for index in choosers.indices where !isNull(choosers[index].reference, draft) {
      choosers[index].accept(attempt: draft.referenceTurns[index])
    }
    for (index, columns) in ownKeys {
      let key = columns.compactMap { values[$0] }
      if key.count == columns.count, !key.contains(.null) { choosers[index].grow(key) }
    }
    if !pair.isEmpty { pairs.insert(pair.map { values[$0] }) }
    if !goals.isEmpty {
      goals.removeAll { goal in
        switch goal.mode {
        case .leftOut: values[goal.column] == nil
        case .null: values[goal.column] == .null
        case .set: values[goal.column].map { $0 != .null } ?? false
        case .exactly(let value):
          (values[goal.column] ?? table.columns[goal.column].defaultValue) == value
        }
      }
    }
  }

  // MARK: What a row is to be

  /// The first row has everything, the second as little as it can; of the others, each has something else.
  private func draft(_ number: Int) -> Draft {
    let modes = table.columns.indices.map { position -> Mode in
      let column = table.columns[position]
      guard column.isSettable else { return .leftOut }
      if postponed.contains(position) { return .null }
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
    // First, so that a reference does not happen to have the same number.
    let referring = choosers.flatMap(\.reference.columns)
    for position in values.indices where table.columns[position].isRowid && !referring.contains(position) {
      guard !isDone[position] else { continue }
      values[position] = value(position, draft, beside: values)
      isDone[position] = true
    }
    for index in choosers.indices {
      guard fill(&values, &isDone, by: index, draft) else { return nil }
    }
    for position in values.indices where !isDone[position] {
      values[position] = value(position, draft, beside: values)
    }
    if let fixed = draft.fixed, draft.modes[fixed] == .set, values[fixed] == .null { return nil }
    return values
  }

  /// Sets the columns of a reference; false where it needs a parent and there is none.
  private func fill(_ values: inout [RowValue?], _ isDone: inout [Bool], by index: Int, _ draft: Draft) -> Bool {
    let chooser = choosers[index]
    let columns = chooser.reference.columns
    guard columns.contains(where: { !isDone[$0] }) else { return true }
    func setNull() {
      for column in columns where table.columns[column].isNullable && !isDone[column] {
        values[column] = .null
        isDone[column] = true
      }
    }
    if isNull(chooser.reference, draft) {
      // Half a key refers to nothing: what can be NULL is.
      if columns.contains(where: { draft.modes[$0] == .null }) { setNull() }
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
      setNull()
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
    let maker = makers[position]
    let isDistinct = turn > 0 || maker.isUnique
    let number = draft.number + turn * (rows + 11)
    var value = maker.value(number, isDistinct: isDistinct)
    guard maker.count ?? .max > 2, !maker.isUnique || turn > 0 else { return value }
    for step in 1...6 where values.contains(value) { value = maker.value(number + step * 17, isDistinct: isDistinct) }
    return value
  }

  /// The key of the row itself, where it has to have a parent before there is another row.
  private func ownValue(_ position: Int, _ values: [RowValue?]) -> RowValue? {
    for (index, keyColumns) in ownKeys where choosers[index].isEmpty && !choosers[index].reference.isImplied {
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
    let all = Array(table.columns.indices)
    switch rejection {
    case .unique(let columns, let index):
      let positions = columns.compactMap { table.column(named: $0) }
      let key = table.keys.first { $0.index == index || (index == nil && $0.columns == positions) }
      let blamed = table.settable(key?.columns ?? positions)
      // One after the other, so that the same value stands with different ones.
      let turned = blamed.isEmpty ? all : [blamed.reversed()[attempt % blamed.count]]
      for column in turned { turn(column, &draft) }
      // What a partial index asks for can be otherwise as well.
      if attempt % 4 == 3 { shake(table.settable(table.keys.flatMap(\.condition)), &draft, attempt) }
    case .notNull(let name):
      guard let column = table.column(named: name) else { return shake(all, &draft, attempt) }
      table.columns[column].isNullable = false
      guard draft.fixed != column else { return }
      draft.modes[column] = .set
    case .check(let text):
      let columns = table.settable(columns(ofCheck: text))
      if columns.count == 1, draft.modes[columns[0]] == .null {
        // Such as `json_valid(x)`, which NULL does not pass.
        table.columns[columns[0]].isNullable = false
        if draft.fixed != columns[0] { draft.modes[columns[0]] = .set }
      } else {
        shake(columns, &draft, attempt)
      }
    case .other: shake(all, &draft, attempt)
    }
  }

  /// SQLite says the name of the CHECK, or its expression.
  private func columns(ofCheck text: String) -> [Int] {
    let named = table.checks.filter { $0.name?.foldedASCII == text.foldedASCII }.map(\.condition)
    var parser = Parser(text)
    let conditions = named.isEmpty ? (try? parser.expression()).map { [$0] } ?? [] : named
    let columns = conditions.flatMap { $0.columns(table) }.uniqued
    return columns.isEmpty ? table.checks.flatMap { $0.condition.columns(table) }.uniqued : columns
  }

  private func turn(_ column: Int, _ draft: inout Draft) {
    guard draft.fixed != column else { return }
    if draft.modes[column] == .leftOut, table.columns[column].isSettable { draft.modes[column] = .set }
    draft.turns[column] += 1
    for index in choosers.indices where choosers[index].reference.columns.contains(column) {
      draft.referenceTurns[index] += 1
    }
  }

  /// Changes some of the columns: to another value, to NULL or back, to what a CHECK names.
  private func shake(_ columns: [Int], _ draft: inout Draft, _ attempt: Int) {
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

extension PopulatedTable {
  /// The references of a table that has two or more to different tables, and nothing but times and flags beside them;
  /// empty for other tables.
  fileprivate var joinedColumns: [Int] {
    let referring = references.flatMap(\.columns).uniqued
    let parents = Set(references.map(\.parent.foldedASCII))
    guard parents.count == references.count, parents.count > 1, !parents.contains(name.foldedASCII) else { return [] }
    let others = columns.indices.filter { !referring.contains($0) && columns[$0].isSettable && !columns[$0].isRowid }
    let isJoin = others.allSatisfy { position in
      switch ColumnPurpose(columns[position]) {
      case .moment, .boolean, .count: true
      default: columns[position].keyPosition > 0
      }
    }
    return isJoin ? referring : []
  }
}
