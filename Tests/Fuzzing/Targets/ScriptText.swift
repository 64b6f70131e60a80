import SQLiteSchema
import SQLiteSyntax

@testable import SQLiteSandbox

extension FuzzTarget {
  /// What a script means: the same in another layout, and else with another token.
  static let script = FuzzTarget(
    name: "script", share: 110, seeds: { Corpus.migrations + Corpus.schemas }, words: sqlWords,
    read: { bytes in
      let sql = String(decoding: bytes, as: UTF8.self)
      let meaning = Script.meaning(of: sql)
      _ = Script.runsInTransaction(sql)
      _ = Script.firstRefused(in: sql)
      for statement in Script.statements(of: sql).suffix(2) {
        let text = String(decoding: Array(sql.utf8)[statement.range], as: UTF8.self)
        let line = Script.line(of: .sqlite(code: 1, message: "", sql: text), in: sql)
        if let line, line < 1 || line > sql.utf8.count { throw Violation("line \(line)") }
      }
      let tokens = Tokenizer.tokens(of: sql)
      guard !tokens.contains(where: { $0.kind == .illegal }) else { return false }
      try checkLayout(sql, tokens, meaning)
      try checkChange(sql, tokens, meaning)
      return true
    })

  private static func checkLayout(_ sql: String, _ tokens: [Token], _ meaning: String) throws {
    let bytes = Array(sql.utf8)
    var other: [UInt8] = Array("/* a 'comment' */".utf8)
    var end = 0
    for (index, token) in tokens.enumerated() {
      // Where nothing stands between two tokens nothing is put: to a module's argument that makes a difference.
      if end < token.range.lowerBound { other += Array(["  ", "\n", " -- it's\n", "\t/* ; */ "][index % 4].utf8) }
      other += bytes[token.range]
      end = token.range.upperBound
    }
    let again = Script.meaning(of: String(decoding: other, as: UTF8.self))
    guard again.utf8.elementsEqual(meaning.utf8) else { throw Violation("by layout: \(meaning)\nand \(again)") }
  }

  /// A string that is another is another meaning.
  private static func checkChange(_ sql: String, _ tokens: [Token], _ meaning: String) throws {
    // Where a string means nothing: a type's argument, an ON CONFLICT of a CHECK, a name.
    guard let token = tokens.last(where: { $0.kind == .string }), tokens.first?.isKeyword("CREATE") == false else {
      return
    }
    var bytes = Array(sql.utf8)
    bytes.insert(contentsOf: Array("other".utf8), at: token.range.lowerBound + 1)
    let again = Script.meaning(of: String(decoding: bytes, as: UTF8.self))
    guard !again.utf8.elementsEqual(meaning.utf8) else {
      throw Violation("not seen: \(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
