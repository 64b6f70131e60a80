import EntityModel

/// A structure, in the columns of its parts.
///
/// The parts are the keys that the decoder requests. The form does not exist if these do not determine the structure:
/// if the decoder uses another kind of container, requests a key twice, asks which keys exist, or rejects the sample
/// values, or if the encoder writes other keys.
struct CompositeForm<Value: Codable>: ColumnForm {
  let parts: CompositeParts

  /// `nil` if the parts cannot be determined.
  init?() {
    guard TypeKind(of: Value.self) == .structure else { return nil }
    let probe = PartProbe()
    guard let value = try? Value(from: PartDecoder(source: probe)), let parts = probe.parts else { return nil }
    self.parts = parts
    guard (try? columns(of: value)) != nil else { return nil }
  }

  var type: DeclaredModel.AttributeType { .composite }
  var valueType: String? { typeName }
  var columnCount: Int { parts.columnCount }

  var components: [DeclaredModel.Attribute] {
    parts.list.map { part in
      DeclaredModel.Attribute(
        name: part.name, type: part.codec.type, valueType: part.codec.valueType, isOptional: part.codec.isOptional,
        components: part.codec.components)
    }
  }

  var placeholders: [[StoredValue]] {
    let first = parts.list.compactMap(\.codec.placeholders.first)
    guard first.count == parts.list.count else { return [] }
    let columns = first.flatMap { $0 }
    guard let part = parts.list.first(where: { $0.codec.placeholders.count > 1 }) else { return [columns] }
    var other = columns
    other.replaceSubrange(part.columns, with: part.codec.placeholders[1])
    return [columns, other]
  }

  func columns(of value: Value) throws -> [StoredValue] {
    let encoder = PartEncoder(parts: parts, type: typeName)
    try value.encode(to: encoder)
    return encoder.columns
  }

  func value(of columns: [StoredValue]) throws -> Value {
    try Value(from: PartDecoder(source: PartColumns(parts: parts, columns: columns, type: typeName)))
  }
}

/// The parts of a composite and the ranges of their columns.
struct CompositeParts: Sendable {
  struct Part: Sendable {
    let name: String
    let codec: AttributeCodec
    let columns: Range<Int>
  }

  private(set) var list: [Part] = []
  private(set) var columnCount = 0
  private var indexes: [String: Int] = [:]

  subscript(name: String) -> Part? { indexes[name].map { list[$0] } }

  mutating func append(_ name: String, _ codec: AttributeCodec) {
    indexes[name] = list.count
    list.append(Part(name: name, codec: codec, columns: columnCount..<columnCount + codec.columnCount))
    columnCount += codec.columnCount
  }
}

/// The source of a decoder's values.
protocol PartSource: AnyObject {
  func value<Value>(_ type: Value.Type, _ name: String) throws -> Value
  /// Whether a part has a value. Hand-written decoders ask for this.
  func hasValue(_ name: String) throws -> Bool
  func names() throws -> [String]
  /// The error for a request for another kind of container.
  func refuse() -> any Error
}

/// Records the keys that a decoder requests, and returns a sample value of the requested type for each.
final class PartProbe: PartSource {
  private var found = CompositeParts()
  private var isRefused = false

  /// `nil` if there are no parts, or if the decoder made a request that parts cannot answer.
  var parts: CompositeParts? { isRefused || found.list.isEmpty ? nil : found }

  func value<Value>(_ type: Value.Type, _ name: String) throws -> Value {
    guard found[name] == nil, let codec = AttributeCodec.of(type), let columns = codec.placeholders.first,
      let value = try codec.decode(columns) as? Value
    else { throw refuse() }
    found.append(name, codec)
    return value
  }

  func hasValue(_ name: String) throws -> Bool { throw refuse() }

  func names() throws -> [String] {
    throw refuse()
  }

  func refuse() -> any Error {
    isRefused = true
    return AttributeCodecError.noColumns(type: "the type")
  }
}

/// The columns of a composite.
final class PartColumns: PartSource {
  private let parts: CompositeParts
  private let columns: [StoredValue]
  private let type: String

  init(parts: CompositeParts, columns: [StoredValue], type: String) {
    self.parts = parts
    self.columns = columns
    self.type = type
  }

  func value<Value>(_ valueType: Value.Type, _ name: String) throws -> Value {
    guard let part = parts[name] else { throw AttributeCodecError.unknownPart(type: type, part: name) }
    let found = try part.codec.decode(Array(columns[part.columns]))
    guard let value = found as? Value else {
      throw AttributeCodecError.notA(
        type: String(describing: valueType), found: String(describing: Swift.type(of: found)))
    }
    return value
  }

  func hasValue(_ name: String) -> Bool {
    parts[name].map { !columns[$0.columns].allSatisfy(\.isNull) } ?? false
  }

  func names() -> [String] { parts.list.map(\.name).filter(hasValue) }
  func refuse() -> any Error { AttributeCodecError.noColumns(type: type) }
}
