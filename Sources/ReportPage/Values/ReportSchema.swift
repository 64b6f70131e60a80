/// The tables of a schema, or the entities of a declared model.
public struct ReportSchema: Sendable, Hashable {
  /// A table, a view, a virtual table or an entity.
  public struct Table: Sendable, Hashable {
    /// The name.
    public var name: String
    /// `table`, `view`, `virtual table` or `entity`.
    public var kind: String
    /// In the order of their declaration.
    public var columns: [Column]
    /// What else belongs to it, as SQL or as words: constraints, indexes and triggers.
    public var details: [String]
    /// Its foreign keys or relationships.
    public var references: [Reference]

    /// Creates a table.
    public init(
      name: String, kind: String, columns: [Column], details: [String] = [], references: [Reference] = []
    ) {
      (self.name, self.kind, self.columns) = (name, kind, columns)
      (self.details, self.references) = (details, references)
    }
  }

  /// A column, an attribute or a relationship.
  public struct Column: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The declared type; may be empty.
    public var type: String
    /// Its constraints, such as `NOT NULL`.
    public var constraints: [String]
    /// Whether it belongs to the primary key, or makes objects unique.
    public var isKey: Bool
    /// Whether it is `NOT NULL`, or not optional.
    public var isRequired: Bool

    /// Creates a column.
    public init(
      name: String, type: String, constraints: [String] = [], isKey: Bool = false, isRequired: Bool = false
    ) {
      (self.name, self.type, self.constraints) = (name, type, constraints)
      (self.isKey, self.isRequired) = (isKey, isRequired)
    }

    var definition: String { ([type] + constraints).filter { !$0.isEmpty }.joined(separator: " ") }
  }

  /// A foreign key or a relationship.
  public struct Reference: Sendable, Hashable {
    /// The columns that refer.
    public var columns: [String]
    /// The table that they refer to.
    public var table: String
    /// The columns there; empty for its primary key.
    public var tableColumns: [String]
    /// What happens to the rows if the target is deleted or changed, such as `ON DELETE CASCADE`; may be empty.
    public var rule: String
    /// Whether the schema declares it. Otherwise it is evident from the name of the column.
    public var isDeclared: Bool

    /// Creates a reference.
    public init(
      columns: [String], table: String, tableColumns: [String] = [], rule: String = "", isDeclared: Bool = true
    ) {
      (self.columns, self.table, self.tableColumns) = (columns, table, tableColumns)
      (self.rule, self.isDeclared) = (rule, isDeclared)
    }
  }

  /// By name.
  public var tables: [Table]

  /// Creates a schema.
  public init(tables: [Table]) { self.tables = tables.sorted { $0.name.precedesNaturally($1.name) } }
}
