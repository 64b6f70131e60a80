internal import SQLiteSyntax

/// Tables in which tools record what they did to a database, such as the migrations it has had. Users' databases contain
/// them; they are not part of a schema.
///
/// This module does not know any tool. A ``ScratchDatabase`` is given the tables when it is created.
public struct TrackingTables: Sendable {
  /// A table of a tool.
  public struct Table: Sendable, Hashable {
    /// Letter case does not matter.
    public let name: String
    /// The tool, or the tools, that create a table of this name.
    public let tool: String
    /// Columns in which the tool notes a time, a duration or a random value, each with the SQL expression that replaces
    /// the value in a fixture, so that the same migrations make the same bytes.
    public let normalizedColumns: [String: String]

    /// A table with the columns to normalise, by their lower-case names.
    public init(_ name: String, of tool: String, normalizing columns: [String: String] = [:]) {
      self.name = name
      self.tool = tool
      normalizedColumns = columns
    }
  }

  /// By folded name.
  private let tables: [String: Table]

  /// - Parameter tables: two tools may list the same table; names that differ in letter case alone are the same.
  public init(_ tables: some Sequence<Table>) {
    self.tables = Dictionary(tables.map { ($0.name.foldedASCII, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// For databases in which no tool has recorded anything.
  public static let none = TrackingTables([Table]())

  /// All tables, by name.
  public var all: [Table] { tables.sorted { $0.key < $1.key }.map(\.value) }

  /// The table of this name in any letter case.
  public subscript(name: String) -> Table? { tables[name.foldedASCII] }

  /// Whether there is a table of this name in any letter case.
  public func contains(_ name: String) -> Bool { self[name] != nil }

  /// The folded names.
  package var names: Set<String> { Set(tables.keys) }
}
