extension Script {
  /// One statement of a script.
  public struct Step: Sendable, Hashable {
    /// The text of the statement, without the semicolon.
    public let sql: String
    /// The line of the script where the statement begins, from 1.
    public let line: Int

    /// Creates a step from its parts.
    public init(sql: String, line: Int) {
      self.sql = sql
      self.line = line
    }
  }

  /// The statements of `script`, each of which can be run alone. A trigger and its body are one statement.
  public static func steps(of script: String) -> [Step] {
    let bytes = Array(script.utf8)
    var (line, offset) = (1, 0)
    return statements(of: script).map { statement in
      let range = statement.range
      line += bytes[offset..<range.lowerBound].count { $0 == UInt8(ascii: "\n") }
      offset = range.lowerBound
      return Step(sql: String(decoding: bytes[range], as: UTF8.self), line: line)
    }
  }

  /// Whether the script contains no statement, because it is empty or has only comments.
  public static func isEmpty(_ script: String) -> Bool { statements(of: script).isEmpty }

  /// Whether the script creates at least one object, and every CREATE has IF NOT EXISTS. Such a script is meant to be
  /// run repeatedly.
  public static func createsOnlyWhatIsMissing(_ script: String) -> Bool {
    let creating = statements(of: script).filter { $0.tokens.first?.isKeyword("CREATE") == true }
    return !creating.isEmpty
      && creating.allSatisfy { statement in
        // CREATE UNIQUE INDEX IF NOT EXISTS, CREATE TEMPORARY TRIGGER IF NOT EXISTS
        let words = statement.tokens.prefix(6)
        return words.indices.dropLast(2).contains {
          words[$0].isKeyword("IF") && words[$0 + 1].isKeyword("NOT") && words[$0 + 2].isKeyword("EXISTS")
        }
      }
  }
}
