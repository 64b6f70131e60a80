extension String {
  /// Replaces control characters with their pictures, for example `␛` for an escape. Line feeds and tabs are kept.
  /// Characters that have no picture and are forbidden or discouraged in XML 1.0 become `�`.
  /// https://www.w3.org/TR/xml/#charsets
  var withVisibleControls: String {
    var text = ""
    for scalar in replacing("\r\n", with: "\n").unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: text.unicodeScalars.append(scalar)
      // The pictures are in the same order as the control characters. https://www.unicode.org/charts/PDF/U2400.pdf
      case 0x00..<0x20: text.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: text.append("\u{2421}")
      case 0x80...0x9F, 0xFFFE, 0xFFFF: text.append("\u{FFFD}")
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The same text on one line.
  var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
