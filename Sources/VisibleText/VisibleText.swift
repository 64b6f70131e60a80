extension String {
  /// The text on one line, with every character visible. The text of a repository can contain characters that move the
  /// cursor, change colours, start a line or turn the direction of what follows.
  ///
  /// * A control character becomes its picture, for example `␛` for an escape and `␊` for a line feed.
  /// * Any other character without a form of its own becomes its number, for example `<U+202E>`: a mark of direction,
  ///   a space without width, a tag, a line separator. Git's pager writes them in the same way.
  /// * What makes an emoji is kept.
  ///
  /// - Parameter keepsTabs: for text whose layout is its own, such as SQL.
  package func visible(keepingTabs keepsTabs: Bool = false) -> String {
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
    var text = String.UnicodeScalarView()
    text.reserveCapacity(utf8.count)
    var rest = unicodeScalars[...]
    var previous: Unicode.Scalar?
    while let scalar = rest.popFirst() {
      if scalar == "\t", keepsTabs {
        text.append(scalar)
      } else if let picture = scalar.picture, !scalar.joinsEmoji(previous, rest.first) {
        text.append(contentsOf: picture.unicodeScalars)
      } else {
        text.append(scalar)
      }
      previous = scalar
    }
    return String(text)
  }

  /// The lines of the text. A line ends with a line feed, also after a carriage return.
  package var lines: [String] {
    var lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      String(Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

extension Unicode.Scalar {
  /// What is shown instead of the character; `nil` if it can be seen.
  package var picture: String? {
    switch value {
    // The pictures are in the same order as the control characters. https://www.unicode.org/charts/PDF/U2400.pdf
    case 0x00..<0x20: Unicode.Scalar(0x2400 + value).map { String($0) }
    case 0x20..<0x7F: nil
    case 0x7F: "\u{2421}"
    // A byte of a file's name that is not UTF-8, as Git shows it: `String(fileName:)` in SystemCalls.
    case 0x10FF80...0x10FFFF: "\\" + String(value & 0xFF, radix: 8)
    default: isVisible ? nil : "<U+" + hexadecimal + ">"
    }
  }

  /// https://www.unicode.org/reports/tr44/#General_Category_Values and, for fillers and variation selectors,
  /// https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
  private var isVisible: Bool {
    if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint { return false }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: true
    }
  }

  /// At least four digits.
  private var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Whether the character is the selector of an emoji's form, or joins two emoji.
  fileprivate func joinsEmoji(_ previous: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
    guard let previous else { return false }
    return switch value {
    case 0xFE0F: previous.isEmoji
    case 0x200D: (previous.isEmoji || previous.value == 0xFE0F) && next?.isEmoji == true
    default: false
    }
  }

  /// Digits, too, are the start of some emoji, but not here.
  private var isEmoji: Bool { !isASCII && properties.isEmoji }
}
