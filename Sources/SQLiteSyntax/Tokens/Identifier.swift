/// The name of a table, a column, an index, a trigger, a view, or of anything else that SQLite finds by its name.
///
/// SQLite compares names byte for byte, except that it ignores the case of ASCII letters. So does this type. Swift compares
/// strings by canonical equivalence: `é` (U+00E9) and `é` (U+0065 U+0301) are one key of a dictionary of strings, but two
/// tables, or two columns of a table.
///
/// > SQLite only understands upper/lower case for ASCII characters by default.
/// https://www.sqlite.org/lang_expr.html#the_like_glob_regexp_match_and_extract_operators
public struct Identifier: Sendable {
  /// The name as it was written, without quotes.
  public let text: String
  /// ``text`` with `A`–`Z` in lower case and every other byte unchanged, for text in which the case of names is ignored.
  /// Names are compared as identifiers, and not by this.
  public let folded: String

  /// Creates an identifier from its text, without quotes.
  public init(_ text: String) {
    self.text = text
    folded = text.lowercasedASCII
  }

  /// Whether the name belongs to SQLite itself.
  ///
  /// > Table names that begin with "sqlite_" are reserved for internal use.
  /// https://www.sqlite.org/fileformat2.html#intschema
  public var isReserved: Bool { hasPrefix("sqlite_") }

  /// Whether the name begins with the bytes of `prefix`, in any ASCII letter case.
  ///
  /// - Parameter prefix: in lower case.
  public func hasPrefix(_ prefix: String) -> Bool {
    folded.withBytes { bytes in
      prefix.withBytes { wanted in
        guard bytes.count >= wanted.count else { return false }
        var index = 0
        while index < wanted.count, bytes[index] == wanted[index] { index += 1 }
        return index == wanted.count
      }
    }
  }
}

extension Identifier: Hashable, Comparable {
  /// Whether both are the same name to SQLite.
  public static func == (left: Identifier, right: Identifier) -> Bool { left.folded.hasSameBytes(as: right.folded) }

  /// Hashes the bytes that `==` compares.
  public func hash(into hasher: inout Hasher) {
    folded.withBytes { bytes in
      hasher.combine(bytes.count)
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
  }

  /// Orders names by the bytes that `==` compares.
  public static func < (left: Identifier, right: Identifier) -> Bool {
    left.folded.utf8.lexicographicallyPrecedes(right.folded.utf8)
  }
}

extension Identifier: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates an identifier from its text.
  public init(stringLiteral text: String) { self.init(text) }

  /// The name as it was written, ``text``.
  public var description: String { text }
}

extension Identifier: Codable {
  /// Reads the name from a single string.
  public init(from decoder: any Decoder) throws { self.init(try String(from: decoder)) }

  /// Writes the name as a single string.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension Keyword {
  /// The name as SQL text: unquoted if it is a plain word that is not a keyword, otherwise in double quotes.
  package static func quote(_ name: Identifier) -> String { quote(name.text) }

  /// The name as SQL text in double quotes.
  package static func quoteAlways(_ name: Identifier) -> String { quoteAlways(name.text) }
}

extension String {
  /// The text as the name of something in a database.
  public var identifier: Identifier { Identifier(self) }
}

extension Sequence<Identifier> {
  /// The names as they were written, with `separator` between them.
  public func joined(separator: String) -> String { map(\.text).joined(separator: separator) }
}
