internal import SQLiteSyntax

/// A piece of canonical SQL in two forms.
///
/// SQLite does not distinguish the letter case of names, so the folded form determines equality. The other form is for
/// display and has the names as they were declared.
public struct CanonicalText: Sendable, CustomStringConvertible {
  /// The text as in `schema.sql`.
  public let text: String
  /// ``text`` with every name in lower case; strings are unchanged.
  public let folded: String

  /// Creates a text from its two forms.
  ///
  /// - Parameter folded: `text` with its names in lower case.
  public init(text: String, folded: String) {
    self.text = text
    self.folded = folded
  }

  /// Creates the text of a name.
  init(name: Identifier) {
    self.init(text: Keyword.quote(name), folded: Keyword.quote(name.folded))
  }

  /// Creates a text without names, which is the same in both forms.
  init(plain text: String) {
    self.init(text: text, folded: text)
  }

  /// The form for display, ``text``.
  public var description: String { text }

  static func + (left: CanonicalText, right: CanonicalText) -> CanonicalText {
    CanonicalText(text: left.text + right.text, folded: left.folded + right.folded)
  }

  static func + (left: CanonicalText, right: String) -> CanonicalText { left + CanonicalText(plain: right) }

  static func + (left: String, right: CanonicalText) -> CanonicalText { CanonicalText(plain: left) + right }
}

extension CanonicalText: Hashable, Comparable {
  /// Whether the folded forms have the same bytes.
  public static func == (left: CanonicalText, right: CanonicalText) -> Bool {
    left.folded.hasSameBytes(as: right.folded)
  }

  /// Hashes the bytes that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(folded.utf8.count)
    folded.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Orders texts by the bytes of their folded forms.
  public static func < (left: CanonicalText, right: CanonicalText) -> Bool {
    left.folded.utf8.lexicographicallyPrecedes(right.folded.utf8)
  }
}

extension Sequence<CanonicalText> {
  func joined(separator: String) -> CanonicalText {
    CanonicalText(
      text: map(\.text).joined(separator: separator), folded: map(\.folded).joined(separator: separator))
  }
}
