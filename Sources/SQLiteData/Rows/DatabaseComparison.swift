internal import GRDB
internal import SQLiteSandbox
internal import SQLiteSyntax

/// Compares all tables of an earlier database with their successors, which a lineage determines. One connection has
/// both databases open.
struct DatabaseComparison {
  let db: GRDB.Database
  let isForeignKeyOn: Bool
  let style: SampleStyle
  /// Tables of `main`.
  private let present: [Identifier]
  private(set) var changes: [DataChange] = []
  private(set) var gaps: [ComparisonGap] = []

  init(db: GRDB.Database, present: [Identifier], isForeignKeyOn: Bool, style: SampleStyle) {
    self.style = style
    self.db = db
    self.present = present
    self.isForeignKeyOn = isForeignKeyOn
  }

  mutating func run(_ tables: [Identifier], _ lineage: RowLineage) throws {
    let successors = Successors(of: lineage)
    let now = Dictionary(present.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
    for table in tables {
      let left = try TableSide(table, in: ScratchDatabase.before, of: db)
      let rows = try count(left)
      let drops = successors.drops(of: table)
      if rows > 0 {
        changes += try drops.compactMap { try change($0, left, rows) }
        let kept = try now[table].map { try TableSide($0, in: "main", of: db).columns } ?? []
        changes += try left.columns.compactMap { try kept.contains($0) ? nil : notMoved($0, left, lineage, now) }
      }
      if drops.contains(where: { $0.column == nil }) { continue }
      guard let (successor, name) = successors.successor(of: left, among: now) else {
        if rows > 0 { changes.append(DataChange(kind: .tableDropped, table: table, count: rows, total: rows)) }
        continue
      }
      let right = try TableSide(name, in: "main", of: db)
      let cascades = isForeignKeyOn ? CascadeSearch(db: db, left: left, successors: successors, present: now) : nil
      try compare(left, right, successor, rows, cascades)
    }
    let named = try filled(lineage, now)
    // The text that was meant as a name is of another class than the numbers, which is the same fault.
    changes.removeAll { change in
      change.kind == .storageClassNew && named.contains { $0.table == change.table && $0.column == change.column }
    }
    changes += named
    changes += try sequences(successors)
  }

  private func count(_ side: TableSide) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM \(side.sql)") ?? 0
  }

