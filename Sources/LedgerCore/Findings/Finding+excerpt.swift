internal import Findings
package import GitStore
internal import SQLiteSyntax

extension Finding {
  /// A line of the file that a finding is about, and the part of it.
  public struct Excerpt: Sendable, Hashable, Codable {
    /// The line, without its line feed.
    public let text: String
    /// Where the part begins: the first Unicode scalar of the line is 1.
    public let column: Int
    /// The number of Unicode scalars of the part, at least 1.
    public let length: Int

    /// The part is the name of the column, if the line names it once. Otherwise it is the whole line without its indentation.
    ///
    /// - Returns: `nil` if the line is blank, or too long for a person.
    package init?(_ text: String, naming column: String?) {
      let scalars = text.unicodeScalars
      guard scalars.count <= 1000, let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
        let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
      else { return nil }
      let named = column.map { name in
        Tokenizer.tokens(of: text).filter { $0.isName && $0.identifier == Identifier(name) }.map(\.range)
      }
      self.text = text
      if let named, named.count == 1 {
        let utf8 = Array(text.utf8)
        self.column = String(decoding: utf8[..<named[0].lowerBound], as: UTF8.self).unicodeScalars.count + 1
        length = String(decoding: utf8[named[0]], as: UTF8.self).unicodeScalars.count
      } else {
        self.column = scalars.distance(from: scalars.startIndex, to: first) + 1
        length = scalars.distance(from: first, to: last) + 1
      }
    }
  }

  /// The finding with the line of its file that it names, as far as the snapshot has it.
  ///
  /// - Throws: `GitError`.
  package func quotingLine(of snapshot: FileSnapshot) throws(GitError) -> Finding {
    guard let path, let line, line > 0, let bytes = try snapshot.read(path) else { return self }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: line, omittingEmptySubsequences: false)
    guard lines.count >= line else { return self }
    let text = String(decoding: lines[line - 1], as: UTF8.self)
    var finding = self
    finding.exhibits.excerpt = Excerpt(text.hasSuffix("\r") ? String(text.dropLast()) : text, naming: column)
    return finding
  }
}
