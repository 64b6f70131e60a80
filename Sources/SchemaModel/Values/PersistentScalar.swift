public import EntityModel

/// A value that is stored in one column.
///
/// The types and their representations are Core Data's. A column's affinity can turn a whole real number into an
/// integer, so floating-point types read both.
///
/// https://www.sqlite.org/datatype3.html#type_affinity
public protocol PersistentScalar: Sendable, SendableMetatype {
  /// The Core Data attribute type.
  static var attributeType: DeclaredModel.AttributeType { get }
  /// The stored value; `null` for NaN, which SQLite does not store.
  var storedValue: StoredValue { get }
  /// Reads a stored value; `nil` if it is not of this type.
  init?(storedValue: StoredValue)
}

extension PersistentScalar where Self: FixedWidthInteger {
  /// The narrowest type that can represent all values, or the 64-bit type if none can.
  @inlinable public static var attributeType: DeclaredModel.AttributeType {
    switch Self.bitWidth + (Self.isSigned ? 0 : 1) {
    case ...16: .integer16
    case ...32: .integer32
    default: .integer64
    }
  }

  /// The bit pattern in 64 bits. An unsigned integer above `Int64.max` is stored as a negative one.
  @inlinable public var storedValue: StoredValue { .integer(Int64(truncatingIfNeeded: self)) }

  /// Reads a stored value; `nil` if it does not fit into the type.
  @inlinable public init?(storedValue: StoredValue) {
    guard case .integer(let value) = storedValue else { return nil }
    if Self.bitWidth == 64 { self.init(truncatingIfNeeded: value) } else { self.init(exactly: value) }
  }
}

extension Int: PersistentScalar {}
extension Int64: PersistentScalar {}
extension Int32: PersistentScalar {}
extension Int16: PersistentScalar {}
extension Int8: PersistentScalar {}
extension UInt: PersistentScalar {}
extension UInt64: PersistentScalar {}
extension UInt32: PersistentScalar {}
extension UInt16: PersistentScalar {}
extension UInt8: PersistentScalar {}

/// Stored as 0 or 1. Any other value that is not 0 is true, as in SQL.
extension Bool: PersistentScalar {
  /// The Core Data attribute type.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .boolean }
  /// The stored value.
  @inlinable public var storedValue: StoredValue { .integer(self ? 1 : 0) }

  /// Reads a stored value; `nil` if it is not of this type.
  @inlinable public init?(storedValue: StoredValue) {
    guard case .integer(let value) = storedValue else { return nil }
    self = value != 0
  }
}

/// "If the argument … is a NaN … then … the value is NULL", so NULL is read as NaN if the property is not optional.
///
/// https://www.sqlite.org/floatingpoint.html
extension Double: PersistentScalar {
  /// The Core Data attribute type.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .double }
  /// The stored value.
  @inlinable public var storedValue: StoredValue { isNaN ? .null : .real(self) }

  /// Reads a stored value; `nil` if it is not of this type.
  @inlinable public init?(storedValue: StoredValue) {
    switch storedValue {
    case .real(let value): self = value
    case .integer(let value): self.init(value)
    case .null: self = .nan
    case .text, .blob: return nil
    }
  }
}

extension Float: PersistentScalar {
  /// The Core Data attribute type.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .float }
  /// The stored value.
  @inlinable public var storedValue: StoredValue { isNaN ? .null : .real(Double(self)) }

  /// Reads a stored value; `nil` if it is not of this type.
  @inlinable public init?(storedValue: StoredValue) {
    guard let value = Double(storedValue: storedValue) else { return nil }
    self.init(value)
  }
}

extension String: PersistentScalar {
  /// The Core Data attribute type.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .string }
  /// The stored value.
  @inlinable public var storedValue: StoredValue { .text(self) }

  /// Reads a stored value; `nil` if it is not of this type.
  @inlinable public init?(storedValue: StoredValue) {
    guard case .text(let value) = storedValue else { return nil }
    self = value
  }
}

extension Character: PersistentScalar {
  /// The Core Data attribute type.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .string }
  /// The stored value.
  @inlinable public var storedValue: StoredValue { .text(String(self)) }

  /// Reads a stored value; `nil` if it is not of this type.
  @inlinable public init?(storedValue: StoredValue) {
    guard case .text(let value) = storedValue, let first = value.first, value.dropFirst().isEmpty else { return nil }
    self = first
  }
}
