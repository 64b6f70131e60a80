extension Script {
  /// The first statement that does not change or read rows: its first word in upper case, and its line, from 1.
  ///
  /// INSERT, REPLACE, UPDATE and DELETE change rows, also after WITH. SELECT and VALUES change nothing.
  public static func firstOtherThanData(in script: String) -> (word: String, line: Int)? {
    let allowed = ["INSERT", "REPLACE", "UPDATE", "DELETE", "WITH", "SELECT", "VALUES"]
    for statement in statements(of: script) {
      guard let first = statement.tokens.first(where: { !$0.isPunctuation(";") }),
        !allowed.contains(where: first.isKeyword)
      else { continue }
      let line = script.utf8.prefix(first.range.lowerBound).count { $0 == UInt8(ascii: "\n") } + 1
      return (first.text.uppercasedASCII, line)
    }
    return nil
  }
}
