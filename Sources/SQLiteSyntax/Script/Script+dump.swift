extension Script {
  /// The script without the CREATE TABLE statements of SQLite's own tables, such as `CREATE TABLE
  /// sqlite_sequence(name,seq);`, which `.schema` of the SQLite shell prints. White space replaces them, so that line
  /// numbers do not change.
  ///
  /// > Table names that begin with "sqlite_" are reserved for internal use. It is an error to attempt to create a table
  /// > with a name that starts with "sqlite_". https://www.sqlite.org/lang_createtable.html
  public static func withoutReservedTables(_ script: String) -> String {
    guard script.mentions("SQLITE_") else { return script }
    let reserved = statements(of: script).filter { statement in
      let tokens = statement.tokens
      guard tokens.count > 2, tokens[0].isKeyword("CREATE"), tokens[1].isKeyword("TABLE") else { return false }
      return tokens[2].identifier.isReserved
    }
    guard !reserved.isEmpty else { return script }
    var bytes = Array(script.utf8)
    for range in reserved.map(\.range) {
      for index in range where bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
