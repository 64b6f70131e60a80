extension MigrationConvention {
  /// A folder for each version of the application, which contains numbered files: `0.9/00__tag.sql`,
  /// `0.10/01__user.sql`. The files run by the versions of the folders, then by their own numbers, as in Memos. A program
  /// does not run the folders of versions after its own.
  static let versionFolders = MigrationConvention(
    name: "version-folders", title: "folders by version",
    documentation: "https://github.com/usememos/memos/blob/main/store/migrator.go",
    recognise: { paths, _ in
      let inner = paths.folders.filter { folderVersion($0.key) != nil }
      let numbered = inner.mapValues { ScriptName.all(in: $0).compactMap(plainNumberedFile) }.filter {
        !$0.value.isEmpty
      }
      // A single folder does not make a sequence of versions.
      guard numbered.count > 1, ScriptName.all(in: paths.files).allSatisfy({ plainNumberedFile($0) == nil }) else {
        return nil
      }
      let scripts = numbered.keys.flatMap { inner[$0] ?? [] }.filter(\.hasSQLSuffix)
      let files = numbered.values.flatMap(\.self)
      // Each folder of DBIx::Class::DeploymentHandler has a whole schema:
      // https://metacpan.org/pod/DBIx::Class::DeploymentHandler::DeployMethod::SQL::Translator#DIRECTORY-LAYOUT
      if scripts.contains(where: { $0.hasSuffix("__VERSION.sql") }) { return nil }
      guard files.count * 2 >= scripts.count else { return nil }
      return Recognition(
        evidence: .names, count: numbered.values.reduce(0) { $0 + NumberedFile.countForSQLite($1) },
        dialect: NumberedFile.dialect(of: files),
        reasons: ["its folders are called by versions and have numbered files"])
    },
    tracking: .userVersion(first: 0),
    script: .wholeFile,
    textComparison: nil,
    read: readVersionFolders,
    laterMigrations: inLaterFolders)
}

/// The migrations in the folder of the next version, such as `0.24` for 0.23.1.
///
/// If several folders are later, or if they have one number only, they are probably not versions of the program.
@Sendable private func inLaterFolders(_ migrations: [Migration], _ version: String) -> Set<String> {
  let numbers = version.prefix { $0 == "." || $0.isASCII && $0.isNumber }
  guard let own = VersionNumber(numbers, separator: ".") else { return [] }
  func folder(_ migration: Migration) -> VersionNumber? {
    folderVersion(String(migration.id.prefix { $0 != "/" }))
  }
  func isLater(_ folder: VersionNumber) -> Bool {
    let count = folder.components.count
    return count > 1 && own.components.count >= count && VersionNumber(own, prefix: count) < folder
  }
  let later = migrations.filter { folder($0).map(isLater) ?? false }
  return Set(later.compactMap(folder)).count == 1 ? Set(later.map(\.id)) : []
}

private func readVersionFolders(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  for name in reading.files { reading.noticeSkipped(name) }
  var folders: [VersionNumber: String] = [:]
  for name in reading.folders {
    guard let version = folderVersion(name) else {
      if try reading.files(in: name).contains(where: \.hasSQLSuffix) { reading.noticeFolder(name) }
      continue
    }
    if let other = folders.updateValue(name, forKey: version) {
      throw .sameNumber(version.description, paths: [other, name].map(reading.path))
    }
  }
  var migrations: [Migration] = []
  for (_, folder) in folders.sorted(by: { $0.key < $1.key }) {
    let numbered = reading.numberedFiles(among: try reading.files(in: folder), in: folder + "/", plainNumberedFile).map
    {
      var file = $0
      file.title = String(file.title.drop { $0 == "_" })
      return file
    }
    for var migration in try reading.migrations(from: reading.forSQLite(numbered), transaction: { _ in .assumed }) {
      migration.id = folder + "/" + migration.id
      migrations.append(migration)
    }
  }
  return migrations
}

/// The version in a folder name such as `0.10`, `v2` or `1.2.3`.
@Sendable private func folderVersion(_ name: String) -> VersionNumber? {
  VersionNumber(name.hasPrefix("v") || name.hasPrefix("V") ? name.dropFirst() : name[...], separator: ".")
}
