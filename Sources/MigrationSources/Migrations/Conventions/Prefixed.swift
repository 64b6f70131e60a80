extension MigrationConvention {
  /// Files that have a common word before their number: `schema-9.sql`, `schema-10.sql`, or `upgrade_001_users.sql`. They
  /// are ordered by the number, as in Strawberry and Quassel. `….down.sql` and `…_downgrade.sql` are down migrations.
  static let prefixed = MigrationConvention(
    name: "prefixed", title: "numbered after a word",
    documentation: "https://github.com/strawberrymusicplayer/strawberry/blob/master/src/core/database.cpp",
    recognise: { paths, _ in
      let scripts = ScriptName.all(in: paths.files)
      guard !scripts.contains(where: { timestampedFile($0) != nil }) else { return nil }
      let files = largestGroup(scripts)
      let numbers = files.filter { $0.direction == .up }.map(\.number)
      guard numbers.count > 1, Set(numbers).count == numbers.count else { return nil }
      return Recognition(
        evidence: .numbers, count: NumberedFile.countForSQLite(files), dialect: NumberedFile.dialect(of: files),
        reasons: ["its SQL files have a number after the same word"])
    },
    tracking: .userVersion(first: 0),
    script: .wholeFile,
    textComparison: nil,
    read: readPrefixed)
}

private func readPrefixed(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  let files = largestGroup(ScriptName.all(in: reading.files))
  let names = Set(files.map(\.name))
  for name in reading.files where !names.contains(name) { reading.noticeSkipped(name) }
  try reading.noticeSkippedFolders()
  return try reading.migrations(from: reading.forSQLite(files)) { _ in .assumed }
}

/// The files with the word that most of the names begin with.
@Sendable private func largestGroup(_ scripts: [ScriptName]) -> [NumberedFile] {
  let files = scripts.compactMap(prefixedFile)
  let groups = Dictionary(grouping: files, by: \.prefix)
  let largest = groups.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
  return largest?.value.map(\.file) ?? []
}

/// Parses a name of letters, a number and, after a separator, more words.
private func prefixedFile(_ script: ScriptName) -> (prefix: String, file: NumberedFile)? {
  guard let match = script.stem.wholeMatch(of: /([A-Za-z][A-Za-z _-]*)([0-9]+)(?:[._ -](.*))?/),
    let first = VersionNumber(match.2)
  else { return nil }
  let (number, title) = script.upgraded(first, String(match.3 ?? ""))
  let isDown = ["down", "downgrade", "rollback"].contains(title.lowercased())
  return (
    match.1.lowercased(),
    NumberedFile(
      name: script.name, number: number, title: title, direction: isDown ? .down : script.direction,
      dialect: script.dialect)
  )
}
