public import SQLiteSyntax

/// A change of the rows or values of one table between two states of a database.
public struct DataChange: Sendable, Hashable, Codable {
  /// The kind of change.
  public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    // Changes that statements declare.

    /// DROP TABLE, without a copy of its rows into another table.
    case tableDropped
    /// DROP COLUMN, or a copy into a table without the column.
    case columnDropped
    /// Rows that DELETE removed.
    case rowsDeleted

    /// Rows that none of several copies took, each of which selects the rows with one value.
    case rowsNotSelected
    /// Rows that a copy leaves out by a clause that says which: duplicates, rows without a partner in a join, or rows
    /// whose values do not fulfil a condition.
    case rowsLeftOut

    // Changes that no statement declares.

    /// Rows are missing.
    case rowsLost
    case becameNull, truncated, digitsLost
    /// A change of storage class from which the value cannot be restored: `'007'` became 7.
    case storageClassLost
    /// Values of a storage class that no value of the column had before.
    case storageClassNew
    /// Many values became one.
    case becameConstant
    /// A copy omitted the column, which both tables have.
    case notCopied
    /// Values of a dropped column that a statement has copied from, and that are nowhere in what it filled.
    case notMoved
    /// The column contains the values of another column of the table.
    case moved
    /// The column contains a column's name instead of values.
    case filledWithName
    /// Rows have different keys, by which other tables refer to them.
    case renumbered

    // Changes that lose nothing, or are intended.

    /// Values that an expression or an UPDATE changed.
    case rewritten
    /// Values into which a statement merged those of another column.
    case merged
    /// A change of storage class from which the value can be restored.
    case storageClassChanged
    /// A value replaced NULL.
    case filled
    /// Numbers that AUTOINCREMENT has used can be used again.
    case sequenceLost
  }

  /// The cause of lost rows or values that no statement declares.
  public enum Cause: Sendable, Hashable, Codable {
    /// A copy that left rows out, by its `WHERE`, `JOIN`, `DISTINCT`, `GROUP BY`, `LIMIT`, `OR IGNORE` or `OR REPLACE`.
    case copy([String])
    /// The action of a foreign key when rows of a parent were deleted: `CASCADE`, `SET NULL`, `SET DEFAULT`. Several
    /// parents if it is not known which of them, or if each deleted some of the rows.
    case action(String, parents: [Identifier])
  }

  /// The kind of change.
  public let kind: Kind
  /// The table's name in the earlier database, or in the later one if the table is new.
  public let table: Identifier
  /// The column's name in the earlier database, or in the later one if the column is new; `nil` if the change is about
  /// rows.
  public var column: Identifier?
  /// The source column for ``Kind/moved``; the source columns for ``Kind/merged``; the column that received the values
  /// for ``Kind/columnDropped``; the class for ``Kind/storageClassNew``; the name for ``Kind/filledWithName``; the table that received rows for
  /// ``Kind/tableDropped``; a table that refers to this one for ``Kind/renumbered``; otherwise `nil`.
  public var other: Identifier?
  /// The number of rows or values that changed.
  public var count: Int
  /// The number of rows or values that there were.
  public var total: Int
  /// Up to three of them, each on one line: `id 3: 'a' → NULL`.
  public var samples: [String] = []
  /// The cause; `nil` if it is unknown.
  public var cause: Cause?
  /// The columns in which the rows have NULL, if a copy leaves them out only because of that; otherwise empty.
  public var nullColumns: [Identifier] = []
  /// For ``Kind/rowsLeftOut``, the action of a foreign key that may have deleted some of the rows; otherwise `nil`.
  public var possibleAction: Cause?
  /// The statements that changed the rows or values, as far as they are known.
  public var writers: [StatementPlace] = []
  /// The statements that say that they delete, leave out or overwrite existing rows or values; empty for other changes.
  public var places: [StatementPlace] = []

  /// The scripts of ``writers``.
  public var scripts: [String] { writers.map(\.script).uniqued }

  /// The change without its numbers and samples. Changes with the same cause have equal subjects.
  public var subject: Subject { Subject(kind: kind, table: table, column: column, other: other) }

  /// The subject of rows of the same table that a copy leaves out.
  public var subjectOfRowsLeftOut: Subject { Subject(kind: .rowsLeftOut, table: table, column: nil, other: nil) }

  /// The change with fewer rows, which the action of a foreign key has deleted.
  public func lostByAction(_ count: Int) -> DataChange {
    var change = DataChange(kind: .rowsLost, table: table, count: count, total: total, samples: samples)
    change.cause = possibleAction
    return change
  }

  /// The kind of a change, and the table and columns that it concerns.
  public struct Subject: Sendable, Hashable {
    let kind: Kind
    let table: Identifier
    let column: Identifier?
    let other: Identifier?
  }
}

/// A statement of a script.
public struct StatementPlace: Sendable, Hashable, Codable {
  /// The name of the script.
  public let script: String
  /// The identifier of the script. Several scripts can have the same name.
  public let id: String
  /// The number of statements before it in the script.
  public let index: Int
}

/// A table whose rows could not be compared.
public struct ComparisonGap: Sendable, Hashable {
  /// The table's name in the earlier database.
  public let table: Identifier
  /// A clause for a message.
  public let reason: String
}
