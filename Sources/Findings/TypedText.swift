extension String {
  /// The text as a single shell word, quoted if necessary, for a command that a user can paste.
  /// https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02
  ///
  /// A word with an invisible character is written with `printf`, so that the command is one line and shows the character.
  public var shellWord: String {
    // A shell removes line feeds from the end of what a command prints.
    if unicodeScalars.contains(where: \.isInvisible), utf8.last != 0x0A { return shellWordWithEscapes }
    let isPlain = unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789/._-+@:,%".unicodeScalars.contains($0)
    }
    return isPlain && !isEmpty ? self : "'" + replacing("'", with: #"'\''"#) + "'"
  }

  /// Each invisible character, and each that `printf` or the shell would read otherwise, as the octal values of its bytes.
  private var shellWordWithEscapes: String {
    let parts = unicodeScalars.map { scalar in
      guard scalar.isInvisible || #"'\%-"#.unicodeScalars.contains(scalar) else { return String(scalar) }
      return String(scalar).utf8.map { byte in
        let digits = String(byte, radix: 8)
        return #"\"# + String(repeating: "0", count: 3 - digits.count) + digits
      }.joined()
    }
    return #""$(printf '"# + parts.joined() + #"')""#
  }
}

extension String {
  /// The text, shortened to fit into a sentence.
  package var shortened: String { (count > 64 ? prefix(48) + "…" : self[...]).description.escaped }

  /// The text with control characters escaped, so that it can be printed to a terminal.
  fileprivate var escaped: String {
    unicodeScalars.map { $0.isInvisible ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
  }

  /// The text without line feeds and carriage returns, of which the pictures stand in their place, so that it cannot start a
  /// line in a text that has lines.
  package var onOneLine: String {
    guard utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return self }
    return unicodeScalars.map { $0 == "\n" ? "␊" : $0 == "\r" ? "␍" : String($0) }.joined()
  }
}

extension Unicode.Scalar {
  /// Whether the character has no form of its own.
  fileprivate var isInvisible: Bool {
    [.control, .format, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
      || properties.isDefaultIgnorableCodePoint
  }
}

/// A sentence, or several lines, about what a repository contains. An interpolated text stays on its line.
package struct Prose: ExpressibleByStringInterpolation {
  package private(set) var text: String

  package init(stringLiteral text: String) { self.text = text }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package static func + (left: Prose, right: Prose) -> Prose {
    var sum = left
    sum.text += right.text
    return sum
  }

  /// The lines as one text.
  package static func lines(_ lines: [Prose]) -> Prose {
    var prose: Prose = ""
    prose.text = lines.map(\.text).joined(separator: "\n")
    return prose
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ value: Prose) { text += value.text }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += value.description.onOneLine
    }
  }
}
