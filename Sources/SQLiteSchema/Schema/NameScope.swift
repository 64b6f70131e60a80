/// What names mean where an expression stands.
struct NameScope: Sendable {
  /// The columns that a name can be, folded; nil where they are not known. `"x"` is a string when it is none of them.
  var columns: Set<String>?
  /// How each name was declared, by its folded form: references are written that way too.
  var spelling: [String: String] = [:]

  /// Whether `columns` are those of one table, so that a name among them is that column. In a query they are all that
  /// could be meant.
  var isOneTable = false

  /// The columns of each table and view, folded: what a query can reach depends on the tables it names.
  var tables: [String: Set<String>] = [:]

  /// No column is in reach, as in a DEFAULT.
  static let none = NameScope(columns: [])

  /// Names every table with a rowid answers to. https://www.sqlite.org/rowidtable.html
  static let rowidNames: Set<String> = ["rowid", "oid", "_rowid_"]

  func isString(_ name: Name) -> Bool {
    guard name.isDoubleQuoted, let columns else { return false }
    return !columns.contains(name.text.foldedASCII)
  }

  /// Whether a bare `TRUE` or `FALSE` is the value and not a column. In a query it stays bare, which is right either way.
  func isBoolean(_ name: Name) -> Bool {
    guard name.isBare else { return false }
    let folded = name.text.foldedASCII
    return (folded == "true" || folded == "false") && !(isOneTable && columns?.contains(folded) ?? false)
  }
}
