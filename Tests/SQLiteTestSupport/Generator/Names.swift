/// Names in generated schemas. Each has only one spelling, so that a reference in a different letter case can be mapped
/// to it.
enum Names {
  static let plain = [
    "users", "Orders", "id", "Name", "amount", "createdAt", "note", "qty", "code", "parent_id", "status", "_hidden",
    "x1", "title", "Price$",
  ]
  /// Keywords that are also names without quotes, and keywords that never are.
  static let fallbackKeywords = ["key", "action", "First", "last", "query", "plan", "view", "no"]
  static let reservedKeywords = [
    "order", "Select", "group", "table", "index", "where", "check", "not", "values", "set",
  ]
  static let odd = [
    "two words", "it's", "say \"hi\"", "back`tick", "brack]et", "[boxed]", "größe", "日本", "1st", "2", " lead", "semi;",
    "a--b", "/*c*/", "new\nline", "a.b", "Ünï", "ca\u{301}fe", "🙂", "true", "current_date", "a,b", "x)", "''", "%",
    "\"\u{301}",
    "]\u{301}", "back\\slash", "car\r\nriage",
  ]
  static let all = plain + fallbackKeywords + reservedKeywords + odd
  /// Names that tables, columns and other objects never have.
  static let aliases = ["q1", "Q2", "q 3", "q4", "select q"]
  static let resultAliases = ["r1", "R2", "r 3", "from r", "r5", "r6"]
  static let constraints = ["ck", "Fk one", "unique", "k3", "Ünk"]
  static let collations = ["NOCASE", "RTRIM", "BINARY"]
  static let types = [
    "", "INTEGER", "INT", "TEXT", "BLOB", "REAL", "NUMERIC", "VARCHAR(10)", "DECIMAL(10, 2)", "DOUBLE PRECISION",
    "UNSIGNED BIG INT", "BOOLEAN", "DATETIME", "NCHAR(+5)", "T(-1)",
  ]
  static let strictTypes = ["INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY"]
  static let conflicts = ["ROLLBACK", "FAIL", "IGNORE", "REPLACE"]
  static let actions = ["CASCADE", "SET NULL", "SET DEFAULT", "RESTRICT"]
  static let strings = [
    "", "a", "it's", "-- no comment", "/* none */", ";", "two  spaces", "\"", "Ünï 🙂", "line\nbreak", "[x]", "`", "ABC",
    "end; END", "''", "tab\there", "'\u{301}", "\r\n", "é", "\\", "100% _x",
  ]
  static let numbers = ["0", "1", "42", "3.14", "1e3", ".5", "0x1F", "9223372036854775807", "2.0E-5", "5.", "10"]
  static let blobs = ["x''", "x'00ff'", "x'ABCDEF'"]
}
