/// A path, or the name of a file or a reference, as Git compares it: byte by byte.
///
/// Swift compares strings by canonical equivalence, so `é` (U+00E9) and `é` (U+0065 U+0301) are one key of a dictionary of
/// strings. A tree can have both.
public struct ByteName: Sendable {
  /// The path or the name.
  public let text: String

  /// Creates a name from its text.
  public init(_ text: String) { self.text = text }
}

extension ByteName: Hashable, Comparable {
  /// Whether both have the same bytes.
  public static func == (left: ByteName, right: ByteName) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { bytes in
      hasher.combine(bytes.count)
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
  }

  /// Orders names by their bytes.
  public static func < (left: ByteName, right: ByteName) -> Bool { precedes(left.text, right.text) }
}

extension ByteName: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a name from its text.
  public init(stringLiteral text: String) { self.init(text) }

  /// The path or the name, ``text``.
  public var description: String { text }
}
