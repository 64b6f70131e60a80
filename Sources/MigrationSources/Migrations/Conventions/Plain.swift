extension MigrationConvention {
  /// Files ordered by the number at the start of the name, for programs that run them without a tool.
  ///
  /// `1.sql`, `001_users.sql`, `1.2-users.sql`, `2024-01-31_users.sql`, `v1.2.0.sql`, `V0001.Users.up.sql`. A file named `….down.sql` is a down migration.
  /// Versions are numbers, compared component by component, so `2.sql` precedes `10.sql`.
  static let plain = MigrationConvention(
    name: "plain", title: "plain numbered",
    documentation: "https://www.sqlite.org/pragma.html#pragma_user_version",
    recognise: { paths, _ in
      let scripts = ScriptName.all(in: paths.files)
      let files = scripts.compactMap(plainNumberedFile)
      guard files.contains(where: { $0.direction == .up }), files.count * 2 >= scripts.count else { return nil }
      return Recognition(
        evidence: .numbers, count: NumberedFile.countForSQLite(files), dialect: NumberedFile.dialect(of: files),
        reasons: ["its SQL files begin with a number"])
    },
    // Programs that run migrations without a tool usually store their count in `user_version`.
    tracking: .userVersion(first: 0),
    script: .wholeFile,
    textComparison: nil,
    read: readPlain)
}

private func readPlain(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  let numbered = reading.numberedFiles(plainNumberedFile)
  try reading.noticeSkippedFolders()
  return try reading.migrations(from: reading.forSQLite(numbered)) { _ in .assumed }
}

/// Parses the name of a file that begins with a number or a date, followed by any text.
@Sendable func plainNumberedFile(_ script: ScriptName) -> NumberedFile? {
  guard let (number, title) = leadingNumber(of: script.stem).map({ script.upgraded($0.0, $0.title) }) else {
    return nil
  }
  return NumberedFile(
    name: script.name, number: number, title: title, direction: script.direction, dialect: script.dialect)
}

/// The date or dotted number at the start of a name, after a `v` if there is one, and the words after it. The number ends at a `_`, `-`, `.`, a
/// space or the end of the name.
private func leadingNumber(of stem: Substring) -> (VersionNumber, title: String)? {
  func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
  let stem = hasVersionLetter(stem) ? stem.dropFirst() : stem
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

/// Whether a name such as `v1.2.0` or `V0001.Users` begins with a letter for "version". `V1__users` is a name of Flyway.
private func hasVersionLetter(_ stem: Substring) -> Bool {
  guard stem.first == "v" || stem.first == "V", stem.dropFirst().first?.isWholeNumber == true else { return false }
  return !stem.dropFirst().drop { $0.isWholeNumber || $0 == "." }.hasPrefix("__")
}
