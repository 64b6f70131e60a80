public import EntityModel
public import Foundation

/// Seconds since 2001-01-01 00:00 UTC.
extension Date: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .date }
  @inlinable public var storedValue: StoredValue { timeIntervalSinceReferenceDate.storedValue }

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
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .uuid }
  @inlinable public var storedValue: StoredValue { .blob(withUnsafeBytes(of: uuid) { Data($0) }) }

  @inlinable public init?(storedValue: StoredValue) {
    guard case .blob(let bytes) = storedValue, bytes.count == 16 else { return nil }
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
    self.init(uuid: uuid)
  }
}

/// Its text in full: a relative URL is read back as the absolute one it meant.
extension URL: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .uri }
  @inlinable public var storedValue: StoredValue { .text(absoluteString) }

  @inlinable public init?(storedValue: StoredValue) {
    guard case .text(let text) = storedValue else { return nil }
    self.init(string: text)
  }
}

extension Data: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .binary }
  @inlinable public var storedValue: StoredValue { .blob(self) }

  @inlinable public init?(storedValue: StoredValue) {
    guard case .blob(let bytes) = storedValue else { return nil }
    self = bytes
  }
}
