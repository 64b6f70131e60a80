extension BackingData {
  /// The columns of an attribute, as they are or would be stored; empty if it has no value yet.
  func columns(of property: PropertyDescription, _ codec: AttributeCodec) throws -> [StoredValue] {
    switch values[property.slot] {
    case .stored(let value): codec.columnCount == 1 ? [value] : []
    case .columns(let values): values
    case .decoded(let value): try codec.encode(value)
    case .fault, .key, .nothing, .object, .objects: []
    }
  }
}
