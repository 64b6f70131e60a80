internal import SQLiteSyntax

/// What names mean where an expression stands.
///
/// `"x"` is a column where one of that name is in reach, and a string where none is. SQLite looks in the FROM of the
/// SELECT that it stands in, then in those of the SELECTs around it; so the scope is a stack.
package struct NameScope: Sendable {
  package struct Level: Sendable {
    /// Columns that are certainly in reach, folded.
    var columns: Set<String> = []
    /// Names that may be in reach: aliases of result columns, which some clauses see and others do not.
    var aliases: Set<String> = []
    /// Whether there is a table whose columns nobody knows.
    var isUnknown = false
  }

  /// The innermost last.
  var levels: [Level]
  /// How each name was declared, by its folded form: references are written that way too.
  var spelling: [String: String] = [:]
  /// The columns of each table and view, folded.
  var tables: [String: Set<String>] = [:]
  /// Whether the level is one table's, so that a bare `true` among its columns is that column.
  var isOneTable = false

  /// No column is in reach, as in a DEFAULT.
  static let none = NameScope(levels: [])

  /// Nothing is known.
  package static let unknown = NameScope(levels: [Level(isUnknown: true)])

  /// The columns of one table.
  init(table columns: Set<String>, spelling: [String: String]) {
    levels = [Level(columns: columns)]
    self.spelling = spelling
    isOneTable = true
  }

  init(levels: [Level], spelling: [String: String] = [:], tables: [String: Set<String>] = [:]) {
    self.levels = levels
    self.spelling = spelling
    self.tables = tables
  }

  /// Names every table with a rowid answers to. https://www.sqlite.org/rowidtable.html
  static let rowidNames: Set<String> = ["rowid", "oid", "_rowid_"]

  enum Reading {
    case name, string
    /// It depends on what is not known here: it is kept as it was written, which is right either way.
    case undecided
  }

  /// How SQLite reads `"x"`; anything else is a name.
  func reading(of name: Name) -> Reading {
    guard name.isDoubleQuoted else { return .name }
    let folded = name.text.foldedASCII
    if levels.contains(where: { $0.columns.contains(folded) }) { return .name }
    return levels.contains { $0.isUnknown || $0.aliases.contains(folded) } ? .undecided : .string
  }

  /// Whether a bare `TRUE` or `FALSE` is the value and not a column. In a query it stays bare, which is right either way.
  func isBoolean(_ name: Name) -> Bool {
    guard name.isBare else { return false }
    let folded = name.text.foldedASCII
    return (folded == "true" || folded == "false")
      && !(isOneTable && levels.contains { $0.columns.contains(folded) })
  }

  /// The scope within a stretch that reaches more tables.
  func within(_ reach: Phrase.Reach) -> NameScope {
    var scope = self
    var level = Level(aliases: reach.aliases, isUnknown: reach.isUnknown)
    for table in reach.tables {
      if let columns = tables[table] { level.columns.formUnion(columns) } else { level.isUnknown = true }
    }
    scope.levels.append(level)
    return scope
  }

  /// The scope around: a query in FROM does not see the tables beside it.
  var around: NameScope {
    var scope = self
    scope.levels = scope.levels.dropLast()
    return scope
  }
}
