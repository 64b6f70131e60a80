import EntityModel
import Foundation

/// Converts between values that are not optional and columns.
protocol ColumnForm: Sendable {
  associatedtype Value
  var type: DeclaredModel.AttributeType { get }
  var valueType: String? { get }
  var components: [DeclaredModel.Attribute] { get }
  var columnCount: Int { get }
  /// The columns of two different sample values, or of fewer if two are not known.
  var placeholders: [[StoredValue]] { get }
  func columns(of value: Value) throws -> [StoredValue]
  func value(of columns: [StoredValue]) throws -> Value
  /// The part of a composite that a key path reads.
  func part(read keyPath: AnyKeyPath) -> CompositeParts.Part?
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

  /// Wraps the value in an optional of the form's type.
  func optional(_ value: Any?) -> Any { value.flatMap { $0 as? Value } as Any }
}

/// A scalar, in one column.
struct ScalarForm<Scalar: PersistentScalar>: ColumnForm {
  var type: DeclaredModel.AttributeType { Scalar.attributeType }

  /// `nil` for types that correspond to a Core Data attribute type.
  var valueType: String? {
    let own: [Any.Type] = [
      Int16.self, Int32.self, Int64.self, Int.self, Double.self, Float.self, String.self, Bool.self, Date.self,
      Data.self, UUID.self, URL.self, Decimal.self,
    ]
    return own.contains { $0 == Scalar.self } ? nil : typeName
  }

  var placeholders: [[StoredValue]] {
    let candidates: [StoredValue] = [
      .integer(0), .integer(1), .text("a"), .text("b"), .blob(Data(repeating: 0, count: 16)),
      .blob(Data(repeating: 1, count: 16)),
    ]
    return candidates.filter { Scalar(storedValue: $0) != nil }.prefix(2).map { [$0] }
  }

  func columns(of value: Scalar) -> [StoredValue] { [value.storedValue] }

  func value(of columns: [StoredValue]) throws -> Scalar {
    guard let value = Scalar(storedValue: columns[0]) else {
      throw AttributeCodecError.notStoredA(type: typeName, found: columns[0])
    }
    return value
  }
}

/// An enumeration or another type with a scalar raw value, stored as its raw value.
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

  var placeholders: [[StoredValue]] {
    let scalars = ScalarForm<Scalar>().placeholders.filter { (try? value(of: $0)) != nil }
    guard scalars.count < 2 else { return scalars }
    let cases = (Value.self as? any CaseIterable.Type).map { Self.allCases($0) } ?? [firstCase].compactMap { $0 }
    return (scalars + cases.prefix(2).compactMap { try? columns(of: $0) }.filter { !scalars.contains($0) })
  }

  private static func allCases(_ type: any CaseIterable.Type) -> [Value] {
    func cases<Cases: CaseIterable>(_: Cases.Type) -> [Value] { Cases.allCases.compactMap { $0 as? Value } }
    return cases(type)
  }

  /// The first case of an enumeration without associated values, which every enumeration with raw values is. Its
  /// representation is zero.
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

  var placeholders: [[StoredValue]] {
    let candidates = ["[]", "[\"a\"]", "[0]", "{}", "{\"a\":0}", "0", "1", "\"\"", "\"a\"", "false", "true"]
    return candidates.map { [StoredValue.blob(Data($0.utf8))] }.filter { (try? value(of: $0)) != nil }
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

/// The kind of a type, from the first word of its metadata.
///
/// https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst
enum TypeKind: Int {
  case structure = 0x200
  case enumeration = 0x201

  init?(of type: Any.Type) {
    self.init(rawValue: unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee)
  }
}
