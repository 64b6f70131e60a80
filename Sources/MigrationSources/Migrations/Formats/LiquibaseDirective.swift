/// A line that begins with two dashes and a word that may be a Liquibase directive.
struct LiquibaseDirective {
  /// The word in lower case: `changeset`, `rollback`.
  let name: String
  let rest: Substring

  init?(_ line: Substring) {
    let text = line.trimmed
    guard text.hasPrefix("--") else { return nil }
    let body = text.dropFirst(2).drop(while: \.isWhitespace)
    let word = body.prefix { $0.isLetter || $0 == "-" }
    name = word.lowercased()
    rest = body.dropFirst(word.count).trimmed
  }

  /// The author, the id and the attributes, whose names are in lower case. Each may be quoted.
  static func changeset(
    _ text: Substring
  ) -> (
    author: String, id: String, attributes: [String: String]
  )? {
    var rest = text
    let author = rest.first == "\"" ? word(&rest) : String(rest.prefix { $0 != ":" })
    if text.first != "\"" { rest = rest.dropFirst(author.count) }
    guard rest.first == ":", rest.dropFirst().first?.isWhitespace == false, !author.isEmpty else {
      return nil
    }
    rest = rest.dropFirst()
    let id = word(&rest)
    return id.filter { $0 != ":" }.isEmpty ? nil : (author, id, attributes(rest))
  }

  /// Parses `name:value` pairs, separated by spaces.
  static func attributes(_ text: Substring) -> [String: String] {
    var values: [String: String] = [:]
    var rest = text.drop(while: \.isWhitespace)
    while !rest.isEmpty {
      let name = rest.prefix { $0 != ":" && !$0.isWhitespace }
      rest = rest.dropFirst(name.count)
      if rest.first == ":" {
        rest = rest.dropFirst()
        values[name.lowercased()] = word(&rest)
      }
      rest = rest.drop(while: \.isWhitespace)
    }
    return values
  }

  /// Takes the word at the start of `rest` and removes its quotes.
  private static func word(_ rest: inout Substring) -> String {
    let isQuoted = rest.first == "\""
    if isQuoted { rest = rest.dropFirst() }
    let word = rest.prefix { isQuoted ? $0 != "\"" : !$0.isWhitespace }
    rest = rest.dropFirst(word.count + (isQuoted ? 1 : 0))
    return String(word)
  }
}
