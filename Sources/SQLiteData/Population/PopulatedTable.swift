internal import SQLiteSyntax

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
    /// Positions in `columns`, also of those in expressions.
    var columns: [Int]
    let hasExpression: Bool
    let isPartial: Bool
    /// As SQLite calls it in its messages.
    let index: String
    /// What the WHERE of a partial index looks at.
    var condition: [Int] = []
  }

  struct Reference {
    /// Positions in `columns`.
    let columns: [Int]
    let parent: String
    /// As the parent's own list says, in the order of `columns`.
    let parentColumns: [String]
    /// Whether only the names say so: `user_id` beside a table `users`. Nothing enforces it, but an application keeps it.
    let isImplied: Bool
    /// Why no row can have such a parent: the table or its column is not there.
    var defect: String?
  }

  let name: String
  var columns: [Column]
  var keys: [UniqueKey] = []
  var references: [Reference] = []
  var checks: [(name: String?, condition: Expression)] = []
  /// What the generated columns are computed from.
  var sources: [Int: [Int]] = [:]
  var isAutoincrement = false
  let isWithoutRowid: Bool
  let isStrict: Bool
  /// Whether a constraint of it ends the transaction: `ON CONFLICT ROLLBACK`.
  var mayRollBack = false
  /// Whether a trigger of it does: `RAISE(ROLLBACK, …)`.
  var raisesRollback = false

  func column(named name: String) -> Int? {
    let folded = name.foldedASCII
    return columns.firstIndex { $0.name.foldedASCII == folded }
  }

  /// Whether the columns are all that some key has, so that no two rows have the same values there.
  func isUnique(_ positions: [Int]) -> Bool {
    keys.contains { !$0.isPartial && !$0.columns.isEmpty && $0.columns.allSatisfy(positions.contains) }
  }

  /// The columns that can be set and make these what they are.
  func settable(_ positions: [Int]) -> [Int] {
    positions.flatMap { columns[$0].isSettable ? [$0] : settable(sources[$0] ?? []) }.uniqued
  }

  var primaryKey: [String] {
    columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
  }

  /// What tells a row: the primary key, or a name of the rowid that no column has taken.
  var identity: [String] {
    if isWithoutRowid { return primaryKey.map(Keyword.quoteAlways) }
    return [["rowid", "_rowid_", "oid"].first { column(named: $0) == nil } ?? "rowid"]
  }
}

extension PopulatedTable.Reference {
  /// With the key that it means, or what is wrong with it.
  func resolved(_ tables: [String: PopulatedTable]) -> Self {
    guard let table = tables[parent.foldedASCII] else {
      return with(parentColumns, defect: "\(parent), to which it refers, is not there")
    }
    let key = parentColumns.isEmpty ? table.primaryKey : parentColumns
    let isThere = key.count == columns.count && key.allSatisfy { table.column(named: $0) != nil }
    return with(key, defect: isThere ? nil : "\(parent), to which it refers, has no such key")
  }

  private func with(_ key: [String], defect: String?) -> Self {
    Self(columns: columns, parent: parent, parentColumns: key, isImplied: isImplied, defect: defect)
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
