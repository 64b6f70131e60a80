internal import SQLiteSyntax

extension MigrationConvention {
  /// A folder `<timestamp>_<name>` with a `migration.sql` for each migration, and one `migration_lock.toml` that names
  /// the database. The schema engine passes the script unchanged to SQLite, outside a transaction:
  /// https://github.com/prisma/prisma/discussions/3774
  static let prisma = MigrationConvention(
    name: "prisma", title: "Prisma",
    documentation:
      "https://www.prisma.io/docs/orm/v7/prisma-migrate/understanding-prisma-migrate/migration-histories",
    recognise: { paths, project in
      let folders = paths.folders(with: "migration.sql")
      guard paths.files.contains("migration_lock.toml") else {
        let numbered = folders.filter { $0.contains("_") && VersionNumber($0.prefix { $0 != "_" }) != nil }
        return Recognition(
          evidence: .names, count: numbered.count, reasons: ["its folders have a migration.sql"])
      }
      let provider = try project.text(paths.path(of: "migration_lock.toml")).flatMap(lockedProvider)
      return Recognition(
        evidence: .metadata, count: folders.count,
        dialect: provider.map { Dialect(word: $0) ?? .other },
        reasons: ["migration_lock.toml " + (provider.map { "says \($0)" } ?? "is there")])
    },
    tracking: .table(
      "_prisma_migrations", of: "Prisma",
      normalizing: ["started_at": "946684800000", "finished_at": "946684800000", "id": "migration_name"],
      .ids(
        "SELECT migration_name FROM _prisma_migrations WHERE finished_at NOT NULL AND rolled_back_at IS NULL")),
    script: .wholeFile,
    // https://www.prisma.io/docs/orm/prisma-migrate/workflows/development-and-production#production-and-testing-environments;
    // line endings are not compared.
    textComparison: .warning(
      .lines,
      "`prisma migrate deploy` says that it was modified, and `prisma migrate dev` asks to reset the database"),
    read: readPrisma)
}

private func readPrisma(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  for name in reading.files { reading.noticeSkipped(name) }
  var migrations: [Migration] = []
  for folder in reading.folders.sorted(by: { LocaleOrder($0) < LocaleOrder($1) }) {
    let up = try reading.text(folder + "/migration.sql", namedBy: reading.path(folder))
    for name in try reading.files(in: folder) where name != "migration.sql" && name != "down.sql" {
      reading.noticeSkipped(folder + "/" + name)
    }
    migrations.append(
      Migration(
        id: folder, path: reading.path(folder + "/migration.sql"), title: folder.afterFirstUnderscore, up: up.text,
        down: try reading.textIfPresent(folder + "/down.sql")?.text, transaction: .none))
  }
  return migrations
}

/// The provider in the lock file. The engine reads only the line that begins with `provider`.
@Sendable private func lockedProvider(_ lock: String) -> String? {
  lock.split(whereSeparator: \.isNewline).first { $0.hasPrefix("provider") }
    .flatMap { $0.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first }
    .map(String.init)
}
