internal import Foundation

/// A JSON value. Its canonical form is that of RFC 8785: sorted keys, no white space, and one spelling for each string,
/// so that equal values have equal bytes. Numbers in the ledger are integers.
///
/// https://www.rfc-editor.org/rfc/rfc8785
public enum JSONValue: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case null
  case bool(Bool)
  case number(Int)
  /// A fraction, such as a duration in seconds. It occurs in reports, never in an entry.
  case decimal(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Creates a ``string(_:)`` from a literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a ``number(_:)`` from a literal.
  public init(integerLiteral value: Int) { self = .number(value) }
  /// Creates a ``bool(_:)`` from a literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates an ``array(_:)`` from a literal.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Creates an ``object(_:)`` from a literal; if a key occurs twice, the last value is used.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
  }

  /// Creates an object from the values that are not nil.
  public init(present values: [String: JSONValue?]) {
    self = .object(values.compactMapValues { $0 })
  }

  /// The canonical text, without a newline.
  public var canonical: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// The JSON text with an indentation of two spaces per level and a newline at the end.
  public var pretty: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indent: Int?) {
    let inner = indent.map { $0 + 2 }
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += String(value)
    case .decimal(let value): text += Self.decimal(value)
    case .string(let value): Self.quote(value, to: &text)
    case .array(let elements):
      Self.list(elements, "[", "]", to: &text, indent) { $0.write(to: &$1, indent: inner) }
    case .object(let members):
      // > Property name strings … sorted as arrays of UTF-16 code units.
      let sorted = members.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
      Self.list(sorted, "{", "}", to: &text, indent) { member, text in
        Self.quote(member.key, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: inner)
      }
    }
  }

  /// Rounds to six decimal places. JSON cannot represent values that are not finite; they become `null`.
  private static func decimal(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let rounded = (value * 1_000_000).rounded() / 1_000_000
    return String(rounded.isFinite ? rounded : value)
  }

  private static func list<Element>(
    _ elements: [Element], _ open: String, _ close: String, to text: inout String, _ indent: Int?,
    write: (Element, inout String) -> Void
  ) {
    text += open
    for (position, element) in elements.enumerated() {
      if position > 0 { text += "," }
      if let indent { text += "\n" + String(repeating: " ", count: indent + 2) }
      write(element, &text)
    }
    if let indent, !elements.isEmpty { text += "\n" + String(repeating: " ", count: indent) }
    text += close
  }

  private static func quote(_ content: String, to text: inout String) {
    text += "\""
    // Nearly all strings need no escaping and are copied as a whole.
    if content.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      for scalar in content.unicodeScalars { escape(scalar, to: &text) }
    } else {
      text += content
    }
    text += "\""
  }

  private static func escape(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\u{8}": text += "\\b"
    case "\t": text += "\\t"
    case "\n": text += "\\n"
    case "\u{C}": text += "\\f"
    case "\r": text += "\\r"
    case _ where scalar.value < 0x20:
      let hex = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    default: text.unicodeScalars.append(scalar)
    }
  }
}

extension JSONValue: Decodable {
  /// Decodes JSON whose numbers are integers; throws `DecodingError` for other numbers, unless the decoder allows them.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The most frequent kinds come first, because each wrong guess creates and throws an error.
    if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else if let value = try? container.decode(Int.self) {
      self = .number(value)
    } else if container.decodeNil() {
      self = .null
    } else if decoder.allowsFractions, let value = try? container.decode(Double.self) {
      self = .decimal(value)
    } else {
      self = .bool(try container.decode(Bool.self))
    }
  }

  /// Parses JSON; `nil` for anything else, and for more than 64 levels of nesting.
  ///
  /// - Parameter allowsFractions: whether numbers may be other than integers, as in reports.
  public init?(parsing bytes: [UInt8], allowsFractions: Bool = false) {
    let decoder = JSONDecoder()
    if allowsFractions, let key = CodingUserInfoKey.allowsFractions { decoder.userInfo[key] = true }
    guard Self.isDecodable(bytes), let value = try? decoder.decode(JSONValue.self, from: Data(bytes)) else {
      return nil
    }
    self = value
  }

  /// Whether the bytes can safely be passed to `JSONDecoder`.
  ///
  /// Each level of nesting takes kilobytes of stack in `Decodable`, and a thread's stack may have only 512 kB; files in
  /// a ledger have six levels. `JSONDecoder` also accepts UTF-16, in which brackets are followed by a zero byte and the
  /// nesting would not be detected.
  package static func isDecodable(_ bytes: [UInt8]) -> Bool { !bytes.contains(0) && depth(of: bytes) <= 64 }

  /// The nesting depth of arrays and objects.
  private static func depth(of bytes: [UInt8]) -> Int {
    var (depth, deepest, isInString, isEscaped) = (0, 0, false, false)
    for byte in bytes {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return deepest
  }

  /// The value of a key; `nil` if the key is missing or the value is not an object.
  public subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The text of a ``string(_:)``; `nil` for any other value.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The value of a ``number(_:)``; `nil` for any other value.
  public var number: Int? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The elements of an ``array(_:)``; `nil` for any other value.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an ``object(_:)``; `nil` for any other value.
  public var object: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }
}

extension CodingUserInfoKey {
  /// Present if numbers may be other than integers.
  fileprivate static let allowsFractions = CodingUserInfoKey(rawValue: "allowsFractions")
}

extension Decoder {
  fileprivate var allowsFractions: Bool { CodingUserInfoKey.allowsFractions.map { userInfo[$0] != nil } ?? false }
}
