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
