internal import SQLiteSyntax

/// The restrictions that the CHECKs of a table place on one column alone. Restrictions on several columns together are
/// not represented; rows are tried until SQLite accepts one.
struct ColumnFacts: Sendable {
  /// The only values allowed; `nil` if the CHECKs do not list any.
  var words: [RowValue]?
  var excluded: [RowValue] = []
  var minimum: Double?
  var maximum: Double?
  var minimumLength: Int?
  var maximumLength: Int?
  var pattern: TextPattern?
  var isJSON = false
  /// The parts that SQL reads, if it reads the column as JSON.
  var jsonShape: JSONShape?
  /// The shape of all texts in real databases, if they have only one.
  var shape: ValueShape?
  /// The type in `json_type(x) = 'array'`.
  var jsonType: String?
  /// The storage class in `typeof(x) = 'text'`.
  var storage: String?
  /// The date function in `date(x) IS NOT NULL` and similar conditions.
  var timestamp: Identifier?
  /// Whether there is a condition such as `x = lower(x)`.
  var isLowercase = false
  var isUppercase = false
  /// The only characters allowed, from `x NOT GLOB '*[^0-9a-f]*'`.
  var alphabet: [Character]?
  /// The values that other statements use together with the column's name: see `Vocabulary`.
  var vocabulary: [RowValue] = []
  /// The values that occur in CHECKs of the column, which are tried if no other value is accepted.
  var mentioned: [RowValue] = []

  /// Adds the restrictions of `check`, which must be true or NULL, to the columns of `table`.
  static func read(_ check: Expression, into table: inout PopulatedTable) {
    mention(check, &table)
    for part in check.conjuncts { read(conjunct: part, into: &table) }
  }

  private static func read(conjunct: Expression, into table: inout PopulatedTable) {
    if case .prefix("NOT", let inner) = conjunct, let turned = inner.negated {
      return read(conjunct: turned, into: &table)
    }
    let parts = conjunct.disjuncts
    guard parts.count > 1 else { return read(single: conjunct, into: &table) }
    // The rest of `x IS NULL OR …` applies to values that are not NULL.
    let rest = parts.filter { part in
      if case .isNull(_, negated: false) = part { false } else { true }
    }
    if rest.count == 1 {
      let column = nullColumn(parts, table)
      if let column, rest[0].columns(table) == [column] { read(conjunct: rest[0], into: &table) }
      return
    }
    readWords(rest, into: &table)
  }

  /// The column for which one of the parts allows NULL.
  private static func nullColumn(_ parts: [Expression], _ table: PopulatedTable) -> Int? {
    for case .isNull(let operand, negated: false) in parts { return position(of: operand, table) }
    return nil
  }

  /// Reads conditions such as `x = 1 OR x = 2 OR x IN (3, 4)`.
  private static func readWords(_ parts: [Expression], into table: inout PopulatedTable) {
    var words: [RowValue] = []
    var column: Int?
    for part in parts {
      guard let (position, values) = equality(part, table), column ?? position == position else { return }
      column = position
      words += values
    }
    if let column { table.columns[column].facts.restrict(to: words) }
  }

  /// A column and its allowed values; `nil` for other conditions.
  private static func equality(_ part: Expression, _ table: PopulatedTable) -> (Int, [RowValue])? {
    switch part {
    case .infix(let left, let rest) where rest.count == 1 && ["=", "IS"].contains(rest[0].symbol):
      if let column = position(of: left, table), let value = rest[0].operand.constant(table) {
        return (column, [value])
      }
      if let column = position(of: rest[0].operand, table), let value = left.constant(table) {
        return (column, [value])
      }
      return nil
    case .among(let operand, let target, negated: false):
      guard let column = position(of: operand, table), let values = target.constants(table) else { return nil }
      return (column, values)
    default: return nil
    }
  }

  private static func read(single: Expression, into table: inout PopulatedTable) {
    if let (column, values) = equality(single, table) {
      return table.columns[column].facts.restrict(to: values.filter { !$0.isNull })
    }
    switch single {
    case .isNull(let operand, negated: true):
      if let column = position(of: operand, table) { table.columns[column].isNullable = false }
      if case .call(let call) = operand, let column = call.firstColumn(table) {
        table.columns[column].facts.timestamp = call.name
      }
    case .between(let operand, let low, let high, negated: false):
      bound(operand, ">=", low, &table)
      bound(operand, "<=", high, &table)
    case .among(.call(let call), let target, negated: false) where call.name == "typeof":
      let types = target.constants(table)?.filter { $0 != .text("null") }
      if let column = call.firstColumn(table), case .text(let type)? = types?.first {
        table.columns[column].facts.storage = type
      }
    case .among(let operand, let target, negated: true):
      if let column = position(of: operand, table), let values = target.constants(table) {
        table.columns[column].facts.excluded += values
      }
    case .like(let operand, let word, let pattern, let escape, negated: false):
      guard let column = position(of: operand, table), case .text(let text)? = pattern.constant(table) else { return }
      let character: Character? = if case .text(let mark)? = escape?.constant(table) { mark.first } else { nil }
      if word == "LIKE" { table.columns[column].facts.pattern = TextPattern(like: text, escape: character) }
      if word == "GLOB" { table.columns[column].facts.pattern = TextPattern(glob: text) }
    case .like(let operand, "GLOB", let pattern, _, negated: true):
      guard let column = position(of: operand, table), case .text(let text)? = pattern.constant(table) else { return }
      table.columns[column].facts.alphabet = TextPattern.alphabet(outside: text)
    case .call(let call): read(call, into: &table)
    case .infix(let left, let rest) where rest.count == 1:
      bound(left, rest[0].symbol, rest[0].operand, &table)
    default: break
    }
  }

