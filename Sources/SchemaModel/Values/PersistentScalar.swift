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
  @inlinable public var storedValue: StoredValue { .integer(Int64(truncatingIfNeeded: self)) }

  /// Nil for an integer that the type is too narrow for.
  @inlinable public init?(storedValue: StoredValue) {
    guard case .integer(let value) = storedValue else { return nil }
    self.init(exactly: value)
  }
}

extension Int: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .integer64 }
}
extension Int64: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .integer64 }
}
extension Int32: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .integer32 }
}
extension Int16: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .integer16 }
}
extension Int8: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .integer16 }
}
extension UInt8: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .integer16 }
}
extension UInt16: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .integer32 }
}
extension UInt32: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .integer64 }
}

/// By its bit pattern: above `Int64.max` the column is negative.
extension UInt64: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .integer64 }

  @inlinable public init?(storedValue: StoredValue) {
    guard case .integer(let value) = storedValue else { return nil }
    self.init(bitPattern: value)
  }
}

/// By its bit pattern: above `Int64.max` the column is negative.
extension UInt: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .integer64 }

  @inlinable public init?(storedValue: StoredValue) {
    guard case .integer(let value) = storedValue else { return nil }
    self.init(truncatingIfNeeded: value)
  }
}

/// 0 or 1. Whatever else is not 0 is true, as in SQL.
extension Bool: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .boolean }
  @inlinable public var storedValue: StoredValue { .integer(self ? 1 : 0) }

  @inlinable public init?(storedValue: StoredValue) {
    guard case .integer(let value) = storedValue else { return nil }
    self = value != 0
  }
}

/// "If the argument … is a NaN … then … the value is NULL", so NULL is read as NaN where nil cannot be meant.
///
/// https://www.sqlite.org/floatingpoint.html
extension Double: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .double }
  @inlinable public var storedValue: StoredValue { isNaN ? .null : .real(self) }

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
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .float }
  @inlinable public var storedValue: StoredValue { isNaN ? .null : .real(Double(self)) }

  @inlinable public init?(storedValue: StoredValue) {
    guard let value = Double(storedValue: storedValue) else { return nil }
    self.init(value)
  }
}

extension String: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .string }
  @inlinable public var storedValue: StoredValue { .text(self) }

  @inlinable public init?(storedValue: StoredValue) {
    guard case .text(let value) = storedValue else { return nil }
    self = value
  }
}

extension Character: PersistentScalar {
  @inlinable public static var attributeType: DeclaredModel.AttributeType { .string }
  @inlinable public var storedValue: StoredValue { .text(String(self)) }

  @inlinable public init?(storedValue: StoredValue) {
    guard case .text(let value) = storedValue, let first = value.first, value.dropFirst().isEmpty else { return nil }
    self = first
  }
}
