internal import SQLiteSyntax

extension MigrationConvention {
  /// One file with all versions, each after the lines `-- 1 up` and `-- 1 down`. All pending versions run in one transaction.
  /// https://docs.mojolicious.org/Mojo/SQLite/Migrations
  static let mojo = MigrationConvention(
    name: "mojo", title: "Mojo::SQLite", documentation: "https://docs.mojolicious.org/Mojo/SQLite/Migrations",
    recognise: { paths, project in
      var marked: [(name: String, count: Int)] = []
      for name in paths.files where name.hasSQLSuffix {
        let count = MojoScript(try project.text(paths.path(of: name)) ?? "").versions.count
        if count > 0 { marked.append((name, count)) }
      }
      // Beside a file for another database, one without a name of a database may be for a third.
      let own = marked.filter { Dialect.named(in: $0.name) == .sqlite }
      guard let file = own.count == 1 ? own.first : marked.count == 1 ? marked.first : nil else { return nil }
      return Recognition(
        evidence: .metadata, count: file.count, dialect: Dialect.named(in: file.name),
        reasons: ["\(file.name) says -- 1 up"])
    },
    tracking: .table(
      "mojo_migrations", of: "Mojo::SQLite", .through("SELECT version FROM mojo_migrations WHERE version > 0")),
    script: .partOfFile,
    textComparison: nil,
    read: readMojo)
}

private func readMojo(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var scripts: [(name: String, script: MojoScript)] = []
  for name in reading.files {
    guard name.hasSQLSuffix, let text = try reading.textIfPresent(name)?.text else {
      reading.noticeSkipped(name)
      continue
    }
    let script = MojoScript(text)
    if (Dialect.named(in: name) ?? .sqlite) != .sqlite {
      reading.notices.append(MigrationNotice(path: reading.path(name), reason: .otherDialect))
    } else if script.versions.isEmpty {
      reading.noticeSkipped(name)
    } else {
      scripts.append((name, script))
    }
  }
  try reading.noticeSkippedFolders()
  guard let (name, script) = scripts.first else { return [] }
  // Two files are those of two databases.
  if scripts.count > 1 { throw .sameNumber("1", paths: scripts.map { reading.path($0.name) }) }
  return script.versions.map { version in
    var migration = Migration(
      id: version.number.description, path: reading.path(name), title: "", up: version.up, down: version.down,
      transaction: .perMigration)
    migration.firstLine = version.firstLine
    return migration
  }
}

/// The parts of a file of Mojo::SQLite. What is before the first mark is not run.
private struct MojoScript {
  struct Version {
    let number: VersionNumber
    /// The line of the file at which ``up`` begins, from 1.
    let firstLine: Int
    let up: String
    /// The lines have their numbers in the file.
    let down: String?
  }

  /// Sorted.
  let versions: [Version]

  init(_ text: String) {
    struct Part {
      let first: Int
      var text: String
      var count = 0
    }
    var parts: [Bool: [VersionNumber: Part]] = [:]
    var current: (number: VersionNumber, isUp: Bool)?
    let lines = text.hasSuffix("\n") ? text.lines.dropLast() : text.lines[...]
    for (index, line) in lines.enumerated() {
      if let mark = Self.mark(line) { current = mark }
      guard let (number, isUp) = current else { continue }
      var part = parts[isUp]?[number] ?? Part(first: index, text: "")
      // A version may go on after another one.
      let gap = index - part.first - part.count
      part.text += String(repeating: "\n", count: gap) + line + "\n"
      part.count += gap + 1
      parts[isUp, default: [:]][number] = part
    }
    versions = (parts[true] ?? [:]).sorted { $0.key < $1.key }.map { number, up in
      let down = parts[false]?[number].map { String(repeating: "\n", count: $0.first) + $0.text }
      return Version(number: number, firstLine: up.first + 1, up: up.text, down: down)
    }
  }

  /// The number and the direction in a line such as `-- 1 up`.
  private static func mark(_ line: Substring) -> (number: VersionNumber, isUp: Bool)? {
    let text = line.trimmed
    guard text.hasPrefix("--") else { return nil }
    let rest = text.dropFirst(2).drop(while: \.isWhitespace)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let word = rest.dropFirst(digits.count).drop(while: \.isWhitespace).lowercased()
    guard let number = VersionNumber(digits), word.hasPrefix("up") || word.hasPrefix("down") else { return nil }
    return (number, word.hasPrefix("up"))
  }
}
