/// One lexical token of SQL, as SQLite's tokenizer sees it, without white space and comments.
package struct Token: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A bare word: a keyword or an identifier. Only the grammar can distinguish them.
    case word
    /// A name in `"…"`, which SQLite reads as a string if no such column exists.
    case doubleQuoted
    /// A name in `[…]` or `` `…` ``, which is never a string.
    case quotedName
    /// A literal in `'…'`.
    case string
    /// `x'…'`.
    case blob
    case number
    /// `?`, `?1`, `:a`, `@a`, `$a`.
    case parameter
    case punctuation
    /// Bytes that SQLite would reject: an unclosed quote, a stray character.
    case illegal
  }

  package let kind: Kind
  /// The unquoted text of a name or a string; for other tokens, the text as written.
  package let text: String
  /// The UTF-8 offsets of the token in the text that was read.
  package let range: Range<Int>

  /// Whether this is the bare word `word`, in any letter case.
  ///
  /// - Parameter word: in upper case.
  package func isKeyword(_ word: String) -> Bool {
    // This is called many times for each word, so it does not create a string.
    kind == .word && text.utf8.count == word.utf8.count
      && zip(text.utf8, word.utf8).allSatisfy { $0 == $1 || ($0 >= 0x61 && $0 <= 0x7A && $0 & 0xDF == $1) }
  }

  package func isPunctuation(_ text: String) -> Bool { kind == .punctuation && self.text == text }
}

extension String {
  /// The text with `A`–`Z` in lower case and every other character unchanged, which is how SQLite compares names.
  ///
  /// > SQLite only understands upper/lower case for ASCII characters by default.
  /// https://www.sqlite.org/lang_expr.html#the_like_glob_regexp_match_and_extract_operators
  package var foldedASCII: String {
    guard utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else { return self }
    return String(decoding: utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  package var uppercasedASCII: String {
    guard utf8.contains(where: { $0 >= 0x61 && $0 <= 0x7A }) else { return self }
    return String(decoding: utf8.map { $0 >= 0x61 && $0 <= 0x7A ? $0 & 0xDF : $0 }, as: UTF8.self)
  }

  /// Whether both strings have the same UTF-8 bytes. Swift's `==` treats composed and decomposed forms of `é` as equal;
  /// SQLite does not.
  package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
