internal import Foundation
internal import GitStore

extension MigrationConvention {
  /// `<number>.sqm` migrations anywhere below a folder `sqldelight`. Each migrates from the version of its number to
  /// the next version. A new database has the schema that the `.sq` files in the folder create or, with
  /// `deriveSchemaFromMigrations`, the result of the migrations. `<number>.db` is the schema of that version.
  ///
  /// > Migration files are named `<version to upgrade from>.sqm`.
  package static let sqlDelight = MigrationConvention(
    name: "sqldelight", title: "SQLDelight",
    documentation: "https://sqldelight.github.io/sqldelight/latest/android_sqlite/migrations/",
    recognise: { paths, project in
      guard let files = project.sqlDelight[paths.path] else { return nil }
      let migrations = files.filter { $0.hasSuffix(".sqm") }
      let build = try ["build.gradle.kts", "build.gradle"].compactMap { name in
        try project.manifest(name, naming: "sqldelight", for: paths.path)
      }.first
      let dialect = try build.flatMap { try project.text($0.path) }.flatMap(gradleDialect)
      return Recognition(
        evidence: .metadata, count: migrations.count, dialect: dialect ?? .sqlite,
        reasons: ["it has SQLDelight's files"], hasSchema: true)
    },
    // `1.sqm` migrates from version 1 to version 2, and a new database has version 1.
    tracking: .userVersion(first: 1),
    script: .rewritten,
    textComparison: nil,
    read: readSQLDelight, readsOtherFolders: true)
}

private func readSQLDelight(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  let files = try SQLDelightFiles(below: reading)
  var migrations: [Migration] = []
  var versions: [VersionNumber] = []
  for (version, name) in files.migrations {
    let source = try reading.text(name, namedBy: reading.folder)
    let path = reading.path(name)
    if version == versions.last { throw .sameNumber(version.description, paths: [migrations.last?.path ?? "", path]) }
    if let last = versions.last, !version.follows(last) { reading.notices.append(.init(path: path, reason: .gap)) }
    versions.append(version)
    migrations.append(
      Migration(
        id: version.description, path: path, title: "from version \(version)",
        up: SQLDelightScript(source.text).sql() ?? "", down: nil, transaction: .perMigration))
  }
  for (version, name) in files.databases {
    guard let bytes = try reading.bytes(name) else { continue }
    reading.snapshots.append(
      SchemaSnapshot(path: reading.path(name), bytes: bytes, migrationCount: versions.count { $0 < version }))
  }
  reading.fresh = try freshSchema(files.queries, in: reading)
  return migrations
}

/// The schema that the `.sq` files create, in SQLDelight's order: the tables of all files, then the views, the triggers
/// and indexes, and the rest. The result is `nil` if SQLDelight derives the schema from the migrations.
private func freshSchema(_ names: [String], in reading: FolderReading) throws(MigrationFolderError) -> [Migration]? {
  if try derivesSchema(reading) { return nil }
  var scripts: [(name: String, script: SQLDelightScript)] = []
  for name in names {
    scripts.append((name, SQLDelightScript(try reading.text(name, namedBy: reading.folder).text)))
  }
  guard scripts.contains(where: \.script.createsSchema) else { return nil }
  return SQLDelightScript.Phase.allCases.flatMap { phase in
    scripts.compactMap { name, script in
      script.sql(phase).map { sql in
        Migration(id: name, path: reading.path(name), title: name, up: sql, down: nil, transaction: .none)
      }
    }
  }
}

/// Whether the nearest build file above that contains the setting sets `deriveSchemaFromMigrations = true`, or
/// `.set(true)`.
private func derivesSchema(_ reading: FolderReading) throws(MigrationFolderError) -> Bool {
  var folder = reading.folder[...]
  while true {
    for name in ["build.gradle.kts", "build.gradle"] {
      guard let text = try reading.textIfPresent(atPath: folder.isEmpty ? name : folder + "/" + name)?.text,
        let word = text.range(of: "deriveSchemaFromMigrations")
      else { continue }
      let value = text[word.upperBound...].prefix { !$0.isNewline }.filter { !$0.isWhitespace }
      return ["=true", "true", ".set(true)"].contains { value.hasPrefix($0) }
    }
    if folder.isEmpty { return false }
    folder = folder.lastIndex(of: "/").map { folder[..<$0] } ?? ""
  }
}

/// The dialect of a line such as `dialect("app.cash.sqldelight:postgresql-dialect:2.0.2")`.
@Sendable private func gradleDialect(_ build: String) -> Dialect? {
  let lines = build.lowercased().split(whereSeparator: \.isNewline).filter { $0.contains("dialect") }
  let dialects: [(String, Dialect)] = [
    ("postgres", .postgres), ("mysql", .mysql), ("hsql", .other), ("sqlite", .sqlite),
  ]
  return dialects.first { word, _ in lines.contains { $0.contains(word) } }?.1
}

/// The SQLDelight files below a source folder.
struct SQLDelightFiles {
  /// Migrations in order, each with the version from which it upgrades.
  var migrations: [(version: VersionNumber, name: String)] = []
  /// Databases in order, each with its version.
  var databases: [(version: VersionNumber, name: String)] = []
  /// `.sq` files, ordered by path.
  var queries: [String] = []

  /// Splits a path after its source folder; returns `nil` if the file is not a SQLDelight file.
  static func split(_ path: String) -> (folder: Substring, file: Substring)? {
    guard path.hasSuffix(".sqm") || path.hasSuffix(".sq") else { return nil }
    var start = path.startIndex
    while let slash = path[start...].firstIndex(of: "/") {
      if path[start..<slash].lowercased().hasPrefix("sqldelight") {
        return (path[..<slash], path[path.index(after: slash)...])
      }
      start = path.index(after: slash)
    }
    return nil
  }

  init(below reading: FolderReading) throws(MigrationFolderError) {
    for name in try reading.filesBelow() {
      let base = name.split(separator: "/").last.map(String.init) ?? name
      if base.hasSuffix(".sqm") {
        guard let version = Self.version(of: String(base.dropLast(4))) else {
          throw .refusedName(reading.path(name), expected: "<number>.sqm")
        }
        migrations.append((version, name))
      } else if base.hasSuffix(".sq") {
        queries.append(name)
      } else if base.hasSuffix(".db"), let version = VersionNumber(base.dropLast(3)) {
        databases.append((version, name))
      }
    }
    migrations.sort { ($0.version, $0.name) < ($1.version, $1.name) }
    databases.sort { $0.version < $1.version }
  }

  /// > A version is a string of characters starting with a digit and allowing any number of `,:.-_T ` characters in
  /// > between, e.g. `1-2-3`, `1..2.3`, `1_2_3` are all parsed as the same number.
  private static func version(of name: String) -> VersionNumber? {
    func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    let number = name.drop { !isDigit($0) }.prefix { isDigit($0) || ",:.-_T ".contains($0) }
    return VersionNumber(number.filter(isDigit))
  }
}
