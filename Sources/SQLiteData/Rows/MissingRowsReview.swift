internal import GRDB
internal import SQLiteSyntax

/// Judges why earlier rows no longer exist: a statement deletes them, a copy leaves them out, or they are lost.
struct MissingRowsReview {
  let db: GRDB.Database
  let left: TableSide
  let right: TableSide
  let table: RowLineage.Table
  /// Finds the foreign keys that deleted rows; `nil` if foreign keys were not enforced.
  let cascades: CascadeSearch?

  /// The changes that the missing rows are: those that DELETE statements removed, those that a copy leaves out and says
  /// so, and those that are lost.
  func changes(of missing: MissingRows, _ rows: Int) throws -> [DataChange] {
    let deletions = try deleted(missing, rows)
    let rest = missing.count - deletions.reduce(0) { $0 + $1.count }
    // Several copies that each select the rows of one value show which values exist. Generated rows may have others.
    if rest > 0, table.narrowing.count > 1, table.narrowing.allSatisfy(\.picksValues) {
      var change = try leftOut(.rowsNotSelected, rest, of: rows, missing, samples: missing.samples)
      change.places = []
      return deletions + [change]
    }
    // Which rows a DELETE removed is not known. As many as possible count as lost by accident.
    let lost = min(rest, missing.accidents)
    var changes = deletions
    if rest > lost {
      let samples = lost == 0 ? missing.samples : missing.statedSamples
      changes.append(try leftOut(.rowsLeftOut, rest - lost, of: rows, missing, samples: samples))
    }
    if lost > 0 {
      // The samples may be of rows that a deletion of some of the table's rows has removed.
      let isMixed = !deletions.isEmpty && table.deletions.contains { $0.rows != nil }
      var change = try change(
        .rowsLost, lost, of: rows, missing,
        samples: isMixed ? [] : rest == lost ? missing.samples : missing.accidentSamples)
      if case .copy = change.cause { change.nullColumns = missing.nullColumns }
      changes.append(change)
    }
    return changes
  }

  /// The rows that DELETE statements removed, by script. If it is not known how many rows each of several removed, they
  /// are one change.
  private func deleted(_ missing: MissingRows, _ rows: Int) throws -> [DataChange] {
    var rest = missing.count
    var changes: [DataChange] = []
    let uncounted = table.deletions.filter { $0.count == nil }
    for deletion in table.deletions {
      // What another statement has deleted before, for example through a foreign key, would go now.
      let count = deletion.isWhole && deletion.count != nil ? rest : min(rest, deletion.count ?? 0)
      rest -= count
      guard count > 0 else { continue }
      if let known = changes.firstIndex(where: { $0.places.first?.id == deletion.place.id }) {
        changes[known].count += count
        changes[known].places.append(deletion.place)
        changes[known].writers.append(deletion.place)
      } else {
        var change = DataChange(
          kind: .rowsDeleted, table: left.name, count: count, total: rows, writers: [deletion.place])
        change.places = [deletion.place]
        changes.append(change)
      }
    }
    let unknown = uncounted.isEmpty || rest == 0 ? 0 : min(rest, try count(missing, in: uncounted.map(\.rows)))
    if unknown > 0 {
      var change = DataChange(
        kind: .rowsDeleted, table: left.name, count: unknown, total: rows,
        writers: uncounted.map(\.place))
      change.places = uncounted.map(\.place)
      changes.append(change)
      rest -= unknown
    }
    // Samples are known only if one script deleted all missing rows.
    if rest == 0, changes.count == 1 { changes[0].samples = missing.samples }
    return changes
  }

  /// The number of missing rows that are among some rows of the earlier table; `nil` means all its rows.
  private func count(_ missing: MissingRows, in rows: [RowLineage.EarlierRows?]) throws -> Int {
    let known = rows.compactMap { rows in
      rows.flatMap { missing.selection.columns.contains($0.column) ? $0.sql : nil }
    }
    guard known.count == rows.count else { return missing.count }
    return try Int.fetchOne(
      db,
      sql: """
        SELECT coalesce(sum(\(RowSelection.count)), 0) FROM (\(missing.selection.sql)) AS a
        WHERE \(known.joined(separator: " OR "))
        """) ?? 0
  }

  private func change(
    _ kind: DataChange.Kind, _ count: Int, of rows: Int, _ missing: MissingRows, samples: [String]
  ) throws -> DataChange {
    let words = table.narrowing.map(\.clause).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return DataChange(
      kind: kind, table: left.name, count: count, total: rows, samples: samples,
      cause: words.isEmpty ? try cascade(missing) : .copy(words),
      writers: table.columns.flatMap(\.writes).filter { !$0.isUpdate }.map(\.place).uniqued)
  }

  // MARK: Rows that a copy leaves out

  private func leftOut(
    _ kind: DataChange.Kind, _ count: Int, of rows: Int, _ missing: MissingRows, samples: [String]
  ) throws -> DataChange {
    var change = try change(kind, count, of: rows, missing, samples: samples)
    change.places = table.narrowing.map(\.place).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    change.writers = change.places
    change.possibleAction = kind == .rowsLeftOut ? try cascade(missing) : nil
    if table.isKeptAside { change.places = [] }
    return change
  }

