public import SQLiteSyntax

extension Script {
  /// The first statement that would reach out of the database it runs in.
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

  /// Pragmas that are settings of the process, and where temporary files go.
  private static func refusal(ofPragma tokens: ArraySlice<Token>) -> SchemaError? {
    let isQualified = tokens.dropFirst().first?.isPunctuation(".") == true
    let words = (isQualified ? tokens.dropFirst(2) : tokens).map(\.text.foldedASCII)
    guard let name = words.first else { return nil }
    switch name {
    case "temp_store_directory", "data_store_directory", "hard_heap_limit", "soft_heap_limit":
      break
    case "temp_store" where words.count > 1 && !words.contains("memory") && !words.contains("2"):
      break
    default:
      return nil
    }
    return .refused(statement: "PRAGMA \(name)", reason: "it reaches out of the database")
  }

  /// The line of `script`, from 1, where the statement that `error` is about begins; nil when that cannot be told.
  public static func line(of error: SchemaError, in script: String) -> Int? {
    func line(at offset: Int) -> Int { script.utf8.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1 }
    if case .refused = error {
      let refused = statements(of: script).first { refusal(of: $0) == error }
      return refused.map { line(at: $0.range.lowerBound) }
    }
    guard case .sqlite(_, _, let sql?) = error else { return nil }
    let failed = Tokenizer.tokens(of: sql).filter { !$0.isPunctuation(";") }
    guard !failed.isEmpty else { return nil }
    // A statement that does not compile comes with the rest of the script behind it.
    let all = statements(of: script).map { statement in
      (start: statement.range.lowerBound, tokens: statement.tokens.filter { !$0.isPunctuation(";") })
    }
    var rest = all.flatMap(\.tokens)[...]
    let matches = all.filter { statement in
      defer { rest = rest.dropFirst(statement.tokens.count) }
      return isSame(statement.tokens, failed) || isSame(rest, failed)
    }
    // The same statement twice: which of them failed is not known.
    guard matches.count == 1, let start = matches.first?.start else { return nil }
    return line(at: start)
  }

  private static func isSame(_ left: some Collection<Token>, _ right: [Token]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.kind == $1.kind && $0.text.hasSameBytes(as: $1.text) }
  }
}
