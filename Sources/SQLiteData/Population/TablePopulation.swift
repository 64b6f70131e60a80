internal import SQLiteSandbox
internal import SQLiteSyntax

/// Adds rows to one table. Each row is generated and tried, and changed if SQLite rejects it.
struct TablePopulation {
  var table: PopulatedTable
  let rows: Int
  let seed: UInt64
  let makers: [ValueMaker]
  var choosers: [ReferenceChooser]
  var writer: RowWriter
  /// The first unused rowid.
  let firstRowid: Int64
  /// The columns that references within the table point to, for each chooser that grows.
  let ownKeys: [(chooser: Int, columns: [Int])]
  /// For each chooser, the values that later ones need in the columns that they share.
  let needs: [[SharedColumns]]
  /// The column that is the rowid, unless it refers to another table.
  let ownRowid: Int?
  /// The columns of a table that only joins others. Applications do not join the same two rows twice, with or without a
  /// key.
  let pair: [Int]
  /// The columns of references that are set later, and NULL until then.
  let postponed: Set<Int>
  /// The columns of implied references whose default is not a parent's key, so that applications set them.
  let orphaning: Set<Int>
  var pairs: Set<[RowValue?]> = []
  var goals: [Goal] = []
  private(set) var outcome = Outcome()

  /// Columns that two references of a table share, such as the tenant in `(tenant, flag)` and `(tenant, segment)`.
  struct SharedColumns {
    /// Their positions in the first reference.
    let places: [Int]
    /// The values for which the second one has a parent.
    let values: Set<[RowValue]>
  }

  /// The result of filling a table.
  struct Outcome {
    var added = 0
    /// SQLite's message about the first row that could not be written in any form.
    var refusal: String?
    /// The goals that no row could reach, with SQLite's messages.
    var missed: [(goal: Goal, message: String)] = []
  }

  /// A case that at least one row should cover.
  struct Goal {
    let column: Int
    let mode: Mode
  }

  /// The way in which a column of a row is set.
  enum Mode: Equatable {
    case set, null, leftOut
    case exactly(RowValue)
  }

  struct Draft {
    let number: Int
    var modes: [Mode]
    /// The number of times that another value was requested, for each column.
    var turns: [Int]
    var referenceTurns: [Int]
    /// The column that must not be changed.
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
    needs = choosers.indices.map { index in
      choosers[(index + 1)...].compactMap { Self.shared(choosers[index].reference, with: $0, in: table) }
    }
    let referring = choosers.flatMap(\.reference.columns)
    ownRowid = table.columns.indices.first { table.columns[$0].isRowid && !referring.contains($0) }
    self.postponed = postponed
    self.firstRowid = firstRowid
    self.writer = writer
    makers = table.columns.enumerated().map { position, column in
      ValueMaker(
        column, of: table.name, position: position, isUnique: table.isUnique([position]),
        seed: Draw.seed(column.name.text, "\(seed)"))
    }
    pair = table.joinedColumns
    orphaning = Set(
      choosers.filter { $0.reference.isImplied && !$0.isEmpty && !$0.isGrowing }.flatMap { chooser in
        chooser.reference.columns.enumerated().filter { place, column in
          !chooser.keys.contains { $0[place] == table.columns[column].defaultValue }
        }.map(\.element)
      })
    let open = table.columns.indices.filter { table.columns[$0].isSettable && !postponed.contains($0) }
    goals = open.flatMap { [makers, orphaning] column in
      Self.goals(column, table.columns[column], makers[column]).filter { goal in
        goal.mode != .leftOut || !orphaning.contains(column)
      }
    }
  }

  private static func shared(
    _ reference: PopulatedTable.Reference, with other: ReferenceChooser, in table: PopulatedTable
  ) -> SharedColumns? {
    let columns = other.reference.columns
    let places = reference.columns.indices.filter { columns.contains(reference.columns[$0]) }
    // A reference that can be NULL, or finds its parent among the new rows, needs nothing.
    guard !places.isEmpty, !other.isGrowing, !other.reference.isImplied,
      !columns.contains(where: { table.columns[$0].isNullable })
    else { return nil }
    let theirs = places.compactMap { columns.firstIndex(of: reference.columns[$0]) }
    return SharedColumns(places: places, values: Set(other.keys.map { key in theirs.map { key[$0] } }))
  }

  private static func goals(_ position: Int, _ column: PopulatedTable.Column, _ maker: ValueMaker) -> [Goal] {
    var modes: [Mode] = column.isNullable ? [.null, .set] : []
    if column.hasDefault { modes.append(.leftOut) }
    if case .words(let words) = maker.purpose, words.count <= 64 { modes += words.map { .exactly($0) } }
    return modes.map { Goal(column: position, mode: $0) }
  }

