/// Decodes the parts of a structure by their keys.
struct PartDecoder: Decoder {
  let source: any PartSource
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(PartDecodingContainer<Key>(source: source))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw source.refuse() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw source.refuse() }
}

private struct PartDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let source: any PartSource
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { ((try? source.names()) ?? []).compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { (try? source.hasValue(key.stringValue)) ?? false }
  func decodeNil(forKey key: Key) throws -> Bool { try !source.hasValue(key.stringValue) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try source.value(type, key.stringValue)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try source.value(Value?.self, key.stringValue)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw source.refuse()
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw source.refuse() }
  func superDecoder() throws -> any Decoder { throw source.refuse() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw source.refuse() }

  // The protocol has a requirement for each scalar of the standard library, and its default implementation for optional
  // ones calls `contains`.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try source.value(type, key.stringValue) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try source.value(type, key.stringValue) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try source.value(type, key.stringValue) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try source.value(type, key.stringValue) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try source.value(type, key.stringValue) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try source.value(type, key.stringValue) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try source.value(type, key.stringValue) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try source.value(type, key.stringValue) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try source.value(type, key.stringValue) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try source.value(type, key.stringValue) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try source.value(type, key.stringValue) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try source.value(type, key.stringValue) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try source.value(type, key.stringValue) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try source.value(type, key.stringValue) }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try source.value(Bool?.self, key.stringValue)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try source.value(String?.self, key.stringValue)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try source.value(Double?.self, key.stringValue)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try source.value(Float?.self, key.stringValue)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try source.value(Int?.self, key.stringValue)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try source.value(Int8?.self, key.stringValue)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try source.value(Int16?.self, key.stringValue)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try source.value(Int32?.self, key.stringValue)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try source.value(Int64?.self, key.stringValue)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try source.value(UInt?.self, key.stringValue)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try source.value(UInt8?.self, key.stringValue)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try source.value(UInt16?.self, key.stringValue)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try source.value(UInt32?.self, key.stringValue)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try source.value(UInt64?.self, key.stringValue)
  }
}
