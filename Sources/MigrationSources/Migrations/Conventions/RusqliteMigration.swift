internal import SQLiteSyntax

extension MigrationConvention {
  /// A folder for each migration, `<number>-<name>`, with `up.sql` and sometimes `down.sql`. The numbers begin with 1, without
  /// gaps. All migrations that a database lacks run in one transaction, which sets `user_version` to their count.
  /// https://docs.rs/rusqlite_migration/latest/rusqlite_migration/struct.Migrations.html#method.from_directory
  static let rusqliteMigration = MigrationConvention(
    name: "rusqlite-migration", title: "rusqlite_migration",
    documentation:
      "https://docs.rs/rusqlite_migration/latest/rusqlite_migration/struct.Migrations.html#method.from_directory",
    recognise: { paths, project in
      let folders = paths.folders(with: "up.sql")
      guard folders.contains(where: { numberedFolder($0) != nil }),
        let cargo = try project.manifest("Cargo.toml", naming: "rusqlite_migration", for: paths.path)
      else { return nil }
      return Recognition(
        evidence: cargo.above ? .manifest : .names, count: folders.count, dialect: .sqlite,
        reasons: ["its folders have an up.sql", "\(cargo.path) names rusqlite_migration"])
    },
    tracking: .userVersion(first: 0),
    script: .wholeFile,
    textComparison: nil,
    read: readRusqliteMigration)
}

private func readRusqliteMigration(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  for name in reading.files { reading.noticeSkipped(name) }
  var folders: [Int: String] = [:]
  for folder in reading.folders {
    guard let number = numberedFolder(folder)?.number, number > 0 else {
      throw .refusedName(reading.path(folder), expected: "<number>-<name> with a number from 1 on")
    }
    if let other = folders.updateValue(folder, forKey: number) {
      throw .sameNumber("\(number)", paths: [other, folder].map(reading.path))
    }
  }
  var migrations: [Migration] = []
  for (number, folder) in folders.sorted(by: { $0.key < $1.key }) {
    // "Migration ids must be consecutive numbers": the program does not start.
    guard number == migrations.count + 1 else {
      throw .refusedName(
        reading.path(folder), expected: "\(migrations.count + 1)-<name>, the number after the one before it")
    }
    for name in try reading.files(in: folder) where name != "up.sql" && name != "down.sql" {
      reading.noticeSkipped(folder + "/" + name)
    }
    migrations.append(
      Migration(
        id: "\(number)", path: reading.path(folder + "/up.sql"), title: numberedFolder(folder)?.title ?? "",
        up: try reading.text(folder + "/up.sql", namedBy: reading.path(folder)).text,
        down: try reading.textIfPresent(folder + "/down.sql")?.text, transaction: .perMigration))
  }
  return migrations
}

/// The parts of a name such as `01-friend_car`.
@Sendable private func numberedFolder(_ name: String) -> (number: Int, title: String)? {
  let digits = name.prefix { $0.isASCII && $0.isNumber }
  guard let number = Int(digits), name.dropFirst(digits.count).first == "-" else { return nil }
  return (number, String(name.dropFirst(digits.count + 1)))
}
