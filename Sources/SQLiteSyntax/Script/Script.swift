/// Splits a script into SQL statements.
public enum Script {
  /// The tokens of one statement.
  package struct Statement {
    package let tokens: [Token]
    /// The UTF-8 offsets of the statement in the script, without the semicolon.
    package var range: Range<Int> {
      (tokens.first?.range.lowerBound ?? 0)..<(tokens.last?.range.upperBound ?? 0)
    }
  }

  /// The statements of `script`, without empty ones. A trigger's body, with its semicolons, belongs to its statement,
  /// by the rules of `sqlite3_complete`. https://www.sqlite.org/c3ref/complete.html
  package static func statements(of script: String) -> [Statement] {
    var statements: [Statement] = []
    var tokens: [Token] = []
    for token in Tokenizer.tokens(of: script) {
      if token.isPunctuation(";") {
        if isTriggerOpen(tokens) {
          tokens.append(token)
        } else {
          if !tokens.isEmpty { statements.append(Statement(tokens: tokens)) }
          tokens = []
        }
      } else {
        tokens.append(token)
      }
    }
    if !tokens.isEmpty { statements.append(Statement(tokens: tokens)) }
    return statements
  }

  /// Whether these tokens begin a trigger and do not contain its `; END` yet.
  package static func isTriggerOpen(_ tokens: [Token]) -> Bool {
    guard tokens.first?.isKeyword("CREATE") == true else { return false }
    let isTemporary = tokens.count > 1 && (tokens[1].isKeyword("TEMP") || tokens[1].isKeyword("TEMPORARY"))
    let word = isTemporary ? 2 : 1
    guard tokens.count > word, tokens[word].isKeyword("TRIGGER") else { return false }
    guard tokens.count > 2 else { return true }
    return !(tokens[tokens.count - 1].isKeyword("END") && tokens[tokens.count - 2].isPunctuation(";"))
  }

  /// Whether the script ends within the body of a trigger.
  public static func endsInTrigger(_ script: String) -> Bool {
    script.mentions("TRIGGER") && statements(of: script).last.map { isTriggerOpen($0.tokens) } ?? false
  }

  /// The number of `PRAGMA name` statements, and the number of all statements. Both are 0 if the script does not
  /// contain the word PRAGMA.
  public static func count(ofPragma name: String, in script: String) -> (found: Int, statements: Int) {
    guard script.mentions("PRAGMA") else { return (0, 0) }
    let statements = statements(of: script)
    let found = statements.count { statement in
      statement.tokens.first?.isKeyword("PRAGMA") == true
        && statement.tokens.dropFirst().first?.isKeyword(name.uppercasedASCII) == true
    }
    return (found, statements.count)
  }
}

extension Script {
  /// Whether the script can run in a transaction that its tool has opened. It cannot if it opens one itself, or runs
  /// VACUUM. A script whose first such statement is COMMIT expects an open transaction; for example, it ends one to
  /// switch off foreign keys.
  public static func runsInTransaction(_ script: String) -> Bool {
    guard script.mentions("BEGIN") || script.mentions("VACUUM") else { return true }
    return !["BEGIN", "VACUUM"].contains(firstControl(of: script))
  }

  /// The first word of the first statement that begins or ends a transaction, or runs VACUUM; `nil` if there is none.
  private static func firstControl(of script: String) -> String? {
    let words = statements(of: script).lazy.compactMap { statement in
      statement.tokens.first.flatMap { $0.kind == .word ? $0.text.uppercasedASCII : nil }
    }
    return words.first { ["BEGIN", "COMMIT", "END", "ROLLBACK", "VACUUM"].contains($0) }
  }

  /// Whether the script begins a transaction itself, before it ends one.
  public static func beginsTransaction(_ script: String) -> Bool {
    script.mentions("BEGIN") && firstControl(of: script) == "BEGIN"
  }

  /// Whether the script ends a transaction, which the script or its tool has opened.
  public static func endsTransactions(_ script: String) -> Bool {
    guard script.mentions("COMMIT") || script.mentions("END") || script.mentions("ROLLBACK") else { return false }
    return statements(of: script).contains { statement in
      ["COMMIT", "END", "ROLLBACK"].contains { statement.tokens.first?.isKeyword($0) == true }
    }
  }
}

extension String {
  /// Whether the text contains `word`, in any letter case. For most scripts, this test alone shows that they need no
  /// parsing.
  ///
  /// - Parameter word: in ASCII capitals.
  package func mentions(_ word: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    func search(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      guard bytes.count >= wanted.count else { return false }
      for start in 0...(bytes.count - wanted.count) {
        var length = 0
        while length < wanted.count, bytes[start + length] & 0xDF == wanted[length] { length += 1 }
        if length == wanted.count { return true }
      }
      return false
    }
    return utf8.withContiguousStorageIfAvailable(search) ?? Array(utf8).withUnsafeBufferPointer(search)
  }
}
