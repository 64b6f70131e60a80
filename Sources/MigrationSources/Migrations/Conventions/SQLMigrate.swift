internal import SQLiteSyntax

extension MigrationConvention {
  /// Files with both directions, separated by the lines `-- +migrate Up` and `-- +migrate Down`. Each runs in a transaction,
  /// unless it says `-- +migrate Up notransaction`. The tool records and sorts the names of files.
  /// https://github.com/rubenv/sql-migrate#writing-migrations
  static let sqlMigrate = MigrationConvention(
    name: "sql-migrate", title: "sql-migrate",
    documentation: "https://github.com/rubenv/sql-migrate#writing-migrations",
    recognise: { paths, project in
      let scripts = paths.files.filter { $0.hasSuffix(".sql") }
      let isMarked = try project.firstOrLast(of: scripts, in: paths) { text in
        text.lines.contains { $0.hasPrefix("-- +migrate Up") }
      }
      guard isMarked else { return nil }
      return Recognition(evidence: .metadata, count: scripts.count, reasons: ["its files say -- +migrate Up"])
    },
    tracking: .table(
      "gorp_migrations", of: "sql-migrate", normalizing: ["applied_at": "'2000-01-01 00:00:00'"],
      .ids("SELECT id FROM gorp_migrations")),
    script: .partOfFile,
    textComparison: nil,
    read: readSQLMigrate)
}

private func readSQLMigrate(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var migrations: [Migration] = []
  for name in reading.files.sorted(by: sqlMigratePrecedes) {
    guard name.hasSuffix(".sql") else {
      reading.noticeSkipped(name)
      continue
    }
    let script = try SQLMigrateScript(reading.text(name, namedBy: reading.folder).text, path: reading.path(name))
    migrations.append(
      Migration(
        id: name, path: reading.path(name), title: String(name.dropLast(4)), up: script.up, down: script.down,
        transaction: script.runsInTransaction ? .perMigration : .none))
  }
  try reading.noticeSkippedFolders()
  return migrations
}

/// By the number at the beginning of the name, then by name; names without a number come last.
@Sendable private func sqlMigratePrecedes(_ one: String, _ other: String) -> Bool {
  func number(_ name: String) -> VersionNumber? { VersionNumber(name.prefix { $0.isASCII && $0.isNumber }) }
  switch (number(one), number(other)) {
  case (let first?, let second?) where first != second: return first < second
  case (_?, nil): return true
  case (nil, _?): return false
  default: return one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
