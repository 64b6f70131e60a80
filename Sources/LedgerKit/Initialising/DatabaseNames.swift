internal import LedgerCore

/// Derives names for several databases that `init` finds from the paths of their sources.
enum DatabaseNames {
  private static let generic: Set<String> = [
    "commonmain", "data", "database", "databases", "db", "drizzle", "flyway", "internal", "kotlin", "main", "migrate",
    "migration",
    "migrations", "prisma", "resources", "schema.sql", "sql", "sqldelight", "sqlite", "sqlite3", "src", "store",
  ]

  /// Returns a name for each path: the last part that is more specific than, for example, "migrations", which is also
  /// removed from its end. If other paths have the same part, it is the last part that only this path has. A single database gets the configuration's
  /// default name.
  ///
  /// - Parameter present: the databases that the configuration already has.
  static func names(for paths: [String], beside present: [DatabaseConfiguration] = []) -> [String] {
    guard paths.count > 1 || !present.isEmpty else { return paths.map { _ in Configuration.defaultDatabase } }
    let own = paths.map { $0.split(separator: "/").map(String.init) }
    let parts = own + present.flatMap(\.source.paths).map { $0.split(separator: "/").map(String.init) }
    var used = Set(present.map { $0.name.lowercased() })
    return own.map { own in
      let telling = own.filter { !generic.contains($0.lowercased()) }
      let unique = telling.last { part in parts.count { $0.contains(part) } == 1 }
      let chosen = unique ?? telling.last ?? own.last ?? Configuration.defaultDatabase
      let word = String(chosen.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "-" })
      let stem = word.replacing(/(?i)(.)[-_]migrations?$/) { $0.1 }
      let name =
        ([stem] + (2...used.count + 2).map { "\(stem)-\($0)" }).first { !used.contains($0.lowercased()) } ?? stem
      used.insert(name.lowercased())
      return name
    }
  }
}