  /// Adds the rows, and then further rows for the goals that no row has reached.
  ///
  /// - Parameter isOver: returns whether the time is up; called repeatedly.
  /// - Throws: `SchemaError.timedOut` if the time is up; errors that a row does not cause.
  mutating func run(isOver: () -> Bool) throws(SchemaError) {
    defer { writer.close() }
    var failures = 0
    for number in 0..<rows {
      if number % 64 == 0, isOver() { throw .timedOut(seconds: Limits.seconds) }
      guard let message = try add(draft(number), attempts: outcome.added == 0 ? 400 : 60) else {
        failures = 0
        continue
      }
      if outcome.refusal == nil { outcome.refusal = message }
      failures += 1
      if failures >= (outcome.added == 0 ? 3 : 8) { break }
    }
    guard outcome.added > 0 else { return }
    for (index, goal) in goals.enumerated() {
      guard goals.contains(where: { $0.column == goal.column && $0.mode == goal.mode }) else { continue }
      if isOver() { throw .timedOut(seconds: Limits.seconds) }
      var draft = draft(rows + index)
      draft.modes = draft.modes.map { $0 == .leftOut || $0 == .null ? $0 : .set }
      draft.modes[goal.column] = goal.mode
      draft.fixed = goal.column
      if let message = try add(draft, attempts: 40) { outcome.missed.append((goal, message)) }
    }
  }

  /// Writes a row, in changed forms if SQLite rejects it.
  ///
  /// - Returns: `nil` if the row was written, otherwise SQLite's first message.
  mutating func add(_ first: Draft, attempts: Int) throws(SchemaError) -> String? {
    var draft = first
    var message: String?
    for attempt in 0..<attempts {
      guard let values = values(draft) else { return message ?? missingParent }
      if !pair.isEmpty, pairs.contains(pair.map { values[$0] }) {
        for column in pair { turn(column, &draft) }
        continue
      }
      guard let rejection = try writer.write(values) else {
        accept(draft, values)
        return nil
      }
      message = message ?? writer.message
      adjust(&draft, after: rejection, attempt)
    }
    return message ?? "all pairs of its parents are in use"
  }

  var missingParent: String {
    let empty = choosers.first { $0.isEmpty && !$0.isGrowing && $0.reference.defect == nil }
    guard let empty else { return "no parent is left for another row" }
    return "\(empty.reference.parent), to which it refers, has no rows"
  }

  mutating func accept(_ draft: Draft, _ values: [RowValue?]) {
    outcome.added += 1
    for index in choosers.indices where !isNull(choosers[index].reference, draft) {
      choosers[index].accept(attempt: draft.referenceTurns[index])
    }
    for (index, columns) in ownKeys {
      let key = columns.compactMap { values[$0] }
      if key.count == columns.count, !key.contains(.null) { choosers[index].append(key) }
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

  /// The plan of a row. The first row has a value in every column, the second row in as few as possible; each further
  /// row has a different combination.
  func draft(_ number: Int) -> Draft {
    let modes = table.columns.indices.map { position -> Mode in
      let column = table.columns[position]
      guard column.isSettable else { return .leftOut }
      if postponed.contains(position) { return .null }
      if column.hasDefault, !orphaning.contains(position),
        number == 1 || (number < 256 && number % 16 == 2 + position % 14)
      {
        return .leftOut
      }
      if column.isNullable, number == 1 || (number > 1 && isNull(position, number)) { return .null }
      return .set
    }
    return Draft(
      number: number, modes: modes, turns: modes.map { _ in 0 }, referenceTurns: choosers.map { _ in 0 })
  }

  /// Whether a column is NULL in a row: in one of four rows, or as often as in real databases.
  ///
  /// One row of four is complete, and only some of its times are NULL, such as that of a deletion. With several columns that
  /// are NULL independently, conditions such as `missing = 0 AND deleted_at IS NULL` would hold for too few rows.
  private func isNull(_ position: Int, _ number: Int) -> Bool {
    guard let share = table.columns[position].nullShare else {
      let draw = Draw.below(4, seed &+ UInt64(position), number)
      guard number % 4 == 0 else { return draw == 0 }
      if case .timestamp = makers[position].purpose { return draw < 2 } else { return false }
    }
    return Double(Draw.below(1000, seed &+ UInt64(position), number)) < share * 1000
  }

  func isNull(_ reference: PopulatedTable.Reference, _ draft: Draft) -> Bool {
    reference.columns.contains { draft.modes[$0] != .set }
  }
}

extension PopulatedTable {
  /// The columns of the references, if the table has references to at least two different tables, and otherwise only
  /// times and flags; empty for other tables.
  fileprivate var joinedColumns: [Int] {
    let single = references.filter { !$0.isImplied || $0.columns.count == 1 }
    let referring = references.flatMap(\.columns).uniqued
    let parents = Set(single.map(\.parent))
    guard parents.count == single.count, parents.count > 1, !parents.contains(name) else { return [] }
    let others = columns.indices.filter { !referring.contains($0) && columns[$0].isSettable && !columns[$0].isRowid }
    let isJoin = others.allSatisfy { position in
      switch ColumnPurpose(columns[position]) {
      case .timestamp, .boolean, .count: true
      default: columns[position].keyPosition > 0
      }
    }
    return isJoin ? referring : []
  }
}
