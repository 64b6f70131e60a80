/// Inputs that are long or deep in one way: one piece over and over.
struct Tower: Sendable {
  let target: String
  let start: String
  let piece: String
  /// What stands behind each piece, once all are there.
  var closing = ""
  let end: String

  /// The input with at most so many bytes.
  func input(bytes count: Int) -> [UInt8] {
    let number = max(1, count / (piece.utf8.count + closing.utf8.count))
    return Array(
      (start + String(repeating: piece, count: number) + String(repeating: closing, count: number) + end).utf8)
  }
}

extension Tower {
  static let all: [Tower] =
    sqlPieces.flatMap { piece in
      ["tokens", "script"].map { Tower(target: $0, start: "", piece: piece, end: ";") }
    }
    + checkPieces.flatMap { piece, closing in
      ["statements", "script"].map {
        Tower(target: $0, start: "CREATE TABLE t (a CHECK (", piece: piece, closing: closing, end: "1))")
      }
    }
    + elements.flatMap { start, piece, end in
      ["statements", "script"].map { Tower(target: $0, start: start, piece: piece, end: end) }
    }
    + ["[", "{\"a\":", "\"\\n\",", "[1,", "1", "\\", "[[],"].map {
      Tower(target: "json", start: "[", piece: $0, end: "1]")
    }
    + ["[", "{a: ", "- ", "a: ", "? ", "&a ", "'", "\"", "#", "\n", " ", "!!", "a,", "*a ", "&a [*a,", "|\n", "a\n"].map
  {
    Tower(target: "configuration", start: "source: ", piece: $0, end: "")
  }
    + ["(", "a*", "(a|", "[", "[[", "a|", "(?=", "a{1,9}", "(?<a>", "\\", "[^a"].map {
      Tower(
        target: "configuration", start: "source: {kind: schema, path: a}\nversion: {file: a, pattern: '", piece: $0,
        end: "'}")
    }
    + ["1", "1.", "1_", "+", " ", ":", "-", "@"].map { Tower(target: "dates", start: "@", piece: $0, end: "") }
    + ["a", "1", "_", ".", "a/", "1_a.sql\n", "1_a.up.sql\n\t\n", "a/1_a.sql\n"].map {
      Tower(target: "migrations", start: "", piece: $0, end: "1_a.sql\n\tSELECT 1;")
    }

  private static let sqlPieces = [
    "(", ")", "'", "\"", "`", "[", "]", "/*", "*/", "--", "--\n", ";", "a", "1", "1.", "1e", "0x", "x'", "-", "\u{301}",
    "?",
    ":a", "END;", "; END", "CREATE TRIGGER a BEGIN ", "SELECT 1;", "CREATE TABLE t(a);", "CREATE TABLE ", "''", "a.",
    "\u{B}",
    " ", "\u{FEFF}", "INSERT INTO t VALUES(1);\n", "'a' ", "->", "DEFAULT a ", "ATTACH ", "TEMP ",
    "CREATE VIRTUAL TABLE t USING m(a ",
  ]

  private static let checkPieces = [
    ("(", ")"), ("- ", ""), ("NOT ", ""), ("~", ""), ("abs(", ")"), ("CASE WHEN ", " THEN 2 END"),
    ("CASE ", " WHEN 1 THEN 2 END"),
    ("(SELECT ", ")"), ("EXISTS (SELECT ", ")"), ("1 IN (", ")"), ("CAST(", " AS TEXT)"), ("1 BETWEEN ", " AND 2"),
    ("1 + ", ""), ("1 || ", ""), ("1 OR ", ""), ("1 OR 1 AND ", ""), ("1 + 1 * ", ""), ("a IS ", ""), ("a LIKE ", ""),
    ("a COLLATE b OR ", ""), ("a IS NULL OR ", ""), ("a.b.c OR ", ""), ("1 = (", ")"), ("a IN (SELECT * FROM (", "))"),
    ("sum(a) OVER (ORDER BY ", ")"), ("sum(a) FILTER (WHERE ", ")"), ("1, ", ""), ("(1, ", ")"),
    ("CASE WHEN 1 THEN ", " END"),
    ("(SELECT 1 FROM ((", ") a))"), ("(SELECT 1 FROM a JOIN b ON ", ")"), ("(WITH a AS (SELECT ", ") SELECT 1)"),
    ("(SELECT 1 UNION SELECT ", ")"), ("(VALUES (", "))"), ("(SELECT a ORDER BY ", ")"), ("(SELECT a LIMIT ", ")"),
    ("a NOT NULL OR ", ""), ("a -> ", ""), ("a IN t(", ")"), ("1 BETWEEN 2 AND ", ""), ("1 IS NOT DISTINCT FROM ", ""),
    ("x LIKE y ESCAPE ", ""), ("- (", ")"), ("NOT EXISTS (SELECT a FROM b WHERE ", ")"), ("WHEN 1 THEN ", ""),
    ("'a' 'b' ", ""),
  ]

