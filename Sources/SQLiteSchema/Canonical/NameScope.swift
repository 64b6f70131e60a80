internal import SQLiteSyntax

/// The meaning of names at the place of an expression.
///
/// `"x"` is a column if one of that name is in reach, and a string otherwise. SQLite searches the FROM of the SELECT
/// that contains the expression, then those of the enclosing SELECTs; so the scope is a stack.
package struct NameScope: Sendable {
  package struct Level: Sendable {
    /// The columns that are certainly in reach.
    var columns: Set<Identifier> = []
    /// The names that may be in reach: aliases of result columns, which some clauses see and others do not.
    var aliases: Set<Identifier> = []
    /// Whether there is a table whose columns are unknown.
    var isUnknown = false
  }

  /// The declared spelling of names: those of one table precede those of the whole schema, of which there is one copy.
  struct Spelling: Sendable {
    var own: [Identifier: Identifier] = [:]
    var all: [Identifier: Identifier] = [:]

    subscript(name: Identifier) -> Identifier? { own[name] ?? all[name] }
  }

  /// The levels, with the innermost last.
  var levels: [Level]
  /// The declared spelling of each name. References are written in this spelling.
  var spelling: Spelling
  /// The columns of each table and view, by its name.
  var tables: [Identifier: Set<Identifier>] = [:]
  /// Whether the scope is one table, so that a bare `true` means that column if the table has it.
  var isOneTable = false

  /// A scope without columns, as in a DEFAULT.
  static let none = NameScope(levels: [])

  /// A scope of which nothing is known.
  package static let unknown = NameScope(levels: [Level(isUnknown: true)])

  /// The scope of one table.
  ///
  /// - Parameters:
  ///   - columns: its columns.
  ///   - spelling: the declared spelling of each name.
  init(table columns: Set<Identifier>, spelling: Spelling) {
    levels = [Level(columns: columns)]
    self.spelling = spelling
    isOneTable = true
  }

  init(levels: [Level], spelling: Spelling = Spelling(), tables: [Identifier: Set<Identifier>] = [:]) {
    self.levels = levels
    self.spelling = spelling
    self.tables = tables
  }

  /// The names of the rowid in every table that has one. https://www.sqlite.org/rowidtable.html
  static let rowidNames: Set<Identifier> = ["rowid", "oid", "_rowid_"]

  enum Reading {
    case name, string
    /// The meaning depends on columns that are not known here. The name is left as written, which is correct in both
    /// cases.
    case undecided
  }

  /// The meaning of `"x"` to SQLite. All other names are names.
  func reading(of name: Name) -> Reading {
    guard name.isDoubleQuoted else { return .name }
    if levels.contains(where: { $0.columns.contains(name.identifier) }) { return .name }
    return levels.contains { $0.isUnknown || $0.aliases.contains(name.identifier) } ? .undecided : .string
  }

  /// Whether a bare `TRUE` or `FALSE` is the value and not a column. In a query it stays bare, which is correct in both
  /// cases.
  func isBoolean(_ name: Name) -> Bool {
    guard name.isBare else { return false }
    return (name.identifier == "true" || name.identifier == "false")
      && !(isOneTable && levels.contains { $0.columns.contains(name.identifier) })
  }

  /// The scope within a phrase that reaches more tables.
  func within(_ reach: Phrase.Reach) -> NameScope {
    var scope = self
    var level = Level(aliases: reach.aliases, isUnknown: reach.isUnknown)
    for table in reach.tables {
      if let columns = tables[table] { level.columns.formUnion(columns) } else { level.isUnknown = true }
    }
    scope.levels.append(level)
    return scope
  }

  /// The enclosing scope. A query in FROM does not see the other tables of that FROM.
  var around: NameScope {
    var scope = self
    scope.levels = scope.levels.dropLast()
    return scope
  }
}
