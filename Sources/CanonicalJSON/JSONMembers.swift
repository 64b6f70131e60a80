/// A property whose member is `null` for `nil`, instead of being left out. A missing member is an error.
@propertyWrapper public struct NullIfNil<Value: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
  /// The value.
  public var wrappedValue: Value?

  /// Wraps a value.
  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  /// Decodes the value or `null`.
  public init(from decoder: any Decoder) throws { wrappedValue = try Value?(from: decoder) }

  /// Encodes the value or `null`.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

/// A list whose member is left out if it is empty.
@propertyWrapper public struct OmittedIfEmpty<Element: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
  /// The list.
  public var wrappedValue: [Element]

  /// Wraps a list.
  public init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }
}

// The encoding of a property that is a wrapper calls these functions.

extension KeyedEncodingContainer {
  /// Encodes a list, unless it is empty.
  public mutating func encode<Element>(_ list: OmittedIfEmpty<Element>, forKey key: Key) throws {
    if !list.wrappedValue.isEmpty { try encode(list.wrappedValue, forKey: key) }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a list, which is empty if its member is missing.
  public func decode<Element>(_ type: OmittedIfEmpty<Element>.Type, forKey key: Key) throws -> OmittedIfEmpty<Element> {
    OmittedIfEmpty(wrappedValue: try decodeIfPresent([Element].self, forKey: key) ?? [])
  }
}
