internal import SQLiteSyntax

/// A part of a file that a tool gives to a driver at once, which runs a single statement.
struct StatementPart {
  let text: String
  /// The line of the file at which it begins, from 1.
  let firstLine: Int

  /// The line of the file at which a second statement begins; `nil` if there is none.
  var secondStatement: Int? {
    let statements = Script.statements(of: text)
    guard statements.count > 1 else { return nil }
    return firstLine + text.utf8.prefix(statements[1].range.lowerBound).count { $0 == UInt8(ascii: "\n") }
  }

  /// The parts of a text between the places where a mark is.
  static func parts(of text: String, dividedAt mark: String) -> [StatementPart] {
    var firstLine = 1
    return text.split(separator: mark, omittingEmptySubsequences: false).map { part in
      defer { firstLine += part.utf8.count { $0 == UInt8(ascii: "\n") } }
      return StatementPart(text: String(part), firstLine: firstLine)
    }
  }
}
