extension Script {
  /// The script without the CREATE TABLE statements of SQLite's own tables, such as `CREATE TABLE
  /// sqlite_sequence(name,seq);`, which `.schema` of the SQLite shell prints. White space replaces them, so that line
  /// numbers do not change.
  ///
  /// > Table names that begin with "sqlite_" are reserved for internal use. It is an error to attempt to create a table
  /// > with a name that starts with "sqlite_". https://www.sqlite.org/lang_createtable.html
  ///
  /// The shadow tables of a virtual table that the dump declares, too, are left out in the same way: SQLite makes them with
  /// it, and the shell, which loads a dump, goes on after a statement that fails. https://www.sqlite.org/vtab.html#xshadowname
  public static func withoutReservedTables(_ script: String) -> String {
    guard script.mentions("SQLITE_") || script.mentions("VIRTUAL") else { return script }
    var virtual: Set<Identifier> = []
    let reserved = statements(of: script).filter { statement in
      let tokens = statement.tokens
      guard tokens.count > 2, tokens[0].isKeyword("CREATE") else { return false }
      let isVirtual = tokens[1].isKeyword("VIRTUAL")
      guard isVirtual || tokens[1].isKeyword("TABLE") else { return false }
      let rest = tokens.dropFirst(isVirtual ? 3 : 2)
      guard let name = rest.dropFirst(rest.first?.isKeyword("IF") == true ? 3 : 0).first?.identifier else {
        return false
      }
      if isVirtual { virtual.insert(name) }
      return !isVirtual
        && (name.isReserved
          || shadows.contains { suffix in
            name.text.lowercased().hasSuffix(suffix)
              && virtual.contains(Identifier(String(name.text.dropLast(suffix.count))))
          })
    }
    guard !reserved.isEmpty else { return script }
    var bytes = Array(script.utf8)
    for range in reserved.map(\.range) {
      for index in range where bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The ends of the names of shadow tables: those of FTS5, FTS3 and FTS4, and R-tree.
  private static let shadows = [
    "_data", "_idx", "_content", "_docsize", "_config", "_segments", "_segdir", "_stat", "_node", "_parent", "_rowid",
  ]
}
