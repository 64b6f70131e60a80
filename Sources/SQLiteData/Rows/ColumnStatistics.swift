internal import GRDB
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Counts the changes of the values of one column, row by row.
struct ColumnStatistics {
  /// The column, with the statements that wrote to it.
  let column: RowLineage.Column
  /// The column's earlier name, and its index in the earlier table.
  let before: (name: Identifier, index: Int)
  /// The column's index in the later table.
  let after: Int
  let isGenerated: Bool
  let style: SampleStyle

  private var counts: [Sort: Int] = [:]
  private var samples: [Sort: [String]] = [:]
  /// The lengths to which texts were truncated, at most three.
  private var lengths: Set<Int> = []
  /// The new value of all changed values, as long as it is a single one.
  private var constant: DatabaseValue?
  private var isConstant = true
  /// The indexes of the earlier columns that contain all of the new values.
  private var sources: Set<Int>?
  private var moved: Set<String> = []
  /// Some of the texts that became NULL, at most 100.
  private var nulled: Set<String> = []
  /// Whether another text replaced a text or a blob.
  private var hasOtherTexts = false

  private enum Sort: Hashable {
    case filled, becameNull, storageClassChanged, storageClassLost, truncated, digitsLost, other, any
  }

  init(
    _ column: RowLineage.Column, before: (name: Identifier, index: Int), after: Int, isGenerated: Bool,
    style: SampleStyle
  ) {
    self.style = style
    self.column = column
    self.before = before
    self.after = after
    self.isGenerated = isGenerated
  }

  /// Counts one row.
  ///
  /// - Parameters:
  ///   - row: all earlier values of the row.
  ///   - new: the later value of this column.
  ///   - name: returns the name of the row; called only for a sample.
  mutating func count(_ row: [DatabaseValue], _ new: DatabaseValue, name: () -> String) {
    let old = row[before.index]
    let sort: Sort
    switch ValueChange(old, new) {
    case .none: return
    case .filled: sort = .filled
    case .becameNull:
      sort = .becameNull
      if case .string(let text) = old.storage, nulled.count < 100 { nulled.insert(text) }
    case .storageClassChanged: sort = .storageClassChanged
    case .storageClassLost: sort = .storageClassLost
    case .digitsLost: sort = .digitsLost
    case .other: sort = .other
    case .truncated(let length):
      sort = .truncated
      if lengths.count < 3 { lengths.insert(length) }
    }
    let style = style
    add(sort) { "\(name()): \(style.value(old)) → \(style.value(new))" }
    if sort == .storageClassChanged { return }
    if case .string = new.storage, sort != .filled { hasOtherTexts = hasOtherTexts || old.isTextOrBlob }
    add(.any) { "\(name()): \(style.value(old)) → \(style.value(new))" }
    let loose = new.loose
    // If a number was stored as text and cannot be restored, the comparison uses the number.
    sources = (sources ?? Set(row.indices.filter { $0 != before.index })).filter { row[$0].loose == loose }
    // In the place of an empty text, a value overwrites nothing.
    if let loose, moved.count < 2, old.storage != .string("") { moved.insert(loose) }
    if sort == .filled { return }
    if let constant { isConstant = isConstant && constant == new } else { constant = new }
  }

  private mutating func add(_ sort: Sort, _ sample: () -> String) {
    counts[sort, default: 0] += 1
    if samples[sort, default: []].count < 3 { samples[sort, default: []].append(sample()) }
  }

  var isUnchanged: Bool { counts.isEmpty }

