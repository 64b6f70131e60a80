internal import SQLiteSyntax

/// A LIKE or GLOB pattern from which matching texts can be generated.
struct TextPattern: Sendable {
  private enum Piece: Sendable {
    case exactly(Character)
    case anyOne
    case anyMany
    /// One of these characters.
    case among([Character])
  }

  private var pieces: [Piece] = []
  private let isLike: Bool

  /// Reads a LIKE pattern. https://www.sqlite.org/lang_expr.html#like
  init(like pattern: String, escape: Character?) {
    isLike = true
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

  /// Reads a GLOB pattern, which has `*`, `?` and `[a-z]` as in a shell.
  init(glob pattern: String) {
    isLike = false
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

  /// Reads the characters of a set after its `[`.
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

  /// The characters that `NOT GLOB '*[^…]*'` allows; `nil` for other patterns.
  static func alphabet(outside pattern: String) -> [Character]? {
    guard pattern.hasPrefix("*[^"), pattern.hasSuffix("]*") else { return nil }
    var rest = Substring("[" + pattern.dropFirst(3).dropLast(1))
    rest.removeFirst()
    if case .among(let characters) = set(&rest), rest.isEmpty, !characters.isEmpty { return characters }
    return nil
  }

  /// Whether the pattern matches `text`. LIKE ignores letter case.
  func matches(_ text: String) -> Bool {
    let characters = Array(isLike ? text.lowercasedASCII : text)
    // The positions in the pattern that the text read so far can lead to.
    var places: Set<Int> = [0]
    func closed(_ places: Set<Int>) -> Set<Int> {
      var closed = places
      for place in places.sorted() {
        var next = place
        while next < pieces.count, case .anyMany = pieces[next] {
          next += 1
          closed.insert(next)
        }
      }
      return closed
    }
    places = closed(places)
    for character in characters {
      var next: Set<Int> = []
      for place in places where place < pieces.count {
        switch pieces[place] {
        case .anyMany: next.insert(place)
        case .anyOne: next.insert(place + 1)
        case .exactly(let other):
          if (isLike ? Character(String(other).lowercasedASCII) : other) == character { next.insert(place + 1) }
        case .among(let others): if others.contains(character) { next.insert(place + 1) }
        }
      }
      places = closed(next)
      if places.isEmpty { return false }
    }
    return places.contains(pieces.count)
  }

  /// A matching text. Different numbers give different texts as far as the pattern allows.
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
