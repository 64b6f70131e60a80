internal import GitStore
internal import MigrationSources
internal import SQLiteSchema

/// Files whose names are typical of a whole schema, without those whose paths name another database. Not all contain a schema.
struct SchemaFiles {
  /// The paths, sorted.
  let paths: [String]

  private static let names: Set<String> = [
    "schema.sql", "structure.sql", "schema.sqlite.sql", "schema_sqlite.sql", "schema-sqlite.sql", "latest.sql",
    "schema.sqlite3.sql", "schema_sqlite3.sql", "schema-sqlite3.sql",
    "latest__schema.sql", "init.sql", "sqlite_schema.sql", "sqlite-schema.sql",
    // A plugin of Roundcube: https://github.com/roundcube/roundcubemail/wiki/Plugin-API
    "sqlite.initial.sql",
    "sqlite3_schema.sql", "sqlite3-schema.sql",
    // Text, not a database.
    "schema.sqlite", "schema.sqlite3",
  ]
  /// Names of a schema that stands beside those of other databases, such as `postgres.sql`.
  private static let dialectNames: Set<String> = ["sqlite.sql", "sqlite3.sql"]
  private static let ignoredFolderNames: Set<Substring> = ["node_modules", "vendor", "third_party"]

  /// - Throws: `GitError`.
  init(in snapshot: FileSnapshot) throws {
    let named = try snapshot.files(under: "").map(\.path).filter { path in
      let parts = path.split(separator: "/")
      let name = parts.last?.lowercased() ?? ""
      // In a numbered folder it is a migration.
      let isNumbered = parts.dropLast().last?.prefixMatch(of: /[0-9]+[_-]/) != nil
      return (Self.names.contains(name) || Self.dialectNames.contains(name) && !isNumbered)
        && (Dialect.named(in: path) ?? .sqlite) == .sqlite
        && !parts.contains(where: Self.ignoredFolderNames.contains)
    }
    paths = try named.filter { path in
      let bytes = try snapshot.read(path) ?? []
      // A frozen `schema.sql` is not a source.
      return !bytes.starts(with: Array(CanonicalSchema.formatLine.utf8)) && !bytes.contains(0)
    }
  }

  /// Those of ``paths(beside:)``, and those in other folders beside that of the migrations, which may be another database's.
  func paths(around folder: String) -> [String] {
    func parent(_ path: String) -> Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }
    let place = parent(folder)
    let beside = paths(beside: folder)
    return beside
      + paths.filter { path in
        !beside.contains(path) && !place.isEmpty && parent(String(parent(path))) == place
      }
  }

  /// The schema files in a folder of migrations and in the two enclosing folders, nearest first.
  func paths(beside folder: String) -> [String] {
    let around = sequence(first: folder[...]) { path in
      path.isEmpty ? nil : path.lastIndex(of: "/").map { path[..<$0] } ?? ""
    }
    return around.prefix(3).flatMap { place in
      paths.filter { path in
        (path.lastIndex(of: "/").map { path[..<$0] } ?? "") == place
      }
    }
  }
}
