internal import SQLiteSyntax

/// A part of a file that undoes what comes before it. A tool that knows its heading, such as `-- +migrate Down`, runs it only
/// to undo the migration. Any other runs it with the rest, and what the file has made is gone.
enum UndoPart {
  /// - Throws: `MigrationFolderError.refusedText` for a heading with SQL before and after it.
  static func refuse(in text: String, path: String) throws(MigrationFolderError) {
    let lines = text.lines
    for (index, line) in lines.enumerated() where isHeading(line) {
      let (before, after) = (lines[..<index], lines[(index + 1)...])
      guard hasStatements(before), hasStatements(after) else { continue }
      let heading = line.trimmed
      let convention = tool(of: heading).map { "set convention: \($0), whose files say so; or " } ?? ""
      throw .refusedText(
        path, line: index + 1,
        reason: "'\(heading)' begins a part that undoes the migration, and this convention would run it",
        hint: convention + "move the part to a file of its own")
    }
  }

  private static func hasStatements(_ lines: ArraySlice<Substring>) -> Bool {
    !Script.statements(of: lines.joined(separator: "\n")).isEmpty
  }

  /// Words that headings of tools have beside their direction: `-- +goose Down`, `-- migrate:down`, `-- Down Migration`,
  /// `-- //@UNDO`.
  private static let others: Set<String> = ["migrate", "migration", "goose", "rambler", "script", "sql"]

  private static func isHeading(_ line: Substring) -> Bool {
    let line = line.trimmed
    guard line.hasPrefix("--"), line.utf8.count < 60 else { return false }
    let words = line.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let directions = words.filter { ["down", "downs", "undo", "rollback"].contains($0) }
    return directions.count == 1 && words.allSatisfy { directions.contains($0) || others.contains($0) }
  }

  private static func tool(of heading: some StringProtocol) -> String? {
    let known: [(mark: String, convention: MigrationConvention)] = [
      ("+migrate", .sqlMigrate), ("+goose", .goose), ("migrate:", .dbmate),
    ]
    return known.first { heading.contains($0.mark) }?.convention.name
  }
}
