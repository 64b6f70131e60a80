import CSQLite

@testable import SQLiteSchema
@testable import SQLiteSyntax

extension FuzzTarget {
  static let sqlWords = """
    ABORT ACTION ADD AFTER ALL ALTER ALWAYS AND AS ASC ATTACH AUTOINCREMENT BEFORE BEGIN BETWEEN BY CASCADE CASE CAST CHECK
    COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS CURRENT CURRENT_TIME DEFAULT DEFERRABLE DEFERRED DELETE DESC
    DISTINCT DO DROP EACH ELSE END ESCAPE EXCEPT EXCLUDE EXISTS EXPLAIN FILTER FOLLOWING FOR FOREIGN FROM FULL GENERATED
    GLOB GROUP GROUPS HAVING IF IGNORE IN INDEX INDEXED INITIALLY INNER INSERT INSTEAD INTERSECT INTO IS ISNULL JOIN KEY
    LEFT LIKE LIMIT MATCH MATERIALIZED NATURAL NO NOT NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER OTHERS OUTER OVER
    PARTITION PRAGMA PRECEDING PRIMARY RAISE RANGE RECURSIVE REFERENCES REGEXP RENAME REPLACE RESTRICT RETURNING RIGHT
    ROLLBACK ROW ROWS SELECT SET STORED STRICT TABLE TEMP THEN TIES TO TRANSACTION TRIGGER UNBOUNDED UNION UNIQUE UPDATE
    USING VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT ROWID INT INTEGER TEXT BLOB REAL ANY true false rowid
    new old sqlite_master json_each count(*) fts5 rtree a b t u x'ab' 'it''s' "a" [a] `a` -- /* */ || -> ->> << >> <= <>
    == != ( ) , ; . * + - ~ = ? ?1 :a @a $a::b 0x1F 1e5 .5 5.
    """.split(whereSeparator: \.isWhitespace).map(String.init) + [
      "\n", "\t", "\u{FEFF}", "\u{301}", "ON CONFLICT", "IS NOT",
      // Names that are canonically equal, and two for SQLite.
      "\u{E9}", "e\u{301}", "\"\u{E9}\"", "[e\u{301}]", "\u{212A}EY",
    ]

  /// The tokenizer: whether tokens cover the text, and statements end where SQLite says that they do.
  static let tokens = FuzzTarget(
    name: "tokens", share: 250, seeds: { Corpus.schemas + Corpus.migrations }, words: sqlWords,
    read: { bytes in
      let sql = String(decoding: bytes, as: UTF8.self)
      let tokens = Tokenizer.tokens(of: sql)
      try checkCover(Array(sql.utf8), tokens)
      if !sql.utf8.contains(0) { try checkBoundaries(sql, tokens) }
      return !tokens.contains { $0.kind == .illegal }
    })

  /// Tokens stand in order, inside the text, and leave out nothing but what reads as nothing by itself.
  private static func checkCover(_ bytes: [UInt8], _ tokens: [Token]) throws {
    var end = 0
    for token in tokens {
      guard token.range.lowerBound >= end, !token.range.isEmpty, token.range.upperBound <= bytes.count else {
        throw Violation("out of order: \(token)")
      }
      try checkBlank(bytes[end..<token.range.lowerBound])
      end = token.range.upperBound
    }
    try checkBlank(bytes[end...])
  }

  private static func checkBlank(_ gap: ArraySlice<UInt8>) throws {
    guard let first = gap.first else { return }
    guard [0x20, 0x09, 0x0A, 0x0C, 0x0D, 0x2D, 0x2F, 0xEF].contains(first) else {
      throw Violation("left out: \(String(decoding: gap, as: UTF8.self).debugDescription)")
    }
  }

  /// https://www.sqlite.org/c3ref/complete.html
  private static func checkBoundaries(_ sql: String, _ tokens: [Token]) throws {
    // Rejected by SQLite whatever follows; where such a statement ends is of no consequence.
    guard !tokens.contains(where: { $0.kind == .illegal }) else { return }
    // `sqlite3_complete` takes a byte order mark for a name, where SQLite's tokenizer passes over it.
    guard !sql.unicodeScalars.contains("\u{FEFF}") else { return }
    let bytes = Array(sql.utf8)
    let last = tokens.last { $0.isPunctuation(";") }?.range.lowerBound ?? 0
    for statement in Script.statements(of: sql) {
      // But for the last one, all are.
      let isClosed = last >= statement.range.upperBound
      guard isClosed, !statement.tokens[0].isKeyword("EXPLAIN") else { continue }
      let text = String(decoding: bytes[statement.range] + [0x3B], as: UTF8.self)
      guard sqlite3_complete(text) != 0 else { throw Violation("cut too early: \(text)") }
      for inner in statement.tokens where inner.isPunctuation(";") {
        let part = String(decoding: bytes[statement.range.lowerBound..<inner.range.upperBound], as: UTF8.self)
        guard sqlite3_complete(part) == 0 else { throw Violation("cut too late: \(part)") }
      }
    }
  }

  /// The parser and the printer, on what SQLite need not accept.
  static let statements = FuzzTarget(
    name: "statements", share: 250, seeds: { Corpus.schemas.flatMap(singleStatements) }, words: sqlWords,
    read: { bytes in
      let sql = String(decoding: bytes, as: UTF8.self)
      let start = Parser(sql)
      var isRead = false
      func read<Result>(_ statement: (inout Parser) throws(SyntaxError) -> Result) -> Result? {
        var parser = start
        let result = try? statement(&parser)
        isRead = isRead || result != nil
        return result
      }
      if let table = read({ parser throws(SyntaxError) in try parser.createTable() }) {
        _ = CanonicalTable(table.name, table, sql: sql).sql
      }
      _ = read { parser throws(SyntaxError) in try parser.createIndex() }
      if let view = read({ parser throws(SyntaxError) in try parser.createView() }) { try checkPrinting(view.query) }
      if let trigger = read({ parser throws(SyntaxError) in try parser.createTrigger() }) {
        for statement in trigger.body { _ = CanonicalPrinter(scope: .unknown, isFolded: true).write(statement) }
      }
      _ = read { parser throws(SyntaxError) in try parser.createVirtualTable() }
      _ = CanonicalText.opaque(sql)
      return isRead
    })

  /// What is printed reads back to what prints the same.
  private static func checkPrinting(_ query: Phrase) throws {
    let text = CanonicalPrinter(scope: .unknown, isFolded: false).write(query)
    var parser = Parser(text)
    guard let again = try? parser.query(), parser.current == nil else { throw Violation("not read back: \(text)") }
    let other = CanonicalPrinter(scope: .unknown, isFolded: false).write(again)
    guard other.utf8.elementsEqual(text.utf8) else { throw Violation("printed \(text)\nand then \(other)") }
  }

  private static func singleStatements(_ script: [UInt8]) -> [[UInt8]] {
    Script.statements(of: String(decoding: script, as: UTF8.self)).filter { $0.tokens[0].isKeyword("CREATE") }
      .map { Array(script[$0.range]) }
  }
}
