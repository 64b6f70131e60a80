/// The values of a row.
extension TablePopulation {
  /// The values of the columns, each `nil` if it is left out. The result is `nil` if the row needs a parent and none is
  /// left.
  func values(_ draft: Draft) -> [RowValue?]? {
    var values: [RowValue?] = draft.modes.map { mode in
      switch mode {
      case .leftOut: nil
      case .exactly(let value): value
      case .null, .set: .null
      }
    }
    var isDone = draft.modes.map { $0 != .set }
    // The rowid comes first, so that a reference does not happen to have the same number.
    if let rowid = ownRowid, !isDone[rowid] {
      values[rowid] = value(rowid, draft, beside: values, Set(values))
      isDone[rowid] = true
    }
    for index in choosers.indices {
      guard fill(&values, &isDone, by: index, draft) else { return nil }
    }
    var used = Set(values)
    for position in values.indices where !isDone[position] {
      let value = value(position, draft, beside: values, used)
      values[position] = value
      used.insert(value)
    }
    if let fixed = draft.fixed, draft.modes[fixed] == .set, values[fixed] == .null { return nil }
    return values
  }

  /// Sets the columns of a reference. Returns `false` if the row needs a parent and there is none.
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
      // A key with a NULL does not refer to anything, so all of its columns that can be NULL are set to NULL.
      if columns.contains(where: { draft.modes[$0] == .null }) { setNull() }
      return true
    }
    if chooser.reference.isLoose, draft.number % 8 == 5 {
      for column in columns where !isDone[column] {
        guard let value = lonelyValue(of: table.columns[column], chooser.reference, draft.number) else { continue }
        values[column] = value
        isDone[column] = true
      }
      return true
    }
    let fixed = columns.indices.filter { isDone[columns[$0]] }
    func agrees(_ key: [RowValue]) -> Bool {
      fixed.allSatisfy { values[columns[$0]] == key[$0] }
        && needs[index].allSatisfy { shared in shared.values.contains(shared.places.map { key[$0] }) }
    }
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
    // A first row that must have a parent refers to itself.
    return chooser.isGrowing
  }

  /// A value that is no key of the parent; `nil` if each value of the column is different anyway.
  private func lonelyValue(
    of column: PopulatedTable.Column, _ reference: PopulatedTable.Reference, _ number: Int
  ) -> RowValue? {
    if column.affinity == .integer { return .integer(9_000_000 + Int64(number)) }
    return reference.prefix.isEmpty ? nil : .text(reference.prefix + "\(9_000_000 + number)")
  }

  /// - Parameter used: the same values as a set, because a table may have 2,000 columns.
  private func value(
    _ position: Int, _ draft: Draft, beside values: [RowValue?], _ used: Set<RowValue?>
  ) -> RowValue {
    let column = table.columns[position]
    let turn = draft.turns[position]
    if column.isRowid, column.facts.words == nil { return .integer(rowid(draft.number, turn)) }
    if let own = ownValue(position, values) { return own }
    let maker = makers[position]
    let isDistinct = turn > 0 || maker.isUnique
    let number = draft.number + turn * (rows + 11)
    var value = maker.value(number, isDistinct: isDistinct)
    guard maker.count ?? .max > 2, !maker.isUnique || turn > 0 else { return value }
    for step in 1...6 where used.contains(value) { value = maker.value(number + step * 17, isDistinct: isDistinct) }
    return value
  }

  /// The key of the row itself, if the row must have a parent and there is no other row yet; otherwise `nil`.
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

  /// The rowid of a row: numbers from 1 with gaps, and a last one that does not fit into 32 bits.
  private func rowid(_ number: Int, _ turn: Int) -> Int64 {
    let id = firstRowid + Int64(number) + Int64(number / 8 * 3) + Int64(turn * (rows * 2 + 11))
    return number >= 5 && number == rows - 1 ? id + 4_294_967_296 : id
  }
}
