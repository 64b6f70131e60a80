extension String {
  /// Control characters as their pictures, `␛` for an escape; line feeds and tabs stay. What has no picture and may not
  /// stand in XML 1.0, or is discouraged there, becomes `�`. https://www.w3.org/TR/xml/#charsets
  var withVisibleControls: String {
    var text = ""
    for scalar in replacing("\r\n", with: "\n").unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: text.unicodeScalars.append(scalar)
      // https://www.unicode.org/charts/PDF/U2400.pdf: the pictures are in the order of what they show.
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
