/// The statements that make a schema, as they were written but for layout: what the parser gives and
/// `CanonicalSchema` is made from.

struct IndexedColumn: Hashable, Sendable {
  /// A column's name or an expression. A name may still turn out to be a string: see `Name`.
  let expression: Expression
  let collation: String?
  let isDescending: Bool
}

struct ViewStatement: Hashable, Sendable {
  let name: String
  let columns: Phrase
  let query: Phrase
}

struct TriggerStatement: Hashable, Sendable {
  let name: String
  let timing: String
  /// `INSERT`, `DELETE`, `UPDATE` or `UPDATE OF a, b`.
  let event: Phrase
  let table: String
  let condition: Expression?
  let body: [Phrase]
}

struct IndexStatement: Hashable, Sendable {
  let name: String
  let table: String
  let isUnique: Bool
  let columns: [IndexedColumn]
  let condition: Expression?
}

struct VirtualTableStatement: Hashable, Sendable {
  let name: String
  let module: String
  /// The arguments as they were written, without comments and outer white space; only the module knows their grammar.
  let arguments: [String]
}

struct TableStatement: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    let name: String
    /// In upper case with single spaces; empty when none was declared.
    let type: String
    var constraints: [Constraint] = []
  }

  /// A constraint of a column or of the table, with its name.
  struct Constraint: Hashable, Sendable {
    let name: String?
    let rule: Rule
  }

  enum Rule: Hashable, Sendable {
    /// `columns` is empty where the constraint stands behind its column.
    case primaryKey(columns: [IndexedColumn], isDescending: Bool, conflict: String?, autoincrement: Bool)
    case unique(columns: [IndexedColumn], conflict: String?)
    case check(Expression, conflict: String?)
    case foreignKey(columns: [String], ForeignKeyClause)
    case notNull(conflict: String?)
    case null
    /// `DEFERRABLE …` that stands apart from its REFERENCES.
    case deferral(Bool)
    case defaultValue(Expression)
    case collate(String)
    case generated(Expression, stored: Bool)
  }

  let name: String
  let columns: [Column]
  let constraints: [Constraint]
  let isStrict: Bool
  let isWithoutRowid: Bool
}

struct ForeignKeyClause: Hashable, Sendable {
  let table: String
  let columns: [String]
  var onDelete: String?
  var onUpdate: String?
  var match: String?
  var isDeferred = false
}