  /// Reads a call that is a condition by itself: `json_valid(x)`, `like('a%', x)`.
  private static func read(_ call: FunctionCall, into table: inout PopulatedTable) {
    guard let column = call.firstColumn(table) else { return }
    if call.name == "json_valid" { table.columns[column].facts.isJSON = true }
  }

  private static func bound(
    _ left: Expression, _ symbol: String, _ right: Expression, _ table: inout PopulatedTable
  ) {
    let turned = ["<": ">", "<=": ">=", ">": "<", ">=": "<="]
    if left.constant(table) != nil, right.constant(table) == nil {
      return bound(right, turned[symbol] ?? symbol, left, &table)
    }
    if case .call(let call) = left, let column = call.firstColumn(table) {
      table.columns[column].facts.read(call.name, symbol, right.constant(table))
      if ["=", "IS"].contains(symbol), right.columns(table) == [column] {
        table.columns[column].facts.readFixpoint(call.name)
      }
      return
    }
    if case .call(let call) = right, let column = position(of: left, table), call.firstColumn(table) == column {
      return table.columns[column].facts.readFixpoint(call.name)
    }
    guard let column = position(of: left, table), let value = right.constant(table) else { return }
    switch symbol {
    case "<>", "IS NOT": table.columns[column].facts.excluded.append(value)
    default:
      guard let number = value.number else { return }
      table.columns[column].facts.bound(symbol, number, isWhole: table.columns[column].holdsWholeNumbers)
    }
  }

  /// Reads `x = date(x)` and `lower(x) = x`.
  private mutating func readFixpoint(_ function: Identifier) {
    switch function {
    case "lower": isLowercase = true
    case "upper": isUppercase = true
    case "date", "datetime", "time", "strftime": timestamp = function
    default: break
    }
  }

  /// Reads `length(x) <= 10` and `typeof(x) = 'text'`.
  private mutating func read(_ function: Identifier, _ symbol: String, _ value: RowValue?) {
    switch (function, value) {
    case ("length", .integer(let number)?), ("trim", .integer(let number)?), ("octet_length", .integer(let number)?):
      let number = Int(clamping: number)
      switch symbol {
      case "<": maximumLength = min(maximumLength ?? .max, number - 1)
      case "<=": maximumLength = min(maximumLength ?? .max, number)
      case ">", "<>": minimumLength = max(minimumLength ?? 0, number + 1)
      case ">=": minimumLength = max(minimumLength ?? 0, number)
      case "=", "IS": (minimumLength, maximumLength) = (number, number)
      default: break
      }
    case ("trim", .text("")?) where symbol == "<>": minimumLength = max(minimumLength ?? 0, 1)
    case ("json_valid", .integer(1)?): isJSON = true
    case ("json_type", .text(let type)?) where symbol == "=": (isJSON, jsonType) = (true, type)
    case ("typeof", .text(let type)?) where symbol == "=": storage = type
    default: break
    }
  }

  private mutating func bound(_ symbol: String, _ number: Double, isWhole: Bool) {
    let step = isWhole ? 1 : 0.001
    switch symbol {
    case ">": minimum = max(minimum ?? -.infinity, number + step)
    case ">=": minimum = max(minimum ?? -.infinity, number)
    case "<": maximum = min(maximum ?? .infinity, number - step)
    case "<=": maximum = min(maximum ?? .infinity, number)
    default: break
    }
  }

  private mutating func restrict(to values: [RowValue]) {
    let values = values.filter { !$0.isNull }
    guard !values.isEmpty else { return }
    words = words.map { $0.filter(values.contains) } ?? values.uniqued
  }

  /// Records the values that occur in a CHECK for each column in it.
  private static func mention(_ check: Expression, _ table: inout PopulatedTable) {
    let columns = check.columns(table)
    for value in check.constants where !value.isNull {
      for column in columns where !table.columns[column].facts.mentioned.contains(value) {
        table.columns[column].facts.mentioned.append(value)
      }
    }
  }

  static func position(of expression: Expression, _ table: PopulatedTable) -> Int? {
    switch expression {
    case .name(let parts): parts.last.flatMap { table.column(named: $0.identifier) }
    case .collate(let operand, _), .prefix("+", let operand): position(of: operand, table)
    default: nil
    }
  }
}

extension PopulatedTable.Column {
  var holdsWholeNumbers: Bool { affinity == .integer || facts.storage == "integer" }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in their order.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
