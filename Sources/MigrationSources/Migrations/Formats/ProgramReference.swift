internal import SQLiteSyntax

/// A program that the comments of a migration without SQL name, as in `-- see migrate.php`: the program does what the
/// migration stands for.
package struct ProgramReference: Sendable, Hashable {
  /// The name as it is written.
  package let program: String
  /// The line of the migration, from 1.
  package let line: Int

  /// Returns `nil` if the migration has SQL, or if no word of its comments is the name of a program.
  package init?(in migration: Migration) {
    let text = migration.up
    guard !migration.hasSQL else { return nil }
    for (index, line) in text.lines.enumerated() {
      let words = line.split { !($0.isLetter || $0.isNumber || "._-/".contains($0)) }
      guard let word = words.map({ $0.trimmed }).first(where: { $0.contains(".") && $0.hasProgramSuffix }) else {
        continue
      }
      program = word
      self.line = index + 1
      return
    }
    return nil
  }
}

extension Migration {
  /// Whether there is more than white space and comments.
  package var hasSQL: Bool {
    guard let first = up.utf8.first(where: { $0 > 0x20 }) else { return false }
    let mayBeComment = first == UInt8(ascii: "-") || first == UInt8(ascii: "/")
    return !mayBeComment || !Tokenizer.tokens(of: up).isEmpty
  }
}

extension Substring {
  /// The word without the full stops and dashes of a sentence.
  fileprivate var trimmed: String {
    let start = drop { $0 == "." || $0 == "-" || $0 == "/" }
    return String(start.prefix(start.count - start.reversed().prefix { $0 == "." || $0 == "-" }.count))
  }
}
