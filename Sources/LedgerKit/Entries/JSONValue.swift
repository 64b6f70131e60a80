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
  public var canonical: String { text(indent: nil) }

  /// The same for people: two spaces for each level, a newline at the end.
  public var pretty: String { text(indent: 0) + "\n" }

  private func text(indent: Int?) -> String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let value): return String(value)
    case .decimal(let value): return Self.decimal(value)
    case .string(let value): return Self.quote(value)
    case .array(let elements):
      return Self.list(elements.map { $0.text(indent: indent.map { $0 + 2 }) }, "[", "]", indent)
    case .object(let members):
      // > Property name strings … sorted as arrays of UTF-16 code units.
      let keys = members.keys.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
      let separator = indent == nil ? ":" : ": "
      let texts = keys.map { key in
        Self.quote(key) + separator + (members[key] ?? .null).text(indent: indent.map { $0 + 2 })
      }
      return Self.list(texts, "{", "}", indent)
    }
  }

  /// Six decimal places. JSON has no word for what is not finite.
  private static func decimal(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let rounded = (value * 1_000_000).rounded() / 1_000_000
    return String(rounded.isFinite ? rounded : value)
  }

  private static func list(_ elements: [String], _ open: String, _ close: String, _ indent: Int?) -> String {
    guard let indent, !elements.isEmpty else { return open + elements.joined(separator: ",") + close }
    let margin = String(repeating: " ", count: indent)
    return open + "\n" + elements.map { margin + "  " + $0 }.joined(separator: ",\n") + "\n" + margin + close
  }

  private static func quote(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{8}": quoted += "\\b"
      case "\t": quoted += "\\t"
      case "\n": quoted += "\\n"
      case "\u{C}": quoted += "\\f"
      case "\r": quoted += "\\r"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension JSONValue: Decodable {
  /// Reads any JSON but numbers that are not whole, for which it throws `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Reads JSON whose numbers are whole; nil when it is not that.
  public init?(parsing bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else { return nil }
    self = value
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
