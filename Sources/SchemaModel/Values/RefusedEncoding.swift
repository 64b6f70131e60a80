/// Stands in for containers that columns cannot represent. A container request cannot throw, so every value encoded
/// into one is rejected instead.
struct RefusedEncoding: Encoder, UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let type: String
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int { 0 }
  var error: AttributeCodecError { .noColumns(type: type) }

  func encodeNil() throws { throw error }
  func encode(_ value: some Encodable) throws { throw error }
  func container<Key: CodingKey>(keyedBy keyType: Key.Type) -> KeyedEncodingContainer<Key> { keyed() }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }
  func nestedContainer<Key: CodingKey>(keyedBy keyType: Key.Type) -> KeyedEncodingContainer<Key> { keyed() }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { self }

  private func keyed<Key: CodingKey>() -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RefusedKeyedEncoding<Key>(refused: self))
  }
}

struct RefusedKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let refused: RefusedEncoding
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws { throw refused.error }
  func encode(_ value: some Encodable, forKey key: Key) throws { throw refused.error }

  func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    refused.container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { refused }
  func superEncoder() -> any Encoder { refused }
  func superEncoder(forKey key: Key) -> any Encoder { refused }
}
