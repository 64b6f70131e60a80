/// A LIKE or GLOB pattern as something that texts can be made of.
struct TextPattern: Sendable {
  private enum Piece: Sendable {
    case exactly(Character)
    case anyOne
    case anyMany
    /// One of these.
    case among([Character])
  }

  private var pieces: [Piece] = []

  /// https://www.sqlite.org/lang_expr.html#like
  init(like pattern: String, escape: Character?) {
    var isEscaped = false
    for character in pattern {
      if isEscaped {
        pieces.append(.exactly(character))
        isEscaped = false
      } else if character == escape {
        isEscaped = true
      } else {
        pieces.append(character == "%" ? .anyMany : character == "_" ? .anyOne : .exactly(character))
      }
    }
  }

  /// `*`, `?` and `[a-z]`, as in a shell.
  init(glob pattern: String) {
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      switch character {
      case "*": pieces.append(.anyMany)
      case "?": pieces.append(.anyOne)
      case "[": pieces.append(Self.set(&rest))
      default: pieces.append(.exactly(character))
      }
    }
  }

  /// The characters of a set whose `[` has been read.
  private static func set(_ rest: inout Substring) -> Piece {
    let isNegated = rest.first == "^"
    if isNegated { rest.removeFirst() }
    var characters: [Character] = []
    var isFirst = true
    while let character = rest.popFirst(), character != "]" || isFirst {
      isFirst = false
      let afterNext = rest.dropFirst().first
      if rest.first == "-", let last = afterNext, last != "]", let low = character.asciiValue,
        let high = last.asciiValue, low <= high
      {
        characters += (low...high).map { Character(UnicodeScalar($0)) }
        rest = rest.dropFirst(2)
      } else {
        characters.append(character)
      }
    }
    guard isNegated else { return .among(characters) }
    return .among((33...126).map { Character(UnicodeScalar($0)) }.filter { !characters.contains($0) })
  }

  /// A text that matches, another one for each number as far as the pattern has room.
  func text(_ number: Int) -> String {
    var digits = Array(String(number))
    let many = pieces.indices.first { if case .anyMany = pieces[$0] { true } else { false } }
    var text = ""
    var remaining = UInt64(number)
    var open: [Int: Character] = [:]
    for index in pieces.indices.reversed() {
      switch pieces[index] {
      case .among(let characters) where !characters.isEmpty:
        open[index] = characters[Int(remaining % UInt64(characters.count))]
        remaining /= UInt64(characters.count)
      case .anyOne:
        open[index] = many == nil ? digits.popLast() ?? "0" : "x"
      default: break
      }
    }
    for index in pieces.indices {
      switch pieces[index] {
      case .exactly(let character): text.append(character)
      case .anyMany: if index == many { text += String(number) }
      case .anyOne, .among: if let character = open[index] { text.append(character) }
      }
    }
    return text
  }
}
