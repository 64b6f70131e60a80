extension JSONValue {
  /// The encoding of a value. A property that is `nil` is left out; ``NullIfNil`` and ``OmittedIfEmpty`` say otherwise.
  ///
  /// - Throws: `EncodingError` for an integer that is larger than `Int`, and what the value itself throws.
  public init(encoding value: some Encodable) throws {
    let encoder = JSONValueEncoder(codingPath: [])
    try encoder.write(value)
    self = encoder.value
  }
}

extension JSONValue: Encodable {
  /// - Throws: `EncodingError` if the encoder is not that of ``init(encoding:)``.
  public func encode(to encoder: any Encoder) throws {
    guard let encoder = encoder as? JSONValueEncoder else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "only JSONValue(encoding:) encodes it"))
    }
    encoder.write(json: self)
  }
}

/// Encodes one value, and holds the encoders of its members or elements.
private final class JSONValueEncoder: Encoder {
  private enum Content {
    case value(JSONValue)
    case members([String: JSONValueEncoder])
    case elements([JSONValueEncoder])
  }

  private var content = Content.value(.null)
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(codingPath: [any CodingKey]) { self.codingPath = codingPath }

  var value: JSONValue {
    switch content {
    case .value(let value): value
    case .members(let members): .object(members.mapValues(\.value))
    case .elements(let elements): .array(elements.map(\.value))
    }
  }

  func write(json value: JSONValue) { content = .value(value) }

  func write(_ value: some Encodable) throws {
    switch value {
    case let value as String: content = .value(.string(value))
    case let value as Bool: content = .value(.bool(value))
    case let value as Int: content = .value(.number(value))
    case let value as Double: content = .value(.decimal(value))
    case let value as Float: content = .value(.decimal(Double(value)))
    case let value as any FixedWidthInteger:
      guard let integer = Int(exactly: value) else {
        throw EncodingError.invalidValue(value, .init(codingPath: codingPath, debugDescription: "it is too large"))
      }
      content = .value(.number(integer))
    default: try value.encode(to: self)
    }
  }

  func member(_ key: any CodingKey) -> JSONValueEncoder {
    let member = JSONValueEncoder(codingPath: codingPath + [key])
    var members: [String: JSONValueEncoder] = [:]
    if case .members(let present) = content { members = present }
    content = .value(.null)
    members[key.stringValue] = member
    content = .members(members)
    return member
  }

  func element() -> JSONValueEncoder {
    var elements: [JSONValueEncoder] = []
    if case .elements(let present) = content { elements = present }
    content = .value(.null)
    let element = JSONValueEncoder(codingPath: codingPath + [JSONKey(intValue: elements.count)])
    elements.append(element)
    content = .elements(elements)
    return element
  }

  var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // A value without members is an object, too.
    if case .value = content { content = .members([:]) }
    return KeyedEncodingContainer(Members(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .value = content { content = .elements([]) }
    return Elements(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { _ = encoder.member(key) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.member(key).write(value) }
    func nestedContainer<NestedKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> { encoder.member(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.member(key).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { encoder.member(JSONKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.count }

    func encodeNil() { _ = encoder.element() }
    func encode<Value: Encodable>(_ value: Value) throws { try encoder.element().write(value) }
    func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      encoder.element().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.element().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder.element() }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() { encoder.write(json: .null) }
    func encode<Value: Encodable>(_ value: Value) throws { try encoder.write(value) }
  }
}

/// The place of a value in a document: the key of a member, or the index of an element.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}
