import Foundation
import SQLiteSandbox
import SQLiteSchema
import SQLiteSyntax
import Testing

@testable import SQLiteData

@Suite("Scrubbing")
struct ScrubbingTests {
  private static func pseudonyms(_ words: Set<String> = [], keeping kept: Set<String> = []) -> Pseudonyms {
    Pseudonyms(key: Array("key".utf8), keeping: kept, avoiding: words)
  }

  /// A text and a pattern of what may stand for it.
  static let shapes: [(text: String, pattern: String)] = [
    ("Ada Lovelace", "[A-Z][a-z]{2} [A-Z][a-z]{7}"),
    ("ada@example.org", "[a-z]{3}@[a-z]{7}\\.[a-z]{3}"),
    ("O'Brien, 12-B", "[A-Z]'[A-Z][a-z]{4}, [1-9][0-9]-[A-Z]"),
    ("+49 (0)30 1234", "\\+[1-9][0-9] \\([0-9]\\)[1-9][0-9] [1-9][0-9]{3}"),
    ("007", "0[0-9]{2}"),
    ("-12.50", "-[1-9][0-9]\\.[1-9][0-9]"),
    ("1e5", "[0-9]e[0-9]"),
    ("a  \n", "[a-z]  \\n"),
    ("ab  ", "[a-z]{2}  "),
    ("550e8400-E29B-41d4-a716-446655440000", "[0-9a-f]{8}-[A-F][0-9]{2}[A-F]-4[0-9][a-f][0-9]-a[0-9]{3}-[0-9]{12}"),
    ("d41d8cd98f00b204e9800998ecf8427e", "[0-9a-f]{32}"),
    ("2024-02-30", "[1-9][0-9]{3}-0[0-9]-[1-9][0-9]"),
    ("Zoë", "[A-Z][a-z]\\p{Ll}"),
    ("ÉCOLE 東京 🎈", "\\p{Lu}[A-Z]{4} \\p{Lo}{2} 🎈"),
    ("٣٤", "[٠-٩]{2}"),
    ("!?--", "!\\?--"),
    (
      "{\"name\": \"Ada\", \"tags\":[\"x y\", 12, true]}",
      "\\{\"name\": \"[A-Z][a-z]{2}\", \"tags\":\\[\"[a-z] [a-z]\", 12, true\\]\\}"
    ),
    ("[\"caf\\u00e9\"]", "\\[\"[a-z]{3}\\\\u[0-9a-f]{4}\"\\]"),
    ("true", "true"),
  ]

  @Test("a pseudonym has the shape and length of its original", arguments: shapes)
  func shape(text: String, pattern: String) throws {
    let other = try Self.pseudonyms().pseudonym(for: text)
    #expect(try Regex("^(?:\(pattern))$").wholeMatch(in: other) != nil, "\(other)")
    #expect(other.utf8.count == text.utf8.count, "\(other)")
    #expect(other != text || pattern == text || text == "!?--")
    #expect(try Self.pseudonyms().pseudonym(for: text) == other, "the same each time")
  }

  @Test(
    "a date becomes another date",
    arguments: [
      "2024-02-29", "1969-07-20T20:17:40Z", "2024-01-31 23:59:59.123", "23:59", "00:00:00", "2024-01-31T12:00+02:00",
    ])
  func date(text: String) throws {
    let other = try Self.pseudonyms().pseudonym(for: text)
    #expect(DateShape(other) != nil && other != text && other.utf8.count == text.utf8.count, "\(other)")
    let database = try ScratchDatabase(tracking: .none)
    #expect(try database.rows("SELECT julianday('\(other)') NOT NULL") == [["1"]])
  }