  /// The changes of the column.
  ///
  /// - Parameters:
  ///   - columns: the earlier names of the table's columns.
  ///   - rows: the number of earlier rows.
  ///   - values: the number of earlier values that are not NULL.
  ///   - distinct: the numbers of distinct values before and after, each counted up to 3.
  ///   - merges: whether fewer values are distinct than before.
  ///   - resets: the defaults of the later column.
  ///   - lists: returns whether the table's own SQL contains this word, in a CHECK or a DEFAULT.
  func changes(
    table: Identifier, columns: [Identifier], rows: Int, values: Int, distinct: (before: Int, after: Int),
    merges: () throws -> Bool, resets: Set<String>,
    lists: (String) -> Bool
  ) throws -> [DataChange] {
    func change(_ kind: DataChange.Kind, _ sort: Sort, other: Identifier? = nil) -> DataChange {
      let changing = column.writes.filter(\.changesValues)
      let writes = changing.isEmpty || kind == .storageClassChanged ? column.writes : changing
      return DataChange(
        kind: kind, table: table, column: before.name, other: other, count: counts[sort] ?? 0,
        total: sort == .filled ? rows - values : values, samples: samples[sort] ?? [],
        writers: writes.map(\.place).uniqued)
    }
    var changes: [DataChange] = []
    if counts[.storageClassChanged] != nil { changes.append(change(.storageClassChanged, .storageClassChanged)) }
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
    let merged = column.writes.flatMap(\.merged).uniqued
    var rest =
      merged.isEmpty
      ? change(.rewritten, .other)
      : change(.merged, .other, other: Identifier(merged.map(\.text).joined(separator: ", ")))
    // The expression of a copy says what becomes of each value, and a CASE says it value by value. What a function makes
    // equal cannot be told apart again, and the text that it had is nowhere after `lower(path)`.
    let changing = column.writes.filter {
      $0.changesValues && ($0.isUpdate || !$0.merged.isEmpty || $0.value?.isCase != true)
        && $0.value?.isLosslessCall != true
    }
    let isCopy = changing.allSatisfy { !$0.isUpdate && $0.merged.isEmpty }
    let rewritesTexts = hasOtherTexts && changing.contains { $0.value?.isCall == true }
    rest.places = try isCopy && !rewritesTexts && !merges() ? [] : changing.map(\.place)
    for (sort, kind) in [
      (Sort.becameNull, DataChange.Kind.becameNull), (.truncated, .truncated), (.digitsLost, .digitsLost),
      (.storageClassLost, .storageClassLost),
    ] {
      guard let count = counts[sort] else { continue }
      let isLost =
        switch (meaning, sort) {
        case (.unexplained, _): true
        // No statement contains this NULL. It is the result of a query without rows, or of a CASE without a matching
        // WHEN. For invented words, a CASE needs no WHEN.
        case (.explained, .becameNull):
          column.writes.contains { write in
            write.value?.isQuery == true || write.value?.isCaseWithoutElse == true && nulled.contains(where: lists)
          }
        case (.cast, .becameNull): false
        case (.cast, _): true
        // A statement that writes a text of its own replaces a word by another.
        case (.explained, .truncated):
          lengths.count == 1 && count > 1 && !column.writes.contains { $0.value?.isText == true }
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
    /// No statement writes other values.
    case unexplained
    /// Every statement only casts the values.
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
      if copies.contains(where: { $0.kind == .leftOut }) { return .lost(.notCopied) }
      if copies.contains(where: { if case .replaced = $0.kind { true } else { false } }) {
        // The value is a literal or a function, and does not use the column.
        if constant?.isNull == true { return .unexplained }
        return isOne && distinct.before > 1 ? .lost(.becameConstant) : .explained
      }
    } else {
      if case .replaced(let value)? = updates.last?.kind, updates.last?.hasCondition == false, isOne,
        distinct.before > 2,
        !value.isReset(among: resets)
      {
        return .lost(.becameConstant)
      }
    }
    let meanings = column.writes.compactMap { write -> Meaning? in
      switch write.kind {
      case .copied, .leftOut: write.merged.isEmpty ? nil : .explained
      case .converted(let value): value.isCast ? .cast : .explained
      case .replaced, .unknown: .explained
      }
    }
    if meanings.isEmpty {
      return isOne && distinct.before > 1 && constant?.isNull == false ? .lost(.becameConstant) : .unexplained
    }
    return meanings.contains(.explained) ? .explained : .cast
  }

  /// The column that contains all of the new values, if no UPDATE explains them; otherwise `nil`.
  private func movedFrom(_ columns: [Identifier]) -> Identifier? {
    guard !column.writes.contains(where: \.changesValues), !isGenerated, moved.count > 1 else { return nil }
    if let source = sources?.min() { return columns[source] }
    // A copy names another column, whose type has converted some of the values.
    for case .copied(let source) in column.writes.map(\.kind)
    where source != column.name && source != before.name && before.name == column.name {
      return columns.first { $0 == source }
    }
    return nil
  }

  /// The name of a column that all changed rows contain as text; otherwise `nil`.
  private func nameFilled(_ columns: [Identifier], _ distinct: (before: Int, after: Int)) -> Identifier? {
    guard isConstant, case .string(let text)? = constant?.storage else { return nil }
    let isOwn = text.identifier == column.name || text.identifier == before.name
    let quoted = column.strings.first { $0.text == text }
    if let quoted { return quoted.isMeantAsName || distinct.before > 1 && distinct.after == 1 ? text.identifier : nil }
    // A default or a trigger wrote the name.
    return isOwn && distinct.after == 1 && distinct.before > 1 ? text.identifier : nil
  }
}

extension RowLineage.Write {
  /// The expression; `nil` if the column was only copied or left out.
  fileprivate var value: Expression? {
    switch kind {
    case .converted(let value), .replaced(let value): value
    case .copied, .leftOut, .unknown: nil
    }
  }

