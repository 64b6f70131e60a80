import Foundation

/// Any JSON value.
package enum JSON: Equatable, Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  package init(_ text: String) throws {
    self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  package subscript(key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The names of this value's types for the keyword `type`.
  var types: Set<String> {
    switch self {
    case .null: ["null"]
    case .bool: ["boolean"]
    case .number(let value): value == value.rounded() ? ["number", "integer"] : ["number"]
    case .string: ["string"]
    case .array: ["array"]
    case .object: ["object"]
    }
  }

  /// The names of an object's members, in order; empty for another value.
  package var keys: [String] {
    if case .object(let members) = self { members.keys.sorted() } else { [] }
  }

  /// The texts of an array of texts, or of a text.
  package var strings: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.strings)
    default: []
    }
  }
}
