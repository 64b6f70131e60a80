/// The uniqueness constraints of a table, and how the values of its columns vary so that rows satisfy them. A constraint
/// concerns all rows of a table, whatever their entities.
struct UniqueColumns {
  /// How the values of a column vary from row to row.
  enum Variation {
    /// Values are repeated.
    case any
    /// Each row has another value.
    case unique
    /// Two rows have the same value: the members of a constraint of several properties. Of four rows, the first two have
    /// one value of `high` and the last two another; `low` differs within each of these pairs. No two rows agree in both.
    case high, low

    /// The row whose unique value a row has.
    func position(_ row: Int) -> Int {
      switch self {
      case .any, .unique: row
      case .high: row / 2
      case .low: row / 4 * 2 + row % 2
      }
    }
  }

  /// The columns of each constraint.
  private let constraints: [[String]]
  private var variations: [String: Variation] = [:]
  /// The key columns whose values must differ.
  private var uniqueKeys: Set<String> = []
  private var seen: [[String]: Set<[[UInt8]]>] = [:]

  /// - Parameter values: the values of an attribute, which an entity declares or inherits.
  init(
    of root: String, in model: DeclaredModel, _ layout: StoreLayout,
    values: (_ attribute: DeclaredModel.Attribute, _ entity: String) -> RowValues
  ) {
    var constraints: [[String]] = []
    var endless: Set<String> = []
    var keys: Set<String> = []
    for entity in model.family(of: root) {
      let properties = model.inheritedProperties(of: entity.name)
      for constraint in entity.uniquenessConstraints {
        let columns = constraint.compactMap { property -> String? in
          if let attribute = properties.attributes.first(where: { $0.name == property }),
            let column = layout.column(of: property, in: entity.name)
          {
            if values(attribute, entity.name).isEndless { endless.insert(column.name) }
            return column.name
          }
          guard case .ownKey(let column)? = layout.storage(of: property, in: entity.name) else { return nil }
          keys.insert(column)
          return column
        }
        if !columns.isEmpty, columns.count == constraint.count { constraints.append(columns) }
      }
    }
    self.constraints = constraints
    // Those of one property first, because a longer one that contains such a property needs nothing else.
    for columns in constraints.sorted(by: { $0.count < $1.count }) { vary(columns, endless, keys) }
  }

  private mutating func vary(_ columns: [String], _ endless: Set<String>, _ keys: Set<String>) {
    guard !columns.contains(where: { variations[$0] == .unique || uniqueKeys.contains($0) }) else { return }
    let endlessColumns = columns.filter { endless.contains($0) }
    guard let first = endlessColumns.first else {
      if let key = columns.first(where: { keys.contains($0) }) { uniqueKeys.insert(key) }
      return
    }
    guard endlessColumns.count > 1, assign(.high, endlessColumns), assign(.low, endlessColumns) else {
      variations[first] = .unique
      return
    }
  }

  /// Makes one of the columns vary in a way, if one does already or can.
  private mutating func assign(_ variation: Variation, _ columns: [String]) -> Bool {
    if columns.contains(where: { variations[$0] == variation }) { return true }
    guard let free = columns.first(where: { variations[$0] == nil }) else { return false }
    variations[free] = variation
    return true
  }

  func variation(of column: String) -> Variation { variations[column] ?? .any }

  /// Whether no two rows may refer to the same object by this column.
  func isUniqueKey(_ column: String) -> Bool { uniqueKeys.contains(column) }

  /// Adds a row, if its attributes violate no constraint; says whether it did.
  mutating func insert(_ row: [String: SQLLiteral]) -> Bool {
    var keys: [([String], [[UInt8]])] = []
    for columns in constraints {
      let values = columns.compactMap { row[$0]?.comparisonKey }
      // Rows with NULL differ from all others: https://www.sqlite.org/lang_createindex.html#unique_indexes
      guard values.count == columns.count else { continue }
      if seen[columns]?.contains(values) == true { return false }
      keys.append((columns, values))
    }
    for (columns, values) in keys { seen[columns, default: []].insert(values) }
    return true
  }
}

extension SQLLiteral {
  /// Equal for values that an index treats as equal; `nil` for NULL. Swift also treats texts as equal that are composed of
  /// different code points.
  fileprivate var comparisonKey: [UInt8]? {
    switch self {
    case .null: nil
    case .real(let value) where value.isNaN: nil
    case .real(let value): Array((Int64(exactly: value).map(SQLLiteral.integer) ?? self).sql.utf8)
    default: Array(sql.utf8)
    }
  }
}