  /// Whether the statement changes values, and does not only copy them.
  fileprivate var changesValues: Bool {
    switch kind {
    case .copied, .leftOut: !merged.isEmpty
    case .replaced, .converted, .unknown: true
    }
  }
}

extension Expression {
  fileprivate var isQuery: Bool {
    if case .subquery = self { true } else { false }
  }

  fileprivate var isCase: Bool {
    if case .choice = self { true } else { false }
  }

  /// Whether the expression is the result of a function.
  fileprivate var isCall: Bool {
    switch self {
    case .call: true
    case .cast(let inner, _), .collate(let inner, _): inner.isCall
    default: false
    }
  }

  /// Whether the expression is the result of a function from which the argument can be computed again.
  fileprivate var isLosslessCall: Bool {
    guard case .call(let call) = self else { return false }
    return ["hex", "quote", "json", "json_array", "json_object", "json_quote"].contains(call.name)
  }

  /// > If there is no ELSE expression and no WHEN expressions are true, then the overall result is NULL.
  /// https://www.sqlite.org/lang_expr.html#the_case_expression
  fileprivate var isCaseWithoutElse: Bool {
    if case .choice(_, _, otherwise: nil) = self { true } else { false }
  }

  /// Whether the expression is a text that the statement writes out.
  fileprivate var isText: Bool { if case .string = self { true } else { false } }

  /// Whether the expression is a name, within CASTs at most.
  fileprivate var isCast: Bool {
    switch self {
    case .name: true
    case .cast(let inner, _), .collate(let inner, _), .prefix("+", let inner): inner.isCast
    default: false
    }
  }

  /// Whether the value represents the absence of one: NULL, zero, an empty text or JSON value, or the default of new rows.
  fileprivate func isReset(among defaults: Set<String>) -> Bool {
    switch self {
    case .literal(let text): ["NULL", "0", "0.0", "1", "TRUE", "FALSE"].contains(text) || defaults.contains(text)
    case .string(let text): ["", "{}", "[]"].contains(text) || defaults.contains(CanonicalPrinter.string(text))
    case .name(let parts): parts.count == 1 && ["true", "false"].contains(parts[0].identifier)
    case .call: true
    default: false
    }
  }
}

extension DatabaseValue {
  fileprivate var isTextOrBlob: Bool {
    switch storage {
    case .string, .blob: true
    case .null, .int64, .double: false
    }
  }
}
