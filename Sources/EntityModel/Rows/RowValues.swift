/// Makes up values of an attribute from its declaration alone, without its Swift type.
struct RowValues {
  let attribute: DeclaredModel.Attribute
  /// As in ``StoreRows/init(model:layout:isExact:given:)``.
  let isExact: Bool
  /// The values that the caller gives.
  let given: [SQLLiteral]?

  init(_ attribute: DeclaredModel.Attribute, isExact: Bool, given: [SQLLiteral]?) {
    self.attribute = attribute
    self.isExact = isExact
    self.given = attribute.columnCount == 1 ? given.flatMap { $0.isEmpty ? nil : $0 } : nil
  }

  /// Whether there must be a value.
  var isRequired: Bool { !isExact || !attribute.isOptional }

  /// Whether values are given, or can be generated. An enumeration has values of another type, which the declaration does
  /// not list.
  var isKnown: Bool { given != nil || Self.isKnown(attribute, isExact: isExact) }

  /// Whether there is another value for each row.
  var isEndless: Bool {
    switch attribute.type {
    case .boolean, .transformable, .composite, .enumeration, .encoded, .unknown: false
    default: given == nil && isKnown
    }
  }

  private static func isKnown(_ attribute: DeclaredModel.Attribute, isExact: Bool) -> Bool {
    switch attribute.type {
    case .composite: isExact && attribute.components.allSatisfy { $0.isOptional || isKnown($0, isExact: isExact) }
    case .enumeration: !attribute.components.isEmpty
    case .encoded: emptyCollection(attribute.valueType) != nil
    case .transformable, .unknown: false
    default: attribute.valueType == nil
    }
  }

  /// The columns of a row's value; NULL if the values are not known.
  func columns(_ row: Int, _ uniqueness: UniqueColumns.Variation) -> [SQLLiteral] {
    guard isKnown, isRequired || row % 5 != 4 else { return Array(repeating: .null, count: attribute.columnCount) }
    if let given { return [given[row % given.count]] }
    let samples = SampleColumns(isUnique: uniqueness != .any)
    let columns = Self.columns(attribute, uniqueness.position(row), samples, isExact: isExact)
    switch columns.first {
    case .blob(let bytes)? where attribute.isExternal: return [.blob(ExternalStorage.column(inline: bytes))]
    // An array has a column of its own only outside of structures; see `archive(ofData:)`.
    case .blob(let json)? where attribute.isEncodedArray: return [.blob(archive(ofData: json))]
    default: return columns
    }
  }

  private static func columns(
    _ attribute: DeclaredModel.Attribute, _ row: Int, _ samples: SampleColumns, isExact: Bool
  ) -> [SQLLiteral] {
    switch attribute.type {
    case .composite:
      attribute.components.flatMap { part in
        isKnown(part, isExact: isExact)
          ? columns(part, row, samples, isExact: isExact) : Array(repeating: .null, count: part.columnCount)
      }
    case .encoded: [emptyCollection(attribute.valueType).map { .blob(Array($0.utf8)) } ?? .null]
    default: samples.columns(attribute.type, attribute.components, row)
    }
  }

  /// The JSON of a collection without elements: the only value of an encoded type that needs no knowledge of its elements.
  private static func emptyCollection(_ type: String?) -> String? {
    guard let type else { return nil }
    if type.hasPrefix("Array<") || type.hasPrefix("Set<") { return "[]" }
    // With other keys, `Codable` encodes an array of keys and values.
    return type.hasPrefix("Dictionary<String, ") || type.hasPrefix("Dictionary<Int, ") ? "{}" : nil
  }
}

extension DeclaredModel.Attribute {
  fileprivate var columnCount: Int { type.hasComponents ? components.reduce(0) { $0 + $1.columnCount } : 1 }
}
