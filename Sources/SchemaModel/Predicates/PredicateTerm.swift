/// What an expression of a predicate stands for.
indirect enum PredicateTerm {
  /// A value that is known before the store is asked.
  case captured(Any)
  case scalar(ScalarTerm)
  case composite(CompositeTerm)
  case object(ObjectTerm)
  case objects(ObjectsTerm)
  /// A range whose bounds may be columns; nil for no bound.
  case range(RangeTerm)
}

/// An expression with one value.
struct ScalarTerm {
  /// What NULL means.
  enum Null {
    /// There is none.
    case never
    /// Swift's nil, or a number that is not one.
    case asNil
    /// False: of a comparison with nil, whose answer Swift knows.
    case asFalse
  }

  /// How tightly its operator binds.
  enum Binding: Int { case or, and, comparison, operand }

  var sql: SQLFragment
  var null = Null.asNil
  var binding = Binding.operand
  /// The value is nil unless this holds, whatever the SQL says.
  var guarded: SQLFragment?
  /// The optional values that make it NULL when they are.
  var strictIn: Set<Int> = []
  /// The model class whose persistent identifier it is.
  var identifies: Any.Type?
  /// It is JSON.
  var isEncoded = false

  /// A condition that is 0 or 1.
  static func condition(_ sql: SQLFragment, _ binding: Binding = .comparison) -> ScalarTerm {
    ScalarTerm(sql: sql, null: .never, binding: binding)
  }

  /// A condition that is NULL instead of 0 where an operand is.
  static func nullable(_ sql: SQLFragment, _ binding: Binding = .comparison) -> ScalarTerm {
    ScalarTerm(sql: sql, null: .asFalse, binding: binding)
  }

  static func constant(_ isTrue: Bool) -> ScalarTerm {
    ScalarTerm(sql: .argument(.integer(isTrue ? 1 : 0)), null: .never)
  }

  /// The SQL, in parentheses unless it binds tighter than what is around it.
  func within(_ outer: Binding) -> SQLFragment { binding.rawValue > outer.rawValue ? sql : "(" + sql + ")" }

  /// The SQL of its value: NULL for nil only.
  var value: SQLFragment {
    let plain = null == .asFalse ? "(" + within(.comparison) + " IS TRUE)" : within(.comparison)
    guard let guarded else { return plain }
    return "CASE WHEN " + guarded + " THEN " + plain + " END"
  }

  /// The SQL of a condition in a place where NULL is as good as false.
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

/// A structure in several columns.
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

/// An object, by its key.
struct ObjectTerm {
  let type: Any.Type
  /// The SQL of its `Z_PK`, which needs no arguments.
  let key: String
  /// What its row is called, when it is one of those that are looked at.
  var alias: String?
  var isNullable = false
  var strictIn: Set<Int> = []
}

/// The objects that a relationship leads to.
struct ObjectsTerm {
  let type: Any.Type
  /// What follows FROM.
  let source: String
  /// What a row of the objects' table is called.
  let alias: String
  /// Which rows.
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

/// A range whose bounds are known.
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
