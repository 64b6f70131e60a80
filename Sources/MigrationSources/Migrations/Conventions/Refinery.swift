internal import SQLiteSyntax

extension MigrationConvention {
  /// `V<version>__<name>.sql`, or `U<version>__<name>.sql` for a migration that may be run after later ones; also in folders
  /// below. Each runs in a transaction, in which the tool also records it.
  /// https://docs.rs/refinery/latest/refinery/#usage,
  /// https://github.com/rust-db/refinery/blob/main/refinery_core/src/traits/sync.rs
  static let refinery = MigrationConvention(
    name: "refinery", title: "refinery", documentation: "https://docs.rs/refinery/latest/refinery/#usage",
    recognise: { paths, project in
      let own = paths.files.compactMap { refineryFile($0) }
      let inner = paths.folders.flatMap { $0.value }.compactMap { refineryFile($0) }
      guard !own.isEmpty, let cargo = try project.manifest("Cargo.toml", naming: "refinery", for: paths.path) else {
        return nil
      }
      let isForSQLite = try cargo.above && project.text(cargo.path)?.contains("rusqlite") == true
      return Recognition(
        evidence: cargo.above ? .manifest : .names, count: own.count + inner.count,
        dialect: isForSQLite ? .sqlite : nil,
        reasons: ["its files are named V<version>__<name>.sql", "\(cargo.path) names refinery"])
    },
    tracking: .table(
      "refinery_schema_history", of: "refinery", normalizing: ["applied_on": "'2000-01-01T00:00:00Z'"],
      .ids("SELECT version FROM refinery_schema_history")),
    script: .wholeFile,
    // https://docs.rs/refinery/latest/refinery/struct.Runner.html#method.set_abort_divergent
    textComparison: .refusal(
      .bytes, "refinery stops with \"applied migration … is different than filesystem one\""),
    read: readRefinery, readsFoldersBelow: true)
}

private func readRefinery(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var files: [Int: (path: String, title: String)] = [:]
  for path in try reading.filesBelow() {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let file = refineryFile(name) else {
      if refineryFile(name.prefix { $0 != "." } + ".sql") != nil, name.hasProgramSuffix {
        reading.notices.append(MigrationNotice(path: reading.path(path), reason: .codeStep))
      } else if name.hasSQLSuffix {
        reading.notices.append(MigrationNotice(path: reading.path(path), reason: .unrecognised))
      }
      continue
    }
    if let other = files.updateValue((path, file.title), forKey: file.version) {
      // "migration {0} is repeated, migration versions must be unique"
      throw .sameNumber("\(file.version)", paths: [other.path, path].map(reading.path))
    }
  }
  var migrations: [Migration] = []
  for (version, file) in files.sorted(by: { $0.key < $1.key }) {
    migrations.append(
      Migration(
        id: "\(version)", path: reading.path(file.path), title: file.title,
        up: try reading.text(file.path, namedBy: reading.folder).text, down: nil, transaction: .perMigration))
  }
  return migrations
}

/// The parts of a name such as `V12__add_people.sql`.
@Sendable private func refineryFile(_ name: some StringProtocol) -> (version: Int, title: String)? {
  guard name.hasSuffix(".sql"), let kind = name.first, kind == "V" || kind == "U" else { return nil }
  let stem = name.dropFirst().dropLast(4)
  let digits = stem.prefix { $0.isASCII && $0.isNumber }
  let rest = stem.dropFirst(digits.count)
  guard let version = Int(digits), rest.hasPrefix("__"), rest.count > 2 else { return nil }
  return (version, String(rest.dropFirst(2)))
}
