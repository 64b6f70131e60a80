internal import GRDB
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Compares the rows of an earlier table with those of its successor.
struct RowComparer {
  let db: GRDB.Database
  let left: TableSide
  let right: TableSide
  let style: SampleStyle

  /// A column's earlier and later name, with the statements that wrote to it.
  private struct Pair {
    let before: Identifier
    let after: Identifier
    let column: RowLineage.Column
  }

  private let table: RowLineage.Table
  private let pairs: [Pair]
  private let review: MissingRowsReview

  init(
    db: GRDB.Database, left: TableSide, right: TableSide, table: RowLineage.Table, cascades: CascadeSearch?,
    style: SampleStyle
  ) {
    self.style = style
    self.table = table
    self.db = db
    self.left = left
    self.right = right
    review = MissingRowsReview(db: db, left: left, right: right, table: table, cascades: cascades)
    let there = Set(right.columns)
    let were = Dictionary(left.columns.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
    pairs = table.columns.compactMap { column in
      guard there.contains(column.name), let origin = column.origin, let before = were[origin.column] else {
        return nil
      }
      return Pair(before: before, after: column.name, column: column)
    }
  }

  func run(rows: (before: Int, after: Int)) throws -> (changes: [DataChange], gap: String?) {
    guard rows.before > 0 else { return ([], nil) }
    let (changes, gap) = try rowChanges(rows)
    // A value that became another is reported as that.
    let seen = Set(
      changes.filter { ![.storageClassChanged, .rewritten, .merged, .filled].contains($0.kind) }.compactMap {
        $0.column
      })
    let review = StorageClassReview(db: db, left: left, right: right)
    let classes = try review.changes(
      table.columns.filter { right.positions[$0.name] != nil }.map { column in
        (column, pairs.first { $0.after == column.name }?.before)
      }, style
    ).filter { !seen.contains($0.column ?? "") }
    let other = Set(classes.compactMap { $0.column })
    let kept = changes.filter { $0.kind != .storageClassChanged || !other.contains($0.column ?? "") }
    return (kept + classes, gap)
  }

  private func rowChanges(_ rows: (before: Int, after: Int)) throws -> (changes: [DataChange], gap: String?) {
    if let match = try keyed() { return (try compare(match, rows), nil) }
    // The rows are matched by rowid if possible. Rows that only have different rowids are the same rows.
    let difference = try multisetDifference()
    if difference.lost == 0 {
      let renumbered = try renumbered(rows.before)
      return ((renumbered.map { [$0] } ?? []) + (try columnChanges(rows.before, besides: renumbered?.column)), nil)
    }
    if left.rowid != nil, right.rowid != nil, try haveSameRowids(rows) {
      return (try compare(RowMatch(left: left, right: right, key: []), rows), nil)
    }
    let lost = max(0, difference.lost - difference.added)
    let changes =
      try lost > 0
      ? review.changes(
        of: MissingRows(
          multisetSelection, count: lost, samples: multisetSamples(), review.accidents(remaining: rows.after)),
        rows.before)
      : []
    let unpaired = difference.lost - lost
    return (
      try changes + (lost == 0 ? columnChanges(rows.before, besides: nil) : []),
      unpaired > 0 ? "\(unpaired) of its rows differ from before, and no key identifies them" : nil
    )
  }

  // MARK: Matching rows

  /// A match by the primary key or a unique key whose values have not changed; `nil` if there is none.
  private func keyed() throws -> RowMatch? {
    let candidates = ([left.key] + left.uniques).filter { !$0.isEmpty }
    for candidate in candidates {
      let names = candidate
      let key = names.compactMap { name in pairs.first { $0.before == name && $0.column.isUntouched } }
      guard key.count == names.count else { continue }
      let after = Set(key.map(\.after))
      let isUnique = ([right.key] + right.uniques).contains { Set($0) == after }
      let match = RowMatch(left: left, right: right, key: key.map { ($0.before, $0.after) })
      if try !isUnique && hasDuplicates(key.map(\.after)) || hasGaps(key.map(\.before)) { continue }
      return match
    }
    return nil
  }

  private func hasDuplicates(_ columns: [Identifier]) throws -> Bool {
    let list = columns.map(Keyword.quoteAlways).joined(separator: ", ")
    return try Int.fetchOne(db, sql: "SELECT 1 FROM \(right.sql) GROUP BY \(list) HAVING count(*) > 1 LIMIT 1") != nil
  }

  /// Whether a key column contains NULL, which several rows may have.
  private func hasGaps(_ columns: [Identifier]) throws -> Bool {
    if left.isKeyComplete, columns == left.key { return false }
    let test = columns.map { "\(Keyword.quoteAlways($0)) IS NULL" }.joined(separator: " OR ")
    return try Int.fetchOne(db, sql: "SELECT 1 FROM \(left.sql) WHERE \(test) LIMIT 1") != nil
  }

  private func haveSameRowids(_ rows: (before: Int, after: Int)) throws -> Bool {
    let match = RowMatch(left: left, right: right, key: [])
    return try rows.before <= rows.after && Int.fetchOne(db, sql: "SELECT 1 \(match.only(left)) LIMIT 1") == nil
  }

  // MARK: Row by row

  private func compare(_ match: RowMatch, _ rows: (before: Int, after: Int)) throws -> [DataChange] {
    let were = left.positions
    let are = right.positions
    var columnStatistics = pairs.compactMap { pair -> ColumnStatistics? in
      guard let before = were[pair.before], let after = are[pair.after] else { return nil }
      return ColumnStatistics(
        pair.column, before: (pair.before, before), after: after,
        isGenerated: right.generated.contains(pair.after), style: style)
    }
    let differs = pairs.map { RowMatch.differs($0.before, $0.after) }
    let condition = ([match.isMissing] + differs).joined(separator: " OR ")
    let results =
      left.columns.map { "a." + Keyword.quoteAlways($0) } + right.columns.map { "b." + Keyword.quoteAlways($0) }
      + [match.isMissing, rowid(match)]
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(results.joined(separator: ", ")) FROM \(left.sql) AS a LEFT JOIN \(right.sql) AS b
        ON \(match.condition) WHERE \(condition)
        """)
    var missing = MissingRows(RowSelection(missingIn: match))
    let excluding = review.excluding(remaining: rows.after).map { $0.compactMap { were[$0] } }
    let count = left.columns.count
    while let row = try cursor.next() {
      let values = (0..<count).map { row.databaseValue($0) }
      func name() -> String { self.name(values, match, rowid: row.databaseValue(results.count - 1)) }
      if row[results.count - 2] as Bool {
        let nulls = excluding.map { $0.filter { values[$0].isNull }.map { left.columns[$0] } }
        missing.add(nulls: nulls) { sample(values, name()) }
        continue
      }
      for index in columnStatistics.indices {
        columnStatistics[index].count(values, row.databaseValue(count + columnStatistics[index].after), name: name)
      }
    }
    var changes = try review.changes(of: missing, rows.before)
    for statistics in columnStatistics where !statistics.isUnchanged {
      changes += try self.changes(statistics, rows.before)
    }
    // New numbers matter only to rows that refer to the old ones.
    return try changes.filter { change in
      guard change.kind == .notCopied, left.key == [change.column], try isIntegerKey() else { return true }
      return try (child() ?? impliedChild()) != nil
    }
  }

  /// What identifies the row if its key does not, or if its key is not shown.
  private func rowid(_ match: RowMatch) -> String {
    match.key.isEmpty || style == .keys ? left.rowid.map { "a.\($0)" } ?? "NULL" : "NULL"
  }

  private func changes(_ statistics: ColumnStatistics, _ rows: Int) throws -> [DataChange] {
    let (one, other) = (
      Keyword.quoteAlways(statistics.before.name), Keyword.quoteAlways(right.columns[statistics.after])
    )
    let values = try Int.fetchOne(db, sql: "SELECT count(\(one)) FROM \(left.sql)") ?? 0
    // At most three values are counted, because only none, one and many are distinguished.
    func distinct(_ column: String, _ side: TableSide) throws -> Int {
      try Int.fetchOne(
        db,
        sql: "SELECT count(*) FROM (SELECT DISTINCT \(column) FROM \(side.sql) WHERE \(column) IS NOT NULL LIMIT 3)")
        ?? 0
    }
    func count(_ column: String, _ side: TableSide) throws -> Int {
      try Int.fetchOne(db, sql: "SELECT count(DISTINCT \(column) COLLATE BINARY) FROM \(side.sql)") ?? 0
    }
    let defaults = try String.fetchAll(
      db, sql: "SELECT dflt_value FROM pragma_table_info(?, ?) WHERE name = ? AND dflt_value NOT NULL",
      arguments: [right.name.text, right.schema, right.columns[statistics.after].text])
    let declaration =
      try String.fetchOne(
        db, sql: "SELECT sql FROM \(left.schema).sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE",
        arguments: [left.name.text]) ?? ""
    return try statistics.changes(
      table: left.name, columns: left.columns, rows: rows, values: values,
      distinct: (try distinct(one, left), try distinct(other, right)),
      merges: { try count(one, left) > count(other, right) }, resets: Set(defaults),
      lists: { declaration.contains(CanonicalPrinter.string($0)) }
    ).map { change in
      guard change.kind == .becameNull || change.kind == .becameConstant,
        statistics.column.writes.allSatisfy({ if case .copied = $0.kind { true } else { false } }),
        let action = try review.action(on: statistics.before.name)
      else { return change }
      var change = change
      change.cause = action
      return change
    }
  }

  // MARK: Without a key

  /// The number of earlier rows that are missing among the later ones, and the reverse. Equal rows count as often as
  /// they occur.
  private func multisetDifference() throws -> (lost: Int, added: Int) {
    let row = try Row.fetchOne(
      db,
      sql: "SELECT coalesce(sum(max(n, 0)), 0), coalesce(sum(max(-n, 0)), 0) FROM (SELECT sum(n) AS n \(multiset))")
    return (row?[0] ?? 0, row?[1] ?? 0)
  }

  /// The changes of the columns that statements wrote to. Without a key, the values that are gone are paired with the new ones
  /// in their order.
  private func columnChanges(_ rows: Int, besides other: Identifier?) throws -> [DataChange] {
    let were = left.positions
    let are = right.positions
    // SQLite gives other numbers to the rows of a copy that leaves them out.
    let numbers = try left.key.count == 1 && isIntegerKey() ? left.key : []
    return try pairs.flatMap { pair -> [DataChange] in
      let isNumber = numbers.contains(pair.before) && pair.column.writes.contains { $0.kind == .leftOut }
      guard !pair.column.isUntouched, !isNumber, pair.before != other, !right.generated.contains(pair.after),
        let before = were[pair.before],
        let after = are[pair.after]
      else { return [] }
      var statistics = ColumnStatistics(
        pair.column, before: (pair.before, before), after: after, isGenerated: false, style: style)
      let (gone, new) = try (values(of: pair, 1), values(of: pair, -1))
      var row = Array(repeating: DatabaseValue.null, count: left.columns.count)
      for (one, other) in zip(gone, new) {
        row[before] = one
        statistics.count(row, other) { "a row" }
      }
      return statistics.isUnchanged ? [] : try changes(statistics, rows)
    }
  }

  /// The values of a column that only the earlier (1) or the later (-1) table has, as often as the other lacks them.
  private func values(of pair: Pair, _ side: Int) throws -> [DatabaseValue] {
    let (one, other) = (Keyword.quoteAlways(pair.before), Keyword.quoteAlways(pair.after))
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT v, n FROM (SELECT v, sum(n) * \(side) AS n FROM (
        SELECT \(one) COLLATE BINARY AS v, 1 AS n FROM \(left.sql) UNION ALL
        SELECT \(other) COLLATE BINARY, -1 FROM \(right.sql)) GROUP BY v, typeof(v)) WHERE n > 0 ORDER BY v
        """)
    var values: [DatabaseValue] = []
    while let row = try cursor.next() {
      values += Array(repeating: row.databaseValue(0), count: row[1])
    }
    return values
  }

