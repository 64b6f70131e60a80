/// A column of a key or an index.

package struct IndexedColumn: Hashable, Sendable {
  /// A column's name or an expression. The name may turn out to be a string: see `Name`.
  package let expression: Expression
  package let collation: Identifier?
  package let isDescending: Bool

  package init(expression: Expression, collation: Identifier?, isDescending: Bool) {
    self.expression = expression
    self.collation = collation
    self.isDescending = isDescending
  }
}

package struct ViewStatement: Hashable, Sendable {
  package let name: Identifier
  package let columns: Phrase
  package let query: Phrase
}

package struct TriggerStatement: Hashable, Sendable {
  package let name: Identifier
  package let timing: String
  /// `INSERT`, `DELETE`, `UPDATE` or `UPDATE OF a, b`.
  package let event: Phrase
  package let table: Identifier
  package let condition: Expression?
  package let body: [Phrase]
}

package struct IndexStatement: Hashable, Sendable {
  package let name: Identifier
  package let table: Identifier
  package let isUnique: Bool
  package let columns: [IndexedColumn]
  package let condition: Expression?
}

package struct VirtualTableStatement: Hashable, Sendable {
  package let name: Identifier
  package let module: Identifier
  /// The arguments as written, without comments and outer white space. Only the module knows their grammar.
  package let arguments: [String]
}

package struct TableStatement: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package let name: Identifier
    /// The type in upper case with single spaces; empty if the column declares none.
    package let type: String
    package var constraints: [Constraint] = []
  }

  /// A constraint of a column or of the table, with its name; `nil` if it has none.
  package struct Constraint: Hashable, Sendable {
    package let name: Identifier?
    package let rule: Rule
  }

  package enum Rule: Hashable, Sendable {
    /// A primary key. `columns` is empty if the constraint is part of a column definition.
    case primaryKey(columns: [IndexedColumn], isDescending: Bool, conflict: String?, autoincrement: Bool)
    case unique(columns: [IndexedColumn], conflict: String?)
    case check(Expression, conflict: String?)
    case foreignKey(columns: [Identifier], ForeignKeyClause)
    case notNull(conflict: String?)
    case null
    /// A `DEFERRABLE …` that does not follow its REFERENCES directly.
    case deferral(Bool)
    case defaultValue(Expression)
    case collate(Identifier)
    case generated(Expression, stored: Bool)
  }

  package let name: Identifier
  package let columns: [Column]
  package let constraints: [Constraint]
  package let isStrict: Bool
  package let isWithoutRowid: Bool
}

package struct ForeignKeyClause: Hashable, Sendable {
  package let table: Identifier
  package let columns: [Identifier]
  package var onDelete: String?
  package var onUpdate: String?
  package var match: String?
  package var isDeferred = false
}
