/// The database that a folder of migrations is written for.
public enum Dialect: String, Sendable, Equatable, CaseIterable {
  case sqlite
  case postgres
  case mysql
  case other
}

extension Dialect {
  /// The dialect for a name of a database or a driver, as tools and people write it; `nil` for an unknown name.
  init?(word: some StringProtocol) {
    switch word.lowercased() {
    case "sqlite", "sqlite3", "libsql", "turso", "d1", "sqlcipher": self = .sqlite
    case "postgres", "postgresql", "pg", "pgsql", "psql", "cockroach", "cockroachdb": self = .postgres
    case "mysql", "mysql8", "mariadb": self = .mysql
    case "mssql", "sqlserver", "oracle", "clickhouse", "cassandra", "duckdb", "snowflake", "bigquery", "singlestore",
      "spanner", "gel", "mongodb", "redshift":
      self = .other
    default: return nil
    }
  }

  /// The dialect that a word of a file's name says; `nil` if none does.
  package static func named(in name: some StringProtocol) -> Dialect? { named(inPath: String(name))?.dialect }

  /// The dialect that the last matching word of a path names, so that the innermost folder decides.
  static func named(inPath path: String) -> (dialect: Dialect, word: String)? {
    for word in path.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).reversed() {
      if let dialect = Dialect(word: word) { return (dialect, String(word)) }
    }
    return nil
  }

  /// Guesses the dialect from words that only one dialect has, outside comments and strings.
  ///
  /// The guess only orders candidates: running the script is the test. `nil` means no evidence, or a tie.
  public static func guess(sql: String) -> Dialect? {
    var votes: [Dialect: Int] = [:]
    var seen: Set<String> = []
    var previous = ""
    for word in SQLWords(sql) {
      let word = word == "=" ? previous + word : word.uppercased()
      previous = word
      guard let dialect = hints[word], seen.insert(word).inserted else { continue }
      votes[dialect, default: 0] += 1
    }
    let ranked = votes.sorted { $0.value > $1.value }
    guard let first = ranked.first, ranked.dropFirst().first?.value != first.value else { return nil }
    return first.key
  }

  /// Whether other databases have a function of this name, and SQLite does not.
  package static func isOfOthers(function name: String) -> Bool { foreignFunctions.contains(name.lowercased()) }

  private static let foreignFunctions: Set<String> = [
    "array_agg", "curdate", "current_database", "current_schema", "current_setting", "from_unixtime", "gen_random_uuid",
    "getdate", "jsonb_build_object", "json_build_object", "left", "newid", "nextval", "now", "regexp_replace", "right",
    "setval", "split_part", "sysdate", "to_char", "to_date", "to_timestamp", "to_tsvector", "unix_timestamp", "utcnow",
    "uuid_generate_v4",
  ]

  /// Words that occur in one dialect only. Backticks are not among them: MySQL quotes with them, and Drizzle does so
  /// for SQLite.
  private static let hints: [String: Dialect] = {
    let words: [Dialect: String] = [
      .sqlite: "AUTOINCREMENT PRAGMA ROWID STRICT FTS3 FTS4 FTS5 RTREE STRFTIME JULIANDAY UNIXEPOCH SQLITE_MASTER",
      .mysql: "AUTO_INCREMENT ENGINE= UNSIGNED MEDIUMTEXT LONGTEXT LONGBLOB MEDIUMINT UTF8MB4 CHARSET= DELIMITER",
      .postgres: """
      SERIAL BIGSERIAL SMALLSERIAL JSONB TIMESTAMPTZ BYTEA PLPGSQL EXTENSION TSVECTOR GIN ILIKE REGCLASS :: \\
      """,
      .other: "NVARCHAR NVARCHAR2 VARCHAR2 DBO UNIQUEIDENTIFIER DATETIME2 MERGETREE SYSDATE",
    ]
    var hints: [String: Dialect] = [:]
    for (dialect, list) in words {
      for word in list.split(separator: " ") { hints[String(word)] = dialect }
    }
    return hints
  }()
}

/// The words of SQL text outside comments, strings and quoted names. `=`, `::` and a backslash count as words.
private struct SQLWords: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var place = 0

  init(_ sql: String) { bytes = Array(sql.utf8) }

  mutating func next() -> String? {
    while place < bytes.count {
      let start = place
      switch bytes[place] {
      case UInt8(ascii: "-") where byte(at: 1) == UInt8(ascii: "-"):
        skip { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "/") where byte(at: 1) == UInt8(ascii: "*"):
        place += 2
        while place < bytes.count, !(bytes[place] == UInt8(ascii: "*") && byte(at: 1) == UInt8(ascii: "/")) {
          place += 1
        }
        place += 2
      case let quote where [UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`")].contains(quote):
        place += 1
        skip { $0 != quote }
        place += 1
      case UInt8(ascii: "\\"):
        place += 1
        return "\\"
      case UInt8(ascii: "="):
        place += 1
        return "="
      case UInt8(ascii: ":") where byte(at: 1) == UInt8(ascii: ":"):
        place += 2
        return "::"
      case let byte where Self.isWord(byte):
        skip(while: Self.isWord)
        return String(decoding: bytes[start..<place], as: UTF8.self)
      default:
        place += 1
      }
    }
    return nil
  }

  private func byte(at offset: Int) -> UInt8? {
    place + offset < bytes.count ? bytes[place + offset] : nil
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while place < bytes.count, condition(bytes[place]) { place += 1 }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isDigit || byte == UInt8(ascii: "_")
      || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
  }
}
