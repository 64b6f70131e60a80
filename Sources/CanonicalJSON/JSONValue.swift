internal import Foundation

/// JSON as data. Written canonically it is RFC 8785: sorted keys, no white space, one spelling for each string, so that
/// equal values have equal bytes. Numbers are whole numbers; nothing in the ledger needs others.
///
/// https://www.rfc-editor.org/rfc/rfc8785
public enum JSONValue: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case null
  case bool(Bool)
  case number(Int)
  /// Seconds and the like, in reports; never in an entry.
  case decimal(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// A ``string(_:)``, written as a literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A ``number(_:)``, written as a literal.
  public init(integerLiteral value: Int) { self = .number(value) }
  /// A ``bool(_:)``, written as a literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An ``array(_:)``, written as a literal.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An ``object(_:)``, written as a literal; of a key that stands twice the last value counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
  }

  /// An object of those values that are not nil.
  public init(present values: [String: JSONValue?]) {
    self = .object(values.compactMapValues { $0 })
  }

  /// The canonical text, without a newline.
  public var canonical: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// The same for people: two spaces for each level, a newline at the end.
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

  /// Six decimal places. JSON has no word for what is not finite.
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
    // Nearly every string has nothing to escape, and is copied as a whole.
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
  /// Reads any JSON but numbers that are not whole, for which it throws `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The most frequent kinds first: each wrong guess costs an error that is made and thrown.
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
    } else {
      self = .bool(try container.decode(Bool.self))
    }
  }

  /// Reads JSON whose numbers are whole; nil when it is not that, or nested more than 64 deep.
  public init?(parsing bytes: [UInt8]) {
    guard Self.isDecodable(bytes), let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
      return nil
    }
    self = value
  }

  /// Whether `JSONDecoder` may be given this.
  ///
  /// Each level of `Decodable` takes kilobytes of a stack that may be of 512 kB; what is in a ledger has six levels.
  /// `JSONDecoder` would also read UTF-16, whose brackets have a zero beside them.
  package static func isDecodable(_ bytes: [UInt8]) -> Bool { !bytes.contains(0) && depth(of: bytes) <= 64 }

  /// How deep arrays and objects are nested.
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

  /// The member of an object; nil without it, and for everything that is no object.
  public subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The text of a ``string(_:)``, nil for anything else.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The value of a ``number(_:)``, nil for anything else.
  public var number: Int? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The elements of an ``array(_:)``, nil for anything else.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an ``object(_:)``, nil for anything else.
  public var object: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }
}