  @Test("different values have different pseudonyms, even if a shape has no more values")
  func different() throws {
    let one = Self.pseudonyms()
    let times = (0..<1440).map { minute in String(format: "%02d:%02d", minute / 60, minute % 60) }
    let letters = "abcdefghijklmnopqrstuvwxyz".map { letter in String(letter) }
    let numbers = (10...99).map { number in String(number) }
    for texts in [letters, Array("0123456789").map { String($0) }, numbers, times, times.map { "2024-01-01 " + $0 }] {
      #expect(Set(try texts.map { try one.pseudonym(for: $0) }).count == texts.count)
    }
    let bytes = try (UInt8.min...UInt8.max).map { try one.pseudonym(for: [0, $0]) }
    #expect(Set(bytes).count == 256)
  }

  @Test("letter case and trailing spaces are kept and do not affect the pseudonym")
  func collations() throws {
    let one = Self.pseudonyms()
    let lower = try one.pseudonym(for: "ada byron")
    #expect(try one.pseudonym(for: "ADA BYRON") == lower.uppercased())
    #expect(try one.pseudonym(for: "ada byron  ") == lower + "  ")
    #expect(try one.pseudonym(for: Array("ada byron".utf8)) == Array(lower.utf8))
  }

  @Test("no pseudonym contains an original word by chance, and values in the schema are kept")
  func words() throws {
    let all = Set("abcdefghijklmnopqrstuvwxy".flatMap { a in "abcdefghijklmnopqrstuvwxyz".map { b in "\(a)\(b)ab" } })
    let one = Self.pseudonyms(all, keeping: ["open"])
    for length in [4, 8, 200] {
      let other = try one.pseudonym(for: String(repeating: "q", count: length))
      #expect(!all.contains { other.contains($0) })
    }
    #expect(try one.pseudonym(for: "open") == "open")
    #expect(try one.pseudonym(for: "Open") == "Open")
  }

  private static let schema = """
    CREATE TABLE people (
      email TEXT PRIMARY KEY COLLATE NOCASE, name TEXT NOT NULL UNIQUE, state TEXT NOT NULL DEFAULT 'invited'
        CHECK (state IN ('invited', 'active')), born TEXT CHECK (date(born) IS born), photo BLOB,
      settings TEXT CHECK (settings IS NULL OR json_valid(settings)), upper TEXT AS (upper(name)) STORED
    );
    CREATE TABLE notes (
      id INTEGER PRIMARY KEY AUTOINCREMENT, person TEXT REFERENCES people, body, size INT AS (length(body)), rating REAL
    );
    CREATE TABLE codes (code TEXT, label TEXT, PRIMARY KEY (code)) WITHOUT ROWID;
    CREATE UNIQUE INDEX people_lower ON people (lower(name));
    CREATE VIRTUAL TABLE search USING fts5(title, body);
    CREATE VIRTUAL TABLE bodies USING fts5(body, content='notes', content_rowid='id');
    CREATE VIRTUAL TABLE terms USING fts5(body, content='');
    CREATE VIRTUAL TABLE places USING rtree(id, x1, x2, +label);
    CREATE TRIGGER gone AFTER INSERT ON notes BEGIN INSERT INTO codes VALUES (new.id || 'triggered', 'triggered'); END;
    """

  private static let content = """
    INSERT INTO people VALUES ('ada@example.org', 'Ada Lovelace', 'active', '1815-12-10', x'DEADBEEF00', '{"theme":"midnight"}');
    INSERT INTO people VALUES ('Grace@Example.org', 'Grace Hopper', 'invited', '1906-12-09', NULL, NULL);
    INSERT INTO notes (person, body, rating) VALUES ('ADA@example.org', 'Engine analytical', 4.5), ('grace@example.org', 'Compiler', 3),
      (NULL, 42, NULL), ('ada@example.org', CAST('private diary' AS BLOB), 1);
    DELETE FROM notes WHERE id = 2;
    INSERT INTO codes VALUES ('a', 'alpha'), ('b', 'bravo'), ('c', 'charlie'), ('d', 'delta');
    INSERT INTO search VALUES ('Engine', 'analytical engine weaves');
    INSERT INTO bodies (rowid, body) VALUES (1, 'Engine analytical');
    INSERT INTO terms (rowid, body) VALUES (7, 'clandestine');
    INSERT INTO places VALUES (1, 0.5, 1.5, 'Marylebone');
    """

