public import SQLiteSyntax

/// Generated rows for the tables of a schema, so that migrations are tested on data and not on empty tables.
///
/// The same schema, number of rows and seed give the same rows on every machine: the rows do not depend on a clock, on
/// random numbers of the system, or on the order of a dictionary.
public struct Population: Sendable, Hashable {
  /// The number of rows that are added to each table. A table gets fewer if a key has no more values.
  public let rows: Int
  /// Any text, such as the digest of a schema. Different seeds give different values of the same shapes.
  public let seed: String
  /// SQL that contains words of columns, such as the migrations that the database has run.
  public let texts: [String]
  /// The migrations that will run on the rows, in order. They show what an application has written, as far as they do
  /// not write it themselves: words, JSON, and references that later versions declare.
  public let pending: [String]
  /// Those of ``pending`` that no released version has. No database in use satisfies the foreign keys that they declare
  /// because of them, so some rows have no parent.
  public let unreleased: Set<String>
  /// Conditions that the rows satisfy besides the constraints of the schema. Those on a table or a column that does not
  /// exist have no effect.
  public let assumptions: [Assumption]

  /// A description of rows of real databases, which the rows resemble.
  public let profile: DatabaseProfile?

  /// 40 rows, which is enough for every shape of value, and for parents without children, with one child and with many.
  public static let defaultRows = 40

  /// Creates a description of the rows.
  ///
  /// - Parameters:
  ///   - rows: the number of rows to add to each table.
  ///   - seed: any text, on which the values depend.
  ///   - texts: SQL with conditions such as `status = 'new'` for columns that the schema itself does not restrict.
  ///     Without it, such a column contains invented words, and a migration that restricts the column would rightly
  ///     fail.
  ///   - pending: the migrations that will run on the rows, in order.
  ///   - unreleased: those of them that no released version has.
  ///   - assumptions: conditions that the rows satisfy besides the constraints of the schema.
  ///   - profile: a description of rows of real databases. The rows satisfy its proposals, too.
  public init(
    rows: Int = defaultRows, seed: String, texts: [String] = [], pending: [String] = [],
    unreleased: Set<String> = [], assumptions: [Assumption] = [], profile: DatabaseProfile? = nil
  ) {
    self.rows = max(rows, 0)
    self.seed = seed
    self.texts = texts
    self.pending = pending
    self.unreleased = unreleased
    self.assumptions = assumptions
    self.profile = profile
  }

  /// The cases that the rows of a database cover, and those that they do not.
  public struct Coverage: Sendable, Hashable {
    /// The number of rows of each table, existing and added, by the table's declared name.
    public let rows: [Identifier: Int]
    /// The cases that the rows do not cover, sorted.
    public let gaps: [Gap]
    /// The assumptions that have an effect in this schema, sorted: their tables and columns exist, and SQLite accepts
    /// them.
    public let appliedAssumptions: [Assumption]

    /// Creates a coverage from its parts.
    public init(rows: [Identifier: Int], gaps: [Gap], appliedAssumptions: [Assumption] = []) {
      self.rows = rows
      self.gaps = gaps.sorted()
      self.appliedAssumptions = appliedAssumptions.sorted()
    }
  }

  /// A case that the rows do not cover, so that a migration is not tested on it.
  public struct Gap: Sendable, Hashable, Comparable {
    /// The table's name as it was declared.
    public let table: Identifier
    /// The column's name as it was declared, or several names separated by commas; `nil` if the gap is about the whole
    /// table.
    public let column: Identifier?
    /// A clause for a message that follows the name, such as `has no rows: CHECK constraint failed: n > 5`.
    public let reason: String

    /// Creates a gap from its parts.
    public init(table: Identifier, column: Identifier? = nil, reason: String) {
      self.table = table
      self.column = column
      self.reason = reason
    }

    /// Orders gaps by table, then by column, then by reason.
    public static func < (left: Gap, right: Gap) -> Bool {
      (left.table, left.column ?? "", left.reason) < (right.table, right.column ?? "", right.reason)
    }
  }
}
