/// A statement in a program that changes a schema: CREATE, DROP or ALTER of a table, an index, a view or a trigger.
///
/// The text is searched, and not parsed: whether the program runs the statement, and when, only running it shows.
package struct ProgramStatement: Sendable, Hashable {
  /// The first words, in upper case: `CREATE UNIQUE INDEX`.
  package let words: String
  /// The line of the program, from 1.
  package let line: Int

  /// The first such statement of a program; `nil` if there is none outside comments on lines of their own.
  package init?(firstIn text: String) {
    for (index, line) in text.lines.enumerated() {
      let code = line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if ["//", "#", "*", "--"].contains(where: { code.starts(with: $0.utf8) }) { continue }
      guard let match = line.firstMatch(of: Self.statement) else { continue }
      words = match.0.split(whereSeparator: \.isWhitespace).joined(separator: " ").uppercased()
      self.line = index + 1
      return
    }
    return nil
  }

  private static var statement: Regex<Substring> {
    /(?i)\b(?:create|drop|alter)\s+(?:(?:unique|virtual)\s+)?(?:table|index|view|trigger)\b/
  }
}