  /// The change of rows that all exist, with different keys because a copy omits the key; otherwise `nil`.
  private func renumbered(_ rows: Int) throws -> DataChange? {
    guard left.key.count == 1, left.rowid != nil,
      let key = pairs.first(where: { $0.before == left.key[0] }),
      key.column.writes.contains(where: { $0.kind == .leftOut })
    else { return nil }
    let count =
      try Int.fetchOne(
        db, sql: "SELECT coalesce(sum(max(n, 0)), 0) FROM (SELECT sum(n) AS n \(multiset(with: key)))") ?? 0
    if count == 0 { return nil }
    let children = try child() ?? impliedChild()
    // A number that nothing refers to says nothing; a word does.
    if children == nil, try isIntegerKey() { return nil }
    return DataChange(
      kind: .renumbered, table: left.name, column: key.before, other: children, count: count, total: rows,
      writers: key.column.writes.map(\.place).suffix(1))
  }

  /// A table with a foreign key that refers to the key of this one. One that refers to another column does not see its numbers.
  private func child() throws -> Identifier? {
    let name = try String.fetchOne(
      db,
      sql: """
        SELECT child.name FROM \(left.schema).sqlite_master AS child, pragma_foreign_key_list(child.name, ?) AS key
        WHERE child.type = 'table' AND key."table" = ? COLLATE NOCASE
          AND (key."to" IS NULL OR key."to" = ? COLLATE NOCASE) ORDER BY child.rowid
        """, arguments: [left.schema, left.name.text, left.key.first?.text])
    return name?.identifier
  }

