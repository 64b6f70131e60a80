import EntityModel

/// How the values of one type lie in the columns of an attribute.
///
/// A scalar and an enumeration of scalars have one column. A structure whose parts can be found (``CompositeForm``) has
/// the columns of its parts, depth first. Any other `Codable` value is one BLOB of JSON.
///
/// An optional value is nil when all its columns are NULL. A composite has no column that says it is there, in Core Data
/// as here: one that is optional, has only optional parts and all of them nil, is read back as nil.
struct AttributeCodec: Sendable {
  let isOptional: Bool
  private let form: any ColumnForm

  var type: DeclaredModel.AttributeType { form.type }
  /// The name of the type, without its module and what it is nested in, where ``type`` does not tell.
  var valueType: String? { form.valueType }
  /// The parts of a composite, in the order its decoder asks for them.
  var components: [DeclaredModel.Attribute] { form.components }
  /// How many columns, those of nested composites included.
  var columnCount: Int { form.columnCount }

  /// Whether an object keeps the column's value as it is.
  var isPlain: Bool { columnCount == 1 && type != .encoded && type != .composite }

  /// The codec of a type, which may be an optional one; nil for a type that is neither a scalar nor `Codable`.
  ///
  /// It tries the type's decoder, so that it is worth keeping.
  static func of(_ type: Any.Type) -> AttributeCodec? { of(type, form) }

  /// The codec of an attribute with a transformer: one BLOB, whatever the type.
  static func whole(_ type: Any.Type) -> AttributeCodec? {
    of(type) { type in (type as? any Codable.Type).map { encodedForm($0) } }
  }

  private static func of(_ type: Any.Type, _ form: (Any.Type) -> (any ColumnForm)?) -> AttributeCodec? {
    guard let optional = type as? any OptionalValue.Type else {
      return form(type).map { AttributeCodec(isOptional: false, form: $0) }
    }
    // An optional of an optional has one state more than NULL can tell.
    guard optional.wrappedType as? any OptionalValue.Type == nil else { return nil }
    return form(optional.wrappedType).map { AttributeCodec(isOptional: true, form: $0) }
  }

  /// The columns of a value of the type.
  func encode(_ value: Any) throws -> [StoredValue] {
    guard isOptional, let optional = value as? any OptionalValue else { return try form.encode(value) }
    guard let wrapped = optional.wrappedValue else { return Array(repeating: .null, count: columnCount) }
    return try encode(wrapped)
  }

  /// The value of the type that columns hold.
  func decode(_ columns: [StoredValue]) throws -> Any {
    guard columns.count == columnCount else {
      throw AttributeCodecError.columnCount(type: form.typeName, expected: columnCount, found: columns.count)
    }
    guard isOptional else { return try form.decode(columns) }
    return form.optional(columns.allSatisfy(\.isNull) ? nil : try form.decode(columns))
  }

  /// The columns of values that differ, for a decoder that is only tried.
  var placeholders: [[StoredValue]] {
    isOptional ? [Array(repeating: .null, count: columnCount)] + form.placeholders : form.placeholders
  }

  /// The part of a composite that a key path of its type reads; nil when it reads none, or when it cannot be told.
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
    CompositeForm<Value>() ?? EncodedForm<Value>()
  }
}

/// An `Optional` of which only that is known.
protocol OptionalValue {
  static var none: Self { get }
  static var wrappedType: Any.Type { get }
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  static var wrappedType: Any.Type { Wrapped.self }
  var wrappedValue: Any? { self }
}
