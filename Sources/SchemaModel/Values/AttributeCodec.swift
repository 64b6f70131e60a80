import EntityModel
internal import Foundation

/// Converts between the values of one type and the columns of an attribute.
///
/// A scalar and an enumeration with raw values have one column; an enumeration without has one for each case
/// (``CaseForm``). A structure whose parts can be determined (``CompositeForm``) has the columns of its parts, depth
/// first. Any other `Codable` value is stored as one BLOB of JSON.
///
/// An optional value is `nil` if all its columns are NULL. As in Core Data, a composite has no column that records its
/// presence: an optional composite whose parts are all optional and all `nil` is read back as `nil`.
struct AttributeCodec: Sendable {
  let isOptional: Bool
  /// Whether the column has the form of `ExternalValue`. The codec converts the value itself.
  var isExternal = false
  /// Whether the JSON of a value is in a keyed archive, as that of an array is, if it is not a part of a structure.
  var isArchived = false
  private let form: any ColumnForm

  var type: DeclaredModel.AttributeType { form.type }
  /// The name of the type, without its module and enclosing types, if ``type`` does not determine it.
  var valueType: String? { form.valueType }
  /// The parts of a composite, in the order its decoder requests them, or the cases of an enumeration.
  var components: [DeclaredModel.Attribute] { form.components }
  /// The number of columns, including those of nested composites.
  var columnCount: Int { form.columnCount }

  /// Whether an object holds the column's value unchanged, or the value that an external column stands for.
  var isPlain: Bool { columnCount == 1 && type != .encoded && !type.hasComponents }

  /// The codec of a type, which may be optional; `nil` if the type is neither a scalar nor `Codable`.
  ///
  /// Creating a codec runs the type's decoder, so callers should keep the result.
  static func of(_ type: Any.Type) -> AttributeCodec? { of(type, form) }

  /// The codec of an attribute with a transformer: one BLOB for any type.
  static func whole(_ type: Any.Type) -> AttributeCodec? {
    of(type) { type in (type as? any Codable.Type).map { encodedForm($0) } }
  }

  private static func of(_ type: Any.Type, _ form: (Any.Type) -> (any ColumnForm)?) -> AttributeCodec? {
    guard let optional = type as? any OptionalValue.Type else {
      return form(type).map { AttributeCodec(isOptional: false, form: $0) }
    }
    // A nested optional has one more state than NULL can represent.
    guard optional.wrappedType as? any OptionalValue.Type == nil else { return nil }
    return form(optional.wrappedType).map { AttributeCodec(isOptional: true, form: $0) }
  }

  /// Encodes a value of the type as columns.
  func encode(_ value: Any) throws -> [StoredValue] {
    guard isOptional, let optional = value as? any OptionalValue else { return try archived(form.encode(value)) }
    guard let wrapped = optional.wrappedValue else { return Array(repeating: .null, count: columnCount) }
    return try encode(wrapped)
  }

  private func archived(_ columns: [StoredValue]) -> [StoredValue] {
    guard isArchived, case .blob(let bytes)? = columns.first else { return columns }
    return [.blob(Data(archive(ofData: [UInt8](bytes))))]
  }

  /// Decodes a value of the type from columns.
  func decode(_ columns: [StoredValue]) throws -> Any {
    guard columns.count == columnCount else {
      throw AttributeCodecError.columnCount(type: form.typeName, expected: columnCount, found: columns.count)
    }
    guard isOptional else { return try form.decode(columns) }
    return form.optional(columns.allSatisfy(\.isNull) ? nil : try form.decode(columns))
  }

  /// Sample columns with different values, for probing a decoder.
  var placeholders: [[StoredValue]] {
    isOptional ? [Array(repeating: .null, count: columnCount)] + form.placeholders : form.placeholders
  }

  /// The part of a composite that a key path of its type reads; `nil` if there is none or it cannot be determined.
  func part(read keyPath: AnyKeyPath) -> CompositeParts.Part? { form.part(read: keyPath) }

  private static func form(of type: Any.Type) -> (any ColumnForm)? {
    if let scalar = type as? any PersistentScalar.Type { return scalarForm(scalar) }
    if let raw = type as? any RawRepresentable.Type, let form = rawValueForm(raw) { return form }
    guard let codable = type as? any Codable.Type else { return nil }
    return codableForm(codable)
  }

  private static func scalarForm<Scalar: PersistentScalar>(_: Scalar.Type) -> any ColumnForm { ScalarForm<Scalar>() }

  private static func rawValueForm<Value: RawRepresentable>(_: Value.Type) -> (any ColumnForm)? {
    func form<Scalar: PersistentScalar>(_: Scalar.Type) -> any ColumnForm { RawValueForm<Value, Scalar>() }
    return (Value.RawValue.self as? any PersistentScalar.Type).map { form($0) }
  }

  private static func encodedForm<Value: Codable>(_: Value.Type) -> any ColumnForm { EncodedForm<Value>() }

  private static func codableForm<Value: Codable>(_: Value.Type) -> any ColumnForm {
    if let form = CaseForm<Value>() { return form }
    return CompositeForm<Value>() ?? EncodedForm<Value>()
  }
}

/// A type-erased `Optional`.
protocol OptionalValue {
  static var none: Self { get }
  static var wrappedType: Any.Type { get }
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  static var wrappedType: Any.Type { Wrapped.self }
  var wrappedValue: Any? { self }
}
