extension String {
  /// The text as one word of a shell, in quotes where it needs them: a path stands in a command that people paste.
  /// https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02
  public var shellWord: String {
    let isPlain = unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789/._-+@:,%".unicodeScalars.contains($0)
    }
    return isPlain && !isEmpty ? self : "'" + replacing("'", with: #"'\''"#) + "'"
  }
}

extension String {
  /// What was typed, as far as a sentence has room for it.
  package var shortened: String { (count > 64 ? prefix(48) + "…" : self[...]).description.escaped }

  /// Without control characters, so that a terminal shows what was typed.
  fileprivate var escaped: String {
    unicodeScalars.map {
      [.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        ? "\\u{\(String($0.value, radix: 16))}" : String($0)
    }
    .joined()
  }
}
