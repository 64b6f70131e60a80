internal import Foundation
internal import SQLiteSyntax

extension MigrationConvention {
  /// `<tag>.sql` files in the order of `meta/_journal.json`. Since version 1, Drizzle writes folders
  /// `<timestamp>_<name>` with a `migration.sql` and a `snapshot.json`, and no journal. Both forms separate statements
  /// by `--> statement-breakpoint` lines, which SQLite reads as comments. Drizzle runs all pending migrations in one
  /// transaction: https://github.com/drizzle-team/drizzle-orm/blob/main/drizzle-orm/src/sqlite-core/dialect.ts
  static let drizzle = MigrationConvention(
    name: "drizzle", title: "Drizzle",
    documentation: "https://orm.drizzle.team/docs/drizzle-kit-generate",
    recognise: { paths, project in
      if paths.folders["meta"]?.contains("_journal.json") == true {
        let journal = try? project.text(paths.path(of: journalName)).map(Journal.init)
        return recognition(
          count: journal?.entries.count ?? paths.files.filter(\.hasSQLSuffix).count, dialect: journal?.dialect,
          file: journalName)
      }
      let folders = paths.folders(with: "migration.sql").filter { paths.folders[$0]?.contains("snapshot.json") == true }
      guard let first = folders.first else { return nil }
      let text = try project.text(paths.path(of: first + "/snapshot.json"))
      let snapshot = text.flatMap { try? JSONDecoder().decode(Snapshot.self, from: Data($0.utf8)) }
      return recognition(
        count: paths.folders(with: "migration.sql").count, dialect: snapshot?.dialect, file: "snapshot.json")
    },
    tracking: .table("__drizzle_migrations", of: "Drizzle", .texts("SELECT hash FROM __drizzle_migrations")),
    script: .wholeFile,
    textComparison: nil,
    read: readDrizzle,
    // Foreign keys are on by default in better-sqlite3, in Node's own module and in D1:
    // https://github.com/WiseLibs/better-sqlite3/blob/master/docs/compilation.md,
    // https://nodejs.org/api/sqlite.html#new-databasesyncpath-options,
    // https://developers.cloudflare.com/d1/sql-api/foreign-keys/
    foreignKeys: true)
}

private let journalName = "meta/_journal.json"

private struct Journal: Decodable {
  struct Entry: Decodable {
    var idx: Int
    var when: Double?
    var tag: String
  }
  var dialect: String?
  var entries: [Entry]

  init(_ text: String) throws { self = try JSONDecoder().decode(Journal.self, from: Data(text.utf8)) }
}

private struct Snapshot: Decodable { var dialect: String? }

@Sendable private func recognition(count: Int, dialect: String?, file: String) -> Recognition {
  Recognition(
    evidence: .metadata, count: count, dialect: dialect.map { Dialect(word: $0) ?? .other },
    reasons: ["\(file) " + (dialect.map { "says \($0)" } ?? "is there")])
}

private func readDrizzle(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  if !reading.isPast { reading.foreignKeys = try foreignKeysOfLibSQL(reading) }
  let migrations: [Migration]
  if let text = try reading.textIfPresent(journalName)?.text {
    let journal: Journal
    do {
      journal = try Journal(text)
    } catch {
      throw .unreadable(reading.path(journalName), reason: String(describing: error))
    }
    migrations = try readJournal(journal, &reading)
  } else {
    migrations = try readFolders(&reading)
  }
  let drivers = try drivers(reading)
  if drivers == .betterSQLite {
    for migration in migrations { try checkParts(of: migration) }
  } else if drivers == .maybeBun {
    reading.notices += migrations.compactMap { migration in
      secondStatement(of: migration).map {
        MigrationNotice(path: migration.path, reason: .secondStatement, number: $0)
      }
    }
  }
  return migrations
}

private let breakpoint = "--> statement-breakpoint"

/// Drizzle gives each part between breakpoints to the driver as one statement, and better-sqlite3 refuses several: "The supplied
/// SQL string contains more than one statement".
/// https://github.com/WiseLibs/better-sqlite3/blob/master/docs/api.md#preparestring---statement
private func checkParts(of migration: Migration) throws(MigrationFolderError) {
  guard let line = secondStatement(of: migration) else { return }
  throw .refusedText(
    migration.path, line: line,
    reason: "follows another statement without \(breakpoint), and better-sqlite3 refuses both",
    hint: "put \(breakpoint) before the statement")
}

/// The line of the first statement that follows another one in a part between breakpoints.
private func secondStatement(of migration: Migration) -> Int? {
  StatementPart.parts(of: migration.up, dividedAt: breakpoint).lazy.compactMap(\.secondStatement).first
}

private enum Drivers {
  /// better-sqlite3 alone.
  case betterSQLite
  /// bun:sqlite, or none that a build file has to name. bun:sqlite runs the first statement of a text only:
  /// https://bun.com/docs/runtime/sqlite#query
  case maybeBun
  /// One that may run several statements.
  case others
}

