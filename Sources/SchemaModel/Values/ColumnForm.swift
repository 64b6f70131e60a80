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
    let known = EnumerationCases<Value>().map { cases in cases.names.indices.prefix(2).map { cases[$0] } }
    let cases = known ?? (Value.self as? any CaseIterable.Type).map { Self.allCases($0) } ?? []
    return (scalars + cases.prefix(2).compactMap { try? columns(of: $0) }.filter { !scalars.contains($0) })
  }

  private static func allCases(_ type: any CaseIterable.Type) -> [Value] {
    func cases<Cases: CaseIterable>(_: Cases.Type) -> [Value] { Cases.allCases.compactMap { $0 as? Value } }
    return cases(type)
  }
}

/// An enumeration without raw values and associated values. Each case has a column. That of the value's case contains
/// the case's name, and the others are NULL, as in a store of SwiftData.
struct CaseForm<Value: Codable>: ColumnForm {
  private let cases: EnumerationCases<Value>

  /// `nil` for any other type.
  init?() {
    guard let cases = EnumerationCases<Value>() else { return nil }
    self.cases = cases
  }

  var type: DeclaredModel.AttributeType { .enumeration }
  var valueType: String? { typeName }
  var columnCount: Int { cases.names.count }

  var components: [DeclaredModel.Attribute] {
    cases.names.map { DeclaredModel.Attribute(name: $0, type: .string, isOptional: true) }
  }

  var placeholders: [[StoredValue]] { cases.names.indices.prefix(2).map(columns) }

  func columns(of value: Value) -> [StoredValue] { columns(cases.index(of: value)) }

  func value(of columns: [StoredValue]) throws -> Value {
    let found = columns.indices.filter { !columns[$0].isNull }
    guard let index = found.first, found.count == 1, columns[index] == .text(cases.names[index]) else {
      throw AttributeCodecError.notStoredA(type: typeName, found: found.last.map { columns[$0] } ?? .null)
    }
    return cases[index]
  }

  private func columns(_ index: Int) -> [StoredValue] {
    cases.names.indices.map { $0 == index ? .text(cases.names[index]) : .null }
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
    guard case .blob(var bytes) = columns[0] else {
      throw AttributeCodecError.notStoredA(type: typeName, found: columns[0])
    }
    // In a store of SwiftData, the JSON of an attribute, unlike that of a structure's part, is in an archive.
    if bytes.starts(with: "bplist".utf8) { bytes = Data(try archivedData([UInt8](bytes))) }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(Value.self, from: bytes)
  }
}
