public import SQLiteSyntax

extension Script {
  /// The first statement that would access anything outside its database, as an error; `nil` if there is none.
  static func firstRefused(in script: String) -> SchemaError? {
    guard script.mentions("TACH") || script.mentions("VACUUM") || script.mentions("PRAGMA") else { return nil }
    return statements(of: script).lazy.compactMap(refusal).first
  }

  private static func refusal(of statement: Statement) -> SchemaError? {
    guard let first = statement.tokens.first, first.kind == .word else { return nil }
    switch first.text.uppercasedASCII {
    case "ATTACH", "DETACH":
      return .refused(
        statement: first.text.uppercasedASCII, reason: "SQL from a repository may not open other files")
    // > VACUUM [schema-name] INTO filename
    case "VACUUM" where statement.tokens.prefix(3).contains { $0.isKeyword("INTO") }:
      return .refused(statement: "VACUUM INTO", reason: "SQL from a repository may not write other files")
    case "PRAGMA":
      return refusal(ofPragma: statement.tokens.dropFirst())
    default:
      return nil
    }
  }

  /// Refuses pragmas that change the process or the location of temporary files.
  private static func refusal(ofPragma tokens: ArraySlice<Token>) -> SchemaError? {
    let isQualified = tokens.dropFirst().first?.isPunctuation(".") == true
    let words = (isQualified ? tokens.dropFirst(2) : tokens).map(\.text.lowercasedASCII)
    guard let name = words.first else { return nil }
    switch name {
    case "temp_store_directory", "data_store_directory", "hard_heap_limit", "soft_heap_limit":
      break
    // A script that reads it has no effect on the limit.
    case "max_page_count" where words.count > 1:
      return .refused(statement: "PRAGMA \(name)", reason: "it changes a limit of schemaledger")
    case "temp_store" where words.count > 1 && !words.contains("memory") && !words.contains("2"):
      break
    default:
      return nil
    }
    return .refused(statement: "PRAGMA \(name)", reason: "it affects more than the database")
  }

  /// The line of `script`, from 1, at which the statement of `error` begins; `nil` if it cannot be determined.
  public static func line(of error: SchemaError, in script: String) -> Int? {
    func line(at offset: Int) -> Int { script.utf8.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1 }
    if case .refused = error {
      let refused = statements(of: script).first { refusal(of: $0) == error }
      return refused.map { line(at: $0.range.lowerBound) }
    }
    guard let sql = error.statement else { return nil }
    let failed = Tokenizer.tokens(of: sql).filter { !$0.isPunctuation(";") }
    guard !failed.isEmpty else { return nil }
    // The error of a statement that does not compile contains the rest of the script too.
    let all = statements(of: script).map { statement in
      (start: statement.range.lowerBound, tokens: statement.tokens.filter { !$0.isPunctuation(";") })
    }
    var rest = all.flatMap(\.tokens)[...]
    let matches = all.filter { statement in
      defer { rest = rest.dropFirst(statement.tokens.count) }
      return isSame(statement.tokens, failed) || isSame(rest, failed)
    }
    // If the same statement occurs twice, it is unknown which of them failed.
    guard matches.count == 1, let start = matches.first?.start else { return nil }
    return line(at: start)
  }

  private static func isSame(_ left: some Collection<Token>, _ right: [Token]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.kind == $1.kind && $0.text.hasSameBytes(as: $1.text) }
  }
}

extension SchemaError {
  /// The statement that failed.
  fileprivate var statement: String? {
    switch self {
    case .sqlite(_, _, let sql), .tooLarge(_, _, let sql): sql
    default: nil
    }
  }
}
