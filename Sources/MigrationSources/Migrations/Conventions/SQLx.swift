internal import SQLiteSyntax

extension MigrationConvention {
  /// `<version>_<description>.sql`, or the same with `.up.sql` and `.down.sql`. Each runs in a transaction, unless it
  /// begins with `-- no-transaction`: https://github.com/launchbadge/sqlx/blob/main/sqlx-core/src/migrate/source.rs,
  /// https://github.com/launchbadge/sqlx/blob/main/sqlx-sqlite/src/migrate.rs
  static let sqlx = MigrationConvention(
    name: "sqlx", title: "sqlx",
    documentation: "https://docs.rs/sqlx/latest/sqlx/migrate/trait.MigrationSource.html",
    recognise: { paths, project in
      let count = paths.files.compactMap(sqlxFile).filter { $0.direction == .up }.count
      guard count > 0, let cargo = try project.manifest("Cargo.toml", naming: "sqlx", for: paths.path) else {
        return nil
      }
      let feature = try cargo.above ? databaseFeature(project.text(cargo.path) ?? "") : nil
      let isInPath = Dialect.named(inPath: paths.path) != nil
      return Recognition(
        evidence: cargo.above ? .manifest : .names, count: count,
        dialect: isInPath ? nil : feature.flatMap { Dialect(word: $0) },
        reasons: ["\(cargo.path) names sqlx" + (feature.map { " with \($0)" } ?? "")])
    },
    tracking: .table(
      "_sqlx_migrations", of: "sqlx", normalizing: ["installed_on": "'2000-01-01 00:00:00'", "execution_time": "0"],
      .ids("SELECT version FROM _sqlx_migrations WHERE success")),
    script: .wholeFile,
    // https://docs.rs/sqlx/latest/sqlx/migrate/enum.MigrateError.html#variant.VersionMismatch; the SHA-384 of the file:
    // https://github.com/launchbadge/sqlx/issues/2659
    textComparison: .refusal(
      .bytes, "sqlx stops with \"migration … was previously applied but has been modified\""),
    read: readSQLx,
    // > SQLx chooses to enable this by default so that foreign keys function as expected
    // https://docs.rs/sqlx/latest/sqlx/sqlite/struct.SqliteConnectOptions.html#method.foreign_keys
    foreignKeys: true)
}

private func readSQLx(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var numbered: [NumberedFile] = []
  for name in reading.files {
    if let file = sqlxFile(name) {
      numbered.append(file)
    } else if name.hasSuffix(".sql"), name.contains("_") {
      // "error parsing migration filename …; expected integer version prefix": sqlx stops, even if there are valid
      // files.
      throw .refusedName(reading.path(name), expected: "<version>_<description>.sql with a 64-bit version")
    } else {
      reading.noticeSkipped(name)
    }
  }
  try reading.noticeSkippedFolders()
  return try reading.migrations(from: numbered) { source in
    // sqlx compares the very first bytes of the file.
    source.text.utf8.starts(with: "-- no-transaction".utf8) && !source.hasByteOrderMark ? .none : .perMigration
  }
}

/// The database among the features on the manifest's `sqlx = { … }` line, if there is exactly one.
@Sendable private func databaseFeature(_ cargo: String) -> String? {
  let line = cargo.split(whereSeparator: \.isNewline).first { $0.hasPrefix("sqlx ") || $0.hasPrefix("sqlx=") }
  let databases = ["sqlite", "postgres", "mysql"].filter { line?.contains("\"\($0)\"") == true }
  return databases.count == 1 ? databases.first : nil
}

/// "`<VERSION>` is a string that can be parsed into `i64` and its value is greater than zero."
@Sendable private func sqlxFile(_ name: String) -> NumberedFile? {
  guard name.hasSuffix(".sql"), let underscore = name.firstIndex(of: "_"),
    let number = VersionNumber(name[..<underscore]), number.fits("9223372036854775807")
  else { return nil }
  var title = name.afterFirstUnderscore.dropLast(4)
  let direction: NumberedFile.Direction = title.hasSuffix(".down") ? .down : .up
  if direction == .down { title = title.dropLast(5) } else if title.hasSuffix(".up") { title = title.dropLast(3) }
  let words = String(title.map { $0 == "_" ? " " : $0 })
  return NumberedFile(name: name, number: number, title: words, direction: direction)
}
