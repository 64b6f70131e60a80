/// Encodes a structure into the columns of its parts. A part that is not encoded is NULL.
final class PartEncoder: Encoder {
  private let parts: CompositeParts
  private let type: String
  private(set) var columns: [StoredValue]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(parts: CompositeParts, type: String) {
    self.parts = parts
    self.type = type
    columns = Array(repeating: .null, count: parts.columnCount)
  }

  fileprivate func set(_ name: String, to value: Any) throws {
    guard let part = parts[name] else { throw AttributeCodecError.unknownPart(type: type, part: name) }
    columns.replaceSubrange(part.columns, with: try part.codec.encode(value))
  }

  fileprivate func setNil(_ name: String) throws {
    guard let part = parts[name] else { throw AttributeCodecError.unknownPart(type: type, part: name) }
    columns.replaceSubrange(part.columns, with: Array(repeating: .null, count: part.columns.count))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(PartEncodingContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { RefusedEncoding(type: type) }
  func singleValueContainer() -> any SingleValueEncodingContainer { RefusedEncoding(type: type) }
}

private struct PartEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: PartEncoder
  var codingPath: [any CodingKey] { [] }
  private var refused: RefusedEncoding { RefusedEncoding(type: "the type") }

  func encodeNil(forKey key: Key) throws { try encoder.setNil(key.stringValue) }
  func encode(_ value: some Encodable, forKey key: Key) throws { try encoder.set(key.stringValue, to: value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(RefusedKeyedEncoding<Nested>(refused: refused))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { refused }
  func superEncoder() -> any Encoder { refused }
  func superEncoder(forKey key: Key) -> any Encoder { refused }
}
