/// What a column of the new layout says, in terms of the columns that the old layout has.
indirect enum ColumnValue: Hashable {
  case null
  case column(String)
  case literal(SQLLiteral)
  /// What the column says, and the literal where it says nothing.
  case filled(String, SQLLiteral)
  /// A part of a composite: the value where one of the composite's columns says something, the literal where none does.
  case part(ColumnValue, of: [String], otherwise: SQLLiteral)
  /// A `Z_ENT` by its new number.
  case renumbered(String, [Int: Int])

  /// The column that already says it, for most rows at least.
  var base: String? {
    switch self {
    case .column(let name), .filled(let name, _), .renumbered(let name, _): name
    case .part(let value, _, _): value.base
    case .null, .literal: nil
    }
  }

  /// All columns it is made of.
  var columns: Set<String> {
    guard case .part(let value, let columns, _) = self else { return Set([base].compactMap { $0 }) }
    return value.columns.union(columns)
  }

  /// An expression; `name` gives a column of the old layout its name of the moment.
  func sql(_ name: (String) -> String) -> String {
    switch self {
    case .null: return "NULL"
    case .column(let column): return name(column)
    case .literal(let literal): return literal.sql
    case .filled(let column, let literal): return "coalesce(\(name(column)), \(literal.sql))"
    case .part(let value, let columns, let literal):
      let isNil = columns.map { "\(name($0)) IS NULL" }.joined(separator: " AND ")
      return "CASE WHEN \(isNil) THEN \(literal.sql) ELSE \(value.sql(name)) END"
    case .renumbered(let column, let numbers): return Self.renumbering(name(column), numbers)
    }
  }

  /// Numbers that stay are left out of `numbers`.
  static func renumbering(_ column: String, _ numbers: [Int: Int]) -> String {
    guard !numbers.isEmpty else { return column }
    let cases = numbers.sorted { $0.key < $1.key }.map { "WHEN \($0.key) THEN \($0.value)" }
    return "CASE \(column) \(cases.joined(separator: " ")) ELSE \(column) END"
  }
}
