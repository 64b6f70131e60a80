extension Script {
  /// A dump without the tables that SQLite makes itself, which `.schema` of its shell writes down all the same:
  /// `CREATE TABLE sqlite_sequence(name,seq);`. They become white space, so that lines stay where they are.
  ///
  /// > Table names that begin with "sqlite_" are reserved for internal use. It is an error to attempt to create a table
  /// > with a name that starts with "sqlite_". https://www.sqlite.org/lang_createtable.html
  public static func withoutReservedTables(_ script: String) -> String {
    guard script.mentions("SQLITE_") else { return script }
    let reserved = statements(of: script).filter { statement in
      let tokens = statement.tokens
      guard tokens.count > 2, tokens[0].isKeyword("CREATE"), tokens[1].isKeyword("TABLE") else { return false }
      return tokens[2].text.foldedASCII.hasPrefix("sqlite_")
    }
    guard !reserved.isEmpty else { return script }
    var bytes = Array(script.utf8)
    for range in reserved.map(\.range) {
      for index in range where bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
