public import EntityModel
public import Foundation

/// Seconds since 2001-01-01 00:00 UTC.
extension Date: PersistentScalar {
  /// Core Data's type of the attribute.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .date }
  /// What the column holds for it.
  @inlinable public var storedValue: StoredValue { timeIntervalSinceReferenceDate.storedValue }

  /// The value that a column holds; nil when it is not one of this type.
  @inlinable public init?(storedValue: StoredValue) {
    switch storedValue {
    case .real(let seconds): self.init(timeIntervalSinceReferenceDate: seconds)
    case .integer(let seconds): self.init(timeIntervalSinceReferenceDate: Double(seconds))
    case .null, .text, .blob: return nil
    }
  }
}

/// Its 16 bytes.
extension UUID: PersistentScalar {
  /// Core Data's type of the attribute.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .uuid }
  /// What the column holds for it.
  @inlinable public var storedValue: StoredValue { .blob(withUnsafeBytes(of: uuid) { Data($0) }) }

  /// The value that a column holds; nil when it is not one of this type.
  @inlinable public init?(storedValue: StoredValue) {
    guard case .blob(let bytes) = storedValue, bytes.count == 16 else { return nil }
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
    self.init(uuid: uuid)
  }
}

/// Its text in full: a relative URL is read back as the absolute one it meant.
extension URL: PersistentScalar {
  /// Core Data's type of the attribute.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .uri }
  /// What the column holds for it.
  @inlinable public var storedValue: StoredValue { .text(absoluteString) }

  /// The value that a column holds; nil when it is not one of this type.
  @inlinable public init?(storedValue: StoredValue) {
    guard case .text(let text) = storedValue else { return nil }
    self.init(string: text)
  }
}

extension Data: PersistentScalar {
  /// Core Data's type of the attribute.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .binary }
  /// What the column holds for it.
  @inlinable public var storedValue: StoredValue { .blob(self) }

  /// The value that a column holds; nil when it is not one of this type.
  @inlinable public init?(storedValue: StoredValue) {
    guard case .blob(let bytes) = storedValue else { return nil }
    self = bytes
  }
}
