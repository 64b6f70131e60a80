internal import LedgerCore

/// Names for several databases that `init` finds, after the paths of their sources.
enum DatabaseNames {
  private static let generic: Set<String> = [
    "commonmain", "data", "database", "databases", "db", "drizzle", "internal", "kotlin", "main", "migrate",
    "migration",
    "migrations", "prisma", "resources", "schema.sql", "sql", "sqldelight", "sqlite", "sqlite3", "src", "store",
  ]

  /// A name for each path: the last part of it that says more than "migrations", and where others say the same there,
  /// the last one that is its own. A database that is alone has the name of the configuration's default.
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
