extension MigrationConvention {
  /// `<version>_<title>.up.<extension>` and `….down.<extension>`.
  ///
  /// > the sqlite3 driver will automatically wrap each migration in an implicit transaction by default
  ///
  /// The connection can change that by `x-no-tx-wrap`, which no migration shows.
  /// https://github.com/golang-migrate/migrate/blob/master/database/sqlite3/README.md
  static let golangMigrate = MigrationConvention(
    name: "golang-migrate", title: "golang-migrate",
    documentation: "https://github.com/golang-migrate/migrate/blob/master/MIGRATIONS.md",
    recognise: { paths, project in
      let scripts = paths.files.compactMap(golangMigrateFile)
      let count = scripts.filter { $0.direction == .up }.count
      // golang-migrate refuses to start if two files have the same number. Then another library runs them.
      guard count > 0, Set(scripts.filter { $0.direction == .up }.map(\.number)).count == count else { return nil }
      let mod = try project.manifest("go.mod", naming: "golang-migrate/migrate", for: paths.path)
      // Numbered files without a direction, which golang-migrate skips, are migrations of another tool.
      guard
        mod != nil
          || !ScriptName.all(in: paths.files).contains(where: {
            plainNumberedFile($0) != nil && golangMigrateFile($0.name) == nil
          })
      else { return nil }
      return Recognition(
        evidence: mod?.above == true ? .manifest : .names, count: count,
        reasons: mod.map { ["\($0.path) names golang-migrate"] } ?? ["its files are named <number>_<title>.up.sql"])
    },
    // The table has one row: the current version of the database. A dirty version did not finish.
    tracking: .schemaMigrations(.through("SELECT version FROM schema_migrations WHERE NOT dirty")),
    script: .wholeFile,
    textComparison: nil,
    read: readGolangMigrate)
}

private func readGolangMigrate(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var numbered: [NumberedFile] = []
  for name in reading.files {
    guard let file = golangMigrateFile(name) else {
      reading.noticeSkipped(name)
      continue
    }
    // "Versions of migrations may be represented as any 64 bit unsigned integer": a larger number does not parse, and
    // golang-migrate skips files whose names do not parse.
    if file.number.fits("18446744073709551615") {
      numbered.append(file)
    } else {
      reading.notices.append(MigrationNotice(path: reading.path(name), reason: .numberTooLarge))
    }
  }
  try reading.noticeSkippedFolders()
  return try reading.migrations(from: numbered) { _ in .perMigration }
}

/// Parses a name that golang-migrate's `^([0-9]+)_(.*)\.(down|up)\.(.*)$` matches; "the extension of the migration
/// files is not checked".
@Sendable private func golangMigrateFile(_ name: String) -> NumberedFile? {
  guard let underscore = name.firstIndex(of: "_"), let number = VersionNumber(name[..<underscore]) else { return nil }
  let parts = name.afterFirstUnderscore.split(separator: ".", omittingEmptySubsequences: false)
  // The title matches greedily, so the last direction counts. There must be a part on each side of it.
  guard let place = parts.dropLast().lastIndex(where: { $0 == "up" || $0 == "down" }), place > 0 else { return nil }
  return NumberedFile(
    name: name, number: number, title: parts[..<place].joined(separator: "."),
    direction: parts[place] == "up" ? .up : .down)
}
