internal import GRDB
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// What became of the values of one column, counted row by row.
struct ColumnStatistics {
  /// What statements put there.
  let column: RowLineage.Column
  /// Its name of before, and its place among the table's columns of before.
  let before: (name: String, index: Int)
  /// Its place among the table's columns of after.
  let after: Int
  let isGenerated: Bool

  private var counts: [Sort: Int] = [:]
  private var samples: [Sort: [String]] = [:]
  /// Lengths that texts were cut to.
  private var lengths: Set<Int> = []
  /// What all other values became, as long as it is one.
  private var constant: DatabaseValue?
  private var isConstant = true
  /// Places of columns that have all the values that are here now.
  private var sources: Set<Int>?
  private var moved: Set<String> = []
  /// Texts that became NULL, some of them.
  private var nulled: Set<String> = []

  private enum Sort: Hashable { case filled, becameNull, reclassified, classLost, truncated, digitsLost, other, any }

  init(
    _ column: RowLineage.Column, before: (name: String, index: Int), after: Int, isGenerated: Bool
  ) {
    self.column = column
    self.before = before
    self.after = after
    self.isGenerated = isGenerated
  }

  /// - Parameters:
  ///   - row: all values of before.
  ///   - name: what to call the row; made only for a sample.
  mutating func count(_ row: [DatabaseValue], _ new: DatabaseValue, name: () -> String) {
    let old = row[before.index]
    let sort: Sort
    switch ValueChange(old, new) {
    case .none: return
    case .filled: sort = .filled
    case .becameNull:
      sort = .becameNull
      if case .string(let text) = old.storage, nulled.count < 100 { nulled.insert(text) }
    case .reclassified: sort = .reclassified
    case .classLost: sort = .classLost
    case .digitsLost: sort = .digitsLost
    case .other: sort = .other
    case .truncated(let length):
      sort = .truncated
      if lengths.count < 3 { lengths.insert(length) }
    }
    add(sort) { "\(name()): \(old.sample) → \(new.sample)" }
    if sort == .reclassified { return }
    add(.any) { "\(name()): \(old.sample) → \(new.sample)" }
    let loose = new.loose
    // Where a text stands for a number that cannot be had back, the number is what it became.
    sources = (sources ?? Set(row.indices.filter { $0 != before.index })).filter { row[$0].loose == loose }
    if let loose, moved.count < 2 { moved.insert(loose) }
    if sort == .filled { return }
    if let constant { isConstant = isConstant && constant == new } else { constant = new }
  }

  private mutating func add(_ sort: Sort, _ sample: () -> String) {
    counts[sort, default: 0] += 1
    if samples[sort, default: []].count < 3 { samples[sort, default: []].append(sample()) }
  }

  var isUnchanged: Bool { counts.isEmpty }

  /// - Parameters:
  ///   - columns: the table's names of before.
  ///   - distinct: how many values there were in all rows, and are.
  ///   - lists: whether the table's own SQL has this word, in a CHECK or a DEFAULT.
  func changes(
    table: String, columns: [String], rows: Int, values: Int, distinct: (before: Int, after: Int), resets: Set<String>,
    lists: (String) -> Bool
  ) -> [DataChange] {
    func change(_ kind: DataChange.Kind, _ sort: Sort, other: String? = nil) -> DataChange {
      let making = column.writes.filter(\.isMaking)
      let writes = making.isEmpty || kind == .reclassified ? column.writes : making
      let scripts = writes.map(\.script).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return DataChange(
        kind: kind, table: table, column: before.name, other: other, count: counts[sort] ?? 0,
        total: sort == .filled ? rows - values : values, samples: samples[sort] ?? [], scripts: scripts)
    }
    var changes: [DataChange] = []
    if counts[.reclassified] != nil { changes.append(change(.reclassified, .reclassified)) }
    guard counts[.any] != nil else { return changes }
    if let name = nameFilled(columns, distinct) { return changes + [change(.filledWithName, .any, other: name)] }
    if let source = movedFrom(columns) { return changes + [change(.moved, .any, other: source)] }
    if counts[.filled] != nil { changes.append(change(.filled, .filled)) }
    let meaning = meaning(distinct, resets)
    if meaning == .lost(.becameConstant) || meaning == .lost(.notCopied) {
      let kind: DataChange.Kind = meaning == .lost(.notCopied) ? .notCopied : .becameConstant
      var lost = change(kind, .any)
      lost.count -= counts[.filled] ?? 0
      return lost.count > 0 ? changes + [lost] : changes
    }
    var rest = change(.rewritten, .other)
    for (sort, kind) in [
      (Sort.becameNull, DataChange.Kind.becameNull), (.truncated, .truncated), (.digitsLost, .digitsLost),
      (.classLost, .classLost),
    ] {
      guard let count = counts[sort] else { continue }
      let isLost =
        switch (meaning, sort) {
        case (.unexplained, _): true
        // Nobody has written NULL: it is what a query is that finds nothing, and a CASE that does not know the value.
        // Of words that were made up it need not know any.
        case (.explained, .becameNull):
          column.writes.contains { write in
            write.value?.isQuery == true || write.value?.isOpenChoice == true && nulled.contains(where: lists)
          }
        case (.cast, .becameNull): false
        case (.cast, _): true
        case (.explained, .truncated): lengths.count == 1 && count > 1
        default: false
        }
      if isLost {
        changes.append(change(kind, sort))
      } else {
        rest.count += count
        rest.samples = Array((rest.samples + (samples[sort] ?? [])).prefix(3))
      }
    }
    return rest.count > 0 ? changes + [rest] : changes
  }