  /// A table with a column whose name says that it refers to this one.
  private func impliedChild() throws -> Identifier? {
    let columns = try Row.fetchAll(
      db,
      sql: """
        SELECT child.name, column.name FROM \(left.schema).sqlite_master AS child,
        pragma_table_info(child.name, ?) AS column
        WHERE child.type = 'table' AND (child.name <> ? COLLATE NOCASE OR column.pk = 0) ORDER BY child.rowid
        """, arguments: [left.schema, left.name.text])
    return columns.lazy.map { (child: Identifier($0[0]), column: Identifier($0[1])) }.first { child, column in
      guard ImpliedReference.isReference(column, in: child, to: left.name) else { return false }
      // Beside a key `seq`, `node_id` refers to the column `id`.
      let word = NameWords(column.text).words.last ?? ""
      return left.key.contains(Identifier(word)) || !left.columns.contains(Identifier(word))
    }?.child
  }

  /// Whether the key consists of numbers that a database assigns. SQLite does not assign those of a `SERIAL`, but
  /// schemas that are written for several databases have them.
  private func isIntegerKey() throws -> Bool {
    let type =
      try String.fetchOne(
        db, sql: "SELECT type FROM pragma_table_info(?, ?) WHERE pk > 0", arguments: [left.name.text, left.schema])?
      .lowercasedASCII ?? ""
    return ["int", "serial"].contains(where: type.contains)
  }

