extension MigrationConvention {
  /// `<version><anything>.sql` with both directions in one file, separated by `-- migrate:up` and `-- migrate:down`.
  /// Each runs in a transaction, unless the line says `transaction:false`:
  /// https://github.com/amacneil/dbmate#migration-options
  package static let dbmate = MigrationConvention(
    name: "dbmate", title: "dbmate", documentation: "https://github.com/amacneil/dbmate#creating-migrations",
    recognise: { paths, project in
      let scripts = paths.files.filter { dbmateVersion($0) != nil }
      guard try project.firstOrLast(of: scripts, in: paths, satisfies: { DbmateScript.mentionsUp($0) }) else {
        return nil
      }
      return Recognition(evidence: .metadata, count: scripts.count, reasons: ["its files say -- migrate:up"])
    },
    tracking: .schemaMigrations(.ids("SELECT version FROM schema_migrations")),
    script: .partOfFile,
    textComparison: nil,
    read: readDbmate)
}

/// Dbmate sorts by file name, as text.
private func readDbmate(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var migrations: [Migration] = []
  var paths: [String: String] = [:]
  var largest: VersionNumber?
  for name in reading.files {
    guard let version = dbmateVersion(name) else {
      reading.noticeSkipped(name)
      continue
    }
    let path = reading.path(name)
    // "UNIQUE constraint failed: schema_migrations.version": the second one does not run.
    if let other = paths.updateValue(path, forKey: version) { throw .sameNumber(version, paths: [other, path]) }
    let script = try DbmateScript(reading.text(name, namedBy: reading.folder).text, path: path)
    migrations.append(
      Migration(
        id: version, path: path, title: name.dropFirst(version.count).dropLast(4).trimming("_-. "), up: script.up,
        down: script.down, transaction: script.runsInTransaction ? .perMigration : .none))
    guard let number = VersionNumber(version) else { continue }
    if let before = largest, number < before {
      reading.notices.append(MigrationNotice(path: path, reason: .orderedAsText))
    } else {
      largest = number
    }
  }
  try reading.noticeSkippedFolders()
  return migrations
}

/// The version, as dbmate's `^(\d+).*\.sql$` matches it.
@Sendable private func dbmateVersion(_ name: String) -> String? {
  guard name.hasSuffix(".sql") else { return nil }
  let digits = name.prefix { $0.isASCII && $0.isNumber }
  return digits.isEmpty ? nil : String(digits)
}

extension Substring {
  /// The substring without leading characters of `set`.
  fileprivate func trimming(_ set: String) -> String { String(drop { set.contains($0) }) }
}