  private static let elements = [
    ("CREATE TABLE t (a", ", a", ")"), ("CREATE TABLE t (a ", "x ", ")"), ("CREATE TABLE t (a", ", CHECK (1)", ")"),
    ("CREATE TABLE t (a", ", UNIQUE (a)", ")"), ("CREATE TABLE t (a ", "NOT NULL ", ")"),
    ("CREATE TABLE t (a ", "REFERENCES b ", ")"),
    ("CREATE TABLE t (a ", "DEFAULT 1 ", ")"), ("CREATE TABLE t (a ", "CONSTRAINT b ", ")"),
    ("CREATE TABLE t (a x(", "1,", "1))"),
    ("CREATE TABLE t (a REFERENCES b ", "ON DELETE CASCADE ", ")"), ("CREATE TABLE t (a)", " STRICT,", " STRICT"),
    ("CREATE TABLE t (a ", "REFERENCES b DEFERRABLE ", ")"), ("CREATE TABLE t (a ", "PRIMARY KEY ", ")"),
    ("CREATE TABLE t (a REFERENCES b ", "MATCH c ", ")"),
    ("CREATE TABLE t (a CHECK (1) ", "CONSTRAINT x CHECK (1) ", ")"),
    ("CREATE VIEW v AS SELECT 1", ", 1", ""), ("CREATE VIEW v AS SELECT 1", " UNION SELECT 1", ""),
    ("CREATE VIEW v AS SELECT 1 FROM t", ", t", ""),
    ("CREATE VIEW v AS SELECT 1 FROM t", " JOIN t ON 1", ""),
    ("CREATE VIEW v AS WITH a AS (SELECT 1)", ", a AS (SELECT 1)", " SELECT 1"),
    ("CREATE VIEW v AS VALUES (1)", ", (1)", ""), ("CREATE VIEW v AS SELECT 1 FROM t", " JOIN (SELECT 1 a)", ""),
    ("CREATE VIEW v AS SELECT 1 a", ", 1 a", " FROM t ORDER BY 1"), ("CREATE VIEW v AS SELECT 1 GROUP BY 1", ", 1", ""),
    ("CREATE TRIGGER a DELETE ON t BEGIN ", "DELETE FROM t; ", "END"),
    ("CREATE TRIGGER a DELETE ON t BEGIN ", "INSERT INTO t VALUES (1); ", "END"),
    ("CREATE TRIGGER a UPDATE OF a", ", a", " ON t BEGIN SELECT 1; END"), ("CREATE INDEX i ON t (a", ", a", ")"),
    ("CREATE VIRTUAL TABLE t USING m (a", ", a", ")"), ("CREATE VIRTUAL TABLE t USING m (", "(", ""),
    ("CREATE VIRTUAL TABLE t USING m (", "a ", ")"),
    ("CREATE VIEW v AS SELECT sum(a) OVER w WINDOW w AS ()", ", w AS ()", ""),
    ("CREATE TRIGGER a DELETE ON t BEGIN UPDATE t SET a = 1", ", a = 1", "; END"),
    ("CREATE TRIGGER a DELETE ON t BEGIN INSERT INTO t VALUES (1)", " ON CONFLICT DO NOTHING", "; END"),
    ("CREATE TABLE \"", "a\u{301}", "\" (a)"), ("CREATE TABLE t (a DEFAULT '", "''", "')"),
    ("CREATE VIEW v AS SELECT \"", "\"\"", "\""),
  ]
}