/// The drivers that the nearest build file names which names any.
private func drivers(_ reading: FolderReading) throws(MigrationFolderError) -> Drivers {
  let others = [
    "\"@libsql/client\"", "\"wrangler\"", "\"@cloudflare/", "\"expo-sqlite\"", "\"sql.js\"", "op-sqlite\"",
  ]
  let bun = ["\"@types/bun\"", "\"bun-types\"", "\"bun "]
  guard let package = try nearestPackage(reading, naming: ["\"better-sqlite3\""] + others + bun) else {
    return .maybeBun
  }
  if others.contains(where: package.contains) { return .others }
  return bun.contains(where: package.contains) ? .maybeBun : .betterSQLite
}

/// Off if the nearest build file that names a driver names only libSQL's. Its `migrate`, which Drizzle calls, switches
/// foreign keys off before it begins a transaction, and on afterwards:
/// https://github.com/drizzle-team/drizzle-orm/blob/main/drizzle-orm/src/libsql/migrator.ts,
/// https://github.com/tursodatabase/libsql-client-ts/blob/main/packages/libsql-client/src/sqlite3.ts
private func foreignKeysOfLibSQL(_ reading: FolderReading) throws(MigrationFolderError) -> Bool? {
  let package = try nearestPackage(reading, naming: ["\"better-sqlite3\"", "\"@libsql/client\""])
  return package?.contains("\"better-sqlite3\"") == false ? false : nil
}

/// The text of the nearest `package.json` around the folder that contains one of the words; `nil` if there is none.
private func nearestPackage(
  _ reading: FolderReading, naming words: [String]
) throws(MigrationFolderError) -> String? {
  for folder in ProjectFiles.foldersAround(reading.folder) {
    let path = folder.isEmpty ? "package.json" : folder + "/package.json"
    if let text = try reading.textIfPresent(atPath: path)?.text, words.contains(where: text.contains) { return text }
  }
  return nil
}

/// Reads the entries in the order of the file, in which drizzle-orm runs them. drizzle-orm skips an entry whose `when`
/// is not later than that of the last migration in the database.
private func readJournal(
  _ journal: Journal, _ reading: inout FolderReading
) throws(MigrationFolderError) -> [Migration] {
  var migrations: [Migration] = []
  var names: Set<String> = []
  var last: (idx: Int, when: Double) = (-1, -.infinity)
  for entry in journal.entries {
    let name = entry.tag + ".sql"
    let path = reading.path(name)
    guard names.insert(name).inserted else { throw .sameNumber(entry.tag, paths: [path, path]) }
    let up = try reading.text(name, namedBy: reading.path(journalName))
    var migration = Migration(
      id: entry.tag, path: path, title: entry.tag.afterFirstUnderscore, up: up.text, down: nil,
      transaction: .perMigration)
    migration.time = entry.when
    migrations.append(migration)
    let when = entry.when ?? last.when
    if entry.idx <= last.idx { reading.notices.append(MigrationNotice(path: path, reason: .journalIndex)) }
    if entry.when != nil, when <= last.when {
      reading.notices.append(MigrationNotice(path: path, reason: .journalTime))
    }
    last = (max(last.idx, entry.idx), max(last.when, when))
  }
  for name in reading.files where name.hasSQLSuffix && !names.contains(name) {
    reading.notices.append(MigrationNotice(path: reading.path(name), reason: .notInJournal))
  }
  try reading.noticeSkippedFolders()
  if let last = journal.entries.last { reading.readSnapshot("meta/\(last.tag.prefix { $0 != "_" })_snapshot.json") }
  return migrations
}

/// Reads the folders of version 1, which takes each folder that contains a `migration.sql` and skips the others.
private func readFolders(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  for name in reading.files { reading.noticeSkipped(name) }
  var migrations: [Migration] = []
  for folder in reading.folders.sorted(by: { LocaleOrder($0) < LocaleOrder($1) }) {
    guard let up = try reading.textIfPresent(folder + "/migration.sql") else {
      if try reading.files(in: folder).contains("snapshot.json") {
        throw .missingFile(reading.path(folder + "/migration.sql"), namedBy: reading.path(folder))
      }
      continue
    }
    for name in try reading.files(in: folder) where name != "migration.sql" {
      reading.noticeSkipped(folder + "/" + name)
    }
    migrations.append(
      Migration(
        id: folder, path: reading.path(folder + "/migration.sql"), title: folder.afterFirstUnderscore, up: up.text,
        down: nil, transaction: .perMigration))
  }
  if let last = migrations.last { reading.readSnapshot(last.id + "/snapshot.json") }
  return migrations
}

extension FolderReading {
  /// Reads the snapshot of the last migration, which says what all of them make. The migrations run without it, so that one
  /// that cannot be read is left out.
  fileprivate mutating func readSnapshot(_ name: String) {
    if isPast { return }
    stated = (try? textIfPresent(name)).flatMap { StatedTables(drizzle: $0.text, path: path(name)) }
  }
}
