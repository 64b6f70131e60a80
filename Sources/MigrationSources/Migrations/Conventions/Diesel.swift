internal import SQLiteSyntax

extension MigrationConvention {
  /// A folder for each migration with `up.sql`, usually `down.sql`, and sometimes `metadata.toml`. The version is the
  /// folder's name up to the first `_`, without dashes. Diesel compares versions as text.
  ///
  /// > By default, each migration runs inside its own transaction.
  ///
  /// https://docs.rs/crate/diesel_migrations/latest
  static let diesel = MigrationConvention(
    name: "diesel", title: "diesel",
    documentation: "https://docs.rs/diesel_migrations/latest/diesel_migrations/struct.FileBasedMigrations.html",
    recognise: { paths, project in
      let folders = paths.folders(with: "up.sql")
      let versions = folders.filter { $0.contains("_") && VersionNumber(dieselVersion($0)) != nil }
      guard !versions.isEmpty else { return nil }
      let known =
        try project.manifest("diesel.toml", for: paths.path)
        ?? project.manifest("Cargo.toml", naming: "diesel", for: paths.path)
      return Recognition(
        evidence: known?.above == true ? .manifest : .names, count: folders.count,
        reasons: ["its folders have an up.sql"] + (known.map { ["\($0.path) names diesel"] } ?? []))
    },
    tracking: .table(
      "__diesel_schema_migrations", of: "diesel", normalizing: ["run_on": "'2000-01-01 00:00:00'"],
      .ids("SELECT version FROM __diesel_schema_migrations")),
    script: .wholeFile,
    textComparison: nil,
    read: readDiesel)
}

private func readDiesel(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  for name in reading.files { reading.noticeSkipped(name) }
  var folders: [String: String] = [:]
  for folder in reading.folders {
    if let other = folders.updateValue(folder, forKey: dieselVersion(folder)) {
      throw .sameNumber(dieselVersion(folder), paths: [other, folder].map(reading.path))
    }
  }
  var migrations: [Migration] = []
  for (version, folder) in folders.sorted(by: { $0.key < $1.key }) {
    let up = try reading.text(folder + "/up.sql", namedBy: reading.path(folder))
    for name in try reading.files(in: folder) where name != "up.sql" && name != "down.sql" {
      reading.noticeSkipped(folder + "/" + name)
    }
    migrations.append(
      Migration(
        id: version, path: reading.path(folder + "/up.sql"), title: folder.afterFirstUnderscore, up: up.text,
        down: try reading.textIfPresent(folder + "/down.sql")?.text,
        transaction: transaction(try reading.textIfPresent(folder + "/metadata.toml")?.text)))
  }
  reading.noticeTextOrder(migrations)
  return migrations
}

private func dieselVersion(_ folder: String) -> String {
  String(folder.prefix { $0 != "_" }.filter { $0 != "-" })
}

/// Reads `run_in_transaction` as diesel does. The value is true if the file does not exist or does not parse, but false
/// if the file exists and does not set it: the field is declared `#[serde(default)]`, and the default of a `bool` is
/// false.
private func transaction(_ metadata: String?) -> Migration.Transaction {
  guard let metadata else { return .perMigration }
  for line in metadata.split(whereSeparator: \.isNewline) {
    let words = line.prefix { $0 != "#" }.split(separator: "=", maxSplits: 1)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    if words.first?.hasPrefix("[") == true { break }
    if words.count == 2, words[0] == "run_in_transaction" { return words[1] == "false" ? .none : .perMigration }
  }
  return .none
}
