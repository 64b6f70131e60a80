internal import SQLiteSyntax

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
    case "postgres", "postgresql", "pg", "pgsql", "psql", "cockroach", "cockroachdb", "yugabyte", "yugabytedb":
      self = .postgres
    case "mysql", "mysql8", "mysqli", "mariadb": self = .mysql
    case "mssql", "sqlserver", "oracle", "db2", "clickhouse", "cassandra", "duckdb", "ddb", "snowflake", "bigquery",
      "singlestore",
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
  public static func guess(sql: String) -> Dialect? { words(of: sql)?.dialect }

  /// The dialect of ``guess(sql:)``, and the words that suggest it, in their order.
  static func words(of sql: String) -> (dialect: Dialect, words: [String])? {
    var votes: [Dialect: [String]] = [:]
    let tokens = Tokenizer.tokens(of: sql)
    for (index, token) in tokens.enumerated() {
      guard let word = word(of: token, before: tokens.dropFirst(index + 1).first), let dialect = hints[word],
        index == 0 || dialect == .sqlite || word == "NOW()" || !isName(after: tokens[index - 1]),
        votes[dialect]?.contains(word) != true
      else { continue }
      votes[dialect, default: []].append(word)
    }
    let ranked = votes.sorted { $0.value.count > $1.value.count }
    guard let first = ranked.first, ranked.dropFirst().first?.value.count != first.value.count else { return nil }
    return (first.key, first.value)
  }

  private static func word(of token: Token, before next: Token?) -> String? {
    switch token.kind {
    case .word:
      let word = token.text.uppercasedASCII
      // SQLite has a function with the name of this type.
      if word == "JSONB", next?.isPunctuation("(") == true { return nil }
      if word == "NOW" { return next?.isPunctuation("(") == true ? "NOW()" : nil }
      return next?.isPunctuation("=") == true && hints[word + "="] != nil ? word + "=" : word
    // `'1'::integer`
    case .parameter: return token.text.hasPrefix("::") ? "::" : nil
    case .illegal: return token.text
    default: return nil
    }
  }

  /// Whether a word after this token is a name, such as that of the column in `(serial TEXT)`.
  private static func isName(after token: Token) -> Bool {
    ["(", ",", "."].contains { token.isPunctuation($0) } || token.isKeyword("ADD") || token.isKeyword("COLUMN")
  }

  /// Words for which SQLite has no use, although it accepts them: as types, and as a function that it looks for only when a row
  /// is inserted.
  static let unusableWords: Set<String> = ["SERIAL", "BIGSERIAL", "SMALLSERIAL", "AUTO_INCREMENT", "NOW()"]

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
      SERIAL BIGSERIAL SMALLSERIAL JSONB TIMESTAMPTZ BYTEA PLPGSQL EXTENSION TSVECTOR GIN ILIKE REGCLASS :: \\ NOW()
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
