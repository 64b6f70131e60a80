internal import GitStore

/// Which databases' drivers the nearest build file names that names any.
enum DatabaseDrivers {
  case sqliteAlone
  case others
  /// No build file names a driver.
  case unknown

  private static let sqlite = [
    "\"sqlite\"", "\"sqlite3\"", "\"better-sqlite3\"", "\"@libsql/client\"", "\"sql.js\"", "mattn/go-sqlite3",
    "modernc.org/sqlite", "glebarez/", "ncruces/go-sqlite3", "rusqlite",
  ]
  private static let foreign = [
    "\"pg\"", "\"postgres\"", "\"mysql\"", "\"mysql2\"", "\"mariadb\"", "\"mssql\"", "\"tedious\"", "\"oracledb\"",
    "lib/pq", "jackc/pgx", "pgdriver", "go-sql-driver/mysql", "mysqldialect", "go-mssqldb", "postgres", "mysql",
  ]
  private static let files = ["package.json", "go.mod", "Cargo.toml"]

  /// Reads the build files in a folder and those around it, innermost first.
  ///
  /// - Throws: `GitError`.
  init(around folder: String, in snapshot: FileSnapshot) throws {
    let parts = folder.split(separator: "/")
    for count in (0...parts.count).reversed() {
      let place = parts.prefix(count).joined(separator: "/")
      for name in Self.files {
        guard let bytes = try snapshot.read(place.isEmpty ? name : place + "/" + name) else { continue }
        let text = String(decoding: bytes, as: UTF8.self)
        let isForeign = Self.foreign.contains(where: text.contains)
        if isForeign || Self.sqlite.contains(where: text.contains) {
          self = isForeign ? .others : .sqliteAlone
          return
        }
      }
    }
    self = .unknown
  }
}
