public import EntityModel

/// A value that one column holds.
///
/// The types are Core Data's and lie in the store as it keeps them. A column's affinity may turn a whole real number into
/// an integer, so that floating-point types read both.
///
/// https://www.sqlite.org/datatype3.html#type_affinity
public protocol PersistentScalar: Sendable, SendableMetatype {
  /// Core Data's type of the attribute.
  static var attributeType: DeclaredModel.AttributeType { get }
  /// What the column holds for it. `null` for a number that is not one: SQLite keeps no NaN.
  var storedValue: StoredValue { get }
  /// The value that a column holds; nil when it is not one of this type.
  init?(storedValue: StoredValue)
}

extension PersistentScalar where Self: FixedWidthInteger {
  /// The narrowest that has room for all its values, and that of 64 bits for all wider ones.
  @inlinable public static var attributeType: DeclaredModel.AttributeType {
    switch Self.bitWidth + (Self.isSigned ? 0 : 1) {
    case ...16: .integer16
    case ...32: .integer32
    default: .integer64
    }
  }

  /// Its bit pattern in 64 bits: an unsigned integer above `Int64.max` is a negative one.
  @inlinable public var storedValue: StoredValue { .integer(Int64(truncatingIfNeeded: self)) }

  /// Nil for an integer that the type is too narrow for.
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

/// 0 or 1. Whatever else is not 0 is true, as in SQL.
extension Bool: PersistentScalar {
  /// Core Data's type of the attribute.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .boolean }
  /// What the column holds for it.
  @inlinable public var storedValue: StoredValue { .integer(self ? 1 : 0) }

  /// The value that a column holds; nil when it is not one of this type.
  @inlinable public init?(storedValue: StoredValue) {
    guard case .integer(let value) = storedValue else { return nil }
    self = value != 0
  }
}

/// "If the argument … is a NaN … then … the value is NULL", so NULL is read as NaN where nil cannot be meant.
///
/// https://www.sqlite.org/floatingpoint.html
extension Double: PersistentScalar {
  /// Core Data's type of the attribute.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .double }
  /// What the column holds for it.
  @inlinable public var storedValue: StoredValue { isNaN ? .null : .real(self) }

  /// The value that a column holds; nil when it is not one of this type.
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
  /// Core Data's type of the attribute.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .float }
  /// What the column holds for it.
  @inlinable public var storedValue: StoredValue { isNaN ? .null : .real(Double(self)) }

  /// The value that a column holds; nil when it is not one of this type.
  @inlinable public init?(storedValue: StoredValue) {
    guard let value = Double(storedValue: storedValue) else { return nil }
    self.init(value)
  }
}

extension String: PersistentScalar {
  /// Core Data's type of the attribute.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .string }
  /// What the column holds for it.
  @inlinable public var storedValue: StoredValue { .text(self) }

  /// The value that a column holds; nil when it is not one of this type.
  @inlinable public init?(storedValue: StoredValue) {
    guard case .text(let value) = storedValue else { return nil }
    self = value
  }
}

extension Character: PersistentScalar {
  /// Core Data's type of the attribute.
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .string }
  /// What the column holds for it.
  @inlinable public var storedValue: StoredValue { .text(String(self)) }

  /// The value that a column holds; nil when it is not one of this type.
  @inlinable public init?(storedValue: StoredValue) {
    guard case .text(let value) = storedValue, let first = value.first, value.dropFirst().isEmpty else { return nil }
    self = first
  }
}
