internal import SQLiteSyntax

extension MigrationConvention {
  /// `<version>_<name>.up.sql` and `.down.sql`; a file for one database has the dialect before the direction:
  /// `20200101000000_users.sqlite3.up.sql`, or `….mysql.autocommit.up.sql`. Pop compares versions as text, and prefers
  /// a file for the database to a file for all databases. `.fizz` files, in Pop's own language, are not SQL.
  ///
  /// The pattern is `^(\d+)_([^.]+)(\.[a-z0-9]+)?(\.autocommit)?\.(up|down)\.(sql)$`
  /// (https://github.com/ory/x/blob/master/popx/match.go). An `autocommit` file runs outside a transaction, any other in
  /// one (https://github.com/ory/x/blob/master/popx/migrator.go).
  static let pop = MigrationConvention(
    name: "pop", title: "Pop",
    documentation: "https://gobuffalo.io/documentation/database/migrations/",
    recognise: { paths, project in
      let files = paths.files.compactMap(popFile)
      let named = files.contains { $0.dialect != nil } || paths.files.contains { $0.hasSuffix(".up.fizz") }
      guard !files.isEmpty, named else { return nil }
      let mod = try project.manifest("go.mod", naming: "/pop", for: paths.path)
      return Recognition(
        evidence: mod?.above == true ? .manifest : .names, count: NumberedFile.countForSQLite(files),
        dialect: NumberedFile.dialect(of: files),
        reasons: ["its files are named <version>_<name>.<dialect>.up.sql"]
          + (mod.map { ["\($0.path) names Pop"] } ?? []))
    },
    tracking: .table("schema_migration", of: "Pop", .ids("SELECT version FROM schema_migration")),
    script: .wholeFile,
    textComparison: nil,
    read: readPop)
}

private func readPop(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var numbered: [NumberedFile] = []
  for name in reading.files {
    if let file = popFile(name) { numbered.append(file) } else { reading.noticeSkipped(name) }
  }
  try reading.noticeSkippedFolders()
  var migrations = try reading.migrations(from: reading.forSQLite(numbered)) { _ in .perMigration }
  for index in migrations.indices {
    let parts = (migrations[index].path.parts(at: "/").last ?? "").parts(at: ".")
    migrations[index].id = String(parts.first?.parts(at: "_").first ?? "")
    if parts.dropFirst().dropLast().contains("autocommit") { migrations[index].transaction = .none }
  }
  migrations.sort { $0.id < $1.id }
  reading.noticeTextOrder(migrations)
  return migrations
}

@Sendable private func popFile(_ name: String) -> NumberedFile? {
  var parts = name.parts(at: ".")
  guard parts.count >= 3, parts.popLast() == "sql", let direction = parts.popLast(), ["up", "down"].contains(direction)
  else { return nil }
  let last = parts.count > 1 ? parts.last : nil
  if last == "autocommit" { parts.removeLast() }
  var dialect: Dialect?
  if parts.count == 2, let known = Dialect(word: parts[1]) {
    dialect = known
    parts.removeLast()
  }
  guard parts.count == 1, let underscore = parts[0].utf8.firstIndex(of: UInt8(ascii: "_")),
    let number = VersionNumber(parts[0][..<underscore]),
    case let title = parts[0][parts[0].utf8.index(after: underscore)...], !title.isEmpty
  else { return nil }
  return NumberedFile(
    name: name, number: number, title: String(title),
    direction: direction == "up" ? .up : .down, dialect: dialect)
}
