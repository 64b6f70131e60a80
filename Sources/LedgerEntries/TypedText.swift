extension String {
  /// The text as a single shell word, quoted if necessary, for a command that a user can paste.
  /// https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02
  public var shellWord: String {
    let isPlain = unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789/._-+@:,%".unicodeScalars.contains($0)
    }
    return isPlain && !isEmpty ? self : "'" + replacing("'", with: #"'\''"#) + "'"
  }
}

extension String {
  /// The text, shortened to fit into a sentence.
  package var shortened: String { (count > 64 ? prefix(48) + "…" : self[...]).description.escaped }

  /// The text with control characters escaped, so that it can be printed to a terminal.
  fileprivate var escaped: String {
    unicodeScalars.map {
      [.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        ? "\\u{\(String($0.value, radix: 16))}" : String($0)
    }
    .joined()
  }
}
