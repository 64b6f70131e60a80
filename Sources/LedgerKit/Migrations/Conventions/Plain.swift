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
      let count = scripts.compactMap(plainNumberedFile).filter { $0.direction == .up }.count
      guard count > 0, count * 2 >= scripts.count else { return nil }
      return Recognition(evidence: .numbers, count: count, reasons: ["its SQL files begin with a number"])
    },
    read: readPlain)
}

private func readPlain(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var numbered: [NumberedFile] = []
  for name in reading.files {
    if let file = plainNumberedFile(name) { numbered.append(file) } else { reading.leaveOut(name) }
  }
  try reading.leaveOutFolders()
  return try reading.migrations(from: numbered) { _ in .perMigration }
}

@Sendable private func plainNumberedFile(_ name: String) -> NumberedFile? {
  guard name.hasSQLSuffix else { return nil }
  var stem = name.dropLast(4)
  var direction = NumberedFile.Direction.up
  if stem.hasSuffix(".down") || stem == "down" {
    direction = .down
    stem = stem.dropLast(5)
  } else if stem.hasSuffix(".up") {
    stem = stem.dropLast(3)
  }
  guard let (number, title) = leadingNumber(of: stem) else { return nil }
  return NumberedFile(name: name, number: number, title: title, direction: direction)
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
