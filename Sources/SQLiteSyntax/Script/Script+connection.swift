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

  private static let connectionWords: Set<String> = [
    "CHANGES", "LAST_INSERT_ROWID", "RANDOM", "RANDOMBLOB", "TEMP", "TEMPORARY", "TOTAL_CHANGES",
  ]

  /// Pragmas that read, and the two settings of a ``DatabaseCheckpoint``.
  private static let pragmas: Set<String> = [
    "FOREIGN_KEYS", "FOREIGN_KEY_CHECK", "FOREIGN_KEY_LIST", "INDEX_INFO", "INDEX_LIST", "INTEGRITY_CHECK",
    "LEGACY_ALTER_TABLE", "QUICK_CHECK", "TABLE_INFO", "TABLE_XINFO",
  ]
}
