internal import GRDB
internal import SQLiteSyntax

extension PopulatedTable {
  /// Adds a condition to the table, so that its rows satisfy it.
  ///
  /// - Parameter tables: all tables by name, to which a reference can point.
  /// - Returns: whether the condition applies. It does not if a column or a table that it names does not exist, or if
  ///   SQLite does not accept it.
  mutating func assume(
    _ condition: AssumedCondition, _ tables: [Identifier: PopulatedTable], _ triggers: inout AssumptionTriggers
  ) -> Bool {
    guard condition.names(only: columns.map(\.name)) else { return false }
    do {
      switch condition.form {
      case .expression(let expression):
        _ = try triggers.db.makeStatement(
          sql: "SELECT 1 FROM (\(selection)) AS \(quotedName) WHERE \(condition.violation)")
        isEmptied = isEmptied || condition.isNever
        checks.append((condition.assumption.condition.identifier, expression))
        ColumnFacts.read(expression, into: &self)
        try triggers.add(condition, to: self)
      case .unique(let names):
        let positions = names.compactMap(column)
        guard !isUnique(positions) else { return true }
        keys.append(
          UniqueKey(
            columns: positions, hasExpression: false, isPartial: false, index: condition.assumption.condition.identifier
          ))
        try triggers.add(unique: positions, to: self)
      case .reference(let names, let parent, let key):
        let reference = Reference(
          columns: names.compactMap(column), parent: parent, parentColumns: key, isImplied: false
        ).resolved(tables)
        guard reference.defect == nil else { return false }
        let isDeclared = references.contains { $0.columns == reference.columns && $0.refers(to: parent) }
        if !isDeclared { references.append(reference) }
      }
    } catch {
      return false
    }
    return true
  }

  private var quotedName: String { Keyword.quoteAlways(name) }

  private var selection: String {
    "SELECT \(columns.map { Keyword.quoteAlways($0.name) }.joined(separator: ", ")) FROM main.\(quotedName)"
  }
}

extension PopulatedTable.Reference {
  fileprivate func refers(to table: Identifier) -> Bool { parent == table && defect == nil }
}
