internal import GitStore
internal import SQLiteSyntax

extension MigrationConvention {
  /// `V<version>__<description>.sql`, which Flyway runs once; `R__<description>.sql`, which Flyway runs after those
  /// whenever the text has changed; and `U<version>__…`, which undoes a version. Flyway also reads folders in the
  /// folder.
  static let flyway = MigrationConvention(
    name: "flyway", title: "Flyway",
    documentation: "https://documentation.red-gate.com/flyway/flyway-concepts/migrations",
    recognise: { paths, project in
      let own = paths.files.filter(isFlywayMigration)
      let inner = paths.folders.mapValues { $0.filter(isFlywayMigration) }.filter { !$0.value.isEmpty }
      let count = own.count + inner.values.reduce(0) { $0 + $1.count }
      let settings = try FlywayProject(for: paths.path, in: project)
      let isLocation = settings?.names(paths.path) ?? false
      guard count > 0, isLocation || !own.isEmpty || isOneSequence(inner) else { return nil }
      if settings == nil, let spring = try SpringSettings(for: paths.path, in: project), spring.names(paths.path) {
        return Recognition(
          evidence: .manifest, count: count, reasons: ["\(spring.path) names it for Flyway"],
          placeholders: spring.placeholders, runsOutOfOrder: spring.runsOutOfOrder)
      }
      guard let settings else {
        return Recognition(
          evidence: .names, count: count, reasons: ["its files are named V<version>__<description>.sql"])
      }
      return Recognition(
        evidence: isLocation ? .metadata : .manifest, count: count, dialect: settings.dialect,
        reasons: ["\(settings.path) is Flyway's"], placeholders: settings.placeholders,
        runsOutOfOrder: settings.runsOutOfOrder)
    },
    tracking: .table(
      "flyway_schema_history", of: "Flyway",
      normalizing: ["installed_on": "'2000-01-01 00:00:00.000'", "execution_time": "0"],
      .ids(
        """
        SELECT coalesce(version, 'R__' || description) FROM flyway_schema_history AS one WHERE success
        AND installed_rank = (SELECT max(installed_rank) FROM flyway_schema_history
          WHERE coalesce(version, description) = coalesce(one.version, one.description)) AND type NOT LIKE 'UNDO%'
        """)),
    script: .substituted,
    // `migrate` begins with https://documentation.red-gate.com/flyway/reference/commands/validate; the checksum is of the lines:
    // https://github.com/flyway/flyway/blob/main/flyway-core/src/main/java/org/flywaydb/core/internal/resolver/ChecksumCalculator.java
    textComparison: .refusal(
      .lines, "Flyway stops with \"Migration checksum mismatch\""),
    read: readFlyway, readsFoldersBelow: true)
}

@Sendable private func isFlywayMigration(_ name: String) -> Bool {
  guard name.hasSQLSuffix else { return false }
  switch FlywayName(stem: name.dropLast(4))?.kind {
  case .versioned, .repeatable, .baseline: return true
  default: return false
  }
}

/// Whether several folders are parts of one folder of migrations: no version occurs twice, and no folder names another
/// database.
@Sendable private func isOneSequence(_ folders: [String: [String]]) -> Bool {
  guard folders.count > 1, folders.keys.allSatisfy({ Dialect.named(inPath: $0) == nil }) else { return false }
  let places = folders.values.flatMap(\.self).map { name in
    if case .versioned(let version)? = FlywayName(stem: name.dropLast(4))?.kind { version.description } else { name }
  }
  return Set(places).count == places.count
}

private struct FlywayFile {
  let name: String
  let description: String
}

