public import EntityModel

/// How the values of a type are stored that the sources do not declare, as the configuration says it.
public enum StoredType: Sendable, Hashable {
  /// An enumeration, or another type, whose raw values have this type.
  case rawValue(DeclaredModel.AttributeType)
  /// An enumeration without raw values: its cases, in the order of their declaration.
  case cases([String])
  /// A structure: the properties that it encodes, in order.
  case structure([Part])
  /// A value that is encoded as a whole, in one column.
  case encoded

  /// A property of a structure.
  public struct Part: Sendable, Hashable {
    /// The name under which the structure encodes it.
    public let name: String
    /// The type of its values.
    public let type: DeclaredModel.AttributeType
    /// Whether it can be nil.
    public let isOptional: Bool

    /// Creates a part.
    public init(name: String, type: DeclaredModel.AttributeType, isOptional: Bool) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
    }
  }

  /// The attribute types that a configuration can name, by their Swift types.
  public static let scalars: [String: DeclaredModel.AttributeType] = [
    "Bool": .boolean, "Data": .binary, "Date": .date, "Decimal": .decimal, "Double": .double, "Float": .float,
    "Int": .integer64, "Int16": .integer16, "Int32": .integer32, "Int64": .integer64, "String": .string, "URL": .uri,
    "UUID": .uuid,
  ]
}
