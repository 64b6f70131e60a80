internal import GitStore
internal import SQLiteSchema

/// Files that are called as a whole schema is called; not all of them make one.
struct SchemaFiles {
  /// Sorted.
  let paths: [String]

  private static let names: Set<String> = [
    "schema.sql", "structure.sql", "schema.sqlite.sql", "schema_sqlite.sql", "schema-sqlite.sql", "latest.sql",
    "latest__schema.sql", "init.sql",
  ]
  private static let asides: Set<Substring> = ["node_modules", "vendor", "third_party"]

  /// - Throws: `GitError`.
  init(in snapshot: FileSnapshot) throws {
    let named = try snapshot.files(under: "").map(\.path).filter { path in
      let parts = path.split(separator: "/")
      return Self.names.contains(parts.last?.lowercased() ?? "") && !parts.contains(where: Self.asides.contains)
    }
    paths = try named.filter { path in
      // A frozen version is no source.
      try !(snapshot.read(path) ?? []).starts(with: Array(CanonicalSchema.formatLine.utf8))
    }
  }

  /// Those in a folder of migrations and in the two around it, the nearest first.
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
