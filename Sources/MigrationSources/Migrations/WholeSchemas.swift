internal import SQLiteSyntax

/// Numbered files each of which makes the whole schema of a version, as in `schema_v12.sql` and `schema_v13.sql`. A new database
/// is made by the last one only.
enum WholeSchemas {
  /// The path of the last file; `nil` if the files are not such schemas. They are if the last two make the same tables, perhaps
  /// with the number of the version in their names. A migration that drops tables to make them again is none.
  static func last(of migrations: [Migration]) -> String? {
    guard let last = migrations.last, let former = migrations.dropLast().last else { return nil }
    let before = Set(names(in: former, after: "CREATE"))
    let dropped = Set(names(in: last, after: "DROP"))
    let made = names(in: last, after: "CREATE").filter { !before.contains($0) || !dropped.contains($0) }
    let versions = Set(before.map(\.withoutVersion))
    let common = versions.intersection(made.map(\.withoutVersion))
    return versions.count > 2 && common.count * 5 >= versions.count * 4 ? last.path : nil
  }

  /// The names in CREATE TABLE or DROP TABLE, in lower case.
  private static func names(in migration: Migration, after keyword: String) -> [String] {
    Script.statements(of: migration.up).compactMap { statement in
      let tokens = statement.tokens
      guard tokens.count > 2, tokens[0].isKeyword(keyword), tokens[1].isKeyword("TABLE") else { return nil }
      // IF EXISTS, IF NOT EXISTS
      let name = tokens.dropFirst(2).first { token in !["IF", "NOT", "EXISTS"].contains(where: token.isKeyword) }
      return name?.identifier.folded
    }
  }
}

extension String {
  /// The name of a table without the number of a version at its end, such as `devices` for `devices_v13`.
  package var withoutVersion: String { replacing(/_?v?[0-9]+$/, with: "") }
}
