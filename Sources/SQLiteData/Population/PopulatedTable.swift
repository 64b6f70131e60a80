internal import SQLiteSyntax

/// A table that is to be filled, as SQLite's pragmas and its CREATE statement describe it.
struct PopulatedTable {
  struct Column {
    let name: Identifier
    /// The type as declared, in upper case.
    let type: String
    let affinity: Affinity
    /// Whether an application would write NULL: not in a key, and not if a CHECK forbids it.
    var isNullable: Bool
    /// Whether the column is neither generated nor hidden.
    let isSettable: Bool
    let isRowid: Bool
    /// The position in the primary key, from 1; 0 for the other columns.
    let keyPosition: Int
    /// Whether the column has a value other than NULL if an INSERT omits it.
    let hasDefault: Bool
    /// The value of the default, evaluated once.
    let defaultValue: RowValue
    /// The share of rows in real databases in which the column is NULL; `nil` if it is unknown.
    var nullShare: Double?
    var facts = ColumnFacts()
  }

  /// A primary key, a UNIQUE constraint or a unique index.
  struct UniqueKey {
    /// The positions in `columns`, including columns within expressions.
    var columns: [Int]
    let hasExpression: Bool
    let isPartial: Bool
    /// The name of the index, as in SQLite's messages; empty for the rowid.
    let index: Identifier
    /// The positions of the columns in the WHERE of a partial index.
    var condition: [Int] = []
  }

  struct Reference {
    /// The positions in `columns`.
    let columns: [Int]
    let parent: Identifier
    /// The names of the parent's columns, in the order of `columns`.
    var parentColumns: [Identifier]
    /// Whether only the names imply the reference: `user_id` if there is a table `users`. SQLite does not enforce it,
    /// but applications maintain it.
    let isImplied: Bool
    /// The reason why no row can have such a parent, because the table or its key is missing; otherwise `nil`.
    var defect: String?
    /// Whether the table that it refers to does not exist.
    var isDangling = false
    /// The text that precedes the parent's key in the column, as in `content_id = 'memos/' || memo.uid`.
    var prefix = ""
    /// Whether a few rows have no parent: only a join implies the reference, and may leave such rows out, or only a
    /// migration that no released version has declares it.
    var isLoose = false

    /// The rank among references that share columns. An implied reference of one column comes last.
    var weight: Int { isImplied && columns.count == 1 ? 0 : columns.count }
  }

  let name: Identifier
  var columns: [Column]
  var keys: [UniqueKey] = []
  var references: [Reference] = []
  var checks: [(name: Identifier?, condition: Expression)] = []
  /// The columns in expressions of indexes.
  var expressionColumns: [Int] = []
  /// Whether an assumption, such as FALSE, excludes all rows.
  var isEmptied = false
  /// The columns from which each generated column is computed, by position.
  var sources: [Int: [Int]] = [:]
  var isAutoincrement = false
  let isWithoutRowid: Bool
  let isStrict: Bool
  /// Whether a constraint of the table ends the transaction: `ON CONFLICT ROLLBACK`.
  var mayRollBack = false
  /// Whether a trigger of the table does: `RAISE(ROLLBACK, …)`.
  var raisesRollback = false

  func column(named name: Identifier) -> Int? {
    columns.firstIndex { $0.name == name }
  }

  /// Whether the columns include all columns of a key, so that no two rows have the same values in them.
  func isUnique(_ positions: [Int]) -> Bool {
    keys.contains { !$0.isPartial && !$0.columns.isEmpty && $0.columns.allSatisfy(positions.contains) }
  }

  /// The columns that can be set and determine the values of these.
  func settable(_ positions: [Int]) -> [Int] {
    positions.flatMap { columns[$0].isSettable ? [$0] : settable(sources[$0] ?? []) }.uniqued
  }

  var primaryKey: [Identifier] {
    columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
  }

  /// The names, as SQL, that identify a row: the primary key, or a name of the rowid that no column has.
  var identity: [String] {
    if isWithoutRowid { return primaryKey.map(Keyword.quoteAlways) }
    return [["rowid", "_rowid_", "oid"].first { column(named: Identifier($0)) == nil } ?? "rowid"]
  }
}

extension PopulatedTable.Reference {
  /// The reference with the parent's key, or with the reason why it is impossible.
  func resolved(_ tables: [Identifier: PopulatedTable]) -> Self {
    var copy = self
    guard let table = tables[parent] else {
      copy.defect = "\(parent), to which it refers, does not exist"
      copy.isDangling = true
      return copy
    }
    copy.parentColumns = parentColumns.isEmpty ? table.primaryKey : parentColumns
    let isThere =
      copy.parentColumns.count == columns.count && copy.parentColumns.allSatisfy { table.column(named: $0) != nil }
    copy.defect = isThere ? nil : "\(parent), to which it refers, has no such key"
    return copy
  }
}

/// A column's affinity, which determines how SQLite converts values.
/// https://www.sqlite.org/datatype3.html#determination_of_column_affinity
package enum Affinity: Sendable {
  case integer, text, blob, real, numeric

  package init(type: String) {
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
