/// A table that gets rows: what SQLite tells of it, and what its statement says besides.
struct PopulatedTable {
  struct Column {
    let name: String
    /// As declared, in upper case.
    let type: String
    let affinity: Affinity
    /// Whether NULL is something an application would write: not in a key, and not against a CHECK.
    var isNullable: Bool
    /// Neither generated nor hidden.
    let isSettable: Bool
    let isRowid: Bool
    /// The position in the primary key, from 1.
    let keyPosition: Int
    /// Whether leaving it out gives something else than NULL.
    let hasDefault: Bool
    /// What the default was, asked for once.
    let defaultValue: RowValue
    var facts = ColumnFacts()
  }

  /// A primary key, a UNIQUE or a unique index.
  struct UniqueKey {
    /// Positions in `columns`; an expression has none.
    let columns: [Int]
    let hasExpression: Bool
    let isPartial: Bool
    let index: String
  }

  struct Reference {
    /// Positions in `columns`.
    let columns: [Int]
    let parent: String
    /// As the parent's own list says, in the order of `columns`.
    let parentColumns: [String]
    /// Whether only the names say so: `user_id` beside a table `users`. Nothing enforces it, but an application keeps it.
    let isImplied: Bool
  }

  let name: String
  var columns: [Column]
  var keys: [UniqueKey] = []
  var references: [Reference] = []
  var checks: [Expression] = []
  var isAutoincrement = false
  let isWithoutRowid: Bool
  let isStrict: Bool
  /// Whether something at it may end the transaction: `ON CONFLICT ROLLBACK`, `RAISE(ROLLBACK, …)`.
  var mayRollBack = false

  func column(named name: String) -> Int? {
    let folded = name.foldedASCII
    return columns.firstIndex { $0.name.foldedASCII == folded }
  }

  /// Whether the columns are all that some key has, so that no two rows have the same values there.
  func isUnique(_ positions: [Int]) -> Bool {
    keys.contains { !$0.hasExpression && !$0.isPartial && Set($0.columns).isSubset(of: Set(positions)) }
  }
}

/// What a column's type makes of values. https://www.sqlite.org/datatype3.html#determination_of_column_affinity
enum Affinity: Sendable {
  case integer, text, blob, real, numeric

  init(type: String) {
    func has(_ word: String) -> Bool { type.uppercasedASCII.contains(word) }
    self =
      if has("INT") {
        .integer
      } else if has("CHAR") || has("CLOB") || has("TEXT") {
        .text
      } else if has("BLOB") || type.isEmpty {
        .blob
      } else if has("REAL") || has("FLOA") || has("DOUB") {
        .real
      } else {
        .numeric
      }
  }
}
