/// The value of a column in the new layout, in terms of columns of the old layout.
indirect enum ColumnValue: Hashable {
  case null
  case column(String)
  case literal(SQLLiteral)
  /// The value of the column, or the literal if it is NULL.
  case filled(String, SQLLiteral)
  /// A part of a composite: the value if at least one column of the composite is not NULL, otherwise the literal.
  case part(ColumnValue, of: [String], otherwise: SQLLiteral)
  /// A `Z_ENT` column whose numbers are replaced by new ones.
  case renumbered(String, [Int: Int])

  /// The column that already contains the value, at least for most rows.
  var base: String? {
    switch self {
    case .column(let name), .filled(let name, _), .renumbered(let name, _): name
    case .part(let value, _, _): value.base
    case .null, .literal: nil
    }
  }

  /// All columns that the value depends on.
  var columns: Set<String> {
    guard case .part(let value, let columns, _) = self else { return Set([base].compactMap { $0 }) }
    return value.columns.union(columns)
  }

  /// The SQL expression; `name` maps a column of the old layout to its current name.
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

  /// An expression that maps old numbers to new ones. Unchanged numbers are not in `numbers`.
  static func renumbering(_ column: String, _ numbers: [Int: Int]) -> String {
    guard !numbers.isEmpty else { return column }
    let cases = numbers.sorted { $0.key < $1.key }.map { "WHEN \($0.key) THEN \($0.value)" }
    return "CASE \(column) \(cases.joined(separator: " ")) ELSE \(column) END"
  }
}