  /// The earlier columns with NULL in which a row is left out by accident; all other rows are left out because a
  /// statement says so. `nil` if no statement says it, so that all missing rows are lost.
  ///
  /// - Parameter remaining: the number of later rows.
  func excluding(remaining: Int) -> [Identifier]? {
    guard !table.narrowing.isEmpty, table.narrowing.allSatisfy({ isStated($0, remaining: remaining) }) else {
      return nil
    }
    // `a IS NOT NULL` is false for NULL, and says so.
    return table.narrowing.flatMap { narrowing in
      narrowing.excludesNull.filter { !narrowing.testsForNull.contains($0) }
    }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The number of missing rows that can be lost by accident, and the columns with NULL in which they are.
  func accidents(remaining: Int) throws -> (count: Int, nullColumns: [Identifier]) {
    guard let columns = excluding(remaining: remaining) else { return (.max, []) }
    let tests = columns.map { "\(Keyword.quoteAlways($0)) IS NULL" }
    func count(_ tests: [String]) throws -> Int {
      let test = tests.joined(separator: " OR ")
      return tests.isEmpty ? 0 : try Int.fetchOne(db, sql: "SELECT count(*) FROM \(left.sql) WHERE \(test)") ?? 0
    }
    return (try count(tests), try zip(columns, tests).filter { try count([$0.1]) > 0 }.map(\.0))
  }

  /// Whether the statement makes clear which rows it leaves out.
  private func isStated(_ narrowing: RowLineage.Narrowing, remaining: Int) -> Bool {
    let keys = ([right.key] + right.uniques).filter { !$0.isEmpty }.map { Set($0) }
    switch narrowing.intent {
    case .stated: return true
    case .unclear: return false
    case .notIn: return remaining > 0
    case .keepsOneOf(let columns): return keys.contains { $0.isSubset(of: columns) }
    case .refuses(let columns): return !columns.isEmpty && keys.contains { $0.isSuperset(of: columns) }
    // A row that others refer to exists also without them: it is a person without an address. A row that refers to
    // another one does not: it is a comment on a deleted post.
    case .join(let columns): return !columns.isEmpty && !isOwnKey(Set(columns))
    }
  }

  /// Whether the columns contain the primary key, and it is no foreign key.
  private func isOwnKey(_ columns: Set<Identifier>) -> Bool {
    let key = left.key.isEmpty ? left.rowid.map { [$0.identifier] } ?? [] : left.key
    guard !key.isEmpty, columns.isSuperset(of: key) else { return false }
    let names = try? String.fetchAll(
      db, sql: "SELECT \"from\" FROM pragma_foreign_key_list(?, ?)", arguments: [left.name.text, left.schema])
    return !key.allSatisfy { column in names?.contains { $0.identifier == column } ?? false }
  }

  // MARK: Actions of foreign keys

  /// The cascade that has deleted missing rows; `nil` if none can have.
  private func cascade(_ missing: MissingRows) throws -> DataChange.Cause? {
    let parents = try cascades?.parents(of: missing.selection) ?? []
    return parents.isEmpty ? nil : .action(CascadeSearch.action, parents: parents)
  }

  /// The action of a foreign key that may have replaced the values of a column; `nil` if there is none.
  func action(on column: Identifier) throws -> DataChange.Cause? {
    let keys = try cascades?.keys().filter { key in
      key.action.hasPrefix("SET") && key.columns.contains { $0 == column }
    }
    return keys?.first.map { first in
      .action(first.action, parents: (keys ?? []).filter { $0.action == first.action }.map(\.parent).uniqued)
    }
  }
}

/// Earlier rows that no longer exist.
struct MissingRows {
  let selection: RowSelection
  private(set) var count = 0
  /// The number of rows that no statement leaves out on purpose.
  private(set) var accidents = 0
  private(set) var nullColumns: [Identifier] = []
  /// Up to three rows of each kind.
  private(set) var accidentSamples: [String] = []
  private(set) var statedSamples: [String] = []

  init(_ selection: RowSelection) { self.selection = selection }

  init(
    _ selection: RowSelection, count: Int, samples: [String], _ accidents: (count: Int, nullColumns: [Identifier])
  ) {
    self.selection = selection
    self.count = count
    self.accidents = min(count, accidents.count)
    nullColumns = accidents.nullColumns
    (accidentSamples, statedSamples) = accidents.count > 0 ? (samples, []) : ([], samples)
  }

  var samples: [String] { Array((accidentSamples + statedSamples).prefix(3)) }

  /// Adds a row.
  ///
  /// - Parameter nulls: the columns with NULL in which it is left out by accident; `nil` if no statement says that it
  ///   leaves rows out.
  mutating func add(nulls: [Identifier]?, _ sample: () -> String) {
    count += 1
    if nulls?.isEmpty ?? false {
      if statedSamples.count < 3 { statedSamples.append(sample()) }
      return
    }
    accidents += 1
    if accidentSamples.count < 3 { accidentSamples.append(sample()) }
    for column in nulls ?? [] where !nullColumns.contains(column) { nullColumns.append(column) }
  }
}
