internal import Foundation

extension JSONValue {
  /// Decodes a value from JSON. Members that the type does not have are ignored.
  ///
  /// - Throws: `DecodingError` for anything else, and for more than 64 levels of nesting. Its
  ///   ``Swift/DecodingError/problem`` names a member that is missing or has a value of another type.
  public static func decode<Value: Decodable>(_ type: Value.Type = Value.self, from bytes: [UInt8]) throws -> Value {
    guard isDecodable(bytes) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "it is not JSON"))
    }
    return try JSONDecoder().decode(type, from: Data(bytes))
  }
}

extension JSONValue: Decodable {
  /// Decodes any JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self =
      if container.decodeNil() {
        .null
      } else if let value = try? container.decode(String.self) {
        .string(value)
      } else if let value = try? container.decode(Bool.self) {
        .bool(value)
      } else if let value = try? container.decode(Int.self) {
        .number(value)
      } else if let value = try? container.decode(Double.self) {
        .decimal(value)
      } else if let elements = try? container.decode([JSONValue].self) {
        .array(elements)
      } else {
        .object(try container.decode([String: JSONValue].self))
      }
  }
}

extension DecodingError {
  /// What is wrong with a document, such as `fixtures[0].outcome is missing`.
  public var problem: String {
    switch self {
    case .keyNotFound(let key, let context): "\(Self.place(context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      "\(Self.place(context.codingPath)) has an unexpected value"
    @unknown default: "it has an unexpected value"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    if path.isEmpty { return "the document" }
    return path.enumerated().reduce(into: "") { place, key in
      if let index = key.element.intValue {
        place += "[\(index)]"
      } else {
        place += (key.offset == 0 ? "" : ".") + key.element.stringValue
      }
    }
  }
}
