/// The helps with a command that a Swift file contains: string literals with `\(fix:)` or `\(inspect:)`.
struct HelpSource {
  struct Sentence {
    /// The literal, without its quotes.
    let text: String
    /// A regular expression for what it is when all values are in it.
    let pattern: String
  }

  private let characters: [Character]
  private var position = 0

  /// The sentences of a file, whose literals do not span lines.
  static func sentences(in source: String) -> [Sentence] {
    source.split(separator: "\n").filter { !$0.contains("///") }.flatMap { line in
      var reader = HelpSource(characters: Array(line))
      return reader.literals().filter { $0.text.contains("\\(fix:") || $0.text.contains("\\(inspect:") }
    }
  }

  private init(characters: [Character]) { self.characters = characters }

  private mutating func literals() -> [Sentence] {
    var found: [Sentence] = []
    while position < characters.count {
      position += 1
      if characters[position - 1] == "\"" { found.append(literal()) }
    }
    return found
  }

  /// Reads from behind an opening quote to behind the closing one.
  private mutating func literal() -> Sentence {
    let start = position
    var pattern = ""
    while position < characters.count, characters[position] != "\"" {
      let character = characters[position]
      position += 1
      if character == "\\", position < characters.count {
        position += 1
        pattern += characters[position - 1] == "(" ? value() : "\\" + String(characters[position - 1])
      } else {
        pattern +=
          character.isLetter || character.isNumber || character == " " ? String(character) : "\\" + String(character)
      }
    }
    let text = String(characters[start..<position])
    position += 1
    return Sentence(text: text, pattern: pattern)
  }

  /// Reads from behind `\(` to behind the closing parenthesis. A command that is a literal is part of the pattern.
  private mutating func value() -> String {
    let rest = String(characters[position...])
    let isCommand = rest.hasPrefix("fix: \"") || rest.hasPrefix("inspect: \"")
    var depth = 1
    var command: String?
    while position < characters.count, depth > 0 {
      position += 1
      switch characters[position - 1] {
      case "(": depth += 1
      case ")": depth -= 1
      case "\"":
        let inner = literal().pattern
        command = command ?? inner
      default: break
      }
    }
    return isCommand ? command ?? ".+" : ".+"
  }
}
