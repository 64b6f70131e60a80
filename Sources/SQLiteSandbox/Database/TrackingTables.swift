public import SQLiteSyntax

/// Tables in which tools record what they did to a database, such as the migrations it has had. Users' databases contain
/// them; they are not part of a schema.
///
/// This module does not know any tool. A ``ScratchDatabase`` is given the tables when it is created.
public struct TrackingTables: Sendable {
  /// A table of a tool.
  public struct Table: Sendable, Hashable {
    /// The name that the tool gives it.
    public let name: Identifier
    /// The tool, or the tools, that create a table of this name.
    public let tool: String
    /// Columns in which the tool notes a time, a duration or a random value, each with the SQL expression that replaces
    /// the value in a fixture, so that the same migrations make the same bytes.
    public let normalizedColumns: [Identifier: String]

    /// A table with the columns to normalise.
    public init(_ name: Identifier, of tool: String, normalizing columns: [Identifier: String] = [:]) {
      self.name = name
      self.tool = tool
      normalizedColumns = columns
    }
  }

  private let tables: [Identifier: Table]

  /// - Parameter tables: two tools may list the same table.
  public init(_ tables: some Sequence<Table>) {
    self.tables = Dictionary(tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// For databases in which no tool has recorded anything.
  public static let none = TrackingTables([Table]())

  /// All tables, by name.
  public var all: [Table] { tables.sorted { $0.key < $1.key }.map(\.value) }

  /// The table of this name.
  public subscript(name: Identifier) -> Table? { tables[name] }

  /// Whether there is a table of this name.
  public func contains(_ name: Identifier) -> Bool { self[name] != nil }

  package var names: Set<Identifier> { Set(tables.keys) }

  /// Whether a table looks like the one in which a program of the project records the migrations that it has run. Its rows are
  /// those that the program writes, and no others.
  ///
  /// - Parameter columnCount: the number of its columns.
  package static func mayBeOfProgram(_ name: Identifier, columnCount: Int) -> Bool {
    let words = name.folded.split(separator: "_").map(String.init)
    if isOfAlembic(name, columnCount: columnCount) { return true }
    let subjects: Set = [
      "migration", "migrations", "schema", "db", "database", "applied", "version", "versions", "history",
    ]
    return columnCount <= 5 && !words.isEmpty && words.allSatisfy(subjects.contains)
      && words.contains { ["migration", "migrations", "version", "versions"].contains($0) }
      && (words.count > 1 || words[0].hasPrefix("migration"))
  }

  /// Whether a table is that of Alembic, whose name a project may change (`version_table`): `shop_alembic_version`.
  /// https://alembic.sqlalchemy.org/en/latest/api/runtime.html
  ///
  /// - Parameter columnCount: the number of its columns.
  package static func isOfAlembic(_ name: Identifier, columnCount: Int) -> Bool {
    columnCount == 1 && name.folded.hasSuffix("alembic_version")
  }
}
