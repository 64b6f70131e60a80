/// The translation of an expression of a predicate.
indirect enum PredicateTerm {
  /// A value that is known before the query.
  case captured(Any)
  case scalar(ScalarTerm)
  case composite(CompositeTerm)
  case object(ObjectTerm)
  case objects(ObjectsTerm)
  /// A range whose bounds may be columns. A missing bound is `nil`.
  case range(RangeTerm)
}

/// An expression with a single value.
struct ScalarTerm {
  /// The meaning of NULL.
  enum Null {
    /// The value is never NULL.
    case never
    /// `nil` or NaN.
    case asNil
    /// False: the result of a comparison with `nil`.
    case asFalse
  }

  /// The precedence of the operator, lowest first.
  enum Binding: Int { case or, and, comparison, operand }

  var sql: SQLFragment
  var null = Null.asNil
  var binding = Binding.operand
  /// A condition without which the value is `nil`, regardless of the SQL.
  var guarded: SQLFragment?
  /// The optional values whose NULL makes this expression NULL.
  var strictIn: Set<Int> = []
  /// The model class, if the value is a persistent identifier.
  var identifies: Any.Type?
  /// Whether the value is JSON.
  var isEncoded = false

  /// A condition whose value is 0 or 1.
  static func condition(_ sql: SQLFragment, _ binding: Binding = .comparison) -> ScalarTerm {
    ScalarTerm(sql: sql, null: .never, binding: binding)
  }

  /// A condition that may be NULL instead of 0 if an operand is NULL.
  static func nullable(_ sql: SQLFragment, _ binding: Binding = .comparison) -> ScalarTerm {
    ScalarTerm(sql: sql, null: .asFalse, binding: binding)
  }

  static func constant(_ isTrue: Bool) -> ScalarTerm {
    ScalarTerm(sql: .argument(.integer(isTrue ? 1 : 0)), null: .never)
  }

  /// The SQL, in parentheses unless its precedence is higher than `outer`.
  func within(_ outer: Binding) -> SQLFragment { binding.rawValue > outer.rawValue ? sql : "(" + sql + ")" }

  /// The SQL of the value, which is NULL only for `nil`.
  var value: SQLFragment {
    let plain = null == .asFalse ? "(" + within(.comparison) + " IS TRUE)" : within(.comparison)
    guard let guarded else { return plain }
    return "CASE WHEN " + guarded + " THEN " + plain + " END"
  }

  /// The SQL of a condition where NULL is equivalent to false.
  var condition: ScalarTerm {
    guard let guarded else { return self }
    return .nullable(guarded + " AND " + within(.and), .and)
  }

  var negated: ScalarTerm {
    let inner = condition
    return .condition(
      inner.null == .never ? "NOT " + inner.within(.comparison) : inner.within(.comparison) + " IS NOT TRUE")
  }
}

/// A structure stored in several columns.
struct CompositeTerm {
  let columns: [SQLFragment]
  let codec: AttributeCodec
  var strictIn: Set<Int> = []

  var isNil: SQLFragment { joined(" AND ") { $0 + " IS NULL" } }
  var isThere: SQLFragment { joined(" OR ") { $0 + " IS NOT NULL" } }

  private func joined(_ separator: String, _ test: (SQLFragment) -> SQLFragment) -> SQLFragment {
    let tests = columns.map(test)
    return "(" + tests.dropFirst().reduce(tests[0]) { $0 + separator + $1 } + ")"
  }
}

/// An object, represented by its key.
struct ObjectTerm {
  let type: Any.Type
  /// The SQL of its `Z_PK`, without arguments.
  let key: String
  /// The alias of its row, if the row is part of the query.
  var alias: String?
  var isNullable = false
  var strictIn: Set<Int> = []
}

/// The objects of a to-many relationship.
struct ObjectsTerm {
  let type: Any.Type
  /// The SQL after FROM.
  let source: String
  /// The alias of the objects' table.
  let alias: String
  /// The condition that selects the rows.
  var condition: SQLFragment

  var element: ObjectTerm { ObjectTerm(type: type, key: "\(alias).Z_PK", alias: alias) }

  func exists(where more: SQLFragment? = nil) -> SQLFragment {
    let rows = "EXISTS (SELECT 1 FROM \(source) WHERE " + condition
    guard let more else { return rows + ")" }
    return rows + " AND " + more + ")"
  }

  var count: SQLFragment { "(SELECT COUNT(*) FROM \(source) WHERE " + condition + ")" }
}

/// A range of values.
struct RangeTerm {
  var lower: PredicateTerm?
  var upper: PredicateTerm?
  var isClosed: Bool
}

/// A range with known bounds.
protocol BoundedRange {
  var term: RangeTerm { get }
}

extension Range: BoundedRange {
  var term: RangeTerm { RangeTerm(lower: .captured(lowerBound), upper: .captured(upperBound), isClosed: false) }
}
extension ClosedRange: BoundedRange {
  var term: RangeTerm { RangeTerm(lower: .captured(lowerBound), upper: .captured(upperBound), isClosed: true) }
}
extension PartialRangeFrom: BoundedRange {
  var term: RangeTerm { RangeTerm(lower: .captured(lowerBound), isClosed: false) }
}
extension PartialRangeUpTo: BoundedRange {
  var term: RangeTerm { RangeTerm(upper: .captured(upperBound), isClosed: false) }
}
extension PartialRangeThrough: BoundedRange {
  var term: RangeTerm { RangeTerm(upper: .captured(upperBound), isClosed: true) }
}
