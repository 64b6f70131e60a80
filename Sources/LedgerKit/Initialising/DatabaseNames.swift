internal import LedgerCore

/// Derives names for several databases that `init` finds from the paths of their sources.
enum DatabaseNames {
  private static let generic: Set<String> = [
    "commonmain", "data", "database", "databases", "db", "drizzle", "internal", "kotlin", "main", "migrate",
    "migration",
    "migrations", "prisma", "resources", "schema.sql", "sql", "sqldelight", "sqlite", "sqlite3", "src", "store",
  ]

  /// Returns a name for each path: the last part that is more specific than, for example, "migrations". If other paths
  /// have the same part, it is the last part that only this path has. A single database gets the configuration's
  /// default name.
  static func names(for paths: [String]) -> [String] {
    guard paths.count > 1 else { return paths.map { _ in Configuration.defaultDatabase } }
    let parts = paths.map { $0.split(separator: "/").map(String.init) }
    var used: Set<String> = []
    return parts.map { own in
      let telling = own.filter { !generic.contains($0.lowercased()) }
      let unique = telling.last { part in parts.count { $0.contains(part) } == 1 }
      let chosen = unique ?? telling.last ?? own.last ?? Configuration.defaultDatabase
      let stem = String(chosen.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "-" })
      let name =
        ([stem] + (2...paths.count + 1).map { "\(stem)-\($0)" }).first { !used.contains($0.lowercased()) } ?? stem
      used.insert(name.lowercased())
      return name
    }
  }
}
