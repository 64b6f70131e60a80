internal import SQLiteSyntax

extension MigrationConvention {
  /// `<number>-<name>.sql` with both directions in one file, which begin with the comments `-- Up` and `-- Down`. Each runs in
  /// a transaction. node-sqlite and migration-files read such files, among others.
  /// https://github.com/kriasoft/node-sqlite#migrations
  static let upDown = MigrationConvention(
    name: "up-down", title: "Up and Down parts", documentation: "https://github.com/kriasoft/node-sqlite#migrations",
    recognise: { paths, project in
      let scripts = paths.files.filter { upDownNumber($0) != nil }
      guard try project.firstOrLast(of: scripts, in: paths, satisfies: UpDownScript.hasBothParts) else { return nil }
      return Recognition(
        evidence: .names, count: scripts.count, reasons: ["its files have the comments -- Up and -- Down"])
    },
    tracking: .notInDatabase("node-sqlite records migrations in the table migrations, and other programs elsewhere"),
    script: .partOfFile,
    textComparison: nil,
    read: readUpDown)
}

private func readUpDown(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var names: [VersionNumber: String] = [:]
  for name in reading.files {
    guard let number = upDownNumber(name) else {
      reading.noticeSkipped(name)
      continue
    }
    if let other = names.updateValue(name, forKey: number) {
      throw .sameNumber(number.description, paths: [other, name].map(reading.path))
    }
  }
  try reading.noticeSkippedFolders()
  var migrations: [Migration] = []
  for (number, name) in names.sorted(by: { $0.key < $1.key }) {
    let script = try UpDownScript(reading.text(name, namedBy: reading.folder).text, path: reading.path(name))
    let title = name.dropLast(4).drop { $0.isASCII && $0.isNumber }.dropFirst()
    migrations.append(
      Migration(
        id: number.description, path: reading.path(name), title: String(title), up: script.up, down: script.down,
        transaction: .perMigration))
  }
  return migrations
}

/// The number at the beginning of the name of an SQL file.
@Sendable private func upDownNumber(_ name: String) -> VersionNumber? {
  guard name.hasSuffix(".sql"), !name.hasSuffix(".up.sql"), !name.hasSuffix(".down.sql") else { return nil }
  return VersionNumber(name.prefix { $0.isASCII && $0.isNumber })
}

/// A file with a part for each direction.
struct UpDownScript {
  /// The lines up to the heading of the Down part.
  let up: String
  /// The lines of the Down part, at their original line numbers; `nil` without one.
  let down: String?

  /// - Throws: `MigrationFolderError.refusedText` if SQL precedes the Up part, or if another part follows the Down part.
  init(_ text: String, path: String) throws(MigrationFolderError) {
    func refuse(_ line: Int, _ reason: String, _ hint: String) -> MigrationFolderError {
      .refusedText(path, line: line, reason: reason, hint: hint)
    }
    let lines = text.lines
    let headings = lines.enumerated().compactMap { index, line in Self.isUp(line).map { (index: index, isUp: $0) } }
    if let up = headings.first(where: \.isUp)?.index,
      !Script.statements(of: lines[..<up].joined(separator: "\n")).isEmpty
    {
      throw refuse(up + 1, "has SQL before -- Up", "move the SQL behind this line")
    }
    guard let down = headings.first(where: { !$0.isUp })?.index else {
      (self.up, self.down) = (text, nil)
      return
    }
    if let other = headings.first(where: { $0.index > down }) {
      throw refuse(other.index + 1, "begins another part after -- Down", "put it into a file of its own")
    }
    var ups = Array(lines[..<down])
    while ups.last?.isEmpty == true { ups.removeLast() }
    up = ups.map { $0 + "\n" }.joined()
    self.down = String(repeating: "\n", count: down) + lines[down...].joined(separator: "\n")
  }

  /// Whether a text has an Up part and then a Down part.
  @Sendable static func hasBothParts(_ text: String) -> Bool {
    text.lines.compactMap(isUp).starts(with: [true, false])
  }

  /// Whether a line is the heading of an Up part, or that of a Down part; `nil` for any other line. node-sqlite divides a
  /// file at the first comment that begins with the word "down".
  private static func isUp(_ line: Substring) -> Bool? {
    let text = line.trimmed
    guard text.hasPrefix("--") else { return nil }
    let words = text.dropFirst(2).lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    guard text.dropFirst(2).first?.isWhitespace == true, let first = words.first else { return nil }
    if first == "down" { return false }
    return first == "up" && words.count == 1 ? true : nil
  }
}
