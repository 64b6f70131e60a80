internal import SQLiteSyntax

/// Marks of tools and programs in a file that SQLite would run as a whole. SQLite skips them as comments, but the tool that
/// knows them would run only a part of the file, or a file in another language.
package enum ForeignText {
  /// - Parameter isMigration: whether the file is one of a folder with a convention, which can be another one.
  /// - Throws: `MigrationFolderError.refusedText` for the first mark that changes what is run.
  package static func refuse(in text: String, path: String, isMigration: Bool) throws(MigrationFolderError) {
    guard let mark = namePrefix(in: text) ?? first(in: text.lines) else { return }
    let hint =
      if isMigration, let convention = mark.convention {
        "set convention: \(convention.name), whose files say so; or "
      } else { "" }
    throw .refusedText(path, line: mark.line, reason: mark.reason, hint: hint + mark.cure)
  }

  /// What to do about a file with the headings of another tool in the folder of a tool that refuses it; `nil` if it has none.
  static func hint(in text: String, of own: MigrationConvention) -> String? {
    for line in text.lines {
      guard let comment = comment(line), Direction(comment) != nil, let convention = tool(of: line),
        convention.name != own.name
      else { continue }
      return "move it to a folder of its own, if \(convention.title) runs it: '\(line.trimmed)' is its mark"
    }
    return nil
  }

  private struct Mark {
    /// From 1.
    let line: Int
    let reason: String
    let cure: String
    /// The convention that reads such files.
    var convention: MigrationConvention?
  }

  private static func first(in lines: [Substring]) -> Mark? {
    var directions: [(index: Int, direction: Direction)] = []
    var queries: [(index: Int, hasCommand: Bool)] = []
    for (index, line) in lines.enumerated() {
      guard let comment = comment(line) else { continue }
      if isLiquibase(comment) {
        return Mark(
          line: index + 1,
          reason: "'\(line.trimmed)' begins a changelog of Liquibase, which may leave out some of its statements",
          cure: "use a source of kind: command", convention: .liquibase)
      }
      if let direction = Direction(comment) { directions.append((index, direction)) }
      if let hasCommand = nameOfQuery(comment) { queries.append((index, hasCommand)) }
    }
    return undoPart(directions, in: lines) ?? namedQueries(queries, in: lines)
  }

  /// The text of a line that is a comment, without white space around it; `nil` for any other line. `/* Down */` is one.
  private static func comment(_ line: Substring) -> Substring? {
    // Almost all lines are none, so that no characters are made of them.
    let bytes = line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    if bytes.starts(with: "--".utf8) { return Substring(bytes).dropFirst(2).trimmed }
    guard bytes.starts(with: "/*".utf8) else { return nil }
    let text = Substring(bytes).dropFirst(2).trimmed
    return text.hasSuffix("*/") ? text.dropLast(2).trimmed : nil
  }

  /// A table whose name begins with `TABLE_PREFIX` before small letters, or with `[prefix]` or `%name%` in quotes: a program puts
  /// a text there, often none.
  private static func namePrefix(in text: String) -> Mark? {
    // Almost no file has either, so no characters are made of it.
    guard text.utf8.contains(UInt8(ascii: "%")) || text.mentions("PREFIX") else { return nil }
    for (index, line) in text.lines.enumerated() {
      guard let match = line.firstMatch(of: nameWithPrefix) else { continue }
      return Mark(
        line: index + 1,
        reason: "'\(match.1)' stands for a text that a program puts into the names of the tables",
        cure: "use a source of kind: command")
    }
    return nil
  }

  // It would be compiled again each time that the literal is evaluated. Matching does not change it.
  nonisolated(unsafe) private static let nameWithPrefix =
    /\b(?i:create\s+table)\s+(?i:if\s+not\s+exists\s+)?["'`\[]?((?:[A-Z]+_)*PREFIX_?(?=[a-z])|[\[<%@#:]+(?i:\w*prefix)[\]>%@#:]+|%\w+%)/

  // MARK: Parts that undo a file

  private enum Direction {
    case up, down

    /// Words that headings of tools have beside their direction: `-- +goose Down`, `-- migrate:down`, `-- Down Migration`,
    /// `-- //@UNDO`.
    private static let others: Set<String> = ["migrate", "migration", "goose", "micrate", "rambler", "script", "sql"]

    init?(_ comment: Substring) {
      guard comment.utf8.count < 60 else { return nil }
      let words = comment.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      let downs = words.filter { ["down", "downs", "undo", "rollback"].contains($0) }
      let ups = words.filter { ["up", "ups"].contains($0) }
      // `-- 1 down`: https://docs.mojolicious.org/Mojo/SQLite/Migrations
      let isOfVersion = words.count == 2 && Int(words[0]) != nil
      guard downs.count + ups.count == 1,
        isOfVersion || words.allSatisfy({ (downs + ups).contains($0) || Self.others.contains($0) })
      else { return nil }
      self = downs.isEmpty ? .up : .down
    }
  }

  /// A heading such as `-- +migrate Down` with SQL after it, and SQL or the heading of another part beside it. A convention
  /// without such parts runs all of the file, and what the file has made is gone.
  private static func undoPart(_ headings: [(index: Int, direction: Direction)], in lines: [Substring]) -> Mark? {
    for (place, heading) in headings.enumerated() where heading.direction == .down {
      let next = headings.dropFirst(place + 1).first { $0.direction == .up }?.index
      let before = lines[..<heading.index]
      let after = lines[(heading.index + 1)..<(next ?? lines.endIndex)]
      guard hasStatements(after), next != nil || hasStatements(before) else { continue }
      let written = lines[heading.index].trimmed
      return Mark(
        line: heading.index + 1,
        reason: "'\(written)' begins a part that undoes the migration, and all of the file would be run",
        cure: "use a source of kind: command, or, if it is not released, move the part to a file of its own",
        convention: tool(of: written))
    }
    return nil
  }

  private static func hasStatements(_ lines: ArraySlice<Substring>) -> Bool {
    !Script.statements(of: lines.joined(separator: "\n")).isEmpty
  }

  private static func tool(of heading: Substring) -> MigrationConvention? {
    let known: [(mark: String, convention: MigrationConvention)] = [
      ("+migrate", .sqlMigrate), ("+goose", .goose), ("migrate:", .dbmate),
    ]
    if heading.lowercased() == "-- down" { return .upDown }
    return known.first { heading.contains($0.mark) }?.convention
  }

  // MARK: Liquibase

  /// > Each SQL file must begin with the following comment: `--liquibase formatted sql`
  /// https://docs.liquibase.com/concepts/changelogs/sql-format.html
  private static func isLiquibase(_ comment: Substring) -> Bool {
    comment.lowercased().split(separator: " ") == ["liquibase", "formatted", "sql"]
  }

  // MARK: Named queries

  /// A comment such as `-- name: GetUser :one` of sqlc, or `-- name: get-user^` of aiosql, yesql and dotsql.
  ///
  /// - Returns: whether it has a command of sqlc; `nil` for any other comment.
  /// [sqlc](https://docs.sqlc.dev/en/stable/reference/query-annotations.html),
  /// [aiosql](https://nackjicholson.github.io/aiosql/defining-sql-queries.html)
  private static func nameOfQuery(_ comment: Substring) -> Bool? {
    let words = comment.split(separator: " ", omittingEmptySubsequences: true)
    guard words.first == "name:", words.count < 4, words.count > 1,
      words[1].wholeMatch(of: /[A-Za-z_][A-Za-z0-9_.-]*(?:<!|\*!|[!^$#*])?/) != nil
    else { return nil }
    guard let command = words.dropFirst(2).first else { return false }
    return command.hasPrefix(":") ? true : nil
  }

  /// Named queries, if a command shows that they are sqlc's, or if there are several.
  private static func namedQueries(_ found: [(index: Int, hasCommand: Bool)], in lines: [Substring]) -> Mark? {
    guard let first = found.first(where: \.hasCommand) ?? (found.count > 1 ? found.first : nil),
      hasStatements(lines[first.index...])
    else { return nil }
    return Mark(
      line: first.index + 1,
      reason: "'\(lines[first.index].trimmed)' names a query; a program decides which queries of the file it runs",
      cure: "name the file with the schema instead")
  }
}
