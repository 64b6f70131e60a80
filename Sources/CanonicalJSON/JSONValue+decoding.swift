extension JSONValue {
  /// The value whose encoding this is. Members that the type does not have are ignored.
  ///
  /// - Throws: `DecodingError` if a member is missing or has a value of another type. Its ``Swift/DecodingError/problem``
  ///   names the member.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONValueDecoder(value: self, codingPath: []).read(type)
  }
}

extension JSONValue: Decodable {
  /// - Throws: `DecodingError` if the decoder is not that of ``decoded(as:)``.
  public init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? JSONValueDecoder else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "only JSONValue.decoded(as:) decodes it"))
    }
    self = decoder.value
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

private struct JSONValueDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let own: Any? =
      if type == String.self {
        value.string
      } else if type == Int.self {
        value.number
      } else if type == Bool.self {
        if case .bool(let value) = value { value } else { nil }
      } else if type == Double.self {
        double
      } else if type == Float.self {
        double.map { Float($0) }
      } else if let integer = type as? any FixedWidthInteger.Type {
        value.number.flatMap { integer.init(exactly: $0) }
      } else {
        try type.init(from: self)
      }
    guard let own = own as? Value else { throw mismatch(type) }
    return own
  }

  private var double: Double? {
    if case .decimal(let value) = value { value } else { value.number.map { Double($0) } }
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "it has an unexpected value"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let members = value.object else { throw mismatch([String: JSONValue].self) }
    return KeyedDecodingContainer(Members(members: members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value.array else { throw mismatch([JSONValue].self) }
    return Elements(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: JSONValue]
    let codingPath: [any CodingKey]
    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

    private func member(_ key: any CodingKey) throws -> JSONValueDecoder {
      guard let value = members[key.stringValue] else {
        throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "it is missing"))
      }
      return JSONValueDecoder(value: value, codingPath: codingPath + [key])
    }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).value == .null }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try member(key).read(type) }
    func nestedContainer<NestedKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> { try member(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try member(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { try member(JSONKey(stringValue: "super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    init(elements: [JSONValue], codingPath: [any CodingKey]) {
      (self.elements, self.codingPath) = (elements, codingPath)
    }

    private mutating func next() throws -> JSONValueDecoder {
      let path = codingPath + [JSONKey(intValue: currentIndex)]
      if isAtEnd {
        throw DecodingError.valueNotFound(JSONValue.self, .init(codingPath: path, debugDescription: "it is missing"))
      }
      currentIndex += 1
      return JSONValueDecoder(value: elements[currentIndex - 1], codingPath: path)
    }

    mutating func decodeNil() -> Bool {
      guard !isAtEnd, elements[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().read(type) }
    mutating func nestedContainer<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      try next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: JSONValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value == .null }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.read(type) }
  }
}
