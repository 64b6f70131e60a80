/// What became of rows or values of one table between two states of a database.
public struct DataChange: Sendable, Hashable {
  /// The sort of change.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    // What statements say by themselves.

    /// DROP TABLE, without its rows going into another one.
    case tableDropped
    /// DROP COLUMN, or a copy into a table that lacks it.
    case columnDropped
    /// DELETE.
    case rowsDeleted

    /// Several copies, each of the rows with one value, took none of these.
    case rowsPicked

    // What no statement says.

    /// Rows are gone.
    case rowsLost
    case becameNull, truncated, digitsLost
    /// Another storage class, from which the value cannot be had back: `'007'` became 7.
    case classLost
    /// Many values became one.
    case becameConstant
    /// A copy did not name the column, which both tables have.
    case notCopied
    /// The values of another column of the table.
    case moved
    /// A column's name in place of its values.
    case filledWithName
    /// Rows have other keys, by which other tables know them.
    case renumbered

    // What is lost in nothing, or is meant.

    /// Other values, by an expression or an UPDATE.
    case rewritten
    /// Another storage class, from which the value can be had back.
    case reclassified
    /// A value in place of NULL.
    case filled
    /// Numbers that AUTOINCREMENT has given can be given again.
    case sequenceLost
  }

  /// What took rows away or emptied columns, where no statement is about them.
  public enum Cause: Sendable, Hashable {
    /// A copy, by its `WHERE`, `JOIN`, `DISTINCT`, `GROUP BY`, `LIMIT`, `OR IGNORE` or `OR REPLACE`.
    case copy([String])
    /// The action of a foreign key, when rows of `parent` went: `CASCADE`, `SET NULL`, `SET DEFAULT`.
    case action(String, parent: String)
  }

  /// What happened.
  public let kind: Kind
  /// By its name of before.
  public let table: String
  /// By its name of before, or that of after where it is new.
  public var column: String?
  /// Where values come from, for ``Kind/moved``; the name, for ``Kind/filledWithName``; a table that refers to this
  /// one, for ``Kind/renumbered``.
  public var other: String?
  /// Rows or values that it happened to.
  public var count: Int
  /// How many there were.
  public var total: Int
  /// Up to three of them, each on one line: `id 3: 'a' → NULL`.
  public var samples: [String] = []
  /// Nil where none is known.
  public var cause: Cause?
  /// The scripts whose statements are about it.
  public var scripts: [String] = []

  /// The change without its numbers and samples: the same for the same cause.
  public var subject: Subject { Subject(kind: kind, table: table, column: column, other: other) }

  /// What a change is about.
  public struct Subject: Sendable, Hashable {
    let kind: Kind
    let table: String
    let column: String?
    let other: String?
  }
}

/// A table whose rows could not be compared.
public struct ComparisonGap: Sendable, Hashable {
  /// By its name of before.
  public let table: String
  /// A clause for people.
  public let reason: String
}
