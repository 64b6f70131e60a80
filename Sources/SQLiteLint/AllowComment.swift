internal import SQLiteSyntax

/// A comment that accepts findings of one statement, such as `-- schemaledger:allow SL412 no query uses the index any
/// more`.
struct AllowComment: Sendable {
  let codes: [String]
  /// The reason; empty if the comment gives none.
  let reason: String
  /// The line of the comment, from 1.
  let line: Int
  /// The index of the statement that the comment applies to: the one that contains it, the one before it on the same
  /// line, or the next one. `nil` after the last statement.
  let step: Int?

  static let marker = "schemaledger:allow"
  /// Codes of findings about statements that need rows, so that lint does not have them.
  static let otherCodes: Set<String> = ["SL318"]

  /// The comments of a script, in order.
  ///
  /// - Parameter statements: the ranges of the statements.
  static func all(in script: String, statements: [Range<Int>]) -> [AllowComment] {
    guard script.contains("schemaledger") else { return [] }
    let bytes = Array(script.utf8)
    var comments: [AllowComment] = []
    var start = 0
    for end in Tokenizer.tokens(of: script).map(\.range) + [bytes.count..<bytes.count] {
      let gap = start..<max(start, end.lowerBound)
      for comment in Self.comments(in: bytes, gap) {
        let text = String(decoding: bytes[comment], as: UTF8.self)
        guard
          let match = text.firstMatch(of: /schemaledger[ \t]*:[ \t]*allow((?:[ \t,]+SL[0-9]{3})*)[ \t:,-]*([^\n\r]*)/)
        else {
          continue
        }
        let codes = match.1.split { $0 == " " || $0 == "," || $0 == "\t" }.map(String.init)
        let reason = match.2.replacing(/\*\/$/, with: "").trimmingPrefix(/\s+/)
        comments.append(
          AllowComment(
            codes: codes, reason: reason.allSatisfy(\.isWhitespace) ? "" : String(reason),
            line: bytes[..<comment.lowerBound].count { $0 == newline } + 1,
            step: step(of: comment, in: bytes, statements)))
      }
      start = end.upperBound
    }
    return comments
  }

  private static let newline = UInt8(ascii: "\n")

  /// The ranges of the comments in a gap between two tokens, which contains only white space and comments.
  private static func comments(in bytes: [UInt8], _ gap: Range<Int>) -> [Range<Int>] {
    var comments: [Range<Int>] = []
    var position = gap.lowerBound
    while position + 1 < gap.upperBound {
      let isLine = bytes[position] == UInt8(ascii: "-")
      guard isLine || bytes[position] == UInt8(ascii: "/") else {
        position += 1
        continue
      }
      // The star of `/*` does not close the comment.
      var end = min(position + (isLine ? 2 : 3), gap.upperBound)
      if isLine {
        while end < gap.upperBound, bytes[end] != newline { end += 1 }
      } else {
        while end < gap.upperBound, !(bytes[end - 1] == UInt8(ascii: "*") && bytes[end] == UInt8(ascii: "/")) {
          end += 1
        }
        end = min(end + 1, gap.upperBound)
      }
      comments.append(position..<end)
      position = end
    }
    return comments
  }

  private static func step(of comment: Range<Int>, in bytes: [UInt8], _ statements: [Range<Int>]) -> Int? {
    if let around = statements.firstIndex(where: { $0.contains(comment.lowerBound) }) { return around }
    if let before = statements.lastIndex(where: { $0.upperBound <= comment.lowerBound }),
      !bytes[statements[before].upperBound..<comment.lowerBound].contains(newline)
    {
      return before
    }
    return statements.firstIndex { $0.lowerBound >= comment.upperBound }
  }
}

/// The statements of a script whose findings a comment allows.
public enum AllowedStatements {
  /// The numbers of the statements, from 0, of which a comment with a reason allows findings with the code.
  public static func indexes(in script: String, allowing code: String) -> Set<Int> {
    guard script.contains("schemaledger") else { return [] }
    let comments = AllowComment.all(in: script, statements: Script.statements(of: script).map(\.range))
    return Set(comments.filter { $0.codes.contains(code) && !$0.reason.isEmpty }.compactMap(\.step))
  }
}