  private var multiset: String { multiset(with: nil) }

  private func multiset(with other: Pair?) -> String {
    let untouched = pairs.filter { $0.column.isUntouched } + (other.map { [$0] } ?? [])
    func select(_ columns: [Identifier], _ side: TableSide, _ sign: String) -> String {
      let values = columns.enumerated().flatMap { index, column in
        let name = Keyword.quoteAlways(column)
        return ["\(name) COLLATE BINARY AS c\(index)", "typeof(\(name)) AS t\(index)"]
      }
      return "SELECT \((values + ["\(sign)1 AS n"]).joined(separator: ", ")) FROM \(side.sql)"
    }
    let names = untouched.indices.flatMap { ["c\($0) COLLATE BINARY", "t\($0)"] }
    let group = names.isEmpty ? "" : " GROUP BY " + names.joined(separator: ", ")
    return "FROM (\(select(untouched.map(\.before), left, "")) UNION ALL \(select(untouched.map(\.after), right, "-")))"
      + group
  }

  /// The rows that are missing, as far as their columns are unchanged.
  private var multisetSelection: RowSelection {
    let names = pairs.filter { $0.column.isUntouched }.map(\.before)
    let values = names.enumerated().map { "c\($0) AS \(Keyword.quoteAlways($1))" }
    let columns = values + ["sum(n) AS \(RowSelection.count)"]
    return RowSelection(
      sql: "SELECT \(columns.joined(separator: ", ")) \(multiset) HAVING sum(n) > 0",
      columns: Set(names))
  }

  private func multisetSamples() throws -> [String] {
    let count = pairs.count { $0.column.isUntouched }
    if count == 0 { return [] }
    let columns = (0..<count).map { "c\($0)" }.joined(separator: ", ")
    let names = pairs.filter { $0.column.isUntouched }.map(\.before)
    return try Row.fetchAll(db, sql: "SELECT \(columns) \(multiset) HAVING sum(n) > 0 LIMIT 3").map { row in
      zip(names, row.databaseValues).prefix(3).map { "\($0) \(style.value($1))" }.joined(separator: ", ")
    }
  }

  // MARK: Words for a row

  private func name(_ values: [DatabaseValue], _ match: RowMatch, rowid: DatabaseValue) -> String {
    if match.key.isEmpty { return "rowid \(rowid.sample)" }
    let key = match.key.compactMap { key in
      left.columns.firstIndex { $0 == key.left }.map { (key.left, values[$0]) }
    }
    let words = key.map { "\($0) \(style.key($1))" }.joined(separator: ", ")
    let isShown = style == .values || key.allSatisfy { Int64.fromDatabaseValue($1) != nil }
    return isShown || rowid.isNull ? words : "rowid \(rowid.sample)"
  }

  /// A row that is missing, with up to two of its values after the key.
  private func sample(_ values: [DatabaseValue], _ name: String) -> String {
    let keys = Set(left.key)
    let others = zip(left.columns, values).filter { !keys.contains($0.0) && !$0.1.isNull }.prefix(2)
    return ([name] + others.map { "\($0) \(style.value($1))" }).joined(separator: ", ")
  }
}

extension Row {
  fileprivate func databaseValue(_ index: Int) -> DatabaseValue { self[index] as DatabaseValue }
}

extension RowLineage.Column {
  /// Whether the values should be unchanged, byte by byte.
  fileprivate var isUntouched: Bool {
    writes.allSatisfy { write in
      guard case .copied(let source) = write.kind, write.merged.isEmpty else { return false }
      return source == name || source == origin?.column || origin?.column != name
    }
  }
}
