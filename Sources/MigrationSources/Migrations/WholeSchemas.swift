internal import SQLiteSyntax

/// Numbered files each of which makes the whole schema of a version, as in `schema_v12.sql` and `schema_v13.sql`. A new database
/// is made by the last one only.
enum WholeSchemas {
  /// The path of the last file; `nil` if the files are not such schemas. They are if the last two make the same tables, perhaps
  /// with the number of the version in their names; migrations make a table once.
  static func last(of migrations: [Migration]) -> String? {
    guard let last = migrations.last, let former = migrations.dropLast().last else { return nil }
    let before = tables(of: former)
    let common = tables(of: last).intersection(before)
    return before.count > 2 && common.count * 5 >= before.count * 4 ? last.path : nil
  }

  /// The names of the created tables, in lower case and without a number at the end.
  private static func tables(of migration: Migration) -> Set<String> {
    let names = Script.statements(of: migration.up).compactMap { statement -> String? in
      let tokens = statement.tokens
      guard tokens.count > 3, tokens[0].isKeyword("CREATE"), tokens[1].isKeyword("TABLE") else { return nil }
      let name = tokens[2].isKeyword("IF") && tokens.count > 5 ? tokens[5] : tokens[2]
      return name.identifier.folded.withoutVersion
    }
    return Set(names)
  }
}

extension String {
  /// The name of a table without the number of a version at its end, such as `devices` for `devices_v13`.
  package var withoutVersion: String { replacing(/_?v?[0-9]+$/, with: "") }
}
