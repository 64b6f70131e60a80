public import EntityModel
public import Foundation

/// Stored as seconds since 2001-01-01 00:00 UTC.
extension Date: PersistentScalar {
  /// The Core Data attribute type.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .date }
  /// The stored value.
  @inlinable public var storedValue: StoredValue { timeIntervalSinceReferenceDate.storedValue }

  /// Reads a stored value; `nil` if it is not of this type.
  @inlinable public init?(storedValue: StoredValue) {
    switch storedValue {
    case .real(let seconds): self.init(timeIntervalSinceReferenceDate: seconds)
    case .integer(let seconds): self.init(timeIntervalSinceReferenceDate: Double(seconds))
    case .null, .text, .blob: return nil
    }
  }
}

/// Stored as 16 bytes.
extension UUID: PersistentScalar {
  /// The Core Data attribute type.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .uuid }
  /// The stored value.
  @inlinable public var storedValue: StoredValue { .blob(withUnsafeBytes(of: uuid) { Data($0) }) }

  /// Reads a stored value; `nil` if it is not of this type.
  @inlinable public init?(storedValue: StoredValue) {
    guard case .blob(let bytes) = storedValue, bytes.count == 16 else { return nil }
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
    self.init(uuid: uuid)
  }
}

/// Stored as absolute text. A relative URL is read back as the corresponding absolute URL.
extension URL: PersistentScalar {
  /// The Core Data attribute type.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .uri }
  /// The stored value.
  @inlinable public var storedValue: StoredValue { .text(absoluteString) }

  /// Reads a stored value; `nil` if it is not of this type.
  @inlinable public init?(storedValue: StoredValue) {
    guard case .text(let text) = storedValue else { return nil }
    self.init(string: text)
  }
}

extension Data: PersistentScalar {
  /// The Core Data attribute type.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .binary }
  /// The stored value.
  @inlinable public var storedValue: StoredValue { .blob(self) }

  /// Reads a stored value; `nil` if it is not of this type.
  @inlinable public init?(storedValue: StoredValue) {
    guard case .blob(let bytes) = storedValue else { return nil }
    self = bytes
  }
}