private func readFlyway(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var versioned: [VersionNumber: FlywayFile] = [:]
  var undos: [VersionNumber: FlywayFile] = [:]
  var baselines: [VersionNumber: FlywayFile] = [:]
  var repeatables: [ByteName: FlywayFile] = [:]
  func add<Key>(_ file: FlywayFile, _ key: Key, to files: inout [Key: FlywayFile]) throws(MigrationFolderError) {
    guard let other = files.updateValue(file, forKey: key) else { return }
    // "Found more than one migration with version …"
    throw .sameNumber("\(key)", paths: [other.name, file.name].map(reading.path))
  }
  for path in try reading.filesBelow() {
    let name = path.split(separator: "/").last ?? ""
    guard path.hasSQLSuffix, let parsed = FlywayName(stem: name.dropLast(4)) else {
      noticeSkipped(path, name, &reading)
      continue
    }
    let file = FlywayFile(name: path, description: parsed.description)
    switch parsed.kind {
    case .versioned(let version): try add(file, version, to: &versioned)
    case .undo(let version): try add(file, version, to: &undos)
    case .baseline(let version): try add(file, version, to: &baselines)
    case .repeatable: try add(file, ByteName(parsed.description), to: &repeatables)
    case .callback: reading.notices.append(MigrationNotice(path: reading.path(path), reason: .callback))
    }
  }
  applyBaselines(baselines, to: &versioned, &reading)
  for (version, file) in undos where versioned[version] == nil {
    reading.notices.append(MigrationNotice(path: reading.path(file.name), reason: .downOnly))
  }
  var migrations: [Migration] = []
  for (version, file) in versioned.sorted(by: { $0.key < $1.key }) {
    guard var migration = try reading.flywayMigration(file, id: version.description) else { continue }
    if let undo = undos[version] { migration.down = try reading.flywayMigration(undo, id: "")?.up }
    migrations.append(migration)
  }
  // "Repeatable migrations are always applied last, after all pending versioned migrations have been executed. They are
  // applied in the order of their description."
  for (description, file) in repeatables.sorted(by: { $0.key < $1.key }) {
    let id = "R__" + description.text
    guard var migration = try reading.flywayMigration(file, id: id) else { continue }
    migration.isRepeatable = true
    migrations.append(migration)
  }
  return migrations
}

/// Handles baselines. New databases begin with the last baseline, and existing databases take its version. If the
/// migrations that it replaces exist, they run; if they have been removed, the baseline runs.
private func applyBaselines(
  _ baselines: [VersionNumber: FlywayFile], to versioned: inout [VersionNumber: FlywayFile],
  _ reading: inout FolderReading
) {
  let last = baselines.keys.max()
  for (version, file) in baselines {
    if version == last, !versioned.keys.contains(where: { $0 <= version }) {
      versioned[version] = file
    } else {
      reading.notices.append(MigrationNotice(path: reading.path(file.name), reason: .baseline))
    }
  }
}

/// Adds notices for SQL files that Flyway ignores, and for migrations that are programs.
private func noticeSkipped(_ path: String, _ name: Substring, _ reading: inout FolderReading) {
  let stem = name.prefix { $0 != "." }
  if path.hasSQLSuffix {
    reading.notices.append(MigrationNotice(path: reading.path(path), reason: .unrecognised))
  } else if path.hasProgramSuffix, FlywayName(stem: stem) != nil {
    reading.notices.append(MigrationNotice(path: reading.path(path), reason: .codeStep))
  }
}

extension FolderReading {
  /// - Returns: `nil` if the file's own settings prevent it from running.
  fileprivate mutating func flywayMigration(
    _ file: FlywayFile, id: String
  ) throws(MigrationFolderError) -> Migration? {
    let path = path(file.name)
    let conf = try textIfPresent(file.name + ".conf")?.text
    let settings =
      if let conf { try FlywayScriptSettings(conf, path: path + ".conf") } else { FlywayScriptSettings() }
    guard settings.executes else {
      notices.append(MigrationNotice(path: path, reason: .switchedOff))
      return nil
    }
    var up = try text(file.name, namedBy: folder).text
    var inserted: [String: String] = [:]
    if settings.replacesPlaceholders {
      let fileName = file.name.split(separator: "/").last.map(String.init) ?? file.name
      let replaced = try FlywayPlaceholders(placeholders, fileName: fileName).replaced(in: up, path: path)
      (up, inserted) = (replaced.text, replaced.inserted)
      note(replaced.missing)
    }
    // `PRAGMA foreign_keys` is the only SQLite statement that Flyway knows to have no effect within a transaction.
    let pragmas = Script.count(ofPragma: "foreign_keys", in: up)
    if settings.executesInTransaction == nil, pragmas.found > 0, pragmas.found < pragmas.statements {
      notices.append(MigrationNotice(path: path, reason: .mixedTransaction))
    }
    var migration = Migration(
      id: id, path: path, title: file.description, up: up, down: nil,
      transaction: settings.executesInTransaction ?? (pragmas.found == 0) ? .perMigration : .none)
    migration.placeholders = inserted
    return migration
  }
}
