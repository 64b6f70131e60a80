internal import SQLiteSyntax

extension MigrationConvention {
  /// `<version>_<name>.sql` with both directions in one file, separated by comments such as `-- +goose Up`.
  /// Each runs in a transaction, unless it says `-- +goose NO TRANSACTION`:
  /// https://pressly.github.io/goose/documentation/annotations/#no-transaction
  static let goose = MigrationConvention(
    name: "goose", title: "goose", documentation: "https://pressly.github.io/goose/documentation/annotations",
    recognise: { paths, project in
      let scripts = paths.files.filter { $0.hasSuffix(".sql") && gooseVersion($0) != nil }
      guard try project.firstOrLast(of: scripts, in: paths, satisfies: { $0.lowercased().contains("+goose up") }) else {
        return nil
      }
      return Recognition(evidence: .metadata, count: scripts.count, reasons: ["its files say -- +goose Up"])
    },
    // Goose adds a row each time it applies or rolls back a migration; the last row counts.
    tracking: .table(
      "goose_db_version", of: "goose", normalizing: ["tstamp": "'2000-01-01 00:00:00'"],
      .ids(
        """
        SELECT version_id FROM goose_db_version AS one WHERE is_applied AND version_id > 0
        AND id = (SELECT max(id) FROM goose_db_version WHERE version_id = one.version_id)
        """)),
    script: .partOfFile,
    textComparison: nil,
    read: readGoose)
}

private func readGoose(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var names: [VersionNumber: String] = [:]
  for name in reading.files where !name.hasSuffix("_test.go") {
    guard let version = gooseVersion(name) else {
      reading.noticeSkipped(name)
      continue
    }
    if let other = names.updateValue(name, forKey: version) {
      throw .sameNumber(version.description, paths: [other, name].map(reading.path))
    }
  }
  try reading.noticeSkippedFolders()
  var migrations: [Migration] = []
  for (version, name) in names.sorted(by: { $0.key < $1.key }) {
    guard name.hasSuffix(".sql") else {
      reading.noticeSkipped(name)
      continue
    }
    let source = try reading.text(name, namedBy: reading.folder)
    let script = try GooseScript(source.text, path: reading.path(name), variables: reading.placeholders)
    reading.note(script.missing)
    var migration = Migration(
      id: version.description, path: reading.path(name), title: String(name.afterFirstUnderscore.dropLast(4)),
      up: script.up, down: script.down, transaction: script.runsInTransaction ? .perMigration : .none)
    if source.text.contains("ENVSUB ON") { migration.placeholders = reading.placeholders }
    migrations.append(migration)
  }
  return migrations
}

/// The number before the first `_` in the name of a `.sql` or `.go` file: an `int64` greater than zero.
/// [NumericComponent](https://pkg.go.dev/github.com/pressly/goose/v3#NumericComponent)
@Sendable private func gooseVersion(_ name: String) -> VersionNumber? {
  guard name.hasSuffix(".sql") || name.hasSuffix(".go"),
    let underscore = name.firstIndex(of: "_"), let number = VersionNumber(name[..<underscore]),
    number.description != "0", number.fits("9223372036854775807")
  else { return nil }
  return number
}
