extension Script {
  /// Whether the effect of a script, or of scripts after it, can depend on something that a connection has and a database
  /// file lacks: temporary objects, the numbers of the last statement, the sequence of random numbers, or a setting other
  /// than `foreign_keys` and `legacy_alter_table`. Names in triggers and default values count too.
  public static func dependsOnConnection(_ script: String) -> Bool {
    guard
      script.mentions("TEMP") || script.mentions("RANDOM") || script.mentions("CHANGES")
        || script.mentions("LAST_INSERT_ROWID") || script.mentions("PRAGMA")
    else { return false }
    let names = Tokenizer.tokens(of: script).filter { [.word, .doubleQuoted, .quotedName].contains($0.kind) }
    for (index, name) in names.enumerated() {
      let word = name.text.uppercasedASCII
      if connectionWords.contains(word) { return true }
      if word == "PRAGMA", index + 1 < names.count, !pragmas.contains(names[index + 1].text.uppercasedASCII) {
        return true
      }
    }
    return false
  }

  /// Whether the effect of a script can depend on `PRAGMA foreign_keys`. It cannot if all its statements create objects without
  /// reading rows, drop objects without rows, or add columns that refer to nothing:
  ///
  /// > If foreign key constraints are enabled and a column with a REFERENCES clause is added, the column must have a default value
  /// > of NULL.
  ///
  /// https://www.sqlite.org/lang_altertable.html#altertabaddcol
  public static func dependsOnForeignKeys(_ script: String) -> Bool {
    !statements(of: script).allSatisfy { statement in
      let tokens = statement.tokens
      func has(_ word: String, at index: Int) -> Bool { index < tokens.count && tokens[index].isKeyword(word) }
      if has("CREATE", at: 0) {
        if has("TABLE", at: 1) { return !tokens.contains { $0.isKeyword("SELECT") } }
        return has("INDEX", at: 1) || has("UNIQUE", at: 1) || has("VIEW", at: 1) || has("TRIGGER", at: 1)
      }
      if has("DROP", at: 0) { return has("INDEX", at: 1) || has("VIEW", at: 1) || has("TRIGGER", at: 1) }
      guard has("ALTER", at: 0), has("TABLE", at: 1), tokens.count > 3 else { return tokens.isEmpty }
      return has("ADD", at: tokens[3].isPunctuation(".") ? 5 : 3) && !tokens.contains { $0.isKeyword("REFERENCES") }
    }
  }

  private static let connectionWords: Set<String> = [
    "CHANGES", "LAST_INSERT_ROWID", "RANDOM", "RANDOMBLOB", "TEMP", "TEMPORARY", "TOTAL_CHANGES",
  ]

  /// Pragmas that read, and the two settings of a ``DatabaseCheckpoint``.
  private static let pragmas: Set<String> = [
    "FOREIGN_KEYS", "FOREIGN_KEY_CHECK", "FOREIGN_KEY_LIST", "INDEX_INFO", "INDEX_LIST", "INTEGRITY_CHECK",
    "LEGACY_ALTER_TABLE", "QUICK_CHECK", "TABLE_INFO", "TABLE_XINFO",
  ]
}
