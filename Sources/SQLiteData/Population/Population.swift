/// Rows for the tables of a schema, so that migrations are judged on data and not on empty tables.
///
/// The same schema, rows and seed give the same rows on every machine: nothing depends on a clock, on random numbers of
/// the system, or on the order of a dictionary.
public struct Population: Sendable, Hashable {
  /// How many rows a table gets beside those it has; fewer where a key has no more values.
  public let rows: Int
  /// Any text; the digest of a schema, where there is one. Other seeds give other values of the same shapes.
  public let seed: String
  /// SQL that knows the words of columns, such as the migrations that are to run on the rows.
  public let texts: [String]

  /// Enough for every shape of value, and for parents with no, one and many children.
  public static let defaultRows = 40

  /// Rows by their number in each table, and what they are chosen by.
  ///
  /// - Parameter texts: SQL that says `status = 'new'` and the like of columns that the schema itself does not restrict;
  ///   without it, such a column has made-up words, which a migration that restricts it now is right to refuse.
  public init(rows: Int = defaultRows, seed: String, texts: [String] = []) {
    self.rows = max(rows, 0)
    self.seed = seed
    self.texts = texts
  }

  /// What the rows of a database reach, and what they do not.
  public struct Coverage: Sendable, Hashable {
    /// How many rows each table has, by its name as declared: those that were there and those that were added.
    public let rows: [String: Int]
    /// Sorted.
    public let gaps: [Gap]

    /// What was counted.
    public init(rows: [String: Int], gaps: [Gap]) {
      self.rows = rows
      self.gaps = gaps.sorted()
    }
  }

  /// Something that the rows do not reach, so that a migration is not judged on it.
  public struct Gap: Sendable, Hashable, Comparable {
    /// As it was declared.
    public let table: String
    /// As it was declared; several with commas between; nil for the table as a whole.
    public let column: String?
    /// A clause for people, after the name: `has no rows: CHECK constraint failed: n > 5`.
    public let reason: String

    /// A gap in words.
    public init(table: String, column: String? = nil, reason: String) {
      self.table = table
      self.column = column
      self.reason = reason
    }

    /// By table, then by column, then by reason.
    public static func < (left: Gap, right: Gap) -> Bool {
      (left.table, left.column ?? "", left.reason) < (right.table, right.column ?? "", right.reason)
    }
  }
}
