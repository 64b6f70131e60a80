/// SQLite's keywords, which determine the names that must be quoted.
///
/// https://www.sqlite.org/lang_keywords.html
package enum Keyword {
  /// The words that the grammar never accepts as a bare name. All other keywords fall back to names where one is
  /// expected (`%fallback ID` in SQLite's `parse.y`).
  static let reserved: Set<String> = [
    "ADD", "ALL", "ALTER", "AND", "AS", "AUTOINCREMENT", "BETWEEN", "CASE", "CHECK", "COLLATE", "COMMIT",
    "CONSTRAINT", "CREATE", "DEFAULT", "DEFERRABLE", "DELETE", "DISTINCT", "DROP", "ELSE", "ESCAPE", "EXCEPT",
    "EXISTS", "FOREIGN", "FROM", "GROUP", "HAVING", "IN", "INDEX", "INSERT", "INTERSECT", "INTO", "IS", "ISNULL",
    "JOIN", "LIMIT", "NOT", "NOTHING", "NOTNULL", "NULL", "ON", "OR", "ORDER", "PRIMARY", "REFERENCES", "RETURNING",
    "SELECT", "SET", "TABLE", "THEN", "TO", "TRANSACTION", "UNION", "UNIQUE", "UPDATE", "USING", "VALUES", "WHEN",
    "WHERE",
  ]

  private static let fallback: Set<String> = [
    "ABORT", "ACTION", "AFTER", "ALWAYS", "ANALYZE", "ASC", "ATTACH", "BEFORE", "BEGIN", "BY", "CASCADE", "CAST",
    "COLUMN", "CONFLICT", "CROSS", "CURRENT", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "DATABASE",
    "DEFERRED", "DESC", "DETACH", "DO", "EACH", "END", "EXCLUDE", "EXCLUSIVE", "EXPLAIN", "FAIL", "FILTER", "FIRST",
    "FOLLOWING", "FOR", "FULL", "GENERATED", "GLOB", "GROUPS", "IF", "IGNORE", "IMMEDIATE", "INDEXED", "INITIALLY",
    "INNER", "INSTEAD", "KEY", "LAST", "LEFT", "LIKE", "MATCH", "MATERIALIZED", "NATURAL", "NO", "NULLS", "OF",
    "OFFSET", "OTHERS", "OUTER", "OVER", "PARTITION", "PLAN", "PRAGMA", "PRECEDING", "QUERY", "RAISE", "RANGE",
    "RECURSIVE", "REGEXP", "REINDEX", "RELEASE", "RENAME", "REPLACE", "RESTRICT", "RIGHT", "ROLLBACK", "ROW", "ROWS",
    "SAVEPOINT", "TEMP", "TEMPORARY", "TIES", "TRIGGER", "UNBOUNDED", "VACUUM", "VIEW", "VIRTUAL", "WINDOW", "WITH",
    "WITHIN", "WITHOUT",
    // TRUE and FALSE are not keywords, but a bare `true` is a value if no column has that name.
    "TRUE", "FALSE",
  ]

  package static func isReserved(_ word: String) -> Bool { reserved.contains(word.uppercasedASCII) }

  /// The name as SQL text: unquoted if it is a plain word that is not a keyword, otherwise in double quotes.
  package static func quote(_ name: String) -> String {
    guard isPlain(name) else { return quoteAlways(name) }
    let upper = name.uppercasedASCII
    return reserved.contains(upper) || fallback.contains(upper) ? quoteAlways(name) : name
  }

  /// Whether `name` consists of ASCII letters, digits and `_`, and does not begin with a digit.
  private static func isPlain(_ name: String) -> Bool {
    name.withBytes { bytes in
      guard !bytes.isEmpty, bytes[0] &- 0x30 >= 10 else { return false }
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        guard (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F else { return false }
        index += 1
      }
      return true
    }
  }

  package static func quoteAlways(_ name: String) -> String {
    "\"" + name.doubling("\"") + "\""
  }
}

extension String {
  /// The text with each `quote` doubled. It compares scalars, because a quote and a combining accent after it form one
  /// `Character`.
  package func doubling(_ quote: Unicode.Scalar) -> String {
    var doubled = UnicodeScalarView()
    for scalar in unicodeScalars {
      doubled.append(scalar)
      if scalar == quote { doubled.append(scalar) }
    }
    return String(doubled)
  }
}
