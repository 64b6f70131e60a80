internal import SQLiteSyntax

/// A piece of canonical SQL in two forms.
///
/// SQLite does not distinguish the letter case of names, so equality looks at the folded form; people want to read
/// names as they were declared, so the other form is for them.
public struct CanonicalText: Sendable, CustomStringConvertible {
  /// As it stands in `schema.sql`.
  public let text: String
  /// The same with every name in lower case; strings are as they are.
  public let folded: String

  /// Two forms of the same SQL, `folded` being `text` with its names in lower case.
  public init(text: String, folded: String) {
    self.text = text
    self.folded = folded
  }

  /// A name.
  init(name: String) {
    self.init(text: Keyword.quote(name), folded: Keyword.quote(name.foldedASCII))
  }

  /// Text without names, the same in both forms.
  init(plain text: String) {
    self.init(text: text, folded: text)
  }

  /// The form for people, ``text``.
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

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    for byte in folded.utf8 { hasher.combine(byte) }
  }

  /// By the bytes of the folded forms.
  public static func < (left: CanonicalText, right: CanonicalText) -> Bool {
    left.folded.utf8.lexicographicallyPrecedes(right.folded.utf8)
  }
}

/// A name as SQLite compares it: ASCII letters in lower case, everything else byte by byte.
struct NameKey: Hashable, Comparable {
  private let bytes: [UInt8]

  init(_ name: String) { bytes = Array(name.foldedASCII.utf8) }

  static func < (left: NameKey, right: NameKey) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}

extension Sequence<CanonicalText> {
  func joined(separator: String) -> CanonicalText {
    CanonicalText(
      text: map(\.text).joined(separator: separator), folded: map(\.folded).joined(separator: separator))
  }
}
