extension MigrationConvention {
  /// Files in the order of the number they begin with, for programs that run them without a tool.
  ///
  /// `1.sql`, `001_users.sql`, `1.2-users.sql`, `2024-01-31_users.sql`. A file called `….down.sql` is the part that
  /// goes back. Versions are numbers, so `2.sql` comes before `10.sql`, and are compared component by component.
  static let plain = MigrationConvention(
    name: "plain", title: "plain numbered",
    documentation: "https://www.sqlite.org/pragma.html#pragma_user_version",
    recognise: { paths, _ in
      let scripts = paths.files.filter(\.hasSQLSuffix)
      let files = scripts.compactMap(plainNumberedFile)
      guard files.contains(where: { $0.direction == .up }), files.count * 2 >= scripts.count else { return nil }
      return Recognition(
        evidence: .numbers, count: NumberedFile.countForSQLite(files), dialect: NumberedFile.dialect(of: files),
        reasons: ["its SQL files begin with a number"])
    },
    // Programs that run migrations without a tool mostly count them there.
    tracking: .userVersion(first: 0),
    script: .wholeFile,
    read: readPlain)
}

private func readPlain(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var numbered: [NumberedFile] = []
  for name in reading.files {
    if let file = plainNumberedFile(name) { numbered.append(file) } else { reading.leaveOut(name) }
  }
  try reading.leaveOutFolders()
  return try reading.migrations(from: reading.forSQLite(numbered)) { _ in .perMigration }
}

/// A file that begins with a number or a date, whatever follows.
@Sendable func plainNumberedFile(_ name: String) -> NumberedFile? {
  guard let script = ScriptName(name), let (number, title) = leadingNumber(of: script.stem) else { return nil }
  return NumberedFile(
    name: name, number: number, title: title, direction: script.direction, dialect: script.dialect)
}

/// A date or dotted number at the start of a name, with the words after it; the number ends at a `_`, `-`, `.`, a space
/// or the name's end.
private func leadingNumber(of stem: Substring) -> (VersionNumber, title: String)? {
  func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
  var end = stem.firstIndex { !isDigit($0) } ?? stem.endIndex
  var separator: Character = "."
  let date = stem.prefix(10)
  if date.count == 10, Array(date)[4] == "-", Array(date)[7] == "-", VersionNumber(date, separator: "-") != nil {
    (end, separator) = (date.endIndex, "-")
  } else {
    while end < stem.endIndex, stem[end] == "." {
      let next = stem[stem.index(after: end)...].prefix(while: isDigit)
      let isWhole = next.endIndex == stem.endIndex || "._- ".contains(stem[next.endIndex])
      guard !next.isEmpty, isWhole else { break }
      end = next.endIndex
    }
  }
  guard end == stem.endIndex || "._- ".contains(stem[end]),
    let number = VersionNumber(stem[..<end], separator: separator)
  else { return nil }
  return (number, String(stem[end...].dropFirst()))
}