  private mutating func compare(
    _ left: TableSide, _ right: TableSide, _ successor: RowLineage.Table, _ rows: Int, _ cascades: CascadeSearch?
  ) throws {
    let comparer = RowComparer(db: db, left: left, right: right, table: successor, cascades: cascades, style: style)
    do {
      let (found, gap) = try comparer.run(rows: (rows, try count(right)))
      changes += found
      if let gap { gaps.append(ComparisonGap(table: left.name, reason: gap)) }
      // Columns that no statement mentions.
      let known = Set(successor.columns.compactMap { $0.origin?.column })
      let there = Set(right.columns)
      let said = Set(changes.filter { $0.kind == .columnDropped && $0.table == left.name }.compactMap(\.column))
      for column in left.columns where !said.contains(column) {
        guard !known.contains(column) || successor.isByNameAlone, !there.contains(column) else {
          continue
        }
        changes += try [dropped(column, left, [])].compactMap { $0 }
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // For example, a collation of the application is missing.
      gaps.append(ComparisonGap(table: left.name, reason: error.message ?? "SQLite gives no reason"))
    }
  }

  // MARK: What was dropped

  private func change(_ drop: RowLineage.Drop, _ left: TableSide, _ rows: Int) throws -> DataChange? {
    if let column = drop.column { return try dropped(column, left, [drop.place], into: drop.into) }
    return DataChange(
      kind: .tableDropped, table: left.name, other: drop.into, count: rows, total: rows, writers: [drop.place])
  }

  private func dropped(
    _ column: Identifier, _ left: TableSide, _ writers: [StatementPlace], into: Identifier? = nil
  ) throws -> DataChange? {
    guard left.columns.contains(where: { $0 == column }),
      !left.generated.contains(column)
    else { return nil }
    let count = try Int.fetchOne(db, sql: "SELECT count(\(Keyword.quoteAlways(column))) FROM \(left.sql)") ?? 0
    return count == 0
      ? nil
      : DataChange(
        kind: .columnDropped, table: left.name, column: column, other: into, count: count, total: count,
        writers: writers)
  }

  /// The values that a dropped column had and that statements did not store where they stored others of its values. Empty texts
  /// may be left out.
  ///
  /// - Parameter column: a column that the table of this name no longer has.
  private func notMoved(
    _ column: Identifier, _ left: TableSide, _ lineage: RowLineage, _ now: [Identifier: Identifier]
  ) throws -> DataChange? {
    guard !left.generated.contains(column),
      let found = lineage.destinations(of: column, in: left.name), let first = found.tables.first,
      found.tables.allSatisfy({ now[$0] != nil })
    else { return nil }
    let name = "a." + Keyword.quoteAlways(column)
    let isElsewhere = found.columns.map { place in
      "EXISTS (SELECT 1 FROM main.\(Keyword.quoteAlways(place.table)) WHERE \(Keyword.quoteAlways(place.column)) IS \(name))"
    }
    let isLost = (["\(name) IS NOT NULL", "\(name) <> ''"] + isElsewhere.map { "NOT \($0)" }).joined(separator: " AND ")
    let total = try Int.fetchOne(db, sql: "SELECT count(\(name)) FROM \(left.sql) AS a") ?? 0
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(left.sql) AS a WHERE \(isLost)") ?? 0
    if count == 0 { return nil }
    let samples = try DatabaseValue.fetchAll(
      db, sql: "SELECT \(name) FROM \(left.sql) AS a WHERE \(isLost) LIMIT 3")
    return DataChange(
      kind: .notMoved, table: left.name, column: column, other: first, count: count, total: total,
      samples: samples.map(style.value))
  }

  // MARK: Names in place of values

  /// Finds new columns that contain a text that was meant as the name of a column.
  private func filled(_ lineage: RowLineage, _ now: [Identifier: Identifier]) throws -> [DataChange] {
    try lineage.strings(of: now).flatMap { table, column, strings, writers -> [DataChange] in
      guard let name = now[table] else { return [] }
      let side = try TableSide(name, in: "main", of: db)
      guard let own = side.columns.first(where: { $0 == column }) else { return [] }
      return try strings.compactMap { text in
        let test = "typeof(\(Keyword.quoteAlways(own))) = 'text' AND instr(\(Keyword.quoteAlways(own)), ?) > 0"
        let count =
          try Int.fetchOne(
            db, sql: "SELECT count(*) FROM \(side.sql) WHERE \(test)", arguments: [text]) ?? 0
        let samples = try DatabaseValue.fetchAll(
          db, sql: "SELECT \(Keyword.quoteAlways(own)) FROM \(side.sql) WHERE \(test) LIMIT 1", arguments: [text])
        return count == 0
          ? nil
          : DataChange(
            kind: .filledWithName, table: name, column: own, other: text.identifier, count: count,
            total: try self.count(side),
            samples: samples.map(style.value), writers: writers)
      }
    }
  }

  // MARK: AUTOINCREMENT

  /// Finds sequences of AUTOINCREMENT that are lower than before. https://www.sqlite.org/autoinc.html
  private func sequences(_ successors: Successors) throws -> [DataChange] {
    let has = "SELECT 1 FROM %.sqlite_master WHERE name = 'sqlite_sequence'"
    guard try Int.fetchOne(db, sql: has.replacing("%", with: ScratchDatabase.before)) == 1,
      try Int.fetchOne(db, sql: has.replacing("%", with: "main")) == 1
    else { return [] }
    let now = Dictionary(
      try Row.fetchAll(db, sql: "SELECT name, seq FROM main.sqlite_sequence").compactMap {
        row -> (Identifier, Int64)? in
        guard let name = row["name"] as String?, let seq = row["seq"] as Int64? else { return nil }
        return (name.identifier, seq)
      }, uniquingKeysWith: max)
    return try Row.fetchAll(db, sql: "SELECT name, seq FROM \(ScratchDatabase.before).sqlite_sequence ORDER BY name")
      .compactMap { row -> DataChange? in
        guard let name = (row["name"] as String?)?.identifier, let before = row["seq"] as Int64?,
          successors.drops(of: name).allSatisfy({ $0.column != nil })
        else { return nil }
        let table = successors.successor(of: name)
        guard let after = now[(table?.name ?? name)], after < before else { return nil }
        return DataChange(
          kind: .sequenceLost, table: name, count: Int(clamping: before - after), total: Int(clamping: before),
          samples: ["\(before) → \(after)"], writers: table?.columns.flatMap(\.writes).map(\.place).suffix(1) ?? [])
      }
  }
}

extension RowLineage.Table {
  /// Creates a table without known statements. Columns of equal name are the same column.
  init(unchanged table: Identifier, named name: Identifier, columns: [Identifier]) {
    self.init(
      name: name,
      columns: columns.map {
        RowLineage.Column(name: $0, origin: RowLineage.Origin(table: table, column: $0))
      }, origin: table)
    isByNameAlone = true
  }
}

extension RowLineage {
  /// New columns with strings that were meant as names.
  func strings(
    of now: [Identifier: Identifier]
  ) -> [(table: Identifier, column: Identifier, strings: [String], writers: [StatementPlace])] {
    alive.values.sorted().compactMap { tables[$0] }.flatMap { table in
      table.columns.compactMap { column in
        guard column.origin == nil else { return nil }
        let names = column.strings.filter(\.isMeantAsName).map(\.text).sorted()
        let writers = column.writes.map(\.place) + table.copies.map(\.place)
        return names.isEmpty ? nil : (table.name, column.name, names, Array(writers.suffix(1)))
      }
    }
  }
}