  // MARK: What statements say of it

  private enum Meaning: Equatable {
    /// No statement is about its values.
    case unexplained
    /// CAST and nothing else.
    case cast
    case explained
    case lost(DataChange.Kind)
  }

  private func meaning(_ distinct: (before: Int, after: Int), _ resets: Set<String>) -> Meaning {
    if isGenerated { return .explained }
    let updates = column.writes.filter(\.isUpdate)
    let copies = column.writes.filter { !$0.isUpdate }
    let isOne = distinct.after <= 1 && isConstant
    if updates.isEmpty {
      if copies.contains(where: { $0.way == .leftOut }) { return .lost(.notCopied) }
      if copies.contains(where: { if case .replaced = $0.way { true } else { false } }) {
        // A literal, a function without the column.
        if constant?.isNull == true { return .unexplained }
        return isOne && distinct.before > 1 ? .lost(.becameConstant) : .explained
      }
    } else {
      if case .replaced(let value)? = updates.last?.way, updates.last?.hasCondition == false, isOne,
        distinct.before > 2,
        !value.isReset(among: resets)
      {
        return .lost(.becameConstant)
      }
    }
    let ways = column.writes.compactMap { write -> Meaning? in
      switch write.way {
      case .copied, .leftOut: nil
      case .converted(let value): value.isCast ? .cast : .explained
      case .replaced, .unknown: .explained
      }
    }
    if ways.isEmpty {
      return isOne && distinct.before > 1 && constant?.isNull == false ? .lost(.becameConstant) : .unexplained
    }
    return ways.contains(.explained) ? .explained : .cast
  }

  /// The column that all its values come from now, and no UPDATE says so.
  private func movedFrom(_ columns: [String]) -> String? {
    guard !column.writes.contains(where: \.isMaking), !isGenerated, moved.count > 1 else { return nil }
    if let source = sources?.min() { return columns[source] }
    // A copy says so, and the other column's type has changed some of them.
    for case .copied(let source) in column.writes.map(\.way)
    where source != column.key && source != before.name.foldedASCII && before.name.foldedASCII == column.key {
      return columns.first { $0.foldedASCII == source }
    }
    return nil
  }

  /// The name that stands in all the rows that have changed.
  private func nameFilled(_ columns: [String], _ distinct: (before: Int, after: Int)) -> String? {
    guard isConstant, case .string(let text)? = constant?.storage else { return nil }
    let isOwn = text.foldedASCII == column.key || text.foldedASCII == before.name.foldedASCII
    let quoted = column.strings.first { $0.text == text }
    if let quoted { return quoted.isMeantAsName || distinct.before > 1 && distinct.after == 1 ? text : nil }
    // By a default, or by a trigger.
    return isOwn && distinct.after == 1 && distinct.before > 1 ? text : nil
  }
}

extension RowLineage.Write {
  /// The expression, where there is more than a column.
  fileprivate var value: Expression? {
    switch way {
    case .converted(let value), .replaced(let value): value
    case .copied, .leftOut, .unknown: nil
    }
  }

  /// Whether it makes other values, and does not just take them along.
  fileprivate var isMaking: Bool {
    switch way {
    case .copied, .leftOut: false
    case .replaced, .converted, .unknown: true
    }
  }
}

extension Expression {
  fileprivate var isQuery: Bool {
    if case .subquery = self { true } else { false }
  }

  /// > If there is no ELSE expression and no WHEN expressions are true, then the overall result is NULL.
  /// https://www.sqlite.org/lang_expr.html#the_case_expression
  fileprivate var isOpenChoice: Bool {
    if case .choice(_, _, otherwise: nil) = self { true } else { false }
  }

  /// CAST of a name, and nothing else.
  fileprivate var isCast: Bool {
    switch self {
    case .name: true
    case .cast(let inner, _), .collate(let inner, _), .prefix("+", let inner): inner.isCast
    default: false
    }
  }

  /// Whether it is a value that stands for none: NULL, zero, nothing, or what new rows get.
  fileprivate func isReset(among defaults: Set<String>) -> Bool {
    switch self {
    case .literal(let text): ["NULL", "0", "0.0", "1", "TRUE", "FALSE"].contains(text) || defaults.contains(text)
    case .string(let text): text.isEmpty || defaults.contains(CanonicalPrinter.string(text))
    case .name(let parts): parts.count == 1 && ["true", "false"].contains(parts[0].text.foldedASCII)
    case .call: true
    default: false
    }
  }
}
