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

extension JSONValue {
  /// Parses JSON; `nil` for anything else, and for more than 64 levels of nesting.
  ///
  /// - Parameter allowsFractions: whether numbers may be other than integers, as in reports.
  public init?(parsing bytes: [UInt8], allowsFractions: Bool = false) {
    // A `Decodable` that may be of any kind takes four times as long: each wrong guess creates an error.
    guard Self.isDecodable(bytes),
      let parsed = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    else { return nil }
    self.init(parsed, allowsFractions)
  }

  private init?(_ parsed: Any, _ allowsFractions: Bool) {
    // On Linux, these types are exact. To ask for them is much faster than a conversion that may fail.
    let type = type(of: parsed)
    if type == String.self, let text = parsed as? String {
      self = .string(text)
    } else if type == [String: Any].self, let members = parsed as? [String: Any] {
      self.init(members: members, allowsFractions)
    } else if type == [Any].self, let elements = parsed as? [Any] {
      self.init(elements: elements, allowsFractions)
    } else if let number = parsed as? NSNumber {
      self.init(number, allowsFractions)
    } else if let text = parsed as? String {
      self = .string(text)
    } else if let members = parsed as? [String: Any] {
      self.init(members: members, allowsFractions)
    } else if let elements = parsed as? [Any] {
      self.init(elements: elements, allowsFractions)
    } else {
      self = .null
    }
  }

  private init?(members: [String: Any], _ allowsFractions: Bool) {
    var object: [String: JSONValue] = [:]
    object.reserveCapacity(members.count)
    for (key, member) in members {
      guard let value = JSONValue(member, allowsFractions) else { return nil }
      object[key] = value
    }
    self = .object(object)
  }

  private init?(elements: [Any], _ allowsFractions: Bool) {
    var array: [JSONValue] = []
    array.reserveCapacity(elements.count)
    for element in elements {
      guard let value = JSONValue(element, allowsFractions) else { return nil }
      array.append(value)
    }
    self = .array(array)
  }

  private init?(_ number: NSNumber, _ allowsFractions: Bool) {
    // The type of a Boolean. https://developer.apple.com/documentation/foundation/nsnumber
    if number.objCType.pointee == CChar(UInt8(ascii: "c")) {
      self = .bool(number.boolValue)
    } else if let integer = Int(exactly: number) {
      self = .number(integer)
    } else if allowsFractions {
      self = .decimal(number.doubleValue)
    } else {
      return nil
    }
  }

  /// Whether the bytes can safely be passed to `JSONDecoder` or `JSONSerialization`.
  ///
  /// Each level of nesting takes kilobytes of stack in `Decodable`, and a thread's stack may have only 512 kB; files in
  /// a ledger have six levels. Both also accept UTF-16, in which brackets are followed by a zero byte and the nesting
  /// would not be detected. On Linux, `JSONSerialization` accepts a comma behind the last element.
  package static func isDecodable(_ bytes: [UInt8]) -> Bool {
    guard !bytes.contains(0), let depth = depth(of: bytes) else { return false }
    return depth <= 64
  }

  /// The nesting depth of arrays and objects; `nil` if one of them ends with a comma.
  private static func depth(of bytes: [UInt8]) -> Int? {
    var (depth, deepest, isInString, isEscaped, isAfterComma) = (0, 0, false, false, false)
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
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if isAfterComma { return nil }
        depth -= 1
      case UInt8(ascii: " "), 0x09, 0x0A, 0x0D: continue
      default: break
      }
      isAfterComma = byte == UInt8(ascii: ",")
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
