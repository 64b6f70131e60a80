import EntityModel
import Foundation

/// How values that are not optional lie in columns.
protocol ColumnForm: Sendable {
  associatedtype Value
  var type: DeclaredModel.AttributeType { get }
  var valueType: String? { get }
  var components: [DeclaredModel.Attribute] { get }
  var columnCount: Int { get }
  /// The columns of some value; nil when none is known.
  var placeholder: [StoredValue]? { get }
  func columns(of value: Value) throws -> [StoredValue]
  func value(of columns: [StoredValue]) throws -> Value
}

extension ColumnForm {
  var typeName: String { String(describing: Value.self) }
  var components: [DeclaredModel.Attribute] { [] }
  var columnCount: Int { 1 }

  func encode(_ value: Any) throws -> [StoredValue] {
    guard let value = value as? Value else {
      throw AttributeCodecError.notA(type: typeName, found: String(describing: Swift.type(of: value)))
    }
    return try columns(of: value)
  }

  func decode(_ columns: [StoredValue]) throws -> Any { try value(of: columns) }

  /// The value as an optional of the form's type.
  func optional(_ value: Any?) -> Any { value.flatMap { $0 as? Value } as Any }
}

/// A scalar in its one column.
struct ScalarForm<Scalar: PersistentScalar>: ColumnForm {
  var type: DeclaredModel.AttributeType { Scalar.attributeType }

  /// Nil for the types that stand for Core Data's own.
  var valueType: String? {
    let own: [Any.Type] = [
      Int16.self, Int32.self, Int64.self, Int.self, Double.self, Float.self, String.self, Bool.self, Date.self,
      Data.self, UUID.self, URL.self, Decimal.self,
    ]
    return own.contains { $0 == Scalar.self } ? nil : typeName
  }

  var placeholder: [StoredValue]? {
    let candidates: [StoredValue] = [
      .integer(0), .text(""), .text("a"), .blob(Data()), .blob(Data(repeating: 0, count: 16)),
    ]
    return candidates.first { Scalar(storedValue: $0) != nil }.map { [$0] }
  }

  func columns(of value: Scalar) -> [StoredValue] { [value.storedValue] }

  func value(of columns: [StoredValue]) throws -> Scalar {
    guard let value = Scalar(storedValue: columns[0]) else {
      throw AttributeCodecError.notStoredA(type: typeName, found: columns[0])
    }
    return value
  }
}

/// An enumeration, or another type that a scalar stands for, as its raw value.
struct RawValueForm<Value: RawRepresentable, Scalar: PersistentScalar>: ColumnForm {
  var type: DeclaredModel.AttributeType { Scalar.attributeType }
  var valueType: String? { typeName }

  func columns(of value: Value) throws -> [StoredValue] { try ScalarForm<Scalar>().encode(value.rawValue) }

  func value(of columns: [StoredValue]) throws -> Value {
    guard let scalar = Scalar(storedValue: columns[0]) as? Value.RawValue, let value = Value(rawValue: scalar) else {
      throw AttributeCodecError.notStoredA(type: typeName, found: columns[0])
    }
    return value
  }

  var placeholder: [StoredValue]? {
    if let zero = ScalarForm<Scalar>().placeholder, (try? value(of: zero)) != nil { return zero }
    return firstCase.flatMap { try? columns(of: $0) }
  }

  /// An enumeration whose cases carry nothing, as all with raw values, has its first case at zero.
  private var firstCase: Value? {
    guard TypeKind(of: Value.self) == .enumeration, MemoryLayout<Value>.size <= MemoryLayout<Int>.size else {
      return nil
    }
    return withUnsafeTemporaryAllocation(
      byteCount: MemoryLayout<Int>.size, alignment: MemoryLayout<Int>.alignment
    ) { memory in
      memory.initializeMemory(as: UInt8.self, repeating: 0)
      return memory.load(as: Value.self)
    }
  }
}

/// A `Codable` value as JSON: keys sorted, dates as seconds since 2001-01-01.
struct EncodedForm<Value: Codable>: ColumnForm {
  var type: DeclaredModel.AttributeType { .encoded }
  var valueType: String? { typeName }

  var placeholder: [StoredValue]? {
    let candidates = ["[]", "{}", "0", "\"\"", "false"].map { [StoredValue.blob(Data($0.utf8))] }
    return candidates.first { (try? value(of: $0)) != nil }
  }

  func columns(of value: Value) throws -> [StoredValue] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return [.blob(try encoder.encode(value))]
  }

  func value(of columns: [StoredValue]) throws -> Value {
    guard case .blob(let bytes) = columns[0] else {
      throw AttributeCodecError.notStoredA(type: typeName, found: columns[0])
    }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(Value.self, from: bytes)
  }
}

/// What kind of type a metatype stands for, by the first word of its metadata.
///
/// https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst
enum TypeKind: Int {
  case structure = 0x200
  case enumeration = 0x201

  init?(of type: Any.Type) {
    self.init(rawValue: unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee)
  }
}
