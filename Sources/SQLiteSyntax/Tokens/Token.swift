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
    guard kind == .word, text.utf8.count == word.utf8.count else { return false }
    return text.withBytes { text in
      word.withBytes { word in
        var index = 0
        while index < text.count {
          let byte = text[index]
          let upper = byte &- 0x61 < 26 ? byte & 0xDF : byte
          if byte != word[index], upper != word[index] { return false }
          index += 1
        }
        return true
      }
    }
  }

  /// Whether it can be a name, as far as its form tells.
  package var isName: Bool { [.word, .doubleQuoted, .quotedName].contains(kind) }

  /// The text as a name.
  package var identifier: Identifier { Identifier(text) }

  package func isPunctuation(_ text: String) -> Bool { kind == .punctuation && self.text == text }
}

extension String {
  /// The text with `A`–`Z` in lower case and every other character unchanged, for the words of the grammar. Names are
  /// compared as ``Identifier``.
  package var lowercasedASCII: String { inOtherCase(lettersFrom: 0x41) }

  package var uppercasedASCII: String { inOtherCase(lettersFrom: 0x61) }

  /// The text with the 26 letters from `first` on in the other case.
  private func inOtherCase(lettersFrom first: UInt8) -> String {
    withBytes { bytes in
      var index = 0
      while index < bytes.count, bytes[index] &- first >= 26 { index += 1 }
      guard index < bytes.count else { return self }
      return String(unsafeUninitializedCapacity: bytes.count) { result in
        var index = 0
        while index < bytes.count {
          let byte = bytes[index]
          result[index] = byte &- first < 26 ? byte ^ 0x20 : byte
          index += 1
        }
        return index
      }
    }
  }

  /// Whether both are the same UTF-8. Swift's own `==` takes `é` for `é` however it is composed; SQLite does not.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withBytes { bytes in
      other.withBytes { others in
        var index = 0
        while index < bytes.count, bytes[index] == others[index] { index += 1 }
        return index == bytes.count
      }
    }
  }

  /// The UTF-8, for loops that run for each name and each token. Without optimisation, a loop over indices of a buffer
  /// is ten times as fast as a method of `utf8` with a closure.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = self
    return text.withUTF8(body)
  }
}
