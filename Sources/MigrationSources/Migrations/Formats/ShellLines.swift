internal import SQLiteSyntax

/// Lines of the sqlite3 shell, such as `.bail on`, in a file that is made for `sqlite3 App.db < file.sql`. SQLite rejects them.
///
/// [Special commands to sqlite3](https://www.sqlite.org/cli.html#special_commands_to_sqlite3_dot_commands_)
package enum ShellLines {
  /// The text with an empty line in place of each command that changes only what the shell shows.
  ///
  /// - Throws: `MigrationFolderError.refusedText` for a command that reads, writes or ends something.
  package static func removed(from text: String, path: String) throws(MigrationFolderError) -> String {
    var lines = text.lines
    guard lines.contains(where: { command($0) != nil }) else { return text }
    for (index, line) in lines.enumerated() {
      guard let command = command(line), !isInStatement(lines[..<index]) else { continue }
      guard isHarmless(command) else {
        throw .refusedText(
          path, line: index + 1, reason: "'\(line.trimmed)' is a command of the sqlite3 shell",
          hint: "use a source of kind: command with \"sqlite3 {db} < \(path)\"")
      }
      lines[index] = line.hasSuffix("\r") ? "\r" : ""
    }
    return lines.joined(separator: "\n")
  }

  /// `bail` for `.bail on`; `nil` for any other line. The dot is the first character of the line.
  private static func command(_ line: Substring) -> Substring? {
    guard line.utf8.first == UInt8(ascii: "."), let letter = line.dropFirst().first, letter.isLetter else { return nil }
    return line.dropFirst().prefix { $0.isLetter }
  }

  private static func isInStatement(_ lines: ArraySlice<Substring>) -> Bool {
    let text = lines.joined(separator: "\n")
    let last = Tokenizer.tokens(of: text).last
    return last.map { !$0.isPunctuation(";") } ?? false || Script.endsInTrigger(text)
  }

  /// Whether the shell takes the word for one of these; it accepts a part of a name.
  private static func isHarmless(_ command: Substring) -> Bool {
    harmless.contains { $0 == command || command.utf8.count > 3 && $0.hasPrefix(command) }
  }

  private static let harmless = [
    "bail", "changes", "echo", "eqp", "explain", "header", "headers", "indexes", "indices", "mode", "nullvalue",
    "print",
    "progress", "prompt", "schema", "separator", "show", "stats", "tables", "timeout", "timer", "width",
  ]
}