  private static let originals = [
    "example", "lovelace", "grace", "hopper", "midnight", "engine", "analytical", "compiler", "private", "diary",
    "alpha",
    "bravo", "charlie", "delta", "weaves", "clandestine", "marylebone", "triggered", "1815", "1906",
  ]

  @Test(
    "keys, checks, indexes and text search remain valid, and no original text is left",
    arguments: ["UTF-8", "UTF-16le"])
  func database(encoding: String) throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute("PRAGMA encoding = '\(encoding)'; \(Self.schema) \(Self.content) ANALYZE;")
    let scrubbed = try database.scrubbed(keepsTrackingTables: false, stubs: Stubs())
    #expect(scrubbed.emptied == ["terms"])
    let copy = scrubbed.database
    #expect(try copy.integrityFailures() == [])
    #expect(try copy.foreignKeyViolations() == [:])
    #expect(try copy.schema().digest == database.schema().digest)
    for question in [
      "SELECT count(*) FROM people", "SELECT state FROM people ORDER BY state",
      "SELECT count(*) FROM notes JOIN people ON person = email", "SELECT id, typeof(body), size, rating FROM notes",
      "SELECT count(*) FROM codes", "SELECT seq FROM sqlite_sequence", "SELECT id, x1, x2 FROM places",
      "SELECT count(DISTINCT label), sum(length(label)) FROM codes",
    ] {
      #expect(try copy.rows(question) == database.rows(question), "\(question)")
    }
    // The search finds what is there now.
    for (index, words) in [("search", "SELECT title FROM search"), ("bodies", "SELECT body FROM notes WHERE id = 1")] {
      let text = try #require(try copy.rows(words).first?.first ?? nil)
      let word = text.split(separator: " ")[0]
      #expect(try copy.rows("SELECT count(*) FROM \(index) WHERE \(index) MATCH '\(word)'") == [["1"]], "\(word)")
    }

    let file = try copy.file()
    let text = String(decoding: file.filter { $0 != 0 }, as: UTF8.self).lowercased()
    for original in Self.originals where !Self.schema.lowercased().contains(original) {
      #expect(!text.contains(original), "\(original) is left")
    }
    #expect(
      try database.scrubbed(keepsTrackingTables: false, stubs: Stubs()).database.file() == file)
  }

  @Test(
    "a constraint that no pseudonym satisfies is an error",
    arguments: [
      ("CREATE TABLE t (a TEXT CHECK (a LIKE '+49%'))", "INSERT INTO t VALUES ('+49301234')", "CHECK"),
      (
        "CREATE TABLE p (a INTEGER PRIMARY KEY); CREATE TABLE t (a TEXT REFERENCES p)",
        "INSERT INTO p VALUES (123456); INSERT INTO t VALUES ('123456')", "foreign key"
      ),
    ])
  func refused(schema: String, content: String, words: String) throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(schema + ";" + content)
    let error = try #require(throws: SchemaError.self) {
      try database.scrubbed(keepsTrackingTables: false, stubs: Stubs())
    }
    #expect(error.message.contains(words))
  }

  @Test("thousands of rows keep all of their keys")
  func many() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, code TEXT UNIQUE COLLATE NOCASE, day TEXT UNIQUE, one BLOB UNIQUE, n NUMERIC);
      WITH RECURSIVE c (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 4999)
      INSERT INTO t SELECT i, char(97 + i % 26, 65 + i / 26 % 26, 97 + i / 676), date('1990-01-01', i || ' days'),
        CAST(char(i + 200) AS BLOB), i || 'x' FROM c;
      """)
    let copy = try database.scrubbed(keepsTrackingTables: false, stubs: Stubs()).database
    #expect(
      try copy.rows("SELECT count(*), count(DISTINCT lower(code)), count(DISTINCT day) FROM t") == [
        ["5000", "5000", "5000"]
      ])
    #expect(try copy.rows("SELECT count(*) FROM t WHERE date(day) IS NOT day OR typeof(n) <> 'text'") == [["0"]])
  }
}
