/// The changes that alter an entity's table in place.
///
/// `ADD COLUMN` and `RENAME COLUMN` do not modify rows, and `DROP COLUMN` writes each row once
/// (https://www.sqlite.org/lang_altertable.html), whereas a table rebuild writes all rows and all indexes. Therefore
/// the columns are not in the order of a new store: added columns are last.
struct TableChange {
  private let table: StoreLayout.EntityTable
  private let source: StoreLayout.EntityTable
  private let members: [StoreMapping.Member]
  /// The old column that each new column is made from.
  private let bases: [String: String]

  init(_ table: StoreLayout.EntityTable, from source: StoreLayout.EntityTable, _ members: [StoreMapping.Member]) {
    self.table = table
    self.source = source
    self.members = members
    var bases: [String: String] = [:]
    for keepsName in [true, false] {
      for column in table.ownColumns.map(\.name) where bases[column] == nil {
        let candidates = members.compactMap { $0.values[column]?.base }
        bases[column] = candidates.first { candidate in
          (candidate == column) == keepsName && !bases.values.contains(candidate)
        }
      }
    }
    self.bases = bases
  }

  /// The new names of the old columns that stay.
  var names: [String: String] { bases.reduce(into: [:]) { $0[$1.value] = $1.key } }

  var added: [StoreLayout.Column] { table.ownColumns.filter { bases[$0.name] == nil } }

  /// The columns to drop that no value depends on.
  var unread: [String] { leaving.filter { !isRead($0) } }

  /// The columns to drop after values have been computed from them.
  var read: [String] { leaving.filter(isRead) }

  /// The columns that remain after ``unread`` has been dropped.
  var present: Set<String> { Set(source.columns.map(\.name)).subtracting(unread) }

  func wants(name: String) -> Bool { table.columns.contains { $0.name == name } }

  private var leaving: [String] {
    let staying = Set(bases.values)
    return source.ownColumns.map(\.name).filter { !staying.contains($0) }
  }

  private func isRead(_ column: String) -> Bool {
    members.contains { member in member.values.values.contains { $0.columns.contains(column) } }
  }

  // MARK: Values

  /// The assignments and condition of a single UPDATE that sets all values; `nil` if there is none.
  func update(_ numbers: [Int: Int], _ name: (String) -> String) -> String? {
    let changes = table.ownColumns.map(\.name).map { ($0, Cases(self.changes(of: $0))) }.filter { !$0.1.isEmpty }
    if numbers.isEmpty, let (column, cases) = changes.first, changes.count == 1,
      let literal = cases.filling(bases[column])
    {
      return "\(column) = \(literal.sql) WHERE \(column) IS NULL" + condition(cases.numbers, " AND ")
    }
    var assignments = changes.map { column, cases in
      "\(column) = \(cases.sql(of: members.count, otherwise: column, name))"
    }
    if !numbers.isEmpty { assignments.insert("Z_ENT = \(ColumnValue.renumbering("Z_ENT", numbers))", at: 0) }
    guard !assignments.isEmpty else { return nil }
    let touched = changes.reduce(into: Set(numbers.keys)) { $0.formUnion($1.1.numbers) }
    return assignments.joined(separator: ", ") + condition(touched, " WHERE ")
  }

  private func condition(_ numbers: Set<Int>, _ word: String) -> String {
    numbers.count == members.count ? "" : "\(word)Z_ENT IN \(StoreMapping.list(numbers))"
  }

  /// The values of a column that differ from its current content, with the number of the entity.
  private func changes(of column: String) -> [(ColumnValue, Int)] {
    members.compactMap { member in
      let (value, base) = (member.values[column] ?? .null, bases[column])
      let isThere =
        value == .null ? base.map { !member.oldColumns.contains($0) } ?? true : value == base.map { .column($0) }
      return isThere ? nil : (value, member.number)
    }
  }

  // MARK: Indexes

  /// Whether an index is kept. An index on a column that is renamed, or takes the name of another one, is created
  /// again.
  func keeps(index: String) -> Bool {
    guard table.name == source.name, let statement = source.indexes[index], table.indexes[index] == statement,
      let list = statement.split(separator: "(").last
    else { return false }
    return list.split(separator: ",").allSatisfy { part in
      let column = String(part.drop { $0 == " " }.prefix { $0 != " " && $0 != ")" })
      return column == "Z_ENT" || bases[column] == column
    }
  }
}

/// Values, grouped with the numbers of the entities that they apply to.
struct Cases {
  private var cases: [(value: ColumnValue, numbers: Set<Int>)] = []

  init(_ values: [(ColumnValue, Int)]) {
    for (value, number) in values {
      if let known = cases.firstIndex(where: { $0.value == value }) {
        cases[known].numbers.insert(number)
      } else {
        cases.append((value, [number]))
      }
    }
  }

  var isEmpty: Bool { cases.isEmpty }
  var numbers: Set<Int> { cases.reduce(into: []) { $0.formUnion($1.numbers) } }

  /// The literal, if the only change is that NULL is replaced by one.
  func filling(_ column: String?) -> SQLLiteral? {
    guard cases.count == 1, case .filled(column, let literal) = cases[0].value else { return nil }
    return literal
  }

  /// An SQL expression for rows of `count` entities.
  func sql(of count: Int, otherwise: String, _ name: (String) -> String) -> String {
    if cases.count == 1 && cases[0].numbers.count == count { return cases[0].value.sql(name) }
    guard !cases.isEmpty else { return otherwise }
    let whens = cases.map { "WHEN Z_ENT IN \(StoreMapping.list($0.numbers)) THEN \($0.value.sql(name))" }
    return "CASE \(whens.joined(separator: " ")) ELSE \(otherwise) END"
  }
}

extension StoreLayout.EntityTable {
  /// The columns except those that every entity table has.
  var ownColumns: [StoreLayout.Column] { columns.filter { !["Z_PK", "Z_ENT", "Z_OPT"].contains($0.name) } }
}
